//! Closed tours of large boards: block tours joined in the shape of a comb.

use caracole_core::StopCause;

use crate::Run;

use super::bands::{Bands, Block};
use super::blocks::{BELOW, BESIDE, HUB, closed_block};
use super::links::Links;
use super::sides::Sides;

/// A closed tour of a board with sides of at least 5 and an even number of squares.
///
/// The board is cut into blocks, each block gets its closed tour, and each block is joined to the
/// one on its left, or, in the first file of blocks, to the one before it. Every join makes one
/// closed tour of two. It needs two moves of the earlier block at a corner, which are there
/// because a corner has no other moves, and one of the two moves at the hub of the later block.
pub(super) fn comb(sides: Sides, run: &mut Run<'_>) -> Result<Option<Links>, StopCause> {
    run.reserve(Links::bytes(sides.area()))?;
    let mut links = Links::new(sides.area());
    let files = Bands::new(sides.files, sides.files - 1);
    let ranks = Bands::new(sides.ranks, sides.ranks - 1);
    for row in 0..ranks.len() {
        for column in 0..files.len() {
            run.look()?;
            let block = Block::new(files.band(column), ranks.band(row));
            let Some(tour) = closed_block(block.sides) else {
                return Ok(None);
            };
            links.join_all(around(tour).map(|square| at(sides, block.outside(square))));
            let (file, rank) = (block.file, block.rank);
            let inside = |(right, up): (u32, u32)| at(sides, (file + right, rank + up));
            if column > 0 {
                let corner = [(file - 1, rank), (file - 2, rank + 2)];
                links.swap(corner.map(|place| at(sides, place)), [HUB, BELOW].map(inside));
            } else if row > 0 {
                let corner = [(0, rank - 1), (2, rank - 2)];
                links.swap(corner.map(|place| at(sides, place)), [HUB, BESIDE].map(inside));
            }
        }
    }
    Ok(Some(links))
}

/// The squares of a closed tour, the first once more at the end.
pub(super) fn around(tour: &[u8]) -> impl Iterator<Item = u8> + '_ {
    tour.iter().chain(tour.first()).copied()
}

const fn at(sides: Sides, (file, rank): (u32, u32)) -> u32 {
    sides.at(file, rank)
}
