//! One path, walked and mended.

mod mend;

use caracole_core::StopCause;

use super::super::part::Part;
use crate::{Random, Run};

/// A path in the making. Its first square stays the first if it is given.
pub(super) struct Trail<'a> {
    part: &'a Part,
    /// The square that must come last, which is on the path only where the best is stored.
    target: Option<u32>,
    random: Random,
    work: &'a mut u64,
    path: Vec<u32>,
    /// Where in the path each square stands.
    places: Vec<u32>,
    /// How many neighbours of each square are off the path.
    free: Vec<u32>,
    best: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Trail<'a> {
    pub(super) fn new(
        part: &'a Part,
        target: Option<u32>,
        random: Random,
        work: &'a mut u64,
    ) -> Self {
        Self {
            part,
            target,
            random,
            work,
            path: Vec::new(),
            places: vec![NOWHERE; part.len() as usize],
            free: (0..part.len()).map(|vertex| part.graph.degree(vertex)).collect(),
            best: Vec::new(),
        }
    }

    /// A square to begin on: of the more frequent colour, and the one with fewest moves of a few.
    pub(super) fn choose_root(&mut self) -> u32 {
        const TRIED: usize = 4;
        let counts = self.part.colour_counts().unwrap_or_default();
        let key = |vertex: u32| {
            let colour =
                self.part.colours.as_ref().map_or(0, |all| usize::from(all[vertex as usize]));
            (counts[colour] < counts[1 - colour], self.part.graph.degree(vertex))
        };
        let mut best = self.random.below(self.part.len().into()) as u32;
        for _ in 1..TRIED {
            let other = self.random.below(self.part.len().into()) as u32;
            if key(other) < key(best) {
                best = other;
            }
        }
        best
    }

    /// Walks from a square and mends until there are `wanted` squares, or no more ideas.
    pub(super) fn walk(
        &mut self,
        root: u32,
        wanted: u32,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        if let Some(target) = self.target {
            // It is kept free until the end.
            self.note(target, false);
        }
        self.append(root);
        loop {
            let before = self.path.len();
            self.go_on(run)?;
            self.take_in(run);
            self.wander(wanted, run)?;
            self.fill_in(run)?;
            self.turn(wanted, run)?;
            self.keep_best();
            if self.best.len() as u32 >= wanted || self.path.len() <= before || *self.work == 0 {
                return Ok(());
            }
        }
    }

    /// The longest path it had, also if it was stopped.
    pub(super) fn into_best(mut self) -> Vec<u32> {
        self.keep_best();
        self.best
    }

    fn is_free(&self, vertex: u32) -> bool {
        self.places[vertex as usize] == NOWHERE && self.target != Some(vertex)
    }

    /// A square has come onto the path, or has left it.
    fn note(&mut self, vertex: u32, is_free: bool) {
        for &next in self.part.graph.neighbours(vertex) {
            let free = &mut self.free[next as usize];
            *free = if is_free { *free + 1 } else { *free - 1 };
        }
    }

    fn append(&mut self, vertex: u32) {
        self.places[vertex as usize] = self.path.len() as u32;
        self.path.push(vertex);
        self.note(vertex, false);
    }

    fn last(&self) -> u32 {
        self.path[self.path.len() - 1]
    }

    /// Goes to the free square with the fewest ways on, until there is none; then, unless the
    /// first square is given, goes on from there.
    fn go_on(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        for side in 0..2 {
            if side == 1 {
                if self.part.given_ends() > 0 {
                    break;
                }
                self.reverse(0, self.path.len());
            }
            while let Some(next) = self.next_square() {
                if run.steps_until_look() == 0 {
                    run.look()?;
                }
                self.append(next);
                run.take(1, self.path.len() as u64);
            }
        }
        Ok(())
    }

    fn next_square(&mut self) -> Option<u32> {
        let part = self.part;
        let mut chosen = None;
        let mut ties = 0;
        let mut fewest = u32::MAX;
        for &next in part.graph.neighbours(self.last()) {
            let ways = self.free[next as usize];
            if !self.is_free(next) || ways > fewest {
                continue;
            }
            ties = if ways < fewest { 1 } else { ties + 1 };
            fewest = ways;
            if self.random.below(ties) == 0 {
                chosen = Some(next);
            }
        }
        chosen
    }

    /// Reverses a stretch of the path.
    fn reverse(&mut self, from: usize, to: usize) {
        self.path[from..to].reverse();
        self.renumber(from, to);
    }

    fn renumber(&mut self, from: usize, to: usize) {
        for (&vertex, place) in self.path[from..to].iter().zip(from as u32..) {
            self.places[vertex as usize] = place;
        }
        *self.work = self.work.saturating_sub(4 + (to - from) as u64);
    }

    /// Turns the end of the path until it can go on, and goes on; gives up after a while.
    fn turn(&mut self, wanted: u32, run: &mut Run<'_>) -> Result<(), StopCause> {
        let patience = 50 + 4 * u64::from(self.part.len()).min(1000);
        // What comes after has its share of the work.
        let least = *self.work - *self.work / 4;
        let mut tries = 0;
        while tries < patience && *self.work > least {
            self.keep_best();
            if self.best.len() as u32 >= wanted {
                return Ok(());
            }
            tries += 1;
            if tries % 64 == 0 {
                run.look()?;
            }
            if tries % 16 == 0 && self.part.given_ends() == 0 {
                self.reverse(0, self.path.len());
            }
            let turns = self.part.graph.neighbours(self.last());
            let turns: Vec<u32> = turns
                .iter()
                .map(|&inner| self.places[inner as usize])
                .filter(|&place| place != NOWHERE && place as usize + 2 < self.path.len())
                .collect();
            if turns.is_empty() {
                return Ok(());
            }
            // An end from which the path can go on, or else any.
            let goes_on = |&&place: &&u32| self.free[self.path[place as usize + 1] as usize] > 0;
            let place = match turns.iter().find(goes_on) {
                Some(&place) => place,
                None => turns[self.random.below(turns.len() as u64) as usize],
            };
            self.reverse(place as usize + 1, self.path.len());
            let before = self.path.len();
            self.go_on(run)?;
            if self.path.len() > before {
                tries = 0;
            }
        }
        Ok(())
    }

    /// Stores the path if it is the longest so far. Where the last square is given, that is the
    /// path up to the last square from which a move leads there.
    fn keep_best(&mut self) {
        let Some(target) = self.target else {
            if self.path.len() > self.best.len() {
                self.best.clone_from(&self.path);
            }
            return;
        };
        let places = self.part.graph.neighbours(target).iter();
        let places = places.map(|&near| self.places[near as usize]).filter(|&at| at != NOWHERE);
        if let Some(at) = places.max().map(|at| at as usize)
            && at + 2 > self.best.len()
        {
            self.best.clear();
            self.best.extend(&self.path[..=at]);
            self.best.push(target);
        }
    }
}
