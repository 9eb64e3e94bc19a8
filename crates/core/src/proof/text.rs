//! Reasons in words.

mod search;

use super::Reason;
use crate::{Board, Kind, Problem, Square, listed};

/// The reason in one line that begins with the board.
pub(super) fn sentence(problem: &Problem, reason: &Reason) -> String {
    let whose = match problem.piece() {
        piece if piece.is_knight() => String::new(),
        piece => format!(" for the {piece}"),
    };
    format!("{}{whose}: {}", problem.board().title(), argument(problem, reason))
}

/// The reason alone.
pub(super) fn argument(problem: &Problem, reason: &Reason) -> String {
    let board = problem.board();
    let name = |square: &Square| board.name(*square);
    match reason {
        Reason::TooFewSquares => {
            let squares = if board.len() == 1 { "one square" } else { "two squares" };
            format!("a closed tour takes three squares at least, and the board has {squares}")
        }
        Reason::Colours { counts } => colours(problem, *counts),
        Reason::StepColour { square, step, counts } => {
            step_colour(problem, *square, *step, *counts)
        }
        Reason::StepColours { squares, steps } => step_colours(problem, *squares, *steps),
        Reason::EndsNotAMoveApart { start, end } => format!(
            "a closed tour ends a move away from its start, and {} is not a move away from {}",
            name(end),
            name(start)
        ),
        Reason::EndsAMoveApart { start, end } => format!(
            "{} is a move away from {}, so every tour between them is closed",
            name(end),
            name(start)
        ),
        Reason::NoMove { square } => {
            format!("{} has no move{}", name(square), left(problem))
        }
        Reason::DeadEnds { squares } => dead_ends(problem, squares),
        Reason::NoWay { squares: [from, to] } => no_way(problem, *from, *to),
        Reason::SharedNeighbour { end, needed_by } => shared(problem, *end, needed_by),
        Reason::OuterLines { end } => outer_lines(board, *end),
        Reason::ForcedPath { path } => format!(
            "with these ends the path {} is forced, and it leaves out the rest of the board",
            walk(board, path)
        ),
        Reason::ForcedRing { ring } => forced_ring(problem, ring),
        Reason::Theorem { theorem } => format!("{} ({})", theorem.statement(), theorem.source()),
        Reason::Searched { ends } => searched(problem, ends),
        Reason::Cut { squares } => search::cut(problem, squares),
        Reason::Starved { squares } => search::starved(problem, squares),
        Reason::Cases { cases } => search::cases(problem, cases),
        Reason::Exhausted { method, steps } => {
            format!("{method} tried every path, {steps} steps in all, and none is a tour")
        }
    }
}

fn colours(problem: &Problem, [same, other]: [u64; 2]) -> String {
    let verdict = match problem.knights() {
        _ if problem.kind() == Kind::Closed => "a closed tour needs equal numbers".to_owned(),
        1 => "the numbers can differ by one at most".to_owned(),
        knights => format!("with {knights} knights the numbers can differ by {knights} at most"),
    };
    format!(
        "the board has {same} squares of a1's colour and {other} of the other; \
         a tour changes colour with every move, so {verdict}"
    )
}

fn step_colour(problem: &Problem, square: Square, step: u64, [same, other]: [u64; 2]) -> String {
    let board = problem.board();
    let (odd, even) = if same > other {
        ("a1's colour", "the other")
    } else {
        ("the other colour", "a1's colour")
    };
    let name = board.name(square);
    let has = if board.colour(square) == 0 { "a1's colour" } else { "the other" };
    let verdict = if step == 1 || step == board.len() {
        format!("a tour must start and end on {odd}; {name} has {has}")
    } else if step % 2 == 1 {
        format!("odd steps are on {odd}; step {step} on {name} is on {has}")
    } else {
        format!("even steps are on {even}; step {step} on {name} is on {has}")
    };
    format!("the board has {same} squares of a1's colour and {other} of the other, so {verdict}")
}

fn step_colours(problem: &Problem, [a, b]: [Square; 2], [first, second]: [u64; 2]) -> String {
    let board = problem.board();
    let (a, b) = (board.name(a), board.name(b));
    let moves = second.abs_diff(first);
    let (needs, have) =
        if moves % 2 == 1 { ("different colours", "the same") } else { ("one colour", "two") };
    let whole = first == 1 && second == board.len();
    let (from, to) =
        if whole { ("start".into(), "end".into()) } else { (step(first), step(second)) };
    let moves = if moves == 1 { "one move".into() } else { format!("{moves} moves") };
    format!(
        "a tour changes colour with every move; from {from} to {to} it makes {moves}, \
         so {a} and {b} would need {needs}, and they have {have}"
    )
}

fn step(number: u64) -> String {
    format!("step {number}")
}

