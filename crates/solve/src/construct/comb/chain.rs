//! Pieces of equal length, each put into the one before.

/// So many pieces of so many steps, each walked from its first step to its last. After step `gap`
/// of each piece but the last (counted from 0) comes all of the next one, and then the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) count: u64,
    pub(super) len: u64,
    pub(super) gap: u64,
}

/// A step of a piece of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) block: u64,
    pub(super) at: u64,
}

impl Chain {
    /// Nothing at all.
    pub(super) const NONE: Self = Self { count: 0, len: 0, gap: 0 };

    /// The steps of all pieces together.
    pub(super) const fn size(self) -> u64 {
        self.count * self.len
    }

    /// When step `at` of piece `piece` is walked, counted from 0.
    #[inline]
    pub(super) const fn offset(self, piece: u64, at: u64) -> u64 {
        let before = piece * (self.gap + 1) + at;
        if at > self.gap { before + (self.count - 1 - piece) * self.len } else { before }
    }

    /// The piece and the step in it that are walked at an offset.
    ///
    /// First come the first parts of all pieces but the last, then the last piece as a whole, then
    /// the other parts of the others, backwards.
    #[inline]
    pub(super) const fn find(self, offset: u64) -> (u64, u64) {
        let first = self.gap + 1;
        let descent = (self.count - 1) * first;
        if offset < descent {
            return (offset / first, offset % first);
        }
        let offset = offset - descent;
        if offset < self.len {
            return (self.count - 1, offset);
        }
        let (offset, second) = (offset - self.len, self.len - first);
        (self.count - 2 - offset / second, first + offset % second)
    }

    /// What is walked after a step of a piece at which a stretch ends, or before it; `None` beyond
    /// the chain.
    #[inline]
    pub(super) const fn after(self, block: u64, at: u64, is_backward: bool) -> Option<Visit> {
        let is_last = block + 1 == self.count;
        let (gap, end) = (self.gap, self.len - 1);
        Some(match (at == gap, at == end, at == gap + 1, is_backward) {
            (true, _, _, false) if is_last => Visit { block, at: gap + 1 },
            (true, _, _, false) => Visit { block: block + 1, at: 0 },
            (_, true, _, false) if block > 0 => Visit { block: block - 1, at: gap + 1 },
            (_, _, true, true) if is_last => Visit { block, at: gap },
            (_, _, true, true) => Visit { block: block + 1, at: end },
            (_, _, _, true) if at == 0 && block > 0 => Visit { block: block - 1, at: gap },
            _ => return None,
        })
    }

    /// How many steps of a piece are walked without a break up to step `at`, and from it on, that
    /// step counted in both.
    #[inline]
    pub(super) const fn stretch(self, at: u64) -> (u64, u64) {
        if at > self.gap { (at - self.gap, self.len - at) } else { (at + 1, self.gap + 1 - at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the chain means, said plainly.
    fn walk(chain: Chain, piece: u64, steps: &mut Vec<(u64, u64)>) {
        for at in 0..chain.len {
            steps.push((piece, at));
            if at == chain.gap && piece + 1 < chain.count {
                walk(chain, piece + 1, steps);
            }
        }
    }

    #[test]
    fn every_step_is_found() {
        for count in 1..6 {
            for len in 2..9 {
                for gap in 0..len - 1 {
                    let chain = Chain { count, len, gap };
                    let mut steps = Vec::new();
                    walk(chain, 0, &mut steps);
                    assert_eq!(steps.len() as u64, chain.size());
                    for (offset, &(piece, at)) in (0..).zip(&steps) {
                        assert_eq!(chain.find(offset), (piece, at), "{chain:?}");
                        assert_eq!(chain.offset(piece, at), offset, "{chain:?}");
                        let visit = |step: &(u64, u64)| Visit { block: step.0, at: step.1 };
                        let at_break = at == chain.gap || at == chain.len - 1;
                        if at_break {
                            let next = steps.get(offset as usize + 1).map(visit);
                            assert_eq!(chain.after(piece, at, false), next, "{chain:?}");
                        }
                        if at == 0 || at == chain.gap + 1 {
                            let before = offset.checked_sub(1).map(|at| visit(&steps[at as usize]));
                            assert_eq!(chain.after(piece, at, true), before, "{chain:?}");
                        }
                        let (to, from) = chain.stretch(at);
                        let run =
                            &steps[offset as usize + 1 - to as usize..][..(to + from - 1) as usize];
                        assert!(run.iter().all(|step| step.0 == piece), "{chain:?}");
                        assert!(run.windows(2).all(|pair| pair[0].1 + 1 == pair[1].1));
                    }
                }
            }
        }
    }
}
