//! From a loop to a path.

use caracole_core::{Moves, Path, Problem, Square, StopCause};

use super::{SQUARES_BETWEEN_LOOKS, Task};
use crate::Run;
use crate::factor::NONE;
use crate::patch::loops::Loops;

/// A path over one square or two, which takes no plan.
pub(crate) fn tiny(problem: &Problem) -> Option<Path> {
    let board = problem.board();
    let mut squares: Vec<Square> =
        if board.len() > 2 { return None } else { board.squares().collect() };
    if let [a, b] = squares[..] {
        let moves = Moves::new(problem.piece(), board);
        if !moves.from(board, a).any(|to| to == b) || !problem.avoided().is_empty() {
            return None;
        }
    }
    let is_reversed = problem.start().is_some_and(|start| start != squares[0])
        || (squares.len() == 2 && problem.end() == Some(squares[0]));
    if is_reversed {
        squares.reverse();
    }
    Some(squares.into_iter().collect())
}

impl Task<'_> {
    /// The path along the only loop that is left.
    pub(crate) fn path(&self, loops: &Loops<'_>, run: &mut Run<'_>) -> Result<Path, StopCause> {
        let [start, end] = self.given;
        let (first, before) = match (loops.bridge().map(|bridge| bridge.ends), start.or(end)) {
            (Some([a, b]), _) if start == Some(b) || end == Some(a) => (b, a),
            (Some([a, b]), _) => (a, b),
            (None, Some(given)) => (given, end.unwrap_or(NONE)),
            (None, None) => (0, NONE),
        };
        let mut indices = Vec::with_capacity(self.colours.len());
        for (vertex, count) in loops.walk(first, before).zip(1_u32..) {
            if count.is_multiple_of(SQUARES_BETWEEN_LOOKS) {
                run.look()?;
            }
            indices.push(vertex);
        }
        let is_narrow = u32::try_from(self.problem.board().area()).is_ok();
        let mut path = if is_narrow {
            for index in &mut indices {
                *index = self.graph.square(*index).index() as u32;
            }
            Path::from_indices(indices)
        } else {
            indices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
        };
        // A closed tour was walked from its end.
        if loops.bridge().is_none() && start.is_none() && end.is_some() {
            path.reverse();
        }
        Ok(path)
    }
}
