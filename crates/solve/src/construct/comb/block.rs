//! Paths through blocks, chains of nested blocks, and paths with attached chains.

use std::borrow::Cow;

use super::super::sides::Sides;

/// A square of a block by its distances to the right and up from the first square.
pub(super) type LocalSquare = (u32, u32);

/// A path over all squares of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockPath {
    sides: Sides,
    /// The squares in order.
    squares: Vec<(u8, u8)>,
    /// The index of each square in that order.
    at: Vec<u8>,
}

impl BlockPath {
    /// Returns the path with these squares, by their index in the block.
    pub(super) fn new(sides: Sides, path: &[u8]) -> Self {
        let mut at = vec![0; path.len()];
        for (place, &square) in path.iter().enumerate() {
            at[usize::from(square)] = place as u8;
        }
        let square = |&square: &u8| {
            let (right, up) = sides.place(u32::from(square));
            (right as u8, up as u8)
        };
        Self { sides, squares: path.iter().map(square).collect(), at }
    }

    pub(super) const fn sides(&self) -> Sides {
        self.sides
    }

    pub(super) const fn len(&self) -> u64 {
        self.squares.len() as u64
    }

    /// Returns the squares in order.
    pub(super) fn squares(&self) -> &[(u8, u8)] {
        &self.squares
    }

    /// Returns the step of a square, counted from 0.
    #[inline]
    pub(super) fn find(&self, (right, up): LocalSquare) -> u64 {
        u64::from(self.at[self.sides.at(right, up) as usize])
    }

    /// Returns the step of the earlier square of a move, and whether that is the first of the two squares;
    /// `None` if the path does not make the move.
    pub(super) fn find_move(&self, [a, b]: [LocalSquare; 2]) -> Option<(u64, bool)> {
        let (a, b) = (self.find(a), self.find(b));
        (a.abs_diff(b) == 1).then_some((a.min(b), a < b))
    }
}

/// The edges of a block to which others can be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
    Down,
    Up,
}

/// A path through a block, with chains inserted between consecutive steps.
#[derive(Clone, Debug)]
pub(super) struct CompositePath {
    order: Cow<'static, BlockPath>,
    /// In the order of the path.
    attachments: Vec<Attachment>,
    len: u64,
}

/// The attachment of a chain to a block: the chain replaces one move of the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attachment {
    pub(super) edge: Edge,
    /// The step of the block before the chain.
    after: u64,
    /// The number of steps of the composite path before the chain.
    begin: u64,
    /// The attached chain.
    pub(super) chain: Chain,
    /// True if the chain is walked from its first step to its last.
    pub(super) is_forward: bool,
    /// True if it is attached at the other corner of the edge and therefore mirrored.
    pub(super) is_flipped: bool,
}

/// The content of a composite path at an offset.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    /// A step of the block.
    Own(u64),
    /// An attached chain, at this offset of the chain.
    Attached(&'a Attachment, u64),
}

impl CompositePath {
    /// Returns a block without attachments.
    pub(super) fn new(order: Cow<'static, BlockPath>) -> Self {
        let len = order.len();
        Self { order, attachments: Vec::new(), len }
    }

    /// Attaches a chain to an edge, which may depend on whether it is flipped; `None` if the path does not make a
    /// move at which it fits. An empty chain fits everywhere.
    ///
    /// Each edge has two corners, and each corner one move for each of its edges. A path makes both moves of
    /// every corner that is not an end.
    pub(super) fn attach(self, edge: Edge, chain: impl Fn(bool) -> Chain) -> Option<Self> {
        if chain(false).size() == 0 {
            return Some(self);
        }
        let attachment = |is_flipped| self.find_attachment(edge, is_flipped, chain(is_flipped));
        let attachment = attachment(false).or_else(|| attachment(true))?;
        Some(self.with(attachment))
    }

    /// Attaches a chain at the first corner of an edge; `None` if it would not be walked forward. An empty chain
    /// marks a place for another one.
    pub(super) fn attach_forward(self, edge: Edge, chain: Chain) -> Option<Self> {
        let attachment =
            self.find_attachment(edge, false, chain).filter(|attachment| attachment.is_forward)?;
        Some(self.with(attachment))
    }

    fn find_attachment(&self, edge: Edge, is_flipped: bool, chain: Chain) -> Option<Attachment> {
        let corner = corner_move(self.order.sides(), edge, is_flipped);
        let (after, is_forward) = self.order.find_move(corner)?;
        Some(Attachment { edge, after, begin: 0, chain, is_forward, is_flipped })
    }

    fn with(mut self, attachment: Attachment) -> Self {
        self.attachments.push(attachment);
        self.attachments.sort_by_key(|attachment| attachment.after);
        let mut attached = 0;
        for attachment in &mut self.attachments {
            attachment.begin = attachment.after + 1 + attached;
            attached += attachment.chain.size();
        }
        self.len = self.order.len() + attached;
        self
    }

    pub(super) fn order(&self) -> &BlockPath {
        &self.order
    }

