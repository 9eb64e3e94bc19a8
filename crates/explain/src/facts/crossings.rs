//! Crossings of the moves of a tour.

use caracole_core::{Offset, Surface};
use caracole_verify::Adjacency;

use super::Departures;

/// The longest moves whose crossings are counted.
const LONGEST_JUMP: i64 = 8;

/// A square, as seen from the one where a move begins, and the moves from there that cross it.
struct Nearby {
    files: i64,
    ranks: i64,
    /// One bit per direction.
    crossing: u64,
}

/// The number of pairs of moves that cross; `None` where it is not counted.
///
/// Each move is known by the square that it leaves, so it is enough to look, from each square, at
/// the squares nearby whose move may cross. Of two moves, the one that leaves the lower square
/// looks at the other.
pub(super) fn count(adjacency: &Adjacency, departures: &Departures) -> Option<u64> {
    let nearby = nearby(adjacency)?;
    let board = adjacency.board();
    let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
    let departures = departures.as_slice();
    let mut crossings = 0;
    for (row, rank) in departures.chunks_exact(board.files() as usize).zip(0..) {
        for (&direction, file) in row.iter().zip(0..) {
            // At holes and at the end of an open tour there is no move.
            let Some(nearby) = nearby.get(usize::from(direction)) else { continue };
            for other in nearby {
                let (file, rank) = (file + other.files, rank + other.ranks);
                if (0..files).contains(&file) && rank < ranks {
                    let direction = departures[(rank * files + file) as usize];
                    crossings += other.crossing.checked_shr(direction.into()).unwrap_or(0) & 1;
                }
            }
        }
    }
    Some(crossings)
}

/// For each direction, the squares above and to the right with moves that cross it.
fn nearby(adjacency: &Adjacency) -> Option<Vec<Vec<Nearby>>> {
    let (board, offsets) = (adjacency.board(), adjacency.offsets());
    let flat = board.surface() == Surface::Flat && !board.is_box();
    let reach = offsets.iter().flat_map(|offset| [offset.files, offset.ranks]).max()?;
    if !flat || reach > LONGEST_JUMP || offsets.len() > u64::BITS as usize {
        return None;
    }
    let above =
        (0..2 * reach).flat_map(|ranks| (-2 * reach..2 * reach).map(move |files| (files, ranks)));
    // A move to the left of one on the same rank is the one that looks.
    let seen: Vec<_> = above.filter(|&(files, ranks)| ranks > 0 || files > 0).collect();
    let of = |&first: &Offset| -> Vec<Nearby> {
        let nearby = seen.iter().map(|&(files, ranks)| {
            let crosses = |second: Offset| u64::from(cross(first, (files, ranks), second));
            let bits = offsets.iter().zip(0..).map(|(&second, at)| crosses(second) << at);
            Nearby { files, ranks, crossing: bits.sum() }
        });
        nearby.filter(|nearby| nearby.crossing != 0).collect()
    };
    Some(offsets.iter().map(of).collect())
}

/// Returns true if two moves cross, the first from the origin and the second from `(files, ranks)`.
const fn cross(first: Offset, (files, ranks): (i64, i64), second: Offset) -> bool {
    // On which side of a move, seen from its start, a point lies.
    const fn side(along: Offset, files: i64, ranks: i64) -> i64 {
        (along.files * ranks - along.ranks * files).signum()
    }
    let (end_files, end_ranks) = (files + second.files, ranks + second.ranks);
    side(first, files, ranks) * side(first, end_files, end_ranks) < 0
        && side(second, -files, -ranks) * side(second, first.files - files, first.ranks - ranks) < 0
}
