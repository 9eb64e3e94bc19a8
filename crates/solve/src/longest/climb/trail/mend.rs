//! Squares that were left out find their way into the path.

use caracole_core::StopCause;

use super::{NOWHERE, Trail};
use crate::Run;

impl Trail<'_> {
    /// Puts free squares between squares that follow each other, one of them or two that are a move
    /// apart, again and again, until no more fit. Costs no more than a look at each move beside
    /// free squares, however much comes in.
    pub(super) fn take_in(&mut self, run: &mut Run<'_>) {
        // Where moves change colour it takes two free squares beside each other.
        let is_alone = |vertex: u32| self.part.colours.is_some() && self.free[vertex as usize] == 0;
        let last = self.last();
        let mut waiting: Vec<u32> = (0..self.part.len())
            .filter(|&vertex| self.is_free(vertex) && !is_alone(vertex))
            .flat_map(|vertex| self.part.graph.neighbours(vertex))
            .copied()
            .filter(|&near| near != last && self.places[near as usize] != NOWHERE)
            .collect();
        if waiting.is_empty() {
            return;
        }
        let before = self.path.len();
        let mut next = vec![NOWHERE; self.part.len() as usize];
        for pair in self.path.windows(2) {
            next[pair[0] as usize] = pair[1];
        }
        let mut squares = before as u64;
        while let Some(from) = waiting.pop() {
            let to = next[from as usize];
            let Some(between) = self.between(from, to) else { continue };
            let mut at = from;
            for square in between.into_iter().flatten() {
                next[at as usize] = square;
                at = square;
                // Where it stands is not known yet, but it is taken.
                self.places[square as usize] = 0;
                self.note(square, false);
                squares += 1;
                waiting.push(square);
            }
            next[at as usize] = to;
            waiting.push(from);
        }
        let mut at = self.path[0];
        self.path.clear();
        while at != NOWHERE {
            self.path.push(at);
            at = next[at as usize];
        }
        debug_assert_eq!(self.path.len() as u64, squares);
        self.renumber(0, self.path.len());
        run.take(squares - before as u64, squares);
    }

    /// Lets the free squares wander: each takes the place of a square of the path between two of
    /// its neighbours, by lot, and leaves that one free instead. Where two of them come to lie a
    /// move apart they can be taken in.
    pub(super) fn wander(&mut self, wanted: u32, run: &mut Run<'_>) -> Result<(), StopCause> {
        const PATIENCE: u32 = 50;
        let mut idle = 0;
        while idle < PATIENCE && *self.work > 0 && (self.path.len() as u32) < wanted {
            run.look()?;
            let before = self.path.len();
            let free: Vec<u32> = (0..self.part.len()).filter(|&at| self.is_free(at)).collect();
            for vertex in free {
                self.swap_in(vertex);
            }
            let is_free_at = |end: u32| self.free[end as usize] > 0;
            if is_free_at(self.last()) || is_free_at(self.path[0]) {
                self.go_on(run)?;
            }
            self.take_in(run);
            *self.work = self.work.saturating_sub(self.part.len().into());
            idle = if self.path.len() > before { 0 } else { idle + 1 };
        }
        Ok(())
    }

    /// Puts a free square in the place of one of the path, if it can be.
    fn swap_in(&mut self, vertex: u32) {
        let part = self.part;
        let mut chosen = None;
        let mut ties = 0;
        for &near in part.graph.neighbours(vertex) {
            let place = self.places[near as usize];
            // The given first square stays.
            if place == NOWHERE || place as usize + 2 >= self.path.len() {
                continue;
            }
            if part.graph.has_edge(vertex, self.path[place as usize + 2]) {
                ties += 1;
                if self.random.below(ties) == 0 {
                    chosen = Some(place as usize + 1);
                }
            }
        }
        if let Some(place) = chosen {
            let other = std::mem::replace(&mut self.path[place], vertex);
            self.places[vertex as usize] = place as u32;
            self.places[other as usize] = NOWHERE;
            self.note(vertex, false);
            self.note(other, true);
        }
    }

    /// One free square or two that lead from a square to another.
    fn between(&self, from: u32, to: u32) -> Option<[Option<u32>; 2]> {
        let graph = &self.part.graph;
        for &one in graph.neighbours(from).iter().filter(|&&one| self.is_free(one)) {
            let joins = |&&other: &&u32| self.is_free(other) && graph.has_edge(other, to);
            if let Some(&other) = graph.neighbours(one).iter().find(joins) {
                return Some([Some(one), Some(other)]);
            }
            if graph.has_edge(one, to) {
                return Some([Some(one), None]);
            }
        }
        None
    }

    /// Puts pairs of free squares a move apart between squares of the path.
    pub(super) fn fill_in(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        let part = self.part;
        for one in 0..part.len() {
            if one % 1024 == 0 {
                run.look()?;
            }
            if !self.is_free(one) || *self.work == 0 {
                continue;
            }
            for &other in part.graph.neighbours(one) {
                if self.is_free(other) && (self.put_pair(one, other) || self.put_pair(other, one)) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Puts two squares into the path, the first of them nearer to its beginning.
    fn put_pair(&mut self, one: u32, other: u32) -> bool {
        let part = self.part;
        for &before in part.graph.neighbours(one) {
            let at = self.places[before as usize];
            if at == NOWHERE {
                continue;
            }
            for &after in part.graph.neighbours(other) {
                let to = self.places[after as usize];
                if to == NOWHERE || to <= at {
                    continue;
                }
                let (at, to) = (at as usize, to as usize);
                // at, one, other, to; and the stretch between them turned round, with a move
                // from its far end to what came after.
                if to > at + 1 {
                    let follows = match self.path.get(to + 1) {
                        // The last square may change, unless it is where the path must end.
                        None => true,
                        Some(&next) => part.graph.has_edge(self.path[at + 1], next),
                    };
                    if !follows {
                        continue;
                    }
                    self.reverse(at + 1, to + 1);
                }
                self.path.splice(at + 1..=at, [one, other]);
                self.note(one, false);
                self.note(other, false);
                self.renumber(at + 1, self.path.len());
                return true;
            }
        }
        false
    }
}