fn dead_ends(problem: &Problem, squares: &[Square]) -> String {
    let names = list(problem.board(), squares, "and");
    let left = left(problem);
    let have = if squares.len() == 1 { "has" } else { "have" };
    if problem.kind() == Kind::Closed {
        return format!(
            "{names} {have} one move only{left}, and a closed tour enters and leaves every square"
        );
    }
    let fixed = match (problem.start(), problem.end()) {
        (Some(start), Some(end)) => {
            format!(", here {}", list(problem.board(), &[start, end], "and"))
        }
        (Some(one), None) | (None, Some(one)) => {
            format!(", here {} and one more", problem.board().name(one))
        }
        (None, None) => String::new(),
    };
    format!(
        "{names} {have} one move only{left}, so the tour would have to start or end there, \
         and it has but two ends{fixed}"
    )
}

fn no_way(problem: &Problem, from: Square, to: Square) -> String {
    let board = problem.board();
    let (a, b) = (board.name(from), board.name(to));
    let by_two = "every move goes two";
    match (board.files(), board.ranks()) {
        _ if !board.is_plain() || !problem.piece().is_knight() => {
            format!("no moves{} lead from {a} to {b}", left(problem))
        }
        (2, _) => format!("{by_two} ranks up or down, so no moves lead from {a} to {b}"),
        (_, 2) => format!("{by_two} files left or right, so no moves lead from {a} to {b}"),
        _ => format!("no moves{} lead from {a} to {b}", left(problem)),
    }
}

/// Where moves are forbidden, squares have fewer than the board shows.
pub(super) fn left(problem: &Problem) -> &'static str {
    if problem.avoided().is_empty() { "" } else { " left" }
}

fn shared(problem: &Problem, end: Square, needed_by: &[Square]) -> String {
    let board = problem.board();
    let x = board.name(end);
    if needed_by.len() > 2 {
        let names = list(board, needed_by, "and");
        return format!(
            "{names} have two moves each and all need {x}; \
             one of them at most can be an end, so {x} cannot be one as well"
        );
    }
    let names = list(board, needed_by, "or");
    let squares = if needed_by.iter().all(|&square| is_corner(board, square)) {
        "corners"
    } else {
        "squares, with two moves each,"
    };
    let open = problem.start().is_none() || problem.end().is_none();
    let closes = if open {
        format!("; both are a move away from {x}, so such a tour is closed")
    } else {
        String::new()
    };
    format!(
        "a tour with one end on {x} must have the other on {names}, \
         because both of those {squares} need {x}{closes}"
    )
}

const fn is_corner(board: &Board, square: Square) -> bool {
    let place = board.place(square);
    let (file, rank) = (place.file.index(), place.rank.index());
    !board.is_box()
        && (file == 0 || file + 1 == board.files())
        && (rank == 0 || rank + 1 == board.ranks())
}

fn outer_lines(board: &Board, end: Option<Square>) -> String {
    let (outer, inner) = if board.ranks() == 4 {
        ("ranks 1 and 4", "ranks 2 and 3")
    } else {
        ("files a and d", "files b and c")
    };
    let tour = match end {
        Some(end) => format!("a tour with an end on {}", board.name(end)),
        None => "a closed tour".to_owned(),
    };
    format!(
        "from {outer}, half of all squares, a knight goes to {inner} only; {tour} would have to \
         change between the halves with every move, and each half would have one colour, \
         which it has not"
    )
}

fn forced_ring(problem: &Problem, ring: &[Square]) -> String {
    let board = problem.board();
    let ends: Vec<Square> = problem.start().into_iter().chain(problem.end()).collect();
    let walk = walk(board, ring);
    format!(
        "with ends on {} every corner must use both its moves, and these close the ring {walk}, \
         which leaves out the rest of the board",
        list(board, &ends, "and")
    )
}

fn searched(problem: &Problem, ends: &[Square]) -> String {
    let board = problem.board();
    let kind = match problem.kind() {
        Kind::Any => "tour",
        Kind::Closed => "closed tour",
        Kind::Open => "open tour",
    };
    match ends {
        [] => format!("an exhaustive search finds no {kind}"),
        [end] => {
            format!("an exhaustive search finds no {kind} with an end on {}", board.name(*end))
        }
        _ => {
            let names = list(board, ends, "and");
            format!("an exhaustive search finds no {kind} between {names}")
        }
    }
}

/// `a1, b3 and c5`; long lists end in `and 20 more squares`.
fn list(board: &Board, squares: &[Square], word: &str) -> String {
    let names = squares.iter().map(|&square| board.name(square));
    listed(names, squares.len() as u64, word, "squares")
}

fn walk(board: &Board, squares: &[Square]) -> String {
    squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ")
}
