//! Tours of large boards as a formula: blocks hung on each other in the shape of a comb.
//!
//! The board is cut into blocks. One of them, or a trunk of several, holds the ends of the tour;
//! above and below it stand stages, one on the other, and from all of them teeth reach out to the
//! left and to the right. A block hangs on another by a swap of two moves: where the other makes a
//! move at a corner, the tour now walks through all of the block, and what hangs on it, and comes
//! back. All blocks of a tooth are alike, and so are all stages, so the number of a step is found
//! by counting blocks. For the step of a square this is done beforehand, in a small table of zones.

mod blocks;
mod build;
mod chain;
mod cut;
mod frame;
mod number;
mod order;
mod seat;
mod stem;
mod stretch;
mod trunk;
mod zones;

use caracole_core::{Board, File, Formula, Place, Rank};

use super::sides::Sides;
use super::turn::Turn;
pub(super) use build::closed;
use cut::Cut;
use order::Order;
use stem::{Edge, Stem};
pub(super) use trunk::{between, open};
use zones::{Spans, Zones};

/// A tour of a board with sides of at least 5.
#[derive(Clone, Debug)]
pub(super) struct Comb {
    board: Board,
    /// How files and ranks are cut, and whether they are seen in a mirror first. The ends of a
    /// tour between given squares are turned so that the trunk goes up, then right.
    cuts: [Cut; 2],
    mirrors: [bool; 2],
    /// The blocks that hold the ends and those between them, in the order of the tour.
    trunk: Trunk,
    /// What stands on the lower and the upper side of the trunk.
    below: Option<Stem>,
    above: Option<Stem>,
    /// The teeth of the middle ranks, and of all others.
    teeth: Teeth,
    /// All of the above as a table.
    zones: Zones,
    turn: Turn,
}

/// The path through a block of a tooth, for teeth of the middle ranks and for all others.
#[derive(Clone, Copy, Debug, Default)]
struct Teeth {
    middle: Option<&'static Order>,
    usual: Option<&'static Order>,
}

/// The blocks from the start of the tour to its end: the root, which holds the start, a number of
/// blocks above it, the crown, where the trunk turns, a number of blocks to the right, and the
/// tip, which holds the end. All but the root may be missing.
#[derive(Clone, Debug)]
struct Trunk {
    /// In the order of the tour.
    sections: Vec<Section>,
    /// How many blocks there are between root and crown, and how many bands the crown takes. If
    /// it takes none the root is the crown.
    rise: u32,
    crown_bands: u32,
    /// The same to the right, of crown and tip.
    reach: u32,
    tip_bands: u32,
    /// Which sections these are.
    rising: usize,
    crown: usize,
    reaching: usize,
    tip: usize,
}

/// A block of the trunk with all that hangs on it, or several that are alike.
#[derive(Clone, Debug)]
struct Section {
    stem: Stem,
    /// The steps before it.
    begin: u64,
    /// The first square of the first block, and how far the next is from it.
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

    /// A place of the board as the comb sees it.
    const fn seen(&self, file: u32, rank: u32) -> (u32, u32) {
        let sides = self.sides();
        (
            if self.mirrors[0] { sides.files - 1 - file } else { file },
            if self.mirrors[1] { sides.ranks - 1 - rank } else { rank },
        )
    }

    fn stage(&self, edge: Edge) -> Option<&Stem> {
        if edge == Edge::Down { self.below.as_ref() } else { self.above.as_ref() }
    }

    fn teeth_of(&self, stem: &Stem) -> Option<&'static Order> {
        let is_middle = stem.order().sides().ranks == self.cuts[1].middle();
        if is_middle { self.teeth.middle } else { self.teeth.usual }
    }

    /// With the table of zones, which answers faster.
    #[must_use]
    fn tabled(self) -> Self {
        let Trunk { rise, crown_bands, reach, tip_bands, .. } = self.trunk;
        let columns = Spans::new(self.cuts[0], [reach, tip_bands], self.mirrors[0]);
        let rows = Spans::new(self.cuts[1], [rise, crown_bands], self.mirrors[1]);
        let zones = Zones::new(columns, rows, |file, rank| self.offset(self.seen(file, rank)));
        Self { zones, ..self }
    }

    /// The step, counted from 1, at an offset.
    #[inline]
    const fn turned(&self, offset: u64) -> u64 {
        self.turn.step(offset, self.len())
    }

    /// The offset of a step.
    #[inline]
    const fn unturned(&self, step: u64) -> u64 {
        self.turn.offset(step, self.len())
    }
}

impl Formula for Comb {
    fn board(&self) -> &Board {
        &self.board
    }

    fn place_at(&self, step: u64) -> Place {
        let found = self.find(self.unturned(step));
        found.map_or(Place::flat(File::new(0), Rank::new(0)), |stretch| stretch.place(0))
    }

    #[inline]
    fn step_of(&self, place: Place) -> u64 {
        self.turned(self.zones.offset(place.file.index(), place.rank.index()))
    }

    fn walk(&self, mut step: u64, mut places: &mut [Place]) {
        let mut known = None;
        while !places.is_empty() {
            let Some(stretch) = known.or_else(|| self.find(self.unturned(step))) else { return };
            let count = stretch.copy_to(places);
            places = &mut places[count..];
            step += count as u64;
            known = stretch.next();
        }
    }

    fn steps_of(&self, places: &[Place], steps: &mut [u64]) {
        self.zones.offsets(places, |at, offset| steps[at] = self.turned(offset));
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
