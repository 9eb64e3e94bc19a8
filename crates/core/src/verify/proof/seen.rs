//! How far the forced moves lead, for those who show a proof on the board.

use crate::{Problem, Square};

use super::known::{Fate, Known};
use super::list::MoveList;
use super::{all_different, number_all};

/// What a board looks like where a proof says that it falls apart or starves.
pub(crate) struct Seen {
    /// The moves that are made.
    pub(crate) made: Vec<[Square; 2]>,
    /// Those that may still be made.
    pub(crate) open: Vec<[Square; 2]>,
    /// What moves of both kinds join, without the squares that are taken out.
    pub(crate) parts: Vec<Part>,
}

/// Squares that moves join.
pub(crate) struct Part {
    /// The squares. Where every move changes colour, those of the colour with more of them.
    pub(crate) squares: Vec<Square>,
    /// The others, if there are fewer of them.
    pub(crate) fewer: Vec<Square>,
}

/// Lets these sets, one after the other, take all moves that are left for them, and takes some squares
/// out. `None` where a proof that says so does not hold, and for boards that are too large.
///
/// The bare board is shown if it is enough: nobody needs to follow forced moves then.
pub(crate) fn seen(problem: &Problem, tight: &[&[Square]], taken: &[Square]) -> Option<Seen> {
    let list = MoveList::new(problem)?;
    let mut known = Known::new(problem, &list);
    known.take_in().ok()?;
    all_different(taken).ok()?;
    let taken = number_all(&list, taken)?;
    if !tight.is_empty() || !known.count_parts(&taken).is_too_many {
        known.settle().ok()?;
    }
    for set in tight {
        all_different(set).ok()?;
        let set = number_all(&list, set)?;
        let balance = known.balance(&set);
        known.tighten(&set, &balance).and_then(|()| known.settle()).ok()?;
    }
    let (made, open) = (moves(&known, Fate::Made), moves(&known, Fate::Open));
    Some(Seen { made, open, parts: parts(&known, &taken) })
}

/// The moves that a problem forces, up to where they contradict each other.
pub(crate) fn forced(problem: &Problem) -> Vec<[Square; 2]> {
    let Some(list) = MoveList::new(problem) else { return Vec::new() };
    let mut known = Known::new(problem, &list);
    // A contradiction ends it, and what was made until then is made.
    let _ = known.take_in().and_then(|()| known.settle());
    moves(&known, Fate::Made)
}

fn moves(known: &Known<'_>, fate: Fate) -> Vec<[Square; 2]> {
    let list = known.list();
    let of_fate = (0..list.moves() as u32).filter(|&by| known.fate(by) == fate);
    of_fate.map(|by| list.pair(by).map(|square| list.square(square))).collect()
}

fn parts(known: &Known<'_>, taken: &[u32]) -> Vec<Part> {
    let list = known.list();
    // Two colours of each part, as its moves change between them.
    let mut colours: Vec<Option<bool>> = vec![None; list.len() as usize];
    let mut is_taken = vec![false; list.len() as usize];
    for &square in taken {
        is_taken[square as usize] = true;
    }
    let mut parts = Vec::new();
    for first in 0..list.len() {
        if is_taken[first as usize] || colours[first as usize].is_some() {
            continue;
        }
        colours[first as usize] = Some(false);
        let (mut squares, mut alternates, mut at) = (vec![first], true, 0);
        while let Some(&square) = squares.get(at) {
            at += 1;
            let colour = colours[square as usize];
            let near = list.near(square).iter();
            for near in near.filter(|near| known.fate(near.by) != Fate::Out) {
                let there = &mut colours[near.to as usize];
                if is_taken[near.to as usize] {
                    continue;
                }
                if there.is_none() {
                    *there = colour.map(|colour| !colour);
                    squares.push(near.to);
                }
                alternates &= *there != colour;
            }
        }
        squares.sort_unstable();
        parts.push(part(list, &squares, |square| {
            alternates && colours[square as usize] == Some(true)
        }));
    }
    parts
}

fn part(list: &MoveList, squares: &[u32], is_second: impl Fn(u32) -> bool) -> Part {
    let named = |squares: Vec<u32>| squares.into_iter().map(|at| list.square(at)).collect();
    let (first, second): (Vec<u32>, Vec<u32>) =
        squares.iter().copied().partition(|&square| !is_second(square));
    match (first.len(), second.len()) {
        (a, b) if a == b => Part { squares: named(squares.to_vec()), fewer: Vec::new() },
        (a, b) if a > b => Part { squares: named(first), fewer: named(second) },
        _ => Part { squares: named(second), fewer: named(first) },
    }
}
