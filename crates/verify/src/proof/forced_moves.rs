//! Moves that are forced near the ends.

use std::collections::HashMap;

use caracole_core::Square;

use super::local_moves::LocalMoves;
use super::{ProofErrorKind, all_different};

/// True for included moves, false for excluded ones. Open moves are not in the map.
type MoveStatuses = HashMap<(Square, Square), bool>;

/// The forced path joins both ends and does not visit all squares.
pub(super) fn path(local: &LocalMoves<'_>, path: &[Square]) -> Result<(), ProofErrorKind> {
    let ends = ends(local)?;
    let [first, last] = [path.first(), path.last()].map(Option::<&Square>::copied);
    let joins = [[first, last], [last, first]].contains(&ends.map(Some));
    if !joins {
        return Err(ProofErrorKind::NotAnEnd(
            first.filter(|end| !ends.contains(end)).unwrap_or(ends[1]),
        ));
    }
    leaves_some_out(local, path)?;
    let statuses = forced(local, path, ends)?;
    path.windows(2).try_for_each(|pair| is_included(local, &statuses, [pair[0], pair[1]]))
}

/// The forced cycle does not visit all squares, and a path contains no cycle.
pub(super) fn cycle(local: &LocalMoves<'_>, ring: &[Square]) -> Result<(), ProofErrorKind> {
    let ends = ends(local)?;
    leaves_some_out(local, ring)?;
    let statuses = forced(local, ring, ends)?;
    let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else {
        return Err(ProofErrorKind::NotForced(ends));
    };
    if ring.len() < 3 {
        return Err(ProofErrorKind::NotForced([first, last]));
    }
    ring.windows(2).try_for_each(|pair| is_included(local, &statuses, [pair[0], pair[1]]))?;
    is_included(local, &statuses, [last, first])
}

/// Returns both ends, which must be given.
fn ends(local: &LocalMoves<'_>) -> Result<[Square; 2], ProofErrorKind> {
    let problem = local.problem();
    if problem.knights() > 1 {
        return Err(ProofErrorKind::SeveralKnights);
    }
    match [problem.start_square(), problem.end_square()] {
        [Some(start), Some(end)] if start != end => Ok([start, end]),
        [Some(end), _] | [_, Some(end)] => Err(ProofErrorKind::NotAnEnd(end)),
        [None, None] => Err(ProofErrorKind::NotAnEnd(Square::from_index(0))),
    }
}

fn leaves_some_out(local: &LocalMoves<'_>, squares: &[Square]) -> Result<(), ProofErrorKind> {
    all_different(squares)?;
    squares.iter().try_for_each(|&square| local.place(square).map(drop))?;
    if squares.len() as u64 >= local.problem().board().len() {
        return Err(ProofErrorKind::WholeBoard);
    }
    Ok(())
}

fn is_included(
    local: &LocalMoves<'_>,
    statuses: &MoveStatuses,
    pair: [Square; 2],
) -> Result<(), ProofErrorKind> {
    if !local.is_move(pair)? {
        return Err(ProofErrorKind::MoveApart(pair, false));
    }
    if statuses.get(&key(pair)) == Some(&true) {
        Ok(())
    } else {
        Err(ProofErrorKind::NotForced(pair))
    }
}

fn key([a, b]: [Square; 2]) -> (Square, Square) {
    (a.min(b), a.max(b))
}

/// Propagates the degrees of these squares: one for an end, two for the others. The closing move of a closed tour is not
/// counted.
fn forced(
    local: &LocalMoves<'_>,
    squares: &[Square],
    ends: [Square; 2],
) -> Result<MoveStatuses, ProofErrorKind> {
    let mut statuses = MoveStatuses::new();
    let onward: HashMap<Square, Vec<Square>> = squares
        .iter()
        .map(|&square| Ok((square, local.onward(square)?)))
        .collect::<Result<_, ProofErrorKind>>()?;
    let mut queue = squares.to_vec();
    while let Some(square) = queue.pop() {
        let Some(near) = onward.get(&square) else {
            continue;
        };
        let need = if ends.contains(&square) { 1 } else { 2 };
        let status = |to: &Square| statuses.get(&key([square, *to]));
        let included = near.iter().filter(|to| status(to) == Some(&true)).count();
        let open: Vec<Square> = near.iter().copied().filter(|to| status(to).is_none()).collect();
        let is_included = match included {
            _ if included == need => false,
            _ if included + open.len() == need => true,
            _ => continue,
        };
        for to in open {
            statuses.insert(key([square, to]), is_included);
            queue.push(to);
        }
    }
    Ok(statuses)
}
