//! What a search found, on the board.

use super::simple::{forced_ring, moves, walked};
use super::{Highlight, Role};
use crate::proof::text::left;
use crate::proof::{Case, Cases};
use crate::verify::proof::{Apart, Clash, Part, apart, clash, forced_moves, left_for};
use crate::{Kind, Problem, Square, SquareSet, counted};

/// The squares that are taken out, and the parts that are left.
pub(super) fn cut(problem: &Problem, tight: &[&[Square]], squares: &[Square]) -> Vec<Highlight> {
    let taken = (!squares.is_empty()).then(|| {
        let text = format!("{}, taken out", counted(squares.len() as u64, "square"));
        Highlight::new(Role::Trouble, squares).saying(text)
    });
    let Some(Apart { made, parts }) = apart(problem, tight, squares) else {
        let clash = forced(problem);
        return if clash.is_empty() { taken.into_iter().collect() } else { clash };
    };
    // A piece of a path can have a square more of one colour; a whole closed tour cannot.
    let most = usize::from(problem.kind() != Kind::Closed || !squares.is_empty());
    let mut has_uneven = false;
    let (count, mut shown) = (parts.len() as u64, Vec::new());
    for (at, Part { mut squares, mut fewer }) in parts.into_iter().enumerate() {
        if squares.len() - fewer.len() <= most {
            squares.append(&mut fewer);
        }
        shown.push(Highlight::new(Role::Part(at), squares).labelled(&(at + 1)));
        if !fewer.is_empty() {
            has_uneven = true;
            shown.push(Highlight::new(Role::Part(at), fewer));
        }
    }
    if let Some(first) = shown.first_mut() {
        first.text = Some(parts_text(problem, count, has_uneven));
    }
    shown.extend(made_moves(problem, made));
    shown.extend(taken);
    shown
}

fn parts_text(problem: &Problem, count: u64, has_uneven: bool) -> String {
    let left = left(problem);
    let apart = match count {
        1 => "all in one part".to_owned(),
        _ => format!("{count} parts, with no move{left} from one to another"),
    };
    let uneven =
        "where not all squares are numbered, each move joins one that is and one that is not";
    if has_uneven { format!("{apart}; {uneven}") } else { apart }
}

/// The squares that need more than there is, with all moves that are left for them.
pub(super) fn starved(
    problem: &Problem,
    tight: &[&[Square]],
    squares: &[Square],
) -> Vec<Highlight> {
    let theirs = left_for(problem, tight, squares);
    let clash = if theirs.is_none() { forced(problem) } else { Vec::new() };
    if !clash.is_empty() {
        return clash;
    }
    let theirs = theirs.unwrap_or_else(|| moves(problem, squares));
    let mut is_known = SquareSet::new(problem.board());
    for &square in squares {
        is_known.insert(square);
    }
    let mut givers: Vec<Square> = theirs.iter().flatten().copied().collect();
    givers.retain(|&square| is_known.insert(square));
    let mut shown = Vec::new();
    if !givers.is_empty() {
        shown.push(Highlight::new(Role::One, givers).saying("too few moves to give to them"));
    }
    if let Some(last) = tight.last() {
        shown.push(tight_set(last));
    }
    let what = if problem.kind() == Kind::Closed { "moves" } else { "moves or ends" };
    let (each, whose) = if squares.len() == 1 { ("", "its") } else { (" each", "their") };
    let left = left(problem);
    let text = match theirs.len() {
        0 => format!("two {what} needed{each}"),
        _ => format!("two {what} needed{each}, and all {whose} moves{left}"),
    };
    shown.push(Highlight::new(Role::Trouble, squares).with(theirs).saying(text));
    shown
}

/// The moves that are forced, but for those that were asked for.
fn made_moves(problem: &Problem, mut made: Vec<[Square; 2]>) -> Option<Highlight> {
    let used = problem.used();
    made.retain(|&[a, b]| used.binary_search(&(a.min(b), a.max(b))).is_err());
    let is_any = !made.is_empty();
    is_any.then(|| Highlight::new(Role::One, []).with(made).saying("moves that are forced"))
}

/// A proof by cases: where it is a single one, what closes it; else the first question.
pub(super) fn cases(problem: &Problem, cases: &Cases) -> Vec<Highlight> {
    let lines = cases.lines();
    let tight: Vec<&[Square]> = lines
        .iter()
        .map_while(|case| match case {
            Case::Tight(squares) => Some(squares.as_slice()),
            _ => None,
        })
        .collect();
    let question = |squares: &[Square]| {
        let text = format!("the first question, of {}", counted(cases.closed(), "case"));
        Highlight::new(Role::One, squares).saying(text)
    };
    match lines.get(tight.len()) {
        Some(Case::Move(pair) | Case::Alike(pair)) => vec![question(pair).with(vec![*pair])],
        Some(Case::End(square)) => vec![question(&[*square])],
        Some(Case::Cut(squares)) => cut(problem, &tight, squares),
        Some(Case::Starved(squares)) => starved(problem, &tight, squares),
        _ => tight.last().map_or_else(|| forced(problem), |last| vec![tight_set(last)]),
    }
}

fn tight_set(squares: &[Square]) -> Highlight {
    let text = "all moves needed that their neighbours have to give";
    Highlight::new(Role::Other, squares).saying(text)
}

/// Where the forced moves contradict each other.
fn forced(problem: &Problem) -> Vec<Highlight> {
    let trouble = |squares: &[Square]| Highlight::new(Role::Trouble, squares);
    match clash(problem) {
        Some(Clash::Crowded { square, to, ends }) => {
            let text =
                if ends == 0 { "forced moves, more than two" } else { "forced moves, of an end" };
            let moves = to.iter().map(|&near| [square, near]).collect();
            vec![trouble(&[square]).with(moves).saying(text)]
        }
        Some(Clash::Starving(square)) => {
            let mut shown = Vec::from_iter(made_moves(problem, forced_moves(problem)));
            shown.push(trouble(&[square]).saying("too few moves left for this square"));
            shown
        }
        Some(Clash::Ring(ring)) => vec![forced_ring(&ring)],
        Some(Clash::Path(path)) => {
            let text = "forced moves, which join two ends before the board is full";
            vec![trouble(&path).with(walked(&path)).saying(text)]
        }
        Some(Clash::Ends { squares, .. }) => {
            vec![trouble(&squares).saying("ends that forced moves make, and too many of them")]
        }
        None => Vec::new(),
    }
}
