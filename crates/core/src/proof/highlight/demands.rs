//! What was asked for.

use super::{Highlight, Role};
use crate::{Problem, Square, SquareSet};

/// Moves that must be made, and those that must not.
pub(super) fn moves(problem: &Problem) -> impl Iterator<Item = Highlight> {
    let asked = (Role::Asked, problem.used(), "moves that must be made");
    let avoided = (Role::Avoided, problem.avoided(), "moves that must not be made");
    [asked, avoided].into_iter().filter(|(_, moves, _)| !moves.is_empty()).map(
        |(role, moves, text)| {
            let moves = moves.iter().map(|&(a, b)| [a, b]).collect();
            Highlight::new(role, []).with(moves).saying(text)
        },
    )
}

/// Steps that are given, where nothing else is written, and the starts of several knights.
pub(super) fn steps(problem: &Problem, shown: &[Highlight]) -> Vec<Highlight> {
    let mut taken = SquareSet::new(problem.board());
    let labelled = shown.iter().filter(|highlight| highlight.label.is_some());
    for &square in labelled.flat_map(|highlight| &highlight.squares) {
        taken.insert(square);
    }
    let mut steps: Vec<Highlight> = problem
        .clues()
        .filter(|&(_, square)| !taken.contains(square))
        .map(|(step, square)| Highlight::new(Role::Asked, [square]).labelled(&step))
        .collect();
    if let Some(first) = steps.first_mut() {
        first.text = Some("steps that are given".to_owned());
    }
    let starts: &[Square] = problem.knights_from();
    if !starts.is_empty() {
        steps.push(Highlight::new(Role::End, starts).saying("where knights start"));
    }
    steps
}
