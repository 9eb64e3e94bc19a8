//! The answers to tiny problems, by trying every path.

use std::sync::LazyLock;

use caracole_core::{Moves, Path, Problem, Square};
use caracole_verify as verify;

use crate::problems;

static TINY: LazyLock<Vec<(Problem, bool)>> = LazyLock::new(|| {
    problems::tiny().into_iter().map(|problem| (problem.clone(), is_solvable(&problem))).collect()
});

/// Returns all tiny problems, each with true if it has a tour.
pub(crate) fn of_tiny_problems() -> &'static [(Problem, bool)] {
    &TINY
}

/// Walks every path of the piece from every square without other constraints, and passes those that cover the board
/// to the verifier.
fn is_solvable(problem: &Problem) -> bool {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    board.squares().any(|start| extends(problem, &moves, &mut vec![start]))
}

/// Returns true if the path can be extended to a tour. The recursion has the depth of a dozen squares.
fn extends(problem: &Problem, moves: &Moves, path: &mut Vec<Square>) -> bool {
    let board = problem.board();
    if path.len() as u64 == board.len() {
        let path: Path = path.iter().copied().collect();
        return verify::check(problem, || path.iter()).is_valid();
    }
    let Some(&at) = path.last() else { return false };
    for to in moves.from(board, at) {
        if !path.contains(&to) {
            path.push(to);
            let found = extends(problem, moves, path);
            path.pop();
            if found {
                return true;
            }
        }
    }
    false
}
