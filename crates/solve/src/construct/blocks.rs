//! The closed tours of the small blocks that large boards are made of.

use std::sync::OnceLock;

use crate::Random;

use super::fill::{Filled, fill};
use super::sides::Sides;

/// The sides of the blocks.
pub(super) const SMALLEST: u32 = 5;
pub(super) const LARGEST: u32 = 11;

const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;

/// A place in a block, or beside it: file and rank.
type Place = (u32, u32);

/// Every tour of the table has the two moves from `HUB`, to `BELOW` and to `BESIDE`: there a
/// block is joined to the one on its left and to the one before it.
pub(super) const HUB: Place = (1, 1);
pub(super) const BELOW: Place = (0, 3);
pub(super) const BESIDE: Place = (3, 0);

/// A closed tour of a block with sides 5 to 11 and an even number of squares.
///
/// The tours are searched when they are first asked for, always with the same chance, and kept.
/// Taking out `HUB` leaves a path from `BELOW` to `BESIDE`, so a search for paths is enough.
pub(super) fn closed_block(sides: Sides) -> Option<&'static [u8]> {
    static TOURS: [[OnceLock<Option<Vec<u8>>>; SIZES]; SIZES] =
        [const { [const { OnceLock::new() }; SIZES] }; SIZES];
    let row = TOURS.get(sides.ranks.checked_sub(SMALLEST)? as usize)?;
    let tour = row.get(sides.files.checked_sub(SMALLEST)? as usize)?;
    tour.get_or_init(|| search(sides)).as_deref()
}

fn search(sides: Sides) -> Option<Vec<u8>> {
    const EFFORT: u64 = 10_000_000;
    if !sides.area().is_multiple_of(2) {
        return None;
    }
    let [hub, below, beside] = [HUB, BELOW, BESIDE].map(|(file, rank)| sides.at(file, rank) as u8);
    let mut random = Random::new(0, &format!("block {}x{}", sides.files, sides.ranks));
    match fill(sides, Some(hub), [below, beside], EFFORT, &mut random) {
        Filled::Path(mut tour) => {
            tour.push(hub);
            Some(tour)
        }
        Filled::Never | Filled::GaveUp => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_thirty_three_blocks_have_their_tour() {
        let mut blocks = 0;
        for files in SMALLEST..=LARGEST {
            for ranks in SMALLEST..=LARGEST {
                let sides = Sides { files, ranks };
                let Some(tour) = closed_block(sides) else {
                    assert!(files % 2 == 1 && ranks % 2 == 1, "{sides:?}");
                    continue;
                };
                blocks += 1;
                let mut sorted = tour.to_vec();
                sorted.sort_unstable();
                assert!(sorted.into_iter().map(u32::from).eq(0..files * ranks), "{sides:?}");
                let next = tour.iter().cycle().skip(1);
                for (&from, &to) in tour.iter().zip(next) {
                    assert!(sides.are_a_move_apart(from.into(), to.into()), "{sides:?}");
                }
                let [hub, below, beside] =
                    [HUB, BELOW, BESIDE].map(|(file, rank)| sides.at(file, rank));
                let around = [tour[tour.len() - 2], tour[tour.len() - 1], tour[0]];
                assert_eq!(around.map(u32::from), [beside, hub, below]);
            }
        }
        assert_eq!(blocks, 33);
    }
}
