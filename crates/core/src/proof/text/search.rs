//! What a search found, in words.

use super::{left, list, walk};
use crate::proof::{Case, Cases};
use crate::verify::proof::{Clash, clash, need_and_supply, parts_without};
use crate::{Board, Kind, Problem, Square};

pub(super) fn cut(problem: &Problem, squares: &[Square]) -> String {
    let left = left(problem);
    let is_closed = problem.kind() == Kind::Closed;
    let tour = match problem.knights() {
        _ if is_closed => "a closed tour".to_owned(),
        1 => "a tour".to_owned(),
        knights => format!("the paths of {knights} knights"),
    };
    let Some([parts, needed, most]) = parts_without(problem, squares) else {
        // It takes forced moves to see it.
        return match squares {
            [] => format!("the board{left} falls into parts that {tour} cannot join"),
            _ => format!(
                "without {} the board{left} falls into more parts than {tour} can leave there",
                list(problem.board(), squares, "and")
            ),
        };
    };
    let parts_word = if parts == 1 { "one part".to_owned() } else { format!("{parts} parts") };
    let is_uneven = parts == 1 || needed > 2 * parts;
    let which = if is_uneven {
        "whose moves change between two colours, with more squares of the one than of the other"
    } else {
        "with no moves from one to another"
    };
    if squares.is_empty() {
        let needs = match problem.knights() {
            _ if is_closed => "and a closed tour needs one part with as many of each".to_owned(),
            1 => "and there is one knight".to_owned(),
            knights => format!("and there are {knights} knights only"),
        };
        return format!("the board{left} is {parts_word} {which}, {needs}");
    }
    let names = list(problem.board(), squares, "and");
    let (those, have) = match squares.len() {
        1 => (names.clone(), "which has"),
        2..=4 => (names.clone(), "which have"),
        count => (format!("those {count} squares"), "which have"),
    };
    let falls = if parts == 1 { "is" } else { "falls into" };
    format!(
        "without {names} the board{left} {falls} {parts_word} {which}; {tour} would need {needed} \
         moves at least between there and {those}, {have} {most} to give"
    )
}

pub(super) fn starved(problem: &Problem, squares: &[Square]) -> String {
    let names = list(problem.board(), squares, "and");
    let left = left(problem);
    let Some([need, supply]) = need_and_supply(problem, squares) else {
        // It takes forced moves to see it.
        return match squares {
            [_] => format!("{names} has too few moves{left} for a tour to pass"),
            _ => format!(
                "{names} need two moves each, and all their neighbours together have too few to \
                 give"
            ),
        };
    };
    let is_closed = problem.kind() == Kind::Closed;
    let what = if is_closed { "moves" } else { "moves or ends" };
    let from = match (squares.len(), is_closed) {
        (1, true) => "its neighbours have",
        (_, true) => "their neighbours have",
        (1, false) => "its neighbours and the ends of the tour have",
        (_, false) => "their neighbours and the ends of the tour have",
    };
    let needs = if squares.len() == 1 {
        format!("{names} needs two {what}")
    } else {
        format!("{names} need {need} {what} together")
    };
    format!("{needs}, and {from} {supply} to give")
}

/// What a tree of cases comes to.
pub(super) fn cases(problem: &Problem, cases: &Cases) -> String {
    let board = problem.board();
    let lines = cases.lines();
    let first = lines.iter().find(|case| !matches!(case, Case::Tight(_)));
    let tight = lines.iter().take_while(|case| matches!(case, Case::Tight(_))).last();
    let question = match first {
        Some(Case::Move([a, b])) => format!("makes the move {}-{}", board.name(*a), board.name(*b)),
        Some(Case::Alike([a, b])) => {
            format!(
                "makes the move {}-{}, or one alike by symmetry,",
                board.name(*a),
                board.name(*b)
            )
        }
        Some(Case::End(square)) => format!("has an end on {}", board.name(*square)),
        _ => return at_once(problem, tight, first),
    };
    let who = if problem.knights() == 1 { "the tour" } else { "a knight" };
    format!(
        "whether {who} {question} or not, it leads nowhere: in all, {} cases were followed, \
         and in each the forced moves contradict each other or too few are left",
        cases.closed()
    )
}

/// A single case, after what tight sets of squares take.
fn at_once(problem: &Problem, tight: Option<&Case>, last: Option<&Case>) -> String {
    let board = problem.board();
    let Some(Case::Tight(squares)) = tight else {
        return match last {
            Some(Case::Cut(squares)) => {
                format!("with the moves that are forced, {}", { cut_after(board, squares) })
            }
            Some(Case::Starved(squares)) => format!(
                "with the moves that are forced, too few are left for {}",
                list(board, squares, "and")
            ),
            _ => forced(problem),
        };
    };
    let after = match last {
        Some(Case::Cut(squares)) => cut_after(board, squares),
        Some(Case::Starved(squares)) => {
            format!("too few are left for {}", list(board, squares, "and"))
        }
        _ => "those that are left contradict each other".to_owned(),
    };
    format!(
        "{} need all moves that their neighbours have to give, so these neighbours make no others; \
         without the others {after}",
        list(board, squares, "and")
    )
}

fn cut_after(board: &Board, squares: &[Square]) -> String {
    match squares {
        [] => "the board falls apart".to_owned(),
        _ => format!("the board falls apart without {}", list(board, squares, "and")),
    }
}

/// Where the forced moves contradict each other.
fn forced(problem: &Problem) -> String {
    let board = problem.board();
    let name = |square: Square| board.name(square);
    match clash(problem) {
        Some(Clash::Crowded { square, to, ends: 0 }) => format!(
            "the moves from {} to {} are all forced, and a tour makes two of them at most",
            name(square),
            list(board, &to, "and")
        ),
        Some(Clash::Crowded { square, to, .. }) => format!(
            "{} is an end, and yet the moves from there to {} are all forced",
            name(square),
            list(board, &to, "and")
        ),
        Some(Clash::Starving(square)) => {
            format!("the moves that are forced leave too few for {}", name(square))
        }
        Some(Clash::Ring(ring)) => format!(
            "the moves round {} are all forced, and this ring leaves out the rest of the board",
            shortened_walk(board, &ring)
        ),
        Some(Clash::Path(path)) => format!(
            "the path {} from one end to another is forced, and it leaves out the rest of the \
             board",
            shortened_walk(board, &path)
        ),
        Some(Clash::Ends { squares, most }) => {
            let of_colour =
                if most < 2 * u64::from(problem.knights()) { " of their colour" } else { "" };
            let most = match most {
                0 => "no end".to_owned(),
                1 => "one end".to_owned(),
                _ => format!("{most} ends"),
            };
            format!(
                "the forced moves make {} ends, and there can be {most}{of_colour}",
                list(board, &squares, "and")
            )
        }
        None => "the moves that the board forces contradict each other".to_owned(),
    }
}

/// The squares of a walk, the middle left out where it is long.
fn shortened_walk(board: &Board, squares: &[Square]) -> String {
    const MOST_NAMED: usize = 12;
    if squares.len() <= MOST_NAMED {
        return walk(board, squares);
    }
    let (head, tail) = (&squares[..MOST_NAMED - 4], &squares[squares.len() - 2..]);
    format!("{} ... {}", walk(board, head), walk(board, tail))
}
