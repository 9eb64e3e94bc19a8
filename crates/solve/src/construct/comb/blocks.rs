//! The paths through the small blocks that large boards are made of.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::Random;

use super::super::fill::{Filled, fill};
use super::super::sides::Sides;
use super::chain::Chain;
use super::cut::USUAL;
use super::order::{Order, Spot};
use super::stem::{Edge, Stem};

/// The sides of the blocks.
pub(super) const SMALLEST: u32 = 5;
pub(super) const LARGEST: u32 = 11;

const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;

/// A block that hangs on another is walked from `HUB` to a square a move away from it: to `ASIDE`
/// if it hangs on the right edge of the other, to `BELOW` if on its upper edge.
const HUB: Spot = (1, 1);
const ASIDE: Spot = (0, 3);
const BELOW: Spot = (3, 0);

/// A path through a block of 6 files that hangs on the right edge of the block before it, and on
/// which its like can hang: it makes the move at its lower right corner, and from the corner.
pub(super) fn tooth(ranks: u32) -> Option<&'static Order> {
    static TEETH: [OnceLock<Option<Order>>; SIZES] = [const { OnceLock::new() }; SIZES];
    let sides = Sides { files: USUAL, ranks };
    let tooth = TEETH.get(ranks.checked_sub(SMALLEST)? as usize)?;
    tooth.get_or_init(|| search(sides, ASIDE, &[Edge::Right])).as_ref()
}

/// A path through a block of 6 ranks that hangs on the upper edge of the block below it, and on
/// which its like can hang and teeth on both sides, all forward.
pub(super) fn stage(files: u32) -> Option<&'static Order> {
    static STAGES: [OnceLock<Option<Order>>; SIZES] = [const { OnceLock::new() }; SIZES];
    let sides = Sides { files, ranks: USUAL };
    let stage = STAGES.get(files.checked_sub(SMALLEST)? as usize)?;
    // A board of five files is one block wide, and has no teeth.
    let edges: &[Edge] =
        if files == SMALLEST { &[Edge::Up] } else { &[Edge::Up, Edge::Left, Edge::Right] };
    stage.get_or_init(|| search(sides, BELOW, edges)).as_ref()
}

/// A closed tour of a block with sides 5 to 11 and an even number of squares.
pub(super) fn closed(sides: Sides) -> Option<&'static Order> {
    static TOURS: [[OnceLock<Option<Order>>; SIZES]; SIZES] =
        [const { [const { OnceLock::new() }; SIZES] }; SIZES];
    let row = TOURS.get(sides.ranks.checked_sub(SMALLEST)? as usize)?;
    let tour = row.get(sides.files.checked_sub(SMALLEST)? as usize)?;
    tour.get_or_init(|| search(sides, ASIDE, &[])).as_ref()
}

/// Searches a path from the hub on which something can hang straight on some edges. The paths are
/// searched when they are first asked for, always with the same chance, and kept.
fn search(sides: Sides, last: Spot, edges: &[Edge]) -> Option<Order> {
    const EFFORT: u64 = 1_000_000;
    const TRIES: u32 = 10_000;
    if !sides.area().is_multiple_of(2) {
        return None;
    }
    let ends = [HUB, last].map(|(right, up)| sides.at(right, up) as u8);
    let mut random = Random::new(0, &format!("block {}x{}", sides.files, sides.ranks));
    (0..TRIES).find_map(|_| {
        let Filled::Path(path) = fill(sides, ends, EFFORT, &mut random) else { return None };
        let order = Order::new(sides, &path);
        let bare = Stem::new(Cow::Owned(order.clone()));
        edges
            .iter()
            .try_fold(bare, |stem, &edge| stem.hang_straight(edge, Chain::NONE))
            .map(|_| order)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: &Order, last: Spot) {
        let sides = order.sides();
        let spots: Vec<Spot> =
            order.spots().iter().map(|&(right, up)| (right.into(), up.into())).collect();
        let mut numbers: Vec<u32> = spots.iter().map(|&(right, up)| sides.at(right, up)).collect();
        let next = numbers.iter().cycle().skip(1);
        for (&from, &to) in numbers.iter().zip(next) {
            assert!(sides.are_a_move_apart(from, to), "{sides:?}");
        }
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..sides.area() as u32), "{sides:?}");
        assert_eq!([spots[0], spots[spots.len() - 1]], [HUB, last]);
    }

    #[test]
    fn all_blocks_have_their_paths() {
        let mut closed_tours = 0;
        for files in SMALLEST..=LARGEST {
            check(stage(files).unwrap_or_else(|| panic!("{files}")), BELOW);
            check(tooth(files).unwrap_or_else(|| panic!("{files}")), ASIDE);
            for ranks in SMALLEST..=LARGEST {
                let sides = Sides { files, ranks };
                match closed(sides) {
                    Some(tour) => {
                        check(tour, ASIDE);
                        closed_tours += 1;
                    }
                    None => assert!(files % 2 == 1 && ranks % 2 == 1, "{sides:?}"),
                }
            }
        }
        assert_eq!(closed_tours, 33);
        assert!(tooth(4).is_none() && tooth(12).is_none() && stage(12).is_none());
    }
}
