//! Covers by exhaustive search.

use std::collections::HashSet;

use caracole_core::{Moves, Problem, Square};

use super::given;

/// A board of up to 16 squares, and the knights on it.
pub(super) struct Naive {
    squares: Vec<Square>,
    /// Bits for each square: allowed and required moves.
    near: Vec<u32>,
    must: Vec<u32>,
    starts: Vec<usize>,
    knights: u32,
    /// Positions without a cover.
    lost: HashSet<(u32, usize, u32, u32)>,
}

impl Naive {
    pub(super) fn new(problem: &Problem) -> Self {
        let squares: Vec<Square> = problem.board().squares().collect();
        let at = |square| squares.iter().position(|&other| other == square).unwrap();
        let moves = Moves::new(problem.piece(), problem.board());
        let near = squares.iter().map(|&from| {
            let to = moves.from(problem.board(), from);
            let to = to.filter(|&to| !problem.forbidden().contains(&(from.min(to), from.max(to))));
            to.fold(0, |bits, to| bits | 1 << at(to))
        });
        let must = squares.iter().map(|&from| {
            let ends = problem.required().iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            ends.filter(|&(a, _)| a == from).fold(0, |bits, (_, b)| bits | 1 << at(b))
        });
        Self {
            near: near.collect(),
            must: must.collect(),
            starts: given(problem).into_iter().map(at).collect(),
            knights: problem.knights(),
            lost: HashSet::new(),
            squares,
        }
    }

    /// Returns true if the knights can cover the board. They walk one after the other, those with a start first,
    /// and no knight enters the start of another.
    pub(super) fn is_solvable(&mut self) -> bool {
        let kept = self.starts.iter().fold(0, |bits, start| bits | 1 << start);
        self.begins(0, kept)
    }

    /// Places the next knight after a number of others.
    fn begins(&mut self, before: u32, taken: u32) -> bool {
        if before == self.knights {
            return taken.count_ones() as usize == self.squares.len();
        }
        match self.starts.get(before as usize) {
            Some(&start) => self.goes(before, start, taken, 0),
            None => (0..self.squares.len())
                .filter(|at| taken >> at & 1 == 0)
                .any(|at| self.goes(before, at, taken | 1 << at, 0)),
        }
    }

    /// Continues from `head`, where the moves `made` were made.
    fn goes(&mut self, before: u32, head: usize, taken: u32, made: u32) -> bool {
        let state = (taken, head, before, made & self.must[head]);
        if self.lost.contains(&state) {
            return false;
        }
        let left = self.must[head] & !made;
        let found = (left == 0 && self.begins(before + 1, taken))
            || (0..self.squares.len())
                .filter(|to| self.near[head] & !taken & 1 << to != 0 && left & !(1 << to) == 0)
                .collect::<Vec<_>>()
                .into_iter()
                .any(|to| self.goes(before, to, taken | 1 << to, 1 << head));
        if !found {
            self.lost.insert(state);
        }
        found
    }
}
