//! A straightforward fast implementation of Warnsdorff's rule.
//!
//! A margin of two squares around the board makes checks of its edge unnecessary. One array contains the step
//! of every square, another its degree, which every visit updates. Distances are computed for ties only.

use caracole_core::Path;

/// A knight jumps at most two squares, so a margin of two makes checks of the edge unnecessary.
pub(crate) const MARGIN: usize = 2;

const UNVISITED: u32 = 0;
const OUTSIDE: u32 = u32::MAX;

/// Returns the step of every square from 1, including the margin; 0 for unvisited squares.
pub(crate) fn walk(files: usize, ranks: usize, start: usize, offsets: &[(i64, i64)]) -> Vec<u32> {
    let width = files + 2 * MARGIN;
    let mut steps = vec![OUTSIDE; width * (ranks + 2 * MARGIN)];
    let mut degrees = vec![0_u8; steps.len()];
    for rank in 0..ranks {
        let first = (rank + MARGIN) * width + MARGIN;
        steps[first..first + files].fill(UNVISITED);
    }
    let deltas: [isize; 8] =
        std::array::from_fn(|at| (offsets[at].1 * width as i64 + offsets[at].0) as isize);
    for rank in 0..ranks {
        let first = (rank + MARGIN) * width + MARGIN;
        degrees[first..first + files].fill(8);
        // Squares near the edge have fewer neighbours.
        let is_outer = rank < MARGIN || rank + MARGIN >= ranks;
        let left = if is_outer { files } else { files.min(MARGIN) };
        for file in (0..left).chain(files.saturating_sub(MARGIN)..files) {
            degrees[first + file] = degree(&steps, first + file, &deltas);
        }
    }

    let (mut file, mut rank) = ((start % files) as i64, (start / files) as i64);
    let mut place = (start / files + MARGIN) * width + MARGIN + start % files;
    let mut step = 1;
    loop {
        steps[place] = step;
        for delta in deltas {
            let neighbour = place.wrapping_add_signed(delta);
            degrees[neighbour] = degrees[neighbour].wrapping_sub(1);
        }
        let mut best = None;
        let (mut fewest, mut farthest) = (u8::MAX, 0);
        for (at, delta) in deltas.into_iter().enumerate() {
            let neighbour = place.wrapping_add_signed(delta);
            if steps[neighbour] != UNVISITED || degrees[neighbour] > fewest {
                continue;
            }
            let x = 2 * (file + offsets[at].0) - (files as i64 - 1);
            let y = 2 * (rank + offsets[at].1) - (ranks as i64 - 1);
            let distance = x * x + y * y;
            if degrees[neighbour] < fewest || distance > farthest {
                (best, fewest, farthest) = (Some(at), degrees[neighbour], distance);
            }
        }
        let Some(best) = best else {
            return steps;
        };
        place = place.wrapping_add_signed(deltas[best]);
        file += offsets[best].0;
        rank += offsets[best].1;
        step += 1;
    }
}

fn degree(steps: &[u32], place: usize, deltas: &[isize; 8]) -> u8 {
    let neighbours = deltas.iter().map(|&delta| steps[place.wrapping_add_signed(delta)]);
    neighbours.filter(|&step| step == UNVISITED).count() as u8
}

/// Returns true if the steps are those of a path over the whole board.
pub(crate) fn agrees(steps: &[u32], files: usize, path: &Path) -> bool {
    path.iter().zip(1..).all(|(square, step)| {
        let (rank, file) = (square.index() as usize / files, square.index() as usize % files);
        steps[(rank + MARGIN) * (files + 2 * MARGIN) + MARGIN + file] == step
    })
}
