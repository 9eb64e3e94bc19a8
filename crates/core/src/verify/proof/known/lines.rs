//! Rules 3, 4 and 9: the lines that moves form.

use super::{Broken, Fate, Held, Known, RING};

impl Known<'_> {
    /// Two squares with a new move between them make one line of two, or close a ring.
    pub(super) fn join(&mut self, [a, b]: [u32; 2]) -> Held {
        let ends = [self.other.get(a), self.other.get(b)];
        let all = self.list.len();
        if ends == [b, a] {
            if !self.is_closed || self.length.get(a) < all {
                return Err(Broken);
            }
            self.sums.set(RING, 1);
            return Ok(());
        }
        let length = self.length.get(a) + self.length.get(b);
        for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            self.other.set(end, other);
            self.length.set(end, length);
        }
        if self.is_closed && length == all {
            return Ok(());
        }
        self.keep_apart(ends)
    }

    /// No move joins these squares, if it is not too late.
    fn keep_apart(&mut self, [a, b]: [u32; 2]) -> Held {
        match self.list.between(a, b) {
            Some(by) if self.fates.get(by) == Fate::Open => self.take_out(by),
            _ => Ok(()),
        }
    }

    /// Can nothing be added to the line that ends here?
    fn is_done(&self, end: u32) -> bool {
        self.made.get(end) + self.low.get(end) == 2
    }

    /// Rule 4: finished lines, and those that must not be finished yet.
    pub(super) fn look_at_lines(&mut self) -> Held {
        let (mut finished, mut taken) = (0, 0);
        // The other ends of lines with one end finished.
        let mut begun = Vec::new();
        for &end in &self.ended {
            let other = self.other.get(end);
            if !self.is_done(end) || !self.is_done(other) {
                begun.push(other);
            } else if end <= other {
                finished += 1;
                taken += self.length.get(end);
            }
            if other != end && [end, other].iter().all(|&end| self.is_start[end as usize]) {
                return Err(Broken);
            }
        }
        let (knights, left) = (self.problem.knights(), self.list.len() - taken);
        if finished > knights || (finished == knights && left > 0) {
            return Err(Broken);
        }
        if finished + 1 == knights {
            for (at, &end) in begun.iter().enumerate() {
                if self.length.get(end) < left {
                    self.set_high(end, self.low.get(end))?;
                }
                for &other in &begun[..at] {
                    if self.length.get(end) + self.length.get(other) < left {
                        self.keep_apart([end, other])?;
                    }
                }
            }
        }
        self.part_starts()
    }

    /// Two given starts belong to two paths.
    fn part_starts(&mut self) -> Held {
        let list = self.list;
        for at in 0..self.starts.len() {
            let start = self.starts[at];
            for near in list.near(self.other.get(start)) {
                if self.fates.get(near.by) != Fate::Open {
                    continue;
                }
                // A square with an open move is the end of its line.
                let far = self.other.get(near.to);
                if far != start && self.is_start[far as usize] {
                    self.take_out(near.by)?;
                }
            }
        }
        Ok(())
    }

    /// Rule 9: a tour fits its clues.
    pub(super) fn compare_clues(&self) -> Held {
        let Some((step, first)) = self.problem.clues().next() else {
            return Ok(());
        };
        let begin = if self.sums.get(RING) == 1 {
            self.list.number(first)
        } else {
            let ends = self.ended.iter().copied();
            let whole = |&end: &u32| self.length.get(end) == self.list.len();
            ends.filter(whole).find(|&end| self.is_done(end) && self.is_done(self.other.get(end)))
        };
        let Some(begin) = begin else {
            return Ok(());
        };
        let order = self.walk(begin);
        let all = u64::from(self.list.len());
        // Round the ring from the first clue, or along the path from one of its ends.
        let before = if self.is_closed { step - 1 } else { 0 };
        let forwards = |at: u64| (before + at) % all + 1;
        let home = if self.is_closed { before } else { all - 1 };
        let backwards = |at: u64| (home + all - at) % all + 1;
        let fits = |step_at: &dyn Fn(u64) -> u64| {
            self.problem.clues().all(|(step, square)| {
                let number = self.list.number(square).unwrap_or_default();
                step_at(order[number as usize]) == step
            })
        };
        if fits(&forwards) || fits(&backwards) { Ok(()) } else { Err(Broken) }
    }

    /// How many moves each square is away from the first, along the moves made.
    fn walk(&self, begin: u32) -> Vec<u64> {
        let mut order = vec![u64::MAX; self.list.len() as usize];
        let mut here = begin;
        for at in 0..u64::from(self.list.len()) {
            order[here as usize] = at;
            let onward = self.list.near(here).iter().find(|near| {
                self.fates.get(near.by) == Fate::Made && order[near.to as usize] == u64::MAX
            });
            let Some(near) = onward else { break };
            here = near.to;
        }
        order
    }
}
