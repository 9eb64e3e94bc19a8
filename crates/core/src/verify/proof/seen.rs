//! How far the forced moves lead, for those who show a proof on the board.

use crate::{Problem, Square};

use super::known::{Fate, Known};
use super::list::MoveList;
use super::{all_different, number_all};

/// A board that falls apart.
pub(crate) struct Apart {
    /// The moves that are forced.
    pub(crate) made: Vec<[Square; 2]>,
    /// What is joined by moves, without the squares that are taken out.
    pub(crate) parts: Vec<Part>,
}

/// Squares that moves join.
pub(crate) struct Part {
    /// The squares. Where every move changes colour, those of the colour with more of them.
    pub(crate) squares: Vec<Square>,
    /// The others.
    pub(crate) fewer: Vec<Square>,
}

/// The parts of a board without some squares, after each of these sets has taken all moves that are left
/// for it. `None` where the forced moves contradict each other before, and for boards that are too large.
///
/// The bare board is shown if it is enough: nobody needs to follow forced moves then.
pub(crate) fn apart(problem: &Problem, tight: &[&[Square]], taken: &[Square]) -> Option<Apart> {
    let list = MoveList::new(problem)?;
    all_different(taken).ok()?;
    let taken = number_all(&list, taken)?;
    let known = follow(problem, &list, tight, |known| known.count_parts(&taken).is_too_many)?;
    let mut parts = Vec::new();
    known.for_each_part(&taken, |part, members, colours| {
        let mut members = members.to_vec();
        members.sort_unstable();
        let of_colour = |colour| {
            let of_colour = members.iter().filter(|&&at| colours[at as usize] == colour);
            of_colour.map(|&at| list.square(at)).collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(of_colour);
        parts.push(match first.len().cmp(&second.len()) {
            _ if part.uneven == 0 => {
                let squares = members.iter().map(|&at| list.square(at)).collect();
                Part { squares, fewer: Vec::new() }
            }
            std::cmp::Ordering::Less => Part { squares: second, fewer: first },
            _ => Part { squares: first, fewer: second },
        });
    });
    Some(Apart { made: moves(&known, |fate| fate == Fate::Made), parts })
}

/// The moves that are left for some squares, likewise.
pub(crate) fn left_for(
    problem: &Problem,
    tight: &[&[Square]],
    squares: &[Square],
) -> Option<Vec<[Square; 2]>> {
    let list = MoveList::new(problem)?;
    all_different(squares).ok()?;
    let needy = number_all(&list, squares)?;
    let known = follow(problem, &list, tight, |known| {
        let balance = known.balance(&needy);
        balance.supply < balance.need
    })?;
    let mut is_needy = vec![false; list.len() as usize];
    for square in needy {
        is_needy[square as usize] = true;
    }
    let is_theirs = |square: &Square| list.number(*square).is_some_and(|at| is_needy[at as usize]);
    let mut left = moves(&known, |fate| fate != Fate::Out);
    left.retain(|pair| pair.iter().any(is_theirs));
    Some(left)
}

/// Follows what is forced and what tight sets take, unless the bare board is enough.
fn follow<'a>(
    problem: &'a Problem,
    list: &'a MoveList,
    tight: &[&[Square]],
    is_enough: impl Fn(&mut Known<'a>) -> bool,
) -> Option<Known<'a>> {
    let mut known = Known::new(problem, list);
    known.take_in().ok()?;
    if tight.is_empty() && is_enough(&mut known) {
        return Some(known);
    }
    known.settle().ok()?;
    for set in tight {
        all_different(set).ok()?;
        let set = number_all(list, set)?;
        let balance = known.balance(&set);
        if balance.supply != balance.need {
            return None;
        }
        known.tighten(&set, &balance).and_then(|()| known.settle()).ok()?;
    }
    Some(known)
}

/// The moves that a problem forces, up to where they contradict each other.
pub(crate) fn forced(problem: &Problem) -> Vec<[Square; 2]> {
    let Some(list) = MoveList::new(problem) else { return Vec::new() };
    let mut known = Known::new(problem, &list);
    // A contradiction ends it, and what was made until then is made.
    let _ = known.take_in().and_then(|()| known.settle());
    moves(&known, |fate| fate == Fate::Made)
}

fn moves(known: &Known<'_>, is_wanted: impl Fn(Fate) -> bool) -> Vec<[Square; 2]> {
    let list = known.list();
    let wanted = (0..list.moves() as u32).filter(|&by| is_wanted(known.fate(by)));
    wanted.map(|by| list.pair(by).map(|square| list.square(square))).collect()
}
