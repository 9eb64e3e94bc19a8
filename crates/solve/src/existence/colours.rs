//! A piece that changes colour with every move visits the colours in turn.

use caracole_core::{Kind, Problem, Reason, Surface};

/// Does every move change the colour, also round the board?
pub(crate) fn alternate(problem: &Problem) -> bool {
    let board = problem.board();
    let even = |side: u32| side.is_multiple_of(2);
    problem.piece().changes_colour()
        && match board.surface() {
            Surface::Flat => true,
            Surface::Cylinder => even(board.files()),
            Surface::Torus => even(board.files()) && even(board.ranks()),
            _ => false,
        }
}

/// Do the numbers of squares of the two colours allow a tour at all?
pub(super) fn of_board(problem: &Problem) -> Option<Reason> {
    if !alternate(problem) {
        return None;
    }
    let counts @ [same, other] = problem.board().colour_counts();
    // Each path has a square more of one colour at most.
    let most = if problem.kind() == Kind::Closed { 0 } else { u64::from(problem.knights()) };
    (same.abs_diff(other) > most).then_some(Reason::Colours { counts })
}

/// Do the colours of the fixed squares fit their steps?
pub(super) fn of_steps(problem: &Problem) -> Option<Reason> {
    if !alternate(problem) {
        return None;
    }
    let board = problem.board();
    // Whether a square has the colour of a1 at the odd steps.
    let same_at_odd = |step: u64, square| (step % 2 == 1) == (board.colour(square) == 0);
    let counts @ [same, other] = board.colour_counts();
    let (first_step, first) = problem.clues().next()?;
    if same != other {
        // The colour with one square more has the first step, the last, and all odd ones.
        let wrong = |&(step, square): &_| same_at_odd(step, square) != (same > other);
        let (step, square) = problem.clues().find(wrong)?;
        return Some(Reason::StepColour { square, step, counts });
    }
    let wrong = |&(step, square): &_| same_at_odd(step, square) != same_at_odd(first_step, first);
    let (step, square) = problem.clues().find(wrong)?;
    Some(Reason::StepColours { squares: [first, square], steps: [first_step, step] })
}
