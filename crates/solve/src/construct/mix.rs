//! Mixed tours: random switches of moves that are near each other on the tour.

mod window;

use std::num::NonZeroUsize;
use std::thread;

use caracole_runtime::parallel;
use caracole_verify::StopCause;

use crate::{Random, Run};

use super::sides::Sides;
use crate::links::Links;
use window::{MoveDirections, SIDE, Window};

/// The number of passes over the board. Each has other windows, so that the borders of windows are not visible.
const PASSES: u64 = 4;

/// The number of sweeps over a window in each pass.
const SWEEPS: u32 = 2;

/// Mixes a tour of a board with less than 2^32 squares: replaces most of its moves. A closed tour stays closed,
/// and an open one keeps its ends.
///
/// The board is cut into windows. In each window random short segments of the tour are reversed or moved, as
/// `window` describes. The result is one tour, whatever the tour is outside the window; so windows are
/// independent, and threads share them.
///
/// Takes time linear in the squares, and a byte for each beside the links. The result depends on the seed, and
/// not on the number of threads.
pub(super) fn mix(
    sides: Sides,
    links: &mut Links,
    seed: u64,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    // A byte for each square.
    let _memory = run.reserve(sides.area())?;
    let mut directions = MoveDirections::of(sides, links);
    mix_on_threads(&mut directions, seed, run.threads(), run)?;
    directions.write(links);
    Ok(())
}

/// Mixes a tour on a number of threads.
fn mix_on_threads(
    directions: &mut MoveDirections,
    seed: u64,
    threads: NonZeroUsize,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    /// The minimum number of squares for which another thread saves time.
    const SQUARES_PER_THREAD: usize = 1 << 15;
    /// The number of squares between two checks of the limits, which are mixed in a fraction of a second.
    const SQUARES_BETWEEN_CHECKS: usize = 1 << 20;
    let sides = directions.sides();
    let mut mixed = 0;
    for pass in 0..PASSES {
        let mut random = Random::numbered(seed, "mix passes", pass);
        let [files, ranks] = [sides.files, sides.ranks].map(|side| cuts(side, &mut random));
        let bands: Vec<(usize, &mut [u8])> = directions.bands(&ranks).enumerate().collect();
        let columns = files.len();
        let mix_band = |(row, band): (usize, &mut [u8])| {
            for (column, &[from, to]) in files.iter().enumerate() {
                let number = (row * columns + column) as u64 * PASSES + pass;
                let mut random = Random::numbered(seed, "mix windows", number);
                let mut window = Window::new();
                window.load(band, sides.files as usize, from..to);
                (0..SWEEPS).for_each(|_| window.sweep(&mut random));
                window.store(band, sides.files as usize, from..to);
            }
        };
        let mut bands = bands.into_iter().peekable();
        while bands.peek().is_some() {
            run.check_limits()?;
            let mut squares = 0;
            let batch: Vec<_> = std::iter::from_fn(|| {
                let next = bands.next_if(|_| squares < SQUARES_BETWEEN_CHECKS)?;
                squares += next.1.len();
                Some(next)
            })
            .collect();
            let threads = threads.get().min(squares.div_ceil(SQUARES_PER_THREAD));
            share(batch, threads, &mix_band);
            mixed += squares as u64;
            run.report_progress(mixed / PASSES, sides.area());
        }
    }
    Ok(())
}

/// Works on all items of a list, on several threads.
fn share<T: Send>(mut list: Vec<T>, threads: usize, work: &(impl Fn(T) + Sync)) {
    if threads <= 1 {
        return list.into_iter().for_each(work);
    }
    thread::scope(|scope| {
        let each = list.len().div_ceil(threads);
        while list.len() > each {
            let part = list.split_off(list.len() - each);
            parallel::spawn(scope, move || part.into_iter().for_each(work));
        }
        list.into_iter().for_each(work);
    });
}

/// Cuts a side into the sides of windows, of which the first has a random length.
fn cuts(side: u32, random: &mut Random) -> Vec<[usize; 2]> {
    let (side, first) = (side as usize, 1 + random.below(SIDE as u64) as usize);
    let starts = std::iter::once(0).chain((first..side).step_by(SIDE));
    let ends = (first..side).step_by(SIDE).chain([side]);
    starts.zip(ends).map(|(from, to)| [from, to]).collect()
}

#[cfg(test)]
mod tests;
