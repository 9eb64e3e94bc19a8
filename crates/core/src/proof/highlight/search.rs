//! What a search found, on the board.

use std::collections::BTreeSet;

use super::simple::{forced_ring, moves, walked};
use super::{Highlight, Role};
use crate::proof::{Case, Cases};
use crate::verify::proof::{Clash, Part, clash, forced_moves, seen};
use crate::{Problem, Square, counted};

/// The squares that are taken out, and the parts that are left.
pub(super) fn cut(problem: &Problem, tight: &[&[Square]], squares: &[Square]) -> Vec<Highlight> {
    let taken = Highlight::new(Role::Trouble, squares)
        .saying(format!("{}, taken out", counted(squares.len() as u64, "square")));
    let Some(seen) = seen(problem, tight, squares) else { return vec![taken] };
    let is_uneven = seen.parts.iter().any(|part| !part.fewer.is_empty());
    let count = counted(seen.parts.len() as u64, "part");
    let text = match (seen.parts.len(), is_uneven) {
        (1, true) => "what is left; every move joins a numbered square and another".to_owned(),
        (_, true) => format!(
            "{count}, with no move from one to another; where each move joins a numbered square \
             and another, there are too many numbered ones"
        ),
        _ => format!("{count}, with no move from one to another"),
    };
    let mut shown: Vec<Highlight> = Vec::new();
    for (at, Part { squares, fewer }) in seen.parts.into_iter().enumerate() {
        shown.push(Highlight::new(Role::Part(at), &squares).labelled(&(at + 1)));
        if !fewer.is_empty() {
            shown.push(Highlight::new(Role::Part(at), &fewer));
        }
    }
    if let Some(first) = shown.first_mut() {
        first.text = Some(text);
    }
    shown.extend(made(seen.made));
    if !squares.is_empty() {
        shown.push(taken);
    }
    shown
}

/// The squares that need more than there is, with all moves that are left for them.
pub(super) fn starved(
    problem: &Problem,
    tight: &[&[Square]],
    squares: &[Square],
) -> Vec<Highlight> {
    let needy: BTreeSet<Square> = squares.iter().copied().collect();
    let left = match seen(problem, tight, &[]) {
        Some(seen) => {
            let is_of_them = |pair: &[Square; 2]| pair.iter().any(|square| needy.contains(square));
            seen.open.into_iter().chain(seen.made).filter(is_of_them).collect()
        }
        None => moves(problem, squares),
    };
    let givers: BTreeSet<Square> = left.iter().flatten().copied().collect();
    let givers: Vec<Square> = givers.difference(&needy).copied().collect();
    let mut shown =
        vec![Highlight::new(Role::One, &givers).saying("have too few moves to give them")];
    if let Some(last) = tight.last() {
        shown.push(tight_set(last));
    }
    let count = counted(squares.len() as u64, "square");
    let needy = Highlight::new(Role::Trouble, squares).with(left);
    shown.push(needy.saying(format!("{count}, which must be entered and left; their moves")));
    shown
}

fn made(moves: Vec<[Square; 2]>) -> Option<Highlight> {
    let is_any = !moves.is_empty();
    is_any.then(|| Highlight::new(Role::One, &[]).with(moves).saying("moves that are forced"))
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
        Some(Case::Move(pair)) => vec![question(pair).with(vec![*pair])],
        Some(Case::End(square)) => vec![question(&[*square])],
        Some(Case::Cut(squares)) => cut(problem, &tight, squares),
        Some(Case::Starved(squares)) => starved(problem, &tight, squares),
        _ => tight.last().map_or_else(|| forced(problem), |last| vec![tight_set(last)]),
    }
}

fn tight_set(squares: &[Square]) -> Highlight {
    let text = "need all moves that their neighbours have to give";
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
            let mut shown = Vec::from_iter(made(forced_moves(problem)));
            shown.push(trouble(&[square]).saying("for this square they leave too few"));
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
