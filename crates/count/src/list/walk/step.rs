//! One step on, and one back: what it does to the ways of free squares.

use super::{Region, Walk};

impl<R: Region> Walk<'_, R> {
    /// Goes to a square, and says whether the walk can go on from there, or has come to its end.
    pub(super) fn enter(&mut self, square: u32) -> bool {
        let head = self.head();
        self.path.push(square);
        self.region.take(square);
        let enough = if self.ground.closed && self.path.len() == 2 {
            self.leave_home(head, square)
        } else {
            self.leave(head, square)
        };
        enough && self.region.holds_together(&self.ground.graph, square)
    }

    /// The head goes on: its neighbours have one way less. Have they enough?
    #[inline]
    fn leave(&mut self, head: u32, to: u32) -> bool {
        let needed = if self.ground.closed { 2 } else { 1 };
        let mut enough = true;
        // The square that comes now needs no ways any more.
        if self.ways[to as usize] < 2 {
            self.loose -= 1;
        }
        if self.may_end[to as usize] {
            self.ends_left -= 1;
        }
        for near in self.region.near(&self.ground.graph, head) {
            let ways = &mut self.ways[near as usize];
            *ways -= 1;
            enough &= *ways >= needed;
            if *ways == 1 {
                self.loose += 1;
                enough &= self.may_end[near as usize];
            }
        }
        enough && (self.ground.closed || self.loose <= 1)
    }

    /// The second square of a closed walk is chosen, and with it on which squares it may end: these
    /// keep their way home.
    fn leave_home(&mut self, start: u32, second: u32) -> bool {
        let ground = self.ground;
        let used = ground.used_at(start);
        self.ends_left = 0;
        let mut enough = true;
        for &near in ground.graph.neighbours(start) {
            let may_end = near != second
                && ground.may_end(start, near)
                && (!ground.one_way || near > second)
                && used.iter().all(|&other| other == second || other == near);
            self.may_end[near as usize] = may_end;
            if may_end {
                self.ends_left += 1;
            } else {
                self.ways[near as usize] -= 1;
                enough &= self.ways[near as usize] >= 2 || near == second;
            }
        }
        enough && self.ends_left > 0
    }

    /// Takes back the last step, which is not the first.
    pub(super) fn retreat(&mut self) {
        let Some(square) = self.path.pop() else { return };
        let (ground, head) = (self.ground, self.head());
        if ground.closed && self.path.len() == 1 {
            for &near in ground.graph.neighbours(head) {
                if !self.may_end[near as usize] {
                    self.ways[near as usize] += 1;
                }
                self.may_end[near as usize] = false;
            }
        } else {
            for near in self.region.near(&ground.graph, head) {
                let ways = &mut self.ways[near as usize];
                if *ways == 1 {
                    self.loose -= 1;
                }
                *ways += 1;
            }
            if self.may_end[square as usize] {
                self.ends_left += 1;
            }
            if self.ways[square as usize] < 2 {
                self.loose += 1;
            }
        }
        self.region.give(square);
    }

    pub(super) fn head(&self) -> u32 {
        self.path.last().copied().unwrap_or_default()
    }
}
