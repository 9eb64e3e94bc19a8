//! Where forced moves contradict each other, for those who put it in words.

use crate::{Problem, Square};

use super::known::{Fate, Known};
use super::list::MoveList;

/// What is wrong with the moves that a board forces.
pub(crate) enum Clash {
    /// A square with more moves and ends than two: the squares that they lead to, and its ends.
    Crowded { square: Square, to: Vec<Square>, ends: u32 },
    /// A square with fewer than two.
    Starving(Square),
    /// Moves that close a ring which leaves out the rest.
    Ring(Vec<Square>),
    /// Moves that lead from one end to another, and leave out the rest.
    Path(Vec<Square>),
    /// More ends of a colour than there are.
    Ends { squares: Vec<Square>, most: u64 },
}

/// Follows what the problem forces, and says where it ends. `None` if there is nothing to see at a
/// glance.
pub(crate) fn clash(problem: &Problem) -> Option<Clash> {
    let list = MoveList::new(problem)?;
    let mut known = Known::new(problem, &list);
    let held = known.take_in().and_then(|()| known.settle());
    held.is_err().then(|| see(&known)).flatten()
}

fn see(known: &Known<'_>) -> Option<Clash> {
    let list = known.list();
    let name = |numbers: Vec<u32>| numbers.into_iter().map(|at| list.square(at)).collect();
    let made = |square: u32| -> Vec<u32> {
        let near = list.near(square).iter();
        near.filter(|near| known.fate(near.by) == Fate::Made).map(|near| near.to).collect()
    };
    let squares = || 0..list.len();
    let crowded = |&square: &u32| made(square).len() as u32 + known.ends_of(square).0 > 2;
    if let Some(square) = squares().find(crowded) {
        let ends = known.ends_of(square).0;
        return Some(Clash::Crowded { square: list.square(square), to: name(made(square)), ends });
    }
    let not_out = |square: u32| {
        list.near(square).iter().filter(|near| known.fate(near.by) != Fate::Out).count() as u32
    };
    let starving = squares().find(|&square| not_out(square) + known.ends_of(square).1 < 2);
    if let Some(square) = starving {
        // A move that would close a ring is out; where nothing else is left, it is the ring.
        let line = walk(square, &made, &mut vec![false; list.len() as usize]);
        let closes = line.last().is_some_and(|&end| list.between(square, end).is_some());
        return Some(if line.len() > 2 && closes {
            Clash::Ring(name(line))
        } else {
            Clash::Starving(list.square(square))
        });
    }
    let ended: Vec<u32> = squares().filter(|&square| known.ends_of(square).0 > 0).collect();
    for colour in 0..2 {
        let of_colour = ended.iter().copied().filter(|&square| known.colour(square) == colour);
        let of_colour: Vec<u32> = of_colour.collect();
        let most = known.all_ends(colour).max(0) as u64;
        if of_colour.len() as u64 > most {
            return Some(Clash::Ends { squares: name(of_colour), most });
        }
    }
    line(known, &ended, made).map(|(is_ring, line)| {
        if is_ring { Clash::Ring(name(line)) } else { Clash::Path(name(line)) }
    })
}

/// The squares along the moves that are made, from one of them.
fn walk(begin: u32, made: &impl Fn(u32) -> Vec<u32>, is_seen: &mut [bool]) -> Vec<u32> {
    let mut line = vec![begin];
    is_seen[begin as usize] = true;
    let mut at = begin;
    while let Some(next) = made(at).into_iter().find(|&next| !is_seen[next as usize]) {
        is_seen[next as usize] = true;
        line.push(next);
        at = next;
    }
    line
}

/// A ring of moves, or a path from one end to another, that leaves out the rest.
fn line(
    known: &Known<'_>,
    ended: &[u32],
    made: impl Fn(u32) -> Vec<u32>,
) -> Option<(bool, Vec<u32>)> {
    let all = known.list().len();
    let mut is_seen = vec![false; all as usize];
    // Paths from their ends first; what is left then are rings, and lines that go on.
    for begin in ended.iter().copied().chain(0..all) {
        if is_seen[begin as usize] {
            continue;
        }
        let line = walk(begin, &made, &mut is_seen);
        let at = line[line.len() - 1];
        let is_short = line.len() < all as usize;
        let is_path = at != begin && ended.contains(&begin) && ended.contains(&at);
        let is_ring = line.len() > 2 && made(at).contains(&begin);
        if is_short && (is_path || is_ring) {
            return Some((is_ring, line));
        }
    }
    None
}
