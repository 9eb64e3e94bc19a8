//! Moves that the ends force on the squares around them.

use std::collections::HashMap;

use crate::Square;

use super::near::Around;
use super::{Wrong, all_different};

/// Is a move made, or out? Moves of which neither is known are not in it.
type Fates = HashMap<(Square, Square), bool>;

/// The forced path joins both ends and leaves squares out.
pub(super) fn path(around: &Around<'_>, path: &[Square]) -> Result<(), Wrong> {
    let ends = ends(around)?;
    let [first, last] = [path.first(), path.last()].map(Option::<&Square>::copied);
    let joins = [[first, last], [last, first]].contains(&ends.map(Some));
    if !joins {
        return Err(Wrong::NotAnEnd(first.filter(|end| !ends.contains(end)).unwrap_or(ends[1])));
    }
    leaves_some_out(around, path)?;
    let fates = forced(around, path, ends)?;
    path.windows(2).try_for_each(|pair| is_made(around, &fates, [pair[0], pair[1]]))
}

/// The forced ring leaves squares out, and no path has a ring in it anyway.
pub(super) fn ring(around: &Around<'_>, ring: &[Square]) -> Result<(), Wrong> {
    let ends = ends(around)?;
    leaves_some_out(around, ring)?;
    let fates = forced(around, ring, ends)?;
    let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else {
        return Err(Wrong::NotForced(ends));
    };
    if ring.len() < 3 {
        return Err(Wrong::NotForced([first, last]));
    }
    ring.windows(2).try_for_each(|pair| is_made(around, &fates, [pair[0], pair[1]]))?;
    is_made(around, &fates, [last, first])
}

/// Both ends, which must be given.
fn ends(around: &Around<'_>) -> Result<[Square; 2], Wrong> {
    let problem = around.problem();
    if problem.knights() > 1 {
        return Err(Wrong::SeveralKnights);
    }
    match [problem.start(), problem.end()] {
        [Some(start), Some(end)] if start != end => Ok([start, end]),
        [Some(end), _] | [_, Some(end)] => Err(Wrong::NotAnEnd(end)),
        [None, None] => Err(Wrong::NotAnEnd(Square::from_index(0))),
    }
}

fn leaves_some_out(around: &Around<'_>, squares: &[Square]) -> Result<(), Wrong> {
    all_different(squares)?;
    squares.iter().try_for_each(|&square| around.place(square).map(drop))?;
    if squares.len() as u64 >= around.problem().board().len() {
        return Err(Wrong::WholeBoard);
    }
    Ok(())
}

fn is_made(around: &Around<'_>, fates: &Fates, pair: [Square; 2]) -> Result<(), Wrong> {
    if !around.is_move(pair)? {
        return Err(Wrong::MoveApart(pair, false));
    }
    if fates.get(&key(pair)) == Some(&true) { Ok(()) } else { Err(Wrong::NotForced(pair)) }
}

fn key([a, b]: [Square; 2]) -> (Square, Square) {
    (a.min(b), a.max(b))
}

/// What follows for these squares from what they need: an end one move, the others two. The move
/// home of a closed tour is not counted.
fn forced(around: &Around<'_>, squares: &[Square], ends: [Square; 2]) -> Result<Fates, Wrong> {
    let mut fates = Fates::new();
    let onward: HashMap<Square, Vec<Square>> = squares
        .iter()
        .map(|&square| Ok((square, around.onward(square)?)))
        .collect::<Result<_, Wrong>>()?;
    let mut waiting = squares.to_vec();
    while let Some(square) = waiting.pop() {
        let Some(near) = onward.get(&square) else {
            continue;
        };
        let need = if ends.contains(&square) { 1 } else { 2 };
        let fate = |to: &Square| fates.get(&key([square, *to]));
        let made = near.iter().filter(|to| fate(to) == Some(&true)).count();
        let open: Vec<Square> = near.iter().copied().filter(|to| fate(to).is_none()).collect();
        let is_made = match made {
            _ if made == need => false,
            _ if made + open.len() == need => true,
            _ => continue,
        };
        for to in open {
            fates.insert(key([square, to]), is_made);
            waiting.push(to);
        }
    }
    Ok(fates)
}
