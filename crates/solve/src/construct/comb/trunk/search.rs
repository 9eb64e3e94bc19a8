//! The search for paths through blocks, one at a time or one after the other.

use std::borrow::Cow;

use caracole_core::StopCause;

use super::inside;
use crate::construct::comb::build::{Layout, Place};
use crate::construct::comb::order::{Order, Spot};
use crate::construct::comb::stem::Stem;
use crate::construct::fill::{Filled, fill};
use crate::construct::sides::{LEAPS, Sides};
use crate::{Random, Run};

/// After so many searches in vain another way to cut the board has its turn.
const MOST_SEARCHES: u32 = 200;

/// A path through a block of the trunk on which all can hang that belongs there. Ends in corners
/// can be in the way; then another path may do.
pub(super) fn stem(
    layout: &Layout,
    place: &Place,
    ends: [Spot; 2],
    effort: u64,
    random: &mut Random,
) -> Option<Stem> {
    const TRIES: u32 = 16;
    let sides = place.sides;
    let ends = ends.map(|(right, up)| sides.at(right, up) as u8);
    for _ in 0..TRIES {
        let Filled::Path(path) = fill(sides, ends, effort, random) else { return None };
        if let Some(stem) = layout.hang(place, Cow::Owned(Order::new(sides, &path))) {
            return Some(stem);
        }
    }
    None
}

/// A search for paths through all blocks of a trunk.
pub(super) struct Search<'a> {
    layout: &'a Layout,
    effort: u64,
    random: &'a mut Random,
    searches: u32,
}

/// What was tried in one block: where the tour enters, and the moves out that are left to try, as
/// squares of this block and of the next.
struct Tries {
    entry: Spot,
    exits: Vec<(Spot, Spot)>,
    stem: Option<Stem>,
}

impl<'a> Search<'a> {
    pub(super) const fn new(layout: &'a Layout, effort: u64, random: &'a mut Random) -> Self {
        Self { layout, effort, random, searches: 0 }
    }

    /// In each block the first move out to the next block is taken for which a path is found; if
    /// there is none, the block before tries its next one.
    pub(super) fn walk(
        &mut self,
        [start, end]: [Spot; 2],
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<Stem>>, StopCause> {
        let places = self.layout.trunk();
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(None) };
        let end = inside(last, end);
        let mut chain = vec![self.enter(&places, 0, inside(first, start), end)];
        while let Some(tries) = chain.last_mut() {
            run.look()?;
            let entry = tries.entry;
            let Some((exit, next)) = tries.exits.pop() else {
                chain.pop();
                continue;
            };
            self.searches += 1;
            if self.searches > MOST_SEARCHES {
                return Ok(None);
            }
            let at = chain.len() - 1;
            let place = &places[at];
            let stem = stem(self.layout, place, [entry, exit], self.effort, self.random);
            if stem.is_none() {
                continue;
            }
            if let Some(tries) = chain.last_mut() {
                tries.stem = stem;
            }
            if chain.len() == places.len() {
                return Ok(chain.into_iter().map(|tries| tries.stem).collect());
            }
            let tries = self.enter(&places, at + 1, next, end);
            chain.push(tries);
        }
        Ok(None)
    }

    /// The moves by which the tour can leave a block, by chance. In the last block it stays at the
    /// end; where several blocks are alike it enters the next where it entered this one.
    fn enter(&mut self, places: &[Place], at: usize, entry: Spot, end: Spot) -> Tries {
        let place = &places[at];
        let Some(next) = places.get(at + 1) else {
            return Tries { entry, exits: vec![(end, end)], stem: None };
        };
        let sides = place.sides;
        // Where the next block lies, seen from the last of those that are alike.
        let last = |origin: u32, stride: u32| origin + (place.copies - 1) * stride;
        let shift = (
            next.origin.0 - last(place.origin.0, place.stride.0),
            next.origin.1 - last(place.origin.1, place.stride.1),
        );
        let is_last = at + 2 == places.len();
        let is_even = sides.area().is_multiple_of(2);
        let colour = |(right, up): Spot| (right ^ up) & 1;
        let mut exits = Vec::new();
        for exit in (0..sides.ranks).flat_map(|up| (0..sides.files).map(move |right| (right, up))) {
            if exit == entry || (colour(exit) != colour(entry)) != is_even {
                continue;
            }
            for head in heads(exit, shift, next.sides) {
                let is_periodic = place.copies == 1 || head == entry;
                if is_periodic && !(is_last && head == end) {
                    exits.push((exit, head));
                }
            }
        }
        self.random.shuffle(&mut exits);
        Tries { entry, exits, stem: None }
    }
}

/// Where a knight can go from a square of one block in the next, which lies so far right and up.
fn heads(exit: Spot, shift: Spot, next: Sides) -> impl Iterator<Item = Spot> {
    LEAPS.into_iter().filter_map(move |(right, up)| {
        let at = |from: u32, by: i64, shift: u32, side: u32| {
            u32::try_from(i64::from(from) + by - i64::from(shift)).ok().filter(|&at| at < side)
        };
        Some((at(exit.0, right, shift.0, next.files)?, at(exit.1, up, shift.1, next.ranks)?))
    })
}