    /// Returns the steps of the block and of all attached chains.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn attachment(&self, edge: Edge) -> Option<&Attachment> {
        self.attachments.iter().find(|attachment| attachment.edge == edge)
    }

    /// Returns the offset of a square of the block itself.
    #[inline]
    pub(super) fn offset(&self, square: LocalSquare) -> u64 {
        let own = self.order.find(square);
        let before = |attachment: &&Attachment| attachment.after < own;
        own + self
            .attachments
            .iter()
            .filter(before)
            .map(|attachment| attachment.chain.size())
            .sum::<u64>()
    }

    /// Returns the content of the composite path at an offset.
    #[inline]
    pub(super) fn find(&self, offset: u64) -> Step<'_> {
        let mut attached = 0;
        for attachment in &self.attachments {
            if offset < attachment.begin {
                break;
            }
            if offset < attachment.begin + attachment.chain.size() {
                return Step::Attached(attachment, attachment.directed(offset - attachment.begin));
            }
            attached += attachment.chain.size();
        }
        Step::Own(offset - attached)
    }

    /// Returns the number of consecutive steps of the block up to step `own`, and from it on. Both include that
    /// step.
    #[inline]
    pub(super) fn segment(&self, own: u64) -> (u64, u64) {
        let (mut begin, mut end) = (0, self.order.len());
        for attachment in &self.attachments {
            if attachment.after < own {
                begin = attachment.after + 1;
            } else {
                end = attachment.after + 1;
                break;
            }
        }
        (own + 1 - begin, end - own)
    }
}

impl Attachment {
    /// Returns the offset of step `at` of the chain in the composite path.
    #[inline]
    pub(super) const fn offset(&self, at: u64) -> u64 {
        self.begin + self.directed(at)
    }

    /// Returns the number of steps of the composite path before the chain.
    pub(super) const fn begin(&self) -> u64 {
        self.begin
    }

    #[inline]
    const fn directed(&self, at: u64) -> u64 {
        if self.is_forward { at } else { self.chain.size() - 1 - at }
    }
}

/// Returns the move of a block that an attachment at an edge replaces, from a corner. The first corner of an edge
/// is the lower or the left one.
fn corner_move(sides: Sides, edge: Edge, is_flipped: bool) -> [LocalSquare; 2] {
    let Sides { files, ranks } = sides;
    let squares = match edge {
        Edge::Right => [(files - 1, 0), (files - 2, 2)],
        Edge::Left => [(0, 0), (1, 2)],
        Edge::Up => [(0, ranks - 1), (2, ranks - 2)],
        Edge::Down => [(0, 0), (2, 1)],
    };
    squares.map(|(right, up)| match edge {
        _ if !is_flipped => (right, up),
        Edge::Left | Edge::Right => (right, ranks - 1 - up),
        Edge::Down | Edge::Up => (files - 1 - right, up),
    })
}

/// A chain of equal blocks, each nested in the one before: after step `gap` of each block except the last
/// (counted from 0) comes the whole next block, and then the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) count: u64,
    pub(super) len: u64,
    pub(super) gap: u64,
}

/// A step of a block of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) block: u64,
    pub(super) at: u64,
}

impl Chain {
    /// The empty chain.
    pub(super) const NONE: Self = Self { count: 0, len: 0, gap: 0 };

    /// Returns the steps of all blocks together.
    pub(super) const fn size(self) -> u64 {
        self.count * self.len
    }

    /// Returns the offset of step `at` of block `block`.
    #[inline]
    pub(super) const fn offset(self, block: u64, at: u64) -> u64 {
        let before = block * (self.gap + 1) + at;
        if at > self.gap { before + (self.count - 1 - block) * self.len } else { before }
    }

    /// Returns the block and its step at an offset.
    ///
    /// The order is: the first parts of all blocks except the last, the last block, then the second parts of the
    /// other blocks in reverse.
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

    /// Returns the visit after the last step of a segment, or before its first one; `None` at the ends of the
    /// chain.
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

    /// Returns the number of consecutive steps of a block up to step `at`, and from it on. Both include that
    /// step.
    #[inline]
    pub(super) const fn segment(self, at: u64) -> (u64, u64) {
        if at > self.gap { (at - self.gap, self.len - at) } else { (at + 1, self.gap + 1 - at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the steps of a chain by recursion.
    fn walk(chain: Chain, block: u64, steps: &mut Vec<(u64, u64)>) {
        for at in 0..chain.len {
            steps.push((block, at));
            if at == chain.gap && block + 1 < chain.count {
                walk(chain, block + 1, steps);
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
                    for (offset, &(block, at)) in (0..).zip(&steps) {
                        assert_eq!(chain.find(offset), (block, at), "{chain:?}");
                        assert_eq!(chain.offset(block, at), offset, "{chain:?}");
                        let visit = |step: &(u64, u64)| Visit { block: step.0, at: step.1 };
                        let is_segment_end = at == chain.gap || at == chain.len - 1;
                        if is_segment_end {
                            let next = steps.get(offset as usize + 1).map(visit);
                            assert_eq!(chain.after(block, at, false), next, "{chain:?}");
                        }
                        if at == 0 || at == chain.gap + 1 {
                            let before = offset.checked_sub(1).map(|at| visit(&steps[at as usize]));
                            assert_eq!(chain.after(block, at, true), before, "{chain:?}");
                        }
                        let (to, from) = chain.segment(at);
                        let run =
                            &steps[offset as usize + 1 - to as usize..][..(to + from - 1) as usize];
                        assert!(run.iter().all(|step| step.0 == block), "{chain:?}");
                        assert!(run.windows(2).all(|pair| pair[0].1 + 1 == pair[1].1));
                    }
                }
            }
        }
    }
}
