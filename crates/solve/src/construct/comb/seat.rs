//! From a place to its step: where a square stands in the comb.

use super::cut::{Band, USUAL};
use super::order::Spot;
use super::stem::{Edge, Hook, Stem};
use super::{Comb, Section};

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

    /// How many steps are walked before a place, before the tour is turned.
    pub(super) fn offset(&self, place: (u32, u32)) -> u64 {
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
}
