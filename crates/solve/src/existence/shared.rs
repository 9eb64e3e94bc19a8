//! Squares with two moves that need the same neighbour.
//!
//! A square with two moves that is no end uses both of them. An end uses one move. So if two such
//! squares are neighbours of an end, one of them must be the other end; and if three are, nothing
//! helps.

use caracole_core::{Kind, Moves, Problem, Reason, Square};

/// The squares with exactly two moves among the neighbours of `square`.
pub(super) fn needing(problem: &Problem, square: Square) -> Vec<Square> {
    let moves = Moves::new(problem.piece(), problem.board());
    super::neighbours(problem, &moves, square)
        .filter(|&near| super::neighbours(problem, &moves, near).count() == 2)
        .collect()
}

/// Does a fixed end leave the squares around it too few moves?
pub(super) fn reason(problem: &Problem) -> Option<Reason> {
    let ends = [(problem.start(), problem.end()), (problem.end(), problem.start())];
    ends.into_iter().find_map(|(end, other)| {
        let end = end?;
        let mut needed_by = needing(problem, end);
        needed_by.sort_unstable();
        let fails = match (needed_by.len(), other) {
            (0 | 1, _) => false,
            (2, Some(other)) => !needed_by.contains(&other),
            // The other end would be a move away.
            (2, None) => problem.kind() == Kind::Open,
            _ => true,
        };
        fails.then_some(Reason::SharedNeighbour { end, needed_by })
    })
}
