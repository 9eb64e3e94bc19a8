//! The paths through the blocks of the trunk.

use std::borrow::Cow;

use caracole_core::{Board, StopCause};

use crate::{Random, Run};

use super::super::fill::{Filled, fill};
use super::super::sides::{LEAPS, Sides};
use super::Comb;
use super::build::{Layout, Place};
use super::cut::{Band, Cut};
use super::order::{Order, Spot};
use super::stem::Stem;

/// How many steps a search in one block may take, in one round after the other.
const EFFORTS: [u64; 3] = [3_000, 30_000, 300_000];
/// After so many searches in vain another way to cut the board has its turn.
const MOST_SEARCHES: u32 = 200;

/// An open tour from a place of a board with sides of at least 5, whose colours allow it. Both
/// ends lie in one block. If it shall stay open the ends are not a move apart.
pub(in super::super) fn open(
    board: &Board,
    start: Spot,
    stays_open: bool,
    run: &mut Run<'_>,
) -> Result<Option<Comb>, StopCause> {
    let sides = Sides::of(board);
    let mut random = Random::new(run.get_seed(), "construct");
    for effort in EFFORTS {
        for cuts in cuts_around(sides, start) {
            let layout = Layout::of_cuts(cuts);
            let Some(place) = layout.trunk().pop() else { continue };
            let from = inside(&place, start);
            for to in partners(place.sides, from, stays_open) {
                run.look()?;
                if let Some(stem) = stem(&layout, &place, [from, to], effort, &mut random) {
                    return Ok(layout.comb(board, vec![stem], vec![place]));
                }
            }
        }
    }
    Ok(None)
}

/// A tour between two places of a board with sides of at least 5, whose colours allow it.
///
/// With sides of at least 6 there always is such a tour. With a side of 5 a few pairs have none,
/// and blocks can lie so that theirs is missed; then the blocks of the ends are made wider. Where
/// `None` is the answer nothing is proved.
pub(in super::super) fn between(
    board: &Board,
    ends: [Spot; 2],
    run: &mut Run<'_>,
) -> Result<Option<Comb>, StopCause> {
    let sides = Sides::of(board);
    let mut random = Random::new(run.get_seed(), "construct");
    for effort in EFFORTS {
        for layout in layouts(sides, ends) {
            let mut search = Search { layout: &layout, effort, random: &mut random, searches: 0 };
            let ends = ends.map(|(file, rank)| seen(sides, layout.mirrors, (file, rank)));
            if let Some(stems) = search.walk(ends, run)? {
                let places = layout.trunk();
                return Ok(layout.comb(board, stems, places));
            }
        }
    }
    Ok(None)
}

fn seen(board: Sides, mirrors: [bool; 2], (file, rank): Spot) -> Spot {
    let turn = |at: u32, side: u32, is_turned: bool| if is_turned { side - 1 - at } else { at };
    (turn(file, board.files, mirrors[0]), turn(rank, board.ranks, mirrors[1]))
}

const fn inside(place: &Place, (file, rank): Spot) -> Spot {
    (file - place.origin.0, rank - place.origin.1)
}

/// The ways to cut a board around a place. Where a side is 5 the other may be cut wider.
fn cuts_around(board: Sides, (file, rank): Spot) -> Vec<[Cut; 2]> {
    let cuts = [Cut::new(board.files, file), Cut::new(board.ranks, rank)];
    let wider = |cut: Cut| [cut.widened_before(), cut.widened_after()].into_iter().flatten();
    let mut all = vec![cuts];
    if board.ranks == 5 {
        all.extend(wider(cuts[0]).map(|files| [files, cuts[1]]));
    } else if board.files == 5 {
        all.extend(wider(cuts[1]).map(|ranks| [cuts[0], ranks]));
    }
    all
}

/// The ways to cut a board for two ends: from the block of the first the trunk goes up, then right
/// to the second.
fn layouts(board: Sides, ends: [Spot; 2]) -> Vec<Layout> {
    let plain = [ends[0].0, ends[0].1];
    let mirror = |axis: usize, side: u32| {
        let at = |end: Spot| if axis == 0 { end.0 } else { end.1 };
        matches!(Cut::new(side, plain[axis]).find(at(ends[1])).0, Band::Before(_))
    };
    let mirrors = [mirror(0, board.files), mirror(1, board.ranks)];
    let [start, end] = ends.map(|end| seen(board, mirrors, end));
    let away = |cut: Cut, at: u32| match cut.find(at).0 {
        Band::After(band) => Some(band),
        Band::Before(_) | Band::Middle => None,
    };
    let mut all = Vec::new();
    for cuts in cuts_around(board, start) {
        let (right, up) = (away(cuts[0], end.0), away(cuts[1], end.1));
        let layout = Layout {
            mirrors,
            rise: up.unwrap_or(0),
            crown_bands: up.map_or(0, |_| 1),
            reach: right.unwrap_or(0),
            tip_bands: right.map_or(0, |_| 1),
            ..Layout::of_cuts(cuts)
        };
        // The last block of the trunk may be wider too, away from the root.
        let spare = |cut: Cut, at: u32| cut.after() > at + 1;
        if board.ranks == 5 && layout.tip_bands > 0 && spare(cuts[0], layout.reach) {
            all.push(Layout { tip_bands: 2, ..layout.clone() });
        } else if board.files == 5 && layout.crown_bands > 0 && spare(cuts[1], layout.rise) {
            all.push(Layout { crown_bands: 2, ..layout.clone() });
        }
        all.insert(all.len().min(1), layout);
    }
    all
}

/// Some squares of a block that can be the other end of a tour: the corners first, then those
/// near the start.
fn partners(block: Sides, start: Spot, stays_open: bool) -> impl Iterator<Item = Spot> {
    const MOST: usize = 12;
    let near = |(file, rank): &Spot| file.abs_diff(start.0).max(rank.abs_diff(start.1));
    let (right, up) = (block.files - 1, block.ranks - 1);
    let mut corners = [(0, 0), (0, up), (right, 0), (right, up)];
    corners.sort_by_key(near);
    let mut others: Vec<Spot> =
        (0..block.ranks).flat_map(|rank| (0..block.files).map(move |file| (file, rank))).collect();
    others.sort_by_key(near);
    let from = block.at(start.0, start.1);
    let fits = move |&(right, up): &Spot| {
        let to = block.at(right, up);
        to != from
            && block.colours_allow(from, to)
            && !(stays_open && block.are_a_move_apart(from, to))
    };
    corners.into_iter().chain(others).filter(fits).take(MOST)
}

/// A path through a block of the trunk on which all can hang that belongs there. Ends in corners
/// can be in the way; then another path may do.
fn stem(
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
struct Search<'a> {
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

impl Search<'_> {
    /// In each block the first move out to the next block is taken for which a path is found; if
    /// there is none, the block before tries its next one.
    fn walk(
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
