//! Which clues are taken away, and in which order.

use caracole_core::{Problem, Square, Symmetry, Tour};

use crate::Random;

/// Clues that are taken away together: one, or two opposite each other.
pub(super) type Group = Vec<(u64, Square)>;

/// The half turn of the board, if it has one.
pub(super) fn half_turn(problem: &Problem) -> Option<Symmetry> {
    Symmetry::of(problem.board()).into_iter().find(|symmetry| symmetry.name() == "half turn")
}

/// All clues that may be taken away, in random order. Those of the problem stay, and so do those
/// that `stays` names; with a half turn also the squares opposite to them.
pub(super) fn groups(
    problem: &Problem,
    tour: &Tour,
    stays: impl Fn(u64) -> bool,
    half_turn: Option<Symmetry>,
    random: &mut Random,
) -> Vec<Group> {
    let stays = |step: u64| stays(step) || problem.clue_at(step).is_some();
    let opposite = |square: Square| half_turn.map(|turn| turn.apply(problem.board(), square));
    let step_of = |square: Square| tour.step_of(square);
    let mut groups: Vec<Group> = Vec::new();
    for (step, square) in (1..).zip(tour.squares()) {
        let other = opposite(square).and_then(|other| Some((step_of(other)?, other)));
        match other {
            Some((other, _)) if stays(step) || stays(other) => {}
            None if stays(step) => {}
            // The pair comes with the earlier of its two steps.
            Some((other, _)) if other < step => {}
            Some(other) if other.0 > step => groups.push(vec![(step, square), other]),
            _ => groups.push(vec![(step, square)]),
        }
    }
    random.shuffle(&mut groups);
    groups
}
