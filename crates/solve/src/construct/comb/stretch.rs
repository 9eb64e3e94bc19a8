//! From a step to its place: steps that follow each other in one block.

use std::cmp::Ordering;

use caracole_core::{File, Place, Rank};

use super::Comb;
use super::chain::{Chain, Visit};
use super::frame::Frame;
use super::order::Order;
use super::stem::{Edge, Step};

/// Some steps in one block that follow each other in the order of the block, or against it.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'a> {
    order: &'a Order,
    at: u64,
    count: u64,
    is_backward: bool,
    frame: Frame,
    /// If it is in a tooth: of which blocks this is, and which of them it is.
    tooth: Option<(Chain, u64)>,
}

impl Comb {
    /// What is walked at an offset, before the tour is turned.
    #[inline]
    pub(super) fn find(&self, offset: u64) -> Option<Stretch<'_>> {
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
}

/// Up to a step or from it on.
const fn chosen((up_to, from): (u64, u64), is_backward: bool) -> u64 {
    if is_backward { up_to } else { from }
}

impl Stretch<'_> {
    /// What comes after the stretch, if that is in the same tooth.
    pub(super) fn next(&self) -> Option<Self> {
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

    pub(super) fn place(&self, ahead: u64) -> Place {
        let at = if self.is_backward { self.at - ahead } else { self.at + ahead };
        let (right, up) = self.order.spots()[at as usize];
        let (file, rank) = self.frame.place(right.into(), up.into());
        Place::flat(File::new(file), Rank::new(rank))
    }

    /// The places of the stretch from its first on, as many as there is room for; how many.
    #[inline]
    pub(super) fn copy_to(&self, places: &mut [Place]) -> usize {
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
