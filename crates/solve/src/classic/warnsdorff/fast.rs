//! The fast walk on rectangles, put to the service of the solver.

use std::collections::BTreeSet;

use caracole_core::{Board, Moves, Path, Problem, Square};

use super::rectangle::{Rectangle, RectangleTie, Stuck};
use super::tie::{Tie, stream};
use super::walk::{Halt, Walker};
use crate::Run;

/// Walks as [`GraphWalker`](super::walk::GraphWalker) does, step for step, without a graph.
pub(super) struct RectangleWalker {
    board: Board,
    moves: Moves,
    rectangle: Rectangle,
    end: Option<Square>,
    tie: Tie,
    seed: u64,
}

impl RectangleWalker {
    /// A walker for this problem; `None` unless it is the knight's, on a plain rectangle, with
    /// nothing fixed but the ends and a rule for ties that the rectangle knows.
    pub(super) fn new(problem: &Problem, moves: &Moves, tie: Tie, seed: u64) -> Option<Self> {
        // Two moves away the rectangle does not see the end.
        let looks_at_end = tie.looks_further() && problem.end().is_some();
        if !problem.fixes_ends_only() || tie == Tie::Squirrel || looks_at_end {
            return None;
        }
        let (board, moves) = (problem.board().clone(), moves.clone());
        let rectangle = Rectangle::new(&board, &moves)?;
        Some(Self { board, moves, rectangle, end: problem.end(), tie, seed })
    }
}

impl Walker for RectangleWalker {
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Halt<Path>> {
        let chance = || stream(self.seed, start.index());
        let tie = match self.tie {
            Tie::First | Tie::Squirrel => RectangleTie::First,
            Tie::Roth => RectangleTie::Roth,
            Tie::Random => RectangleTie::Random(chance()),
            Tie::Pohl => RectangleTie::Pohl(chance()),
            Tie::PohlLeast => RectangleTie::PohlLeast(chance()),
        };
        self.rectangle.walk(start, self.end, tie, run).map_err(|stuck| match stuck {
            Stuck::DeadEnd(path) => Halt::DeadEnd(path),
            Stuck::Stopped(cause) => Halt::Stop(cause),
        })
    }

    fn degree(&self, square: Square) -> usize {
        self.moves.from(&self.board, square).count()
    }

    fn degrees(&self) -> Vec<usize> {
        // How many moves a knight has depends on the nearest two squares to each side, so all
        // that can happen happens on five files and ranks already.
        let side = |side: u32| side.min(5);
        let Ok(small) = Board::rectangle(side(self.board.files()), side(self.board.ranks())) else {
            return Vec::new();
        };
        let degrees = small.squares().map(|square| self.moves.from(&small, square).count());
        degrees.collect::<BTreeSet<_>>().into_iter().collect()
    }
}
