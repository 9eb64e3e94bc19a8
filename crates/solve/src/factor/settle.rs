//! The quick way to a large flow: what a vertex misses is pushed towards those that take.

use std::collections::VecDeque;
use std::iter;

use super::flow::Flow;
use super::{NONE, Pace, Wanted};

/// How far each vertex of colour 1 is, at least, from one that misses a move: the least number of
/// moves that must be taken back on the way.
struct Heights {
    of: Vec<u32>,
    queue: Vec<u32>,
}

/// Nothing that takes can be reached.
const OUT_OF_REACH: u32 = u32::MAX;

/// Rounds over all vertices after which the slower way takes over, for its bound is better.
const MOST_ROUNDS: u64 = 64;

impl Flow {
    /// Lets each vertex of colour 0 that misses a move have the lowest neighbour; if that has all
    /// it needs, one of its others goes away empty and is next. Every time the neighbour rises, so
    /// this comes to an end (Goldberg and Tarjan 1988, for unit moves).
    ///
    /// On large boards what is missing has far to go, and this takes it there without a look at
    /// the rest of the board; heights are measured anew when they have been changed often.
    pub(super) fn settle<R, O: Fn(u32, u32) -> bool, E>(
        &mut self,
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let count = self.missing.len();
        // Each as often as it misses a move.
        let times = |giver: u32| usize::from(self.missing[giver as usize]);
        let mut waiting: VecDeque<u32> =
            wanted.of_colour(0).flat_map(|giver| iter::repeat_n(giver, times(giver))).collect();
        let mut heights = Heights { of: vec![0; count], queue: Vec::new() };
        let mut rounds = 0;
        while !waiting.is_empty() && rounds < MOST_ROUNDS {
            rounds += 1;
            self.measure(&mut heights, wanted, pace)?;
            let mut work = 0;
            while work < count / 4 + 64 {
                let Some(giver) = waiting.pop_front() else { break };
                pace.step()?;
                work += 1;
                self.push_from(giver, &mut heights, &mut waiting, wanted);
            }
        }
        Ok(())
    }

    /// Measures all heights.
    fn measure<R, O: Fn(u32, u32) -> bool, E>(
        &self,
        heights: &mut Heights,
        wanted: &Wanted<'_, R, O>,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        let Heights { of, queue } = heights;
        of.fill(OUT_OF_REACH);
        queue.clear();
        queue.extend(wanted.of_colour(1).filter(|&taker| self.missing[taker as usize] > 0));
        for &taker in &*queue {
            of[taker as usize] = 0;
        }
        let mut at = 0;
        while let Some(&taker) = queue.get(at) {
            at += 1;
            pace.step()?;
            let height = of[taker as usize] + 1;
            for &giver in wanted.graph.neighbours(taker) {
                if self.makes(giver, taker) || !(wanted.is_open)(giver, taker) {
                    continue;
                }
                for other in self.beside[giver as usize] {
                    if other != NONE && of[other as usize] == OUT_OF_REACH {
                        of[other as usize] = height;
                        queue.push(other);
                    }
                }
            }
        }
        Ok(())
    }

    /// The lowest neighbour that a vertex has no move to yet, and its height.
    fn lowest<R, O: Fn(u32, u32) -> bool>(
        &self,
        giver: u32,
        heights: &Heights,
        wanted: &Wanted<'_, R, O>,
    ) -> Option<(u32, u32)> {
        let mut best = None;
        let mut least = OUT_OF_REACH;
        for &taker in wanted.graph.neighbours(giver) {
            let height = heights.of[taker as usize];
            if height < least && !self.makes(giver, taker) && (wanted.is_open)(giver, taker) {
                least = height;
                best = Some((height, taker));
            }
        }
        best
    }

    /// Gives a vertex one of the moves that it misses, if it can be had.
    fn push_from<R, O: Fn(u32, u32) -> bool>(
        &mut self,
        giver: u32,
        heights: &mut Heights,
        waiting: &mut VecDeque<u32>,
        wanted: &Wanted<'_, R, O>,
    ) {
        // Whoever finds nothing now never will: nothing that is out of reach comes within it.
        let Some((_, taker)) = self.lowest(giver, heights, wanted) else { return };
        self.missing[giver as usize] -= 1;
        if self.missing[taker as usize] > 0 {
            self.missing[taker as usize] -= 1;
            self.add(giver, taker);
            return;
        }
        // One of those that had the taker goes: the one that finds another most easily.
        let height_without = |flow: &Self, giver: u32| {
            flow.lowest(giver, heights, wanted).map_or(OUT_OF_REACH, |(height, _)| height)
        };
        let [first, second] = self.beside[taker as usize];
        let ways = [first, second]
            .map(|other| if other == NONE { OUT_OF_REACH } else { height_without(self, other) });
        let is_second = first == NONE || ways[1] < ways[0];
        let (gone, stays) = if is_second { (second, ways[0]) } else { (first, ways[1]) };
        self.remove(gone, taker);
        self.add(giver, taker);
        let height = height_without(self, giver).min(stays).saturating_add(1);
        heights.of[taker as usize] = height.max(heights.of[taker as usize]);
        self.missing[gone as usize] += 1;
        waiting.push_back(gone);
    }
}
