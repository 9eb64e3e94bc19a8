//! Paths through the small blocks of large boards. They are searched once, on first use.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::Random;

use super::super::block_search::{BlockSearch, search_block};
use super::super::sides::Sides;
use super::block::{BlockPath, Chain, CompositePath, Edge, LocalSquare};
use super::layout::BAND;

/// The sides of the blocks.
pub(super) const SMALLEST: u32 = 5;
pub(super) const LARGEST: u32 = 11;

const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;

/// An attached block is walked from `HUB` to a square a move away: to `ASIDE` if it is attached to the right edge
/// of the other, to `BELOW` if to its upper edge.
const HUB: LocalSquare = (1, 1);
const ASIDE: LocalSquare = (0, 3);
const BELOW: LocalSquare = (3, 0);

/// Returns a path through a block of 6 files that is attached to the right edge of the block before it, and to
/// which an equal block can be attached.
pub(super) fn tooth(ranks: u32) -> Option<&'static BlockPath> {
    static TEETH: [OnceLock<Option<BlockPath>>; SIZES] = [const { OnceLock::new() }; SIZES];
    let sides = Sides { files: BAND, ranks };
    let tooth = TEETH.get(ranks.checked_sub(SMALLEST)? as usize)?;
    tooth.get_or_init(|| search(sides, ASIDE, &[Edge::Right])).as_ref()
}

/// Returns a path through a block of 6 ranks that is attached to the upper edge of the block below it, and to
/// which an equal block and teeth on both sides can be attached, all forward.
pub(super) fn stage(files: u32) -> Option<&'static BlockPath> {
    static STAGES: [OnceLock<Option<BlockPath>>; SIZES] = [const { OnceLock::new() }; SIZES];
    let sides = Sides { files, ranks: BAND };
    let stage = STAGES.get(files.checked_sub(SMALLEST)? as usize)?;
    // A board of five files is one block wide, and has no teeth.
    let edges: &[Edge] =
        if files == SMALLEST { &[Edge::Up] } else { &[Edge::Up, Edge::Left, Edge::Right] };
    stage.get_or_init(|| search(sides, BELOW, edges)).as_ref()
}

/// Returns a closed tour of a block with sides 5 to 11 and an even number of squares.
pub(super) fn closed(sides: Sides) -> Option<&'static BlockPath> {
    static TOURS: [[OnceLock<Option<BlockPath>>; SIZES]; SIZES] =
        [const { [const { OnceLock::new() }; SIZES] }; SIZES];
    let row = TOURS.get(sides.ranks.checked_sub(SMALLEST)? as usize)?;
    let tour = row.get(sides.files.checked_sub(SMALLEST)? as usize)?;
    tour.get_or_init(|| search(sides, ASIDE, &[])).as_ref()
}

/// Searches a path from the hub with forward attachments at some edges. The paths are searched on first use,
/// always with the same random seed, and stored.
fn search(sides: Sides, last: LocalSquare, edges: &[Edge]) -> Option<BlockPath> {
    const MAX_STEPS: u64 = 1_000_000;
    const TRIES: u32 = 10_000;
    if !sides.area().is_multiple_of(2) {
        return None;
    }
    let ends = [HUB, last].map(|(right, up)| sides.at(right, up) as u8);
    let mut random = Random::new(0, &format!("block {}x{}", sides.files, sides.ranks));
    (0..TRIES).find_map(|_| {
        let BlockSearch::Path(path) = search_block(sides, ends, MAX_STEPS, &mut random) else {
            return None;
        };
        let order = BlockPath::new(sides, &path);
        let bare = CompositePath::new(Cow::Owned(order.clone()));
        edges
            .iter()
            .try_fold(bare, |path, &edge| path.attach_forward(edge, Chain::NONE))
            .map(|_| order)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(order: &BlockPath, last: LocalSquare) {
        let sides = order.sides();
        let spots: Vec<LocalSquare> =
            order.squares().iter().map(|&(right, up)| (right.into(), up.into())).collect();
        let mut numbers: Vec<u32> = spots.iter().map(|&(right, up)| sides.at(right, up)).collect();
        let next = numbers.iter().cycle().skip(1);
        for (&from, &to) in numbers.iter().zip(next) {
            assert!(sides.are_adjacent(from, to), "{sides:?}");
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
