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
mod stem;
mod trunk;
mod zones;

use std::cmp::Ordering;

use caracole_core::{Board, File, Formula, Place, Rank};

use super::sides::Sides;
pub(super) use build::closed;
use chain::{Chain, Visit};
use cut::{Band, Cut, USUAL};
use frame::Frame;
use order::{Order, Spot};
use stem::{Edge, Hook, Stem, Step};
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

/// Where on the closed round the tour begins, and in which direction it goes. An open tour begins
/// at one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    shift: u64,
    is_backward: bool,
}

/// Some steps in one block that follow each other in the order of the block, or against it.
#[derive(Clone, Copy)]
struct Stretch<'a> {
    order: &'a Order,
    at: u64,
    count: u64,
    is_backward: bool,
    frame: Frame,
    /// If it is in a tooth: of which blocks this is, and which of them it is.
    tooth: Option<(Chain, u64)>,
}

/// Where a square stands in the comb.
enum Seat<'a> {
    /// In a block of the trunk.
    Trunk(&'a Section, u64, Spot),
    /// In a tooth of the trunk: section, copy, edge, block.
    Tooth(&'a Section, u64, Edge, u64, Spot),
    /// In a stage: section, edge, number of the stage.
    Stage(&'a Section, Edge, u64, (Band, Spot)),
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

    /// Where a place stands.
    fn seat(&self, (file, rank): (u32, u32)) -> Seat<'_> {
        let ((column, right), (row, up)) = (self.cuts[0].find(file), self.cuts[1].find(rank));
        let trunk = &self.trunk;
        let sections = &trunk.sections;
        let (at, copy, up) = match row {
            Band::Middle => (0, 0, up),
            Band::Before(stage) => {
                return Seat::Stage(&sections[0], Edge::Down, stage.into(), (column, (right, up)));
            }
            Band::After(row) if row < trunk.rise => (trunk.rising, row, up),
            Band::After(row) if row < trunk.rise + trunk.crown_bands => {
                (trunk.crown, 0, up + (row - trunk.rise) * USUAL)
            }
            Band::After(row) => {
                let stage = row - trunk.rise - trunk.crown_bands;
                let crown = &sections[trunk.crown];
                return Seat::Stage(crown, Edge::Up, stage.into(), (column, (right, up)));
            }
        };
        let (section, copy) = (&sections[at], u64::from(copy));
        match column {
            Band::Middle => Seat::Trunk(section, copy, (right, up)),
            Band::Before(block) => {
                Seat::Tooth(section, copy, Edge::Left, block.into(), (right, up))
            }
            Band::After(block) if at != trunk.crown => {
                Seat::Tooth(section, copy, Edge::Right, block.into(), (right, up))
            }
            Band::After(block) if block < trunk.reach => {
                Seat::Trunk(&sections[trunk.reaching], block.into(), (right, up))
            }
            Band::After(block) if block < trunk.reach + trunk.tip_bands => {
                let right = right + (block - trunk.reach) * USUAL;
                Seat::Trunk(&sections[trunk.tip], 0, (right, up))
            }
            Band::After(block) => {
                let block = block - trunk.reach - trunk.tip_bands;
                Seat::Tooth(&sections[trunk.tip], 0, Edge::Right, block.into(), (right, up))
            }
        }
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

    /// How many steps are walked before a place, before the tour is turned.
    fn offset(&self, place: (u32, u32)) -> u64 {
        match self.seat(place) {
            Seat::Trunk(section, copy, spot) => {
                section.begin + copy * section.stem.len() + section.stem.offset(spot)
            }
            Seat::Tooth(section, copy, edge, block, spot) => {
                let stem = &section.stem;
                section.begin + copy * stem.len() + self.in_tooth(stem, edge, block, spot)
            }
            Seat::Stage(section, edge, number, (column, spot)) => {
                let Some((hook, stage)) = section.stem.hook(edge).zip(self.stage(edge)) else {
                    return 0;
                };
                let at = self.in_stage(hook, stage, column, spot);
                section.begin + hook.offset(hook.chain.offset(number, at))
            }
        }
    }

    fn in_tooth(&self, stem: &Stem, edge: Edge, block: u64, (right, up): Spot) -> u64 {
        let Some((hook, order)) = stem.hook(edge).zip(self.teeth_of(stem)) else { return 0 };
        let up = if hook.is_flipped { order.sides().ranks - 1 - up } else { up };
        hook.offset(hook.chain.offset(block, order.find((right, up))))
    }

    fn in_stage(&self, hook: &Hook, stage: &Stem, column: Band, (right, up): Spot) -> u64 {
        let files = stage.order().sides().files;
        match column {
            Band::Middle if hook.is_flipped => stage.offset((files - 1 - right, up)),
            Band::Middle => stage.offset((right, up)),
            Band::Before(block) => {
                let edge = if hook.is_flipped { Edge::Right } else { Edge::Left };
                self.in_tooth(stage, edge, block.into(), (right, up))
            }
            Band::After(block) => {
                let edge = if hook.is_flipped { Edge::Left } else { Edge::Right };
                self.in_tooth(stage, edge, block.into(), (right, up))
            }
        }
    }

    /// What is walked at an offset, before the tour is turned.
    #[inline]
    fn find(&self, offset: u64) -> Option<Stretch<'_>> {
        let section = self.trunk.sections.iter().rev().find(|section| section.begin <= offset)?;
        let mut offset = offset - section.begin;
        let mut stem = &section.stem;
        let mut copy = 0;
        if offset >= stem.len() {
            (copy, offset) = ((offset / stem.len()) as u32, offset % stem.len());
        }
        let origin = (
            section.origin.0 + copy * section.stride.0,
            section.origin.1 + copy * section.stride.1,
        );
        let mut frame = Frame::new(origin, self.sides(), self.mirrors);
        let mut is_backward = self.turn.is_backward;
        loop {
            let sides = stem.order().sides();
            match stem.find(offset) {
                Step::Own(at) => {
                    let (order, tooth) = (stem.order(), None);
                    let count = chosen(stem.stretch(at), is_backward);
                    return Some(Stretch { order, at, count, is_backward, frame, tooth });
                }
                Step::Hung(hook, within) => {
                    let (block, at) = hook.chain.find(within);
                    is_backward ^= !hook.is_forward;
                    frame = frame.hung(hook, block, sides);
                    if matches!(hook.edge, Edge::Left | Edge::Right) {
                        let order = self.teeth_of(stem)?;
                        let count = chosen(hook.chain.stretch(at), is_backward);
                        let tooth = Some((hook.chain, block));
                        return Some(Stretch { order, at, count, is_backward, frame, tooth });
                    }
                    stem = self.stage(hook.edge)?;
                    offset = at;
                }
            }
        }
    }

    /// The step, counted from 1, at an offset.
    #[inline]
    const fn turned(&self, offset: u64) -> u64 {
        let len = self.len();
        let Turn { shift, is_backward } = self.turn;
        let (late, early) = if is_backward { (shift, offset) } else { (offset, shift) };
        1 + if late >= early { late - early } else { len - (early - late) }
    }

    /// The offset of a step.
    #[inline]
    const fn unturned(&self, step: u64) -> u64 {
        let len = self.len();
        let Turn { shift, is_backward } = self.turn;
        let by = step - 1;
        if is_backward {
            if shift >= by { shift - by } else { len - (by - shift) }
        } else {
            let left = len - shift;
            if by < left { shift + by } else { by - left }
        }
    }
}

/// Up to a step or from it on.
const fn chosen((up_to, from): (u64, u64), is_backward: bool) -> u64 {
    if is_backward { up_to } else { from }
}

impl Stretch<'_> {
    /// What comes after the stretch, if that is in the same tooth.
    fn next(&self) -> Option<Self> {
        let (chain, block) = self.tooth?;
        let last =
            if self.is_backward { self.at + 1 - self.count } else { self.at + self.count - 1 };
        let Visit { block: next, at } = chain.after(block, last, self.is_backward)?;
        let frame = match next.cmp(&block) {
            Ordering::Greater => self.frame.outward(),
            Ordering::Less => self.frame.inward(),
            Ordering::Equal => self.frame,
        };
        let count = chosen(chain.stretch(at), self.is_backward);
        Some(Self { at, count, frame, tooth: Some((chain, next)), ..*self })
    }

    fn place(&self, ahead: u64) -> Place {
        let at = if self.is_backward { self.at - ahead } else { self.at + ahead };
        let (right, up) = self.order.spots()[at as usize];
        let (file, rank) = self.frame.place(right.into(), up.into());
        Place::flat(File::new(file), Rank::new(rank))
    }

    /// The places of the stretch from its first on, as many as there is room for; how many.
    #[inline]
    fn copy_to(&self, places: &mut [Place]) -> usize {
        let count = places.len().min(self.count as usize);
        let at = self.at as usize;
        let place = |&(right, up): &(u8, u8)| {
            let (file, rank) = self.frame.place(right.into(), up.into());
            Place::flat(File::new(file), Rank::new(rank))
        };
        let spots = self.order.spots();
        let room = places[..count].iter_mut();
        if self.is_backward {
            let spots = &spots[at + 1 - count..=at];
            room.zip(spots.iter().rev()).for_each(|(room, spot)| *room = place(spot));
        } else {
            let spots = &spots[at..at + count];
            room.zip(spots).for_each(|(room, spot)| *room = place(spot));
        }
        count
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
