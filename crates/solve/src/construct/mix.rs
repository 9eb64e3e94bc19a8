//! Tours that do not look built: random switches of moves, near each other on the tour.

mod switches;
mod ways;
mod window;

use std::num::NonZeroUsize;
use std::thread;

use caracole_core::{StopCause, parallel};

use crate::{Random, Run};

use super::links::Links;
use super::sides::Sides;
use ways::Ways;
use window::{SIDE, Window};

/// How often the board is gone over, each time through windows that are cut in other places, so
/// that no seam stays.
const PASSES: u64 = 4;

/// How often a window is gone over in a pass.
const SWEEPS: u32 = 2;

/// Mixes a tour of a board with less than 2^32 squares. It stays one tour, closed if it was
/// closed, with the same ends if it was open, and most of its moves become others.
///
/// The board is cut into windows, and in each window pieces of the tour that lie on few squares
/// are reversed, or taken out here and put in there, as chance will have it; `switches` says how.
/// Each of these leaves one tour whatever the rest of it looks like, so windows know nothing of
/// each other, and threads share them.
///
/// Takes time in proportion to the squares, and a byte for each beside the links. The same seed
/// gives the same tour, however many threads there are.
pub(super) fn mix(
    sides: Sides,
    links: &mut Links,
    seed: u64,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    // A byte for each square.
    let _memory = run.reserve(sides.area())?;
    let mut ways = Ways::of(sides, links);
    mix_ways(&mut ways, seed, parallel::cores(), run)?;
    ways.write(links);
    Ok(())
}

/// Mixes a tour on some threads.
fn mix_ways(
    ways: &mut Ways,
    seed: u64,
    threads: NonZeroUsize,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    /// Below this a thread costs more than it saves.
    const WORTH_A_THREAD: usize = 1 << 15;
    /// So many squares are mixed in a fraction of a second. Then the clock is looked at.
    const UNTIL_LOOK: usize = 1 << 20;
    let sides = ways.sides();
    let mut mixed = 0;
    for pass in 0..PASSES {
        let mut random = Random::numbered(seed, "mix passes", pass);
        let [files, ranks] = [sides.files, sides.ranks].map(|side| cuts(side, &mut random));
        let bands: Vec<(usize, &mut [u8])> = ways.bands(&ranks).enumerate().collect();
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
            run.look()?;
            let mut squares = 0;
            let batch: Vec<_> = std::iter::from_fn(|| {
                let next = bands.next_if(|_| squares < UNTIL_LOOK)?;
                squares += next.1.len();
                Some(next)
            })
            .collect();
            let threads = threads.get().min(squares.div_ceil(WORTH_A_THREAD));
            share(batch, threads, &mix_band);
            mixed += squares as u64;
            run.tell(mixed / PASSES, sides.area());
        }
    }
    Ok(())
}

/// Does the work on all of a list, on some threads.
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

/// Cuts a side into stretches of a window's side, the first of them shorter by chance.
fn cuts(side: u32, random: &mut Random) -> Vec<[usize; 2]> {
    let (side, first) = (side as usize, 1 + random.below(SIDE as u64) as usize);
    let starts = std::iter::once(0).chain((first..side).step_by(SIDE));
    let ends = (first..side).step_by(SIDE).chain([side]);
    starts.zip(ends).map(|(from, to)| [from, to]).collect()
}

#[cfg(test)]
mod tests;
