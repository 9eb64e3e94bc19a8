//! A leaner implementation of Warnsdorff's rule.
//!
//! Like the plain one it has a margin and incremental degrees, but one byte per square (a visited square has a
//! degree that is never the lowest), and one loop that updates the degrees and finds the lowest.

use super::plain::MARGIN;

/// Higher than any degree, also after eight decrements.
const CLOSED: u8 = 100;
/// The lowest degree of a visited square.
const LEAST_CLOSED: u8 = CLOSED - 8;

/// Returns the indices of the squares in the order of the walk.
pub(crate) fn walk(files: usize, ranks: usize, start: usize, offsets: &[(i64, i64)]) -> Vec<u32> {
    let width = files + 2 * MARGIN;
    let mut degrees = vec![CLOSED; width * (ranks + 2 * MARGIN)];
    let degree = |file: usize, rank: usize| {
        let (file, rank) = (file as i64, rank as i64);
        let inside = offsets.iter().filter(|&&(x, y)| {
            (0..files as i64).contains(&(file + x)) && (0..ranks as i64).contains(&(rank + y))
        });
        inside.count() as u8
    };
    for rank in 0..ranks {
        let first = (rank + MARGIN) * width + MARGIN;
        degrees[first..first + files].fill(8);
        let is_outer = rank < MARGIN || rank + MARGIN >= ranks;
        let left = if is_outer { files } else { files.min(MARGIN) };
        for file in (0..left).chain(files.saturating_sub(MARGIN)..files) {
            degrees[first + file] = degree(file, rank);
        }
    }
    let deltas: [isize; 8] =
        std::array::from_fn(|at| (offsets[at].1 * width as i64 + offsets[at].0) as isize);

    let (mut file, mut rank) = ((start % files) as i64, (start / files) as i64);
    let mut place = (start / files + MARGIN) * width + MARGIN + start % files;
    let mut path = Vec::with_capacity(files * ranks);
    loop {
        path.push((rank * files as i64 + file) as u32);
        degrees[place] = CLOSED;
        let mut best = None;
        let (mut fewest, mut farthest) = (LEAST_CLOSED, 0);
        for (at, delta) in deltas.into_iter().enumerate() {
            let neighbour = place.wrapping_add_signed(delta);
            let degree = degrees[neighbour].wrapping_sub(1);
            degrees[neighbour] = degree;
            if degree > fewest || degree >= LEAST_CLOSED {
                continue;
            }
            let x = 2 * (file + offsets[at].0) - (files as i64 - 1);
            let y = 2 * (rank + offsets[at].1) - (ranks as i64 - 1);
            let distance = x * x + y * y;
            if degree < fewest || distance > farthest {
                (best, fewest, farthest) = (Some(at), degree, distance);
            }
        }
        let Some(best) = best else {
            return path;
        };
        place = place.wrapping_add_signed(deltas[best]);
        file += offsets[best].0;
        rank += offsets[best].1;
    }
}
