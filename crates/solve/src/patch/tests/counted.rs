//! Starved squares, counted from the problem alone.

use caracole_core::{Case, Kind, Moves, Problem, Reason, Square};

/// What squares lack by the rule of [`Case::Starved`]: what they need, less what the squares beyond
/// give; and how many ends they may have.
fn short(problem: &Problem, set: &[Square]) -> (i64, i64) {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let pair = |a: Square, b: Square| (a.min(b), a.max(b));
    let has_end = |square: Square| {
        problem.kind() != Kind::Closed && [problem.start(), problem.end()].contains(&Some(square))
    };
    let mut supply = 0;
    for beyond in board.squares().filter(|square| !set.contains(square)) {
        let near: Vec<Square> = moves
            .from(board, beyond)
            .filter(|&to| !problem.avoided().contains(&pair(beyond, to)))
            .collect();
        let to_set = near.iter().filter(|to| set.contains(to)).count() as i64;
        let made_elsewhere = near
            .iter()
            .filter(|&&to| !set.contains(&to) && problem.used().contains(&pair(beyond, to)))
            .count() as i64;
        supply += to_set.min(2 - i64::from(has_end(beyond)) - made_elsewhere);
    }
    for &a in set {
        let joined = |&b: &Square| moves.from(board, a).any(|to| to == b);
        assert!(!set.iter().any(joined), "no move joins two of the squares");
    }
    let given = problem.start().into_iter().chain(problem.end());
    let given_beyond = given.filter(|square| !set.contains(square)).count() as i64;
    let ends = if problem.kind() == Kind::Closed { 0 } else { 2 - given_beyond };
    (2 * set.len() as i64 - supply, ends.min(set.len() as i64))
}

/// Does the reason hold? `None` for one that is not of this kind.
pub(super) fn holds(problem: &Problem, reason: &Reason) -> Option<bool> {
    let is_starved = |set: &[Square]| {
        let (short, ends) = short(problem, set);
        short > ends
    };
    match reason {
        Reason::Starved { squares } => Some(is_starved(squares)),
        Reason::Cases { cases } => match cases.lines() {
            [Case::Tight(tight), Case::Starved(starved)] => {
                let (lack, ends) = short(problem, tight);
                let (rest, _) = short(problem, starved);
                // All ends are on the first squares, and so none on the second.
                Some(lack == ends && ends == 2 && rest > 0)
            }
            _ => None,
        },
        _ => None,
    }
}
