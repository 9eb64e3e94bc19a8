//! Tours between two given squares of large boards.

mod chain;

use caracole_core::StopCause;

use crate::{Random, Run};

use super::bands::{Bands, Block, Widen};
use super::blocks::closed_block;
use super::comb::around;
use super::links::Links;
use super::sides::Sides;
use chain::Chain;

/// A tour between two squares of a board with sides of at least 5, whose colours allow it.
///
/// The board is cut into blocks. A chain of blocks, the trunk, leads from the block of the start
/// to the block of the end, first along the ranks, then along the files, and is walked block by
/// block. Every other block gets a closed tour, which is joined to what stands already.
///
/// With sides of at least 6 there always is such a tour. With a side of 5 a few pairs have none,
/// and blocks can lie so that theirs is missed; then the bands of the ends are made wider. Where
/// `None` is the answer nothing is proved.
pub(super) fn trunk(
    sides: Sides,
    ends: [u32; 2],
    run: &mut Run<'_>,
) -> Result<Option<Links>, StopCause> {
    run.reserve(Links::bytes(sides.area()))?;
    let mut random = Random::new(run.get_seed(), "construct");
    for effort in [3_000, 30_000, 300_000] {
        for widen_start in [Widen::No, Widen::Down, Widen::Up] {
            for widen_end in [Widen::No, Widen::Down, Widen::Up] {
                run.look()?;
                let layout = Layout::new(sides, ends, [widen_start, widen_end]);
                if let Some(links) = layout.tour(effort, &mut random, run)? {
                    return Ok(Some(links));
                }
            }
        }
    }
    Ok(None)
}

/// How a board is cut into blocks for two ends.
struct Layout {
    sides: Sides,
    files: Bands,
    ranks: Bands,
    /// The places of the ends, the start first, and their blocks: column and row.
    ends: [(u32, u32); 2],
    blocks: [(usize, usize); 2],
}

impl Layout {
    fn new(sides: Sides, ends: [u32; 2], widen: [Widen; 2]) -> Self {
        let ends = ends.map(|end| sides.place(end));
        // An odd block, of which there is at most one, holds the start.
        let mut files = Bands::new(sides.files, ends[0].0);
        let mut ranks = Bands::new(sides.ranks, ends[0].1);
        for ((file, rank), widen) in ends.into_iter().zip(widen) {
            files = files.widened(file, widen);
            ranks = ranks.widened(rank, widen);
        }
        let blocks = ends.map(|(file, rank)| (files.band_of(file), ranks.band_of(rank)));
        Self { sides, files, ranks, ends, blocks }
    }

    fn block(&self, (column, row): (usize, usize)) -> Block {
        Block::new(self.files.band(column), self.ranks.band(row))
    }

    const fn at(&self, (file, rank): (u32, u32)) -> u32 {
        self.sides.at(file, rank)
    }

    fn tour(
        &self,
        effort: u64,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Option<Links>, StopCause> {
        let blocks: Vec<Block> = self.trunk().map(|at| self.block(at)).collect();
        let Some(paths) = Chain::new(self.sides, blocks, self.ends).walk(effort, random, run)?
        else {
            return Ok(None);
        };
        let mut links = Links::new(self.sides.area());
        links.join_all(paths.map(|place| self.at(place)));
        for at in self.others() {
            run.look()?;
            if !self.hang(self.block(at), &mut links) {
                return Ok(None);
            }
        }
        Ok(Some(links))
    }

    /// The blocks of the trunk, from the start to the end.
    fn trunk(&self) -> impl Iterator<Item = (usize, usize)> {
        let [(from, row), (to, last_row)] = self.blocks;
        let along = between(from, to).map(move |column| (column, row));
        along.chain(between(row, last_row).skip(1).map(move |row| (to, row)))
    }

    /// The blocks beside the trunk, in such an order that each has an earlier neighbour.
    fn others(&self) -> impl Iterator<Item = (usize, usize)> {
        let [(from, row), (to, last_row)] = self.blocks;
        let columns = self.files.len();
        let along = (0..from.min(to)).rev().chain(from.max(to) + 1..columns);
        let across = (0..row).rev().chain(row + 1..self.ranks.len());
        let in_trunk = row.min(last_row)..=row.max(last_row);
        along.map(move |column| (column, row)).chain(across.flat_map(move |row| {
            let in_trunk = in_trunk.contains(&row);
            (0..columns).filter(move |&column| !(in_trunk && column == to)).map(move |c| (c, row))
        }))
    }

    /// Gives a block its closed tour and joins it to what stands beside it.
    fn hang(&self, block: Block, links: &mut Links) -> bool {
        let Some(tour) = closed_block(block.sides) else {
            return false;
        };
        let outside = |square: u8| self.at(block.outside(square));
        links.join_all(around(tour).map(outside));
        let sides = self.sides;
        for &square in tour {
            let inner = outside(square);
            for outer in sides.moves(inner).filter(|&to| !block.contains(sides.place(to))) {
                for next_outer in links.of(outer) {
                    let found =
                        links.of(inner).find(|&next| sides.are_a_move_apart(next, next_outer));
                    if let Some(next_inner) = found {
                        links.swap([outer, next_outer], [inner, next_inner]);
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The numbers from one to another, both with it, up or down.
fn between(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let step = move |at: usize| if from < to { from + at } else { from - at };
    (0..=from.abs_diff(to)).map(step)
}
