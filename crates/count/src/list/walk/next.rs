//! Which squares may come next on a walk.

use std::cmp::Reverse;

use super::Walk;
use crate::list::region::Region;

/// Squares that may not be passed by, near the head.
#[derive(Default)]
struct Tight {
    /// This one must come next.
    must: Option<u32>,
    /// So many must come next or be the end.
    now_or_last: u32,
}

impl<R: Region> Walk<'_, R> {
    /// Opens the list of the squares that may come next.
    pub(super) fn open_list(&mut self) {
        let first = self.waiting.len();
        self.lists.push(first);
        let Some(tight) = self.tight() else { return };
        let (ground, head) = (self.ground, self.head());
        let step = self.path.len() + 1;
        let is_last = step == ground.squares();
        for near in self.region.near(&ground.graph, head) {
            let may_end = self.may_end[near as usize];
            let end_in_time = if is_last { may_end } else { !may_end || self.ends_left > 1 };
            let is_tight = self.ways[near as usize] == 2;
            let passed_by = tight.now_or_last - u32::from(is_tight && tight.now_or_last > 0);
            if end_in_time
                && tight.must.is_none_or(|must| must == near)
                && passed_by <= 1
                && ground.clues.as_ref().is_none_or(|clues| clues.allow(step, near))
                && self.keeps_used(head, near, is_last)
            {
                self.waiting.push(near);
            }
        }
        if self.waiting.len() > first + 1 {
            let (ways, rank) = (&self.ways, self.rank);
            let key = |&near: &u32| Reverse((ways[near as usize], rank[near as usize]));
            self.waiting[first..].sort_unstable_by_key(key);
        }
    }

    /// The squares that may not be passed by; `None` if the walk cannot go on because of them.
    #[inline]
    fn tight(&self) -> Option<Tight> {
        let ground = self.ground;
        let mut tight = Tight::default();
        // The last square has no choice, and those near the start of a closed walk can be its end.
        let free_choice = ground.closed && self.path.len() == 1;
        if free_choice || self.path.len() + 1 == ground.squares() {
            return Some(tight);
        }
        for near in self.region.near(&ground.graph, self.head()) {
            match self.ways[near as usize] {
                // It has the head alone, so it would be the end, which comes later.
                0 | 1 => return None,
                2 if !ground.closed && self.may_end[near as usize] && self.loose == 0 => {
                    tight.now_or_last += 1;
                }
                2 if tight.must.replace(near).is_some() => return None,
                _ => {}
            }
        }
        // Of those that must come next or be the end, one can be the end.
        if tight.must.is_some() && tight.now_or_last > 1 { None } else { Some(tight) }
    }

    /// Are the moves that must be made at the head made by going to `next`? And, if that is the last
    /// square, those at `next`?
    #[inline]
    fn keeps_used(&self, head: u32, next: u32, is_last: bool) -> bool {
        let ground = self.ground;
        if ground.used.is_none() {
            return true;
        }
        let start = self.path.first().copied();
        let before = self.path.len().checked_sub(2).map(|at| self.path[at]);
        // The start of a closed walk may have one of its moves at the end; see `leave_home`.
        let home = ground.closed && self.path.len() == 1;
        let at_head =
            ground.used_at(head).iter().all(|&other| other == next || Some(other) == before);
        let at_end = || {
            ground
                .used_at(next)
                .iter()
                .all(|&other| other == head || (ground.closed && Some(other) == start))
        };
        (home || at_head) && (!is_last || at_end())
    }
}
