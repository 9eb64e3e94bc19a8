//! Tours of large boards as a formula: blocks that are attached to each other in the shape of a comb.
//!
//! The board is cut into blocks. The *trunk*, one block or several, contains the ends of the tour. *Stages*
//! are stacked above and below it, and *teeth* extend from all of them to the left and to the right. A block is
//! attached to another one by an exchange of two moves: one move at a corner of the other block is replaced by
//! the path through the whole attached block and everything attached to it. All blocks of a tooth are equal, and
//! so are all stages, so a step is found by division. A small table of zones stores the steps of squares.

mod block;
mod blocks;
mod layout;
mod lookup;
mod trunk;

use caracole_core::{Board, Coord, File, Formula, Rank};

use super::rotation::Rotation;
use super::sides::Sides;
use block::{BlockPath, CompositePath, Edge};
use layout::Cut;
pub(super) use layout::closed;
use lookup::{Spans, Zones};
pub(super) use trunk::{between, open};

/// A tour of a board with sides of at least 5.
#[derive(Clone, Debug)]
pub(super) struct Comb {
    board: Board,
    /// The cuts of files and ranks, and whether they are mirrored first, so that the trunk between given ends
    /// goes up and then right.
    cuts: [Cut; 2],
    mirrors: [bool; 2],
    /// The blocks from the start of the tour to its end.
    trunk: Trunk,
    /// The stages below and above the trunk.
    below: Option<CompositePath>,
    above: Option<CompositePath>,
    /// The teeth of the middle band of ranks and of all other bands.
    teeth: Teeth,
    /// The table of the offsets of squares.
    zones: Zones,
    rotation: Rotation,
}

/// The paths through the blocks of teeth, in the middle band of ranks and in all other bands.
#[derive(Clone, Copy, Debug, Default)]
struct Teeth {
    middle: Option<&'static BlockPath>,
    usual: Option<&'static BlockPath>,
}

/// The blocks from the start of the tour to its end: the *root* with the start, a number of blocks above it,
/// the *crown*, in which the trunk turns right, a number of blocks to the right, and the *tip* with the end.
/// Only the root always exists.
#[derive(Clone, Debug)]
struct Trunk {
    /// The sections in the order of the tour.
    sections: Vec<Section>,
    /// The number of blocks between root and crown, and of bands of the crown. Without bands the root is the
    /// crown.
    rise: u32,
    crown_bands: u32,
    /// The number of blocks between crown and tip, and of bands of the tip.
    reach: u32,
    tip_bands: u32,
    /// The indices of these sections.
    rising: usize,
    crown: usize,
    reaching: usize,
    tip: usize,
}

/// A block of the trunk with its attachments, or several equal ones.
#[derive(Clone, Debug)]
struct Section {
    path: CompositePath,
    /// The number of steps before it.
    begin: u64,
    /// The first square of the first block, and the offset to the next block.
    origin: (u32, u32),
    stride: (u32, u32),
}

impl Comb {
    const fn sides(&self) -> Sides {
        Sides::of(&self.board)
    }

    const fn len(&self) -> u64 {
        self.sides().area()
    }

    fn stage(&self, edge: Edge) -> Option<&CompositePath> {
        if edge == Edge::Down { self.below.as_ref() } else { self.above.as_ref() }
    }

    fn teeth_of(&self, path: &CompositePath) -> Option<&'static BlockPath> {
        let is_middle = path.order().sides().ranks == self.cuts[1].middle();
        if is_middle { self.teeth.middle } else { self.teeth.usual }
    }

    /// Returns the comb with its table of zones.
    #[must_use]
    fn with_table(self) -> Self {
        let Trunk { rise, crown_bands, reach, tip_bands, .. } = self.trunk;
        let columns = Spans::new(self.cuts[0], [reach, tip_bands], self.mirrors[0]);
        let rows = Spans::new(self.cuts[1], [rise, crown_bands], self.mirrors[1]);
        let zones = Zones::new(columns, rows, |file, rank| {
            self.offset(self.sides().mirrored(self.mirrors, (file, rank)))
        });
        Self { zones, ..self }
    }

    /// Returns the step, counted from 1, at an offset.
    #[inline]
    const fn step_at(&self, offset: u64) -> u64 {
        self.rotation.step(offset, self.len())
    }

    /// Returns the offset of a step.
    #[inline]
    const fn offset_of(&self, step: u64) -> u64 {
        self.rotation.offset(step, self.len())
    }
}

impl Formula for Comb {
    fn board(&self) -> &Board {
        &self.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        let found = self.find(self.offset_of(step));
        found.map_or(Coord::flat(File::new(0), Rank::new(0)), |segment| segment.place(0))
    }

    #[inline]
    fn step_of(&self, place: Coord) -> u64 {
        self.step_at(self.zones.offset(place.file.index(), place.rank.index()))
    }

    fn walk(&self, mut step: u64, mut places: &mut [Coord]) {
        let mut known = None;
        while !places.is_empty() {
            let Some(segment) = known.or_else(|| self.find(self.offset_of(step))) else { return };
            let count = segment.copy_to(places);
            places = &mut places[count..];
            step += count as u64;
            known = segment.next();
        }
    }

    fn steps_of(&self, places: &[Coord], steps: &mut [u64]) {
        self.zones.offsets(places, |at, offset| steps[at] = self.step_at(offset));
    }

    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        self.number(rank.index(), file.index(), steps);
    }

    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        self.number(rank.index(), file.index(), steps);
    }
}

#[cfg(test)]
mod tests;
