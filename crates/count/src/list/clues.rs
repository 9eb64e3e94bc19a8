//! Squares fixed at steps.

use std::collections::VecDeque;

use caracole_core::Graph;

/// Some squares and the steps at which they must come.
pub(crate) struct Clues {
    /// In rising order of the steps, which are counted from 1.
    sorted: Vec<(usize, u32)>,
    /// At each step, from 0 on, the first clue at that step or later.
    next: Vec<u32>,
    /// The squares that are fixed.
    fixed: Vec<bool>,
    /// How many moves each square is from each clue; nothing where that would be too much to keep.
    far: Vec<Vec<u32>>,
}

impl Clues {
    /// The most distances that are kept.
    const KEPT: usize = 1 << 24;

    /// No clues at all are `None`.
    pub(crate) fn new(graph: &Graph, mut clues: Vec<(usize, u32)>) -> Option<Self> {
        if clues.is_empty() {
            return None;
        }
        let squares = graph.vertices() as usize;
        clues.sort_unstable();
        let mut fixed = vec![false; squares];
        let mut next = Vec::with_capacity(squares + 1);
        for (at, &(step, square)) in (0..).zip(&clues) {
            fixed[square as usize] = true;
            next.resize(step + 1, at);
        }
        next.resize(squares + 1, clues.len() as u32);
        let few = clues.len().saturating_mul(squares) <= Self::KEPT;
        let far = clues.iter().filter(|_| few).map(|&(_, square)| distances(graph, square));
        Some(Self { far: far.collect(), sorted: clues, next, fixed })
    }

    /// All of them, by rising step.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.sorted.iter().copied()
    }

    /// Can the square come at this step, as far as the next clue is concerned?
    pub(crate) fn allow(&self, step: usize, square: u32) -> bool {
        let at = self.next[step] as usize;
        let Some(&(due, expected)) = self.sorted.get(at) else {
            return !self.fixed[square as usize];
        };
        if due == step {
            return square == expected;
        }
        let in_reach =
            self.far.get(at).is_none_or(|far| far[square as usize] as usize <= due - step);
        !self.fixed[square as usize] && in_reach
    }
}

/// How many moves each square is away.
fn distances(graph: &Graph, from: u32) -> Vec<u32> {
    let mut far = vec![u32::MAX; graph.vertices() as usize];
    far[from as usize] = 0;
    let mut waiting = VecDeque::from([from]);
    while let Some(square) = waiting.pop_front() {
        for &next in graph.neighbours(square) {
            if far[next as usize] == u32::MAX {
                far[next as usize] = far[square as usize] + 1;
                waiting.push_back(next);
            }
        }
    }
    far
}
