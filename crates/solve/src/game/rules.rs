//! What may come next in a game, for those who play and for the coach.

use caracole_core::{Moves, Problem, ProblemError, Square, SquareArg};

use crate::coach::CoachError;

/// The squares that come into question next: a move away from the last one, or those to start from.
pub(crate) fn near<'a>(
    problem: &'a Problem,
    moves: &'a Moves,
    last: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    let board = problem.board();
    let start = problem.start();
    let starts = board.squares().take_while(move |_| last.is_none() && start.is_none());
    // On a vast board it would take long to come across the only one.
    let start = start.filter(|_| last.is_none());
    starts.chain(start).chain(last.into_iter().flat_map(move |last| moves.from(board, last)))
}

/// Is a square against the rules, after `last` and at this step? `before` is the step at which it
/// was visited, if it was.
pub(crate) fn check(
    problem: &Problem,
    moves: &Moves,
    (last, step): (Option<Square>, u64),
    before: Option<u64>,
    square: Square,
) -> Result<(), CoachError> {
    let board = problem.board();
    let name = |square| board.name(square);
    square.on(board).map_err(|error| CoachError::Step { step, why: error.into() })?;
    if let Some(start) = problem.start().filter(|&start| step == 1 && start != square) {
        return Err(CoachError::OtherStart { square: name(square), start: name(start) });
    }
    if let Some(before) = before {
        return Err(CoachError::Visited { step, square: name(square), before });
    }
    if let Some((fixed, on)) = broken_clue(problem, square, step) {
        return Err(CoachError::OtherClue { step, square: name(square), clue: (fixed, name(on)) });
    }
    let Some(last) = last else { return Ok(()) };
    if !moves.from(board, last).any(|to| to == square) {
        let squares = [name(last), name(square)];
        let why = ProblemError::NotAMove { squares, piece: problem.piece().to_string() };
        return Err(CoachError::Step { step, why });
    }
    let pair = (last.min(square), last.max(square));
    if problem.avoided().binary_search(&pair).is_ok() {
        let why = ProblemError::UsedAndAvoided { squares: [name(pair.0), name(pair.1)] };
        return Err(CoachError::Step { step, why });
    }
    Ok(())
}

/// The clue that a square breaks at a step, if it breaks one.
fn broken_clue(problem: &Problem, square: Square, step: u64) -> Option<(u64, Square)> {
    match problem.clue_at(step) {
        Some(other) => (other != square).then_some((step, other)),
        None => problem.clues().find(|&(_, other)| other == square),
    }
}
