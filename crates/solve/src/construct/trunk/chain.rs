//! A path through a chain of blocks, each beside the next.

use std::collections::HashMap;

use caracole_core::StopCause;

use crate::{Random, Run};

use super::super::bands::Block;
use super::super::fill::{Filled, fill};
use super::super::sides::Sides;

type Place = (u32, u32);

/// Blocks that are walked one after the other, from a place in the first to one in the last.
pub(super) struct Chain {
    board: Sides,
    blocks: Vec<Block>,
    ends: [Place; 2],
    /// Paths through blocks by sides and ends. Long trunks repeat themselves.
    known: HashMap<(Sides, [u8; 2]), Option<Vec<u8>>>,
}

/// What was tried in one block: where the path enters, and the moves out that are left to try.
struct Tries {
    entry: Place,
    moves_out: Vec<(Place, Place)>,
    path: Vec<u8>,
}

/// Where so many blocks before one that cannot be walked were walked in all ways, the fault lies in
/// how the board was cut.
const MOST_BACK: usize = 2;

/// Fill searches number squares in eight bits.
const MOST_SQUARES: u64 = 255;

impl Chain {
    pub(super) fn new(board: Sides, blocks: Vec<Block>, ends: [Place; 2]) -> Self {
        Self { board, blocks, ends, known: HashMap::new() }
    }

    /// The places of a path through all blocks, found with about `effort` steps in each.
    ///
    /// In each block the first move out to the next block is taken for which a path is found; if
    /// there is none, the block before tries its next one.
    pub(super) fn walk(
        mut self,
        effort: u64,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Option<impl Iterator<Item = Place>>, StopCause> {
        if self.blocks.iter().any(|block| block.sides.area() > MOST_SQUARES) {
            return Ok(None);
        }
        let mut chain = vec![self.enter(0, self.ends[0])];
        let mut farthest = 0;
        while let Some(tries) = chain.last_mut() {
            run.look()?;
            let Some((tail, head)) = tries.moves_out.pop() else {
                chain.pop();
                if chain.len() + MOST_BACK < farthest {
                    return Ok(None);
                }
                continue;
            };
            let entry = tries.entry;
            let Some(path) = self.path(chain.len() - 1, [entry, tail], effort, random) else {
                continue;
            };
            if let Some(tries) = chain.last_mut() {
                tries.path = path;
            }
            if chain.len() == self.blocks.len() {
                let walked = chain.into_iter().zip(self.blocks);
                return Ok(Some(walked.flat_map(|(tries, block)| {
                    tries.path.into_iter().map(move |square| block.outside(square))
                })));
            }
            chain.push(self.enter(chain.len(), head));
            farthest = farthest.max(chain.len());
        }
        Ok(None)
    }

    /// The moves by which the path can leave a block, the first to try last. In the last block it
    /// stays at the end.
    fn enter(&self, at: usize, entry: Place) -> Tries {
        let block = self.blocks[at];
        let moves_out = if let Some(&next) = self.blocks.get(at + 1) {
            let moves = (0..block.sides.area() as u32).flat_map(|square| {
                let tail = block.outside(square as u8);
                let heads = self.board.moves(self.board.at(tail.0, tail.1));
                heads.map(move |head| (tail, self.board.place(head)))
            });
            let legal = |&(tail, head): &(Place, Place)| {
                next.contains(head) && head != self.ends[1] && self.may_end(block, entry, tail)
            };
            moves.filter(legal).collect()
        } else {
            vec![(self.ends[1], self.ends[1])]
        };
        Tries { entry, moves_out, path: Vec::new() }
    }

    /// Do the colours allow a path through the block between these places?
    fn may_end(&self, block: Block, entry: Place, tail: Place) -> bool {
        let colour = |(file, rank): Place| self.board.colour(self.board.at(file, rank));
        let changes = block.sides.area().is_multiple_of(2);
        entry != tail && (colour(entry) != colour(tail)) == changes
    }

    fn path(
        &mut self,
        at: usize,
        ends: [Place; 2],
        effort: u64,
        random: &mut Random,
    ) -> Option<Vec<u8>> {
        let block = self.blocks[at];
        let ends = ends.map(|place| block.inside(place));
        let search = || match fill(block.sides, None, ends, effort, random) {
            Filled::Path(path) => Some(path),
            Filled::Never | Filled::GaveUp => None,
        };
        self.known.entry((block.sides, ends)).or_insert_with(search).clone()
    }
}
