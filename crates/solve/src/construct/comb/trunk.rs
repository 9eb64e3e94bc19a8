//! Paths through the blocks of the trunk.

use std::borrow::Cow;

use caracole_core::Board;
use caracole_verify::StopCause;

use crate::{KNIGHT_MOVES, Random, Run};

use super::super::block_search::{BlockSearch, search_block};
use super::super::sides::Sides;
use super::Comb;
use super::block::{BlockPath, CompositePath, LocalSquare};
use super::layout::{Band, Cut, Layout, TrunkBlock};

/// The step limits of the searches in a block, one for each round.
const STEP_LIMITS: [u64; 3] = [3_000, 30_000, 300_000];

/// Builds an open tour from a square of a board with sides of at least 5 whose colours allow it. Both ends are in
/// one block. With `must_be_open` the ends are not a move apart.
pub(in super::super) fn open(
    board: &Board,
    start: LocalSquare,
    must_be_open: bool,
    run: &mut Run<'_>,
) -> Result<Option<Comb>, StopCause> {
    let sides = Sides::of(board);
    let mut random = Random::new(run.seed(), "construct");
    for max_steps in STEP_LIMITS {
        for cuts in cuts_around(sides, start) {
            let layout = Layout::of_cuts(cuts);
            let Some(place) = layout.trunk().pop() else { continue };
            let from = inside(&place, start);
            for to in partners(place.sides, from, must_be_open) {
                run.check_limits()?;
                if let Some(path) =
                    composite_path(&layout, &place, [from, to], max_steps, &mut random)
                {
                    return Ok(layout.comb(board, vec![path], vec![place]));
                }
            }
        }
    }
    Ok(None)
}

/// Builds a tour between two squares of a board with sides of at least 5 whose colours allow it.
///
/// With sides of at least 6 such a tour always exists. With a side of 5 a few pairs have none, and some tours are
/// found only with wider blocks at the ends. `None` is not a proof.
pub(in super::super) fn between(
    board: &Board,
    ends: [LocalSquare; 2],
    run: &mut Run<'_>,
) -> Result<Option<Comb>, StopCause> {
    let sides = Sides::of(board);
    let mut random = Random::new(run.seed(), "construct");
    for max_steps in STEP_LIMITS {
        for layout in layouts(sides, ends) {
            let mut search = Search::new(&layout, max_steps, &mut random);
            let ends = ends.map(|end| sides.mirrored(layout.mirrors, end));
            if let Some(paths) = search.walk(ends, run)? {
                let places = layout.trunk();
                return Ok(layout.comb(board, paths, places));
            }
        }
    }
    Ok(None)
}

const fn inside(place: &TrunkBlock, (file, rank): LocalSquare) -> LocalSquare {
    (file - place.origin.0, rank - place.origin.1)
}

/// Returns the cuts of a board around a square. If a side is 5, the other one may have wider bands.
fn cuts_around(board: Sides, (file, rank): LocalSquare) -> Vec<[Cut; 2]> {
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

/// Returns the layouts of a board for two ends: from the block of the first one, the trunk goes up, then right to
/// the second.
fn layouts(board: Sides, ends: [LocalSquare; 2]) -> Vec<Layout> {
    let plain = [ends[0].0, ends[0].1];
    let mirror = |axis: usize, side: u32| {
        let at = |end: LocalSquare| if axis == 0 { end.0 } else { end.1 };
        matches!(Cut::new(side, plain[axis]).find(at(ends[1])).0, Band::Before(_))
    };
    let mirrors = [mirror(0, board.files), mirror(1, board.ranks)];
    let [start, end] = ends.map(|end| board.mirrored(mirrors, end));
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
        // The last block of the trunk can also be wider.
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

/// Returns squares of a block that can be the other end of a tour: the corners first, then squares near the start.
fn partners(
    block: Sides,
    start: LocalSquare,
    must_be_open: bool,
) -> impl Iterator<Item = LocalSquare> {
    const MAX_PARTNERS: usize = 12;
    let near = |(file, rank): &LocalSquare| file.abs_diff(start.0).max(rank.abs_diff(start.1));
    let (right, up) = (block.files - 1, block.ranks - 1);
    let mut corners = [(0, 0), (0, up), (right, 0), (right, up)];
    corners.sort_by_key(near);
    let mut others: Vec<LocalSquare> =
        (0..block.ranks).flat_map(|rank| (0..block.files).map(move |file| (file, rank))).collect();
    others.sort_by_key(near);
    let from = block.at(start.0, start.1);
    let fits = move |&(right, up): &LocalSquare| {
        let to = block.at(right, up);
        to != from
            && block.colours_allow(from, to)
            && !(must_be_open && block.are_adjacent(from, to))
    };
    corners.into_iter().chain(others).filter(fits).take(MAX_PARTNERS)
}

/// The maximum number of block searches for one layout.
const MAX_SEARCHES: u32 = 200;

/// Returns a path through a block of the trunk with all its attachments. Ends in corners can prevent an
/// attachment; then other paths are tried.
fn composite_path(
    layout: &Layout,
    place: &TrunkBlock,
    ends: [LocalSquare; 2],
    max_steps: u64,
    random: &mut Random,
) -> Option<CompositePath> {
    const TRIES: u32 = 16;
    let sides = place.sides;
    let ends = ends.map(|(right, up)| sides.at(right, up) as u8);
    for _ in 0..TRIES {
        let BlockSearch::Path(path) = search_block(sides, ends, max_steps, random) else {
            return None;
        };
        if let Some(path) = layout.attach(place, Cow::Owned(BlockPath::new(sides, &path))) {
            return Some(path);
        }
    }
    None
}

/// A search for paths through all blocks of a trunk.
struct Search<'a> {
    layout: &'a Layout,
    max_steps: u64,
    random: &'a mut Random,
    searches: u32,
}

/// The search state of one block: the entry of the tour, and the moves to the next block that are left to try, each
/// as a square of this block and one of the next.
struct Tries {
    entry: LocalSquare,
    exits: Vec<(LocalSquare, LocalSquare)>,
    path: Option<CompositePath>,
}

impl<'a> Search<'a> {
    const fn new(layout: &'a Layout, max_steps: u64, random: &'a mut Random) -> Self {
        Self { layout, max_steps, random, searches: 0 }
    }

    /// Searches block by block for a path to an exit. If no exit is left, the search backtracks to the block before.
    fn walk(
        &mut self,
        [start, end]: [LocalSquare; 2],
        run: &mut Run<'_>,
    ) -> Result<Option<Vec<CompositePath>>, StopCause> {
        let places = self.layout.trunk();
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(None) };
        let end = inside(last, end);
        let mut chain = vec![self.enter(&places, 0, inside(first, start), end)];
        while let Some(tries) = chain.last_mut() {
            run.check_limits()?;
            let entry = tries.entry;
            let Some((exit, next)) = tries.exits.pop() else {
                chain.pop();
                continue;
            };
            self.searches += 1;
            if self.searches > MAX_SEARCHES {
                return Ok(None);
            }
            let at = chain.len() - 1;
            let place = &places[at];
            let path =
                composite_path(self.layout, place, [entry, exit], self.max_steps, self.random);
            if path.is_none() {
                continue;
            }
            if let Some(tries) = chain.last_mut() {
                tries.path = path;
            }
            if chain.len() == places.len() {
                return Ok(chain.into_iter().map(|tries| tries.path).collect());
            }
            let tries = self.enter(&places, at + 1, next, end);
            chain.push(tries);
        }
        Ok(None)
    }

    /// Returns the possible exits of a block in random order. The exit of the last block is the end. Equal blocks have
    /// the same entry.
    fn enter(
        &mut self,
        places: &[TrunkBlock],
        at: usize,
        entry: LocalSquare,
        end: LocalSquare,
    ) -> Tries {
        let place = &places[at];
        let Some(next) = places.get(at + 1) else {
            return Tries { entry, exits: vec![(end, end)], path: None };
        };
        let sides = place.sides;
        // The offset to the next block from the last of several equal ones.
        let last = |origin: u32, stride: u32| origin + (place.copies - 1) * stride;
        let shift = (
            next.origin.0 - last(place.origin.0, place.stride.0),
            next.origin.1 - last(place.origin.1, place.stride.1),
        );
        let is_last = at + 2 == places.len();
        let is_even = sides.area().is_multiple_of(2);
        let colour = |(right, up): LocalSquare| (right ^ up) & 1;
        let mut exits = Vec::new();
        for exit in (0..sides.ranks).flat_map(|up| (0..sides.files).map(move |right| (right, up))) {
            if exit == entry || (colour(exit) != colour(entry)) != is_even {
                continue;
            }
            for entry_of_next in entries(exit, shift, next.sides) {
                let is_periodic = place.copies == 1 || entry_of_next == entry;
                if is_periodic && !(is_last && entry_of_next == end) {
                    exits.push((exit, entry_of_next));
                }
            }
        }
        self.random.shuffle(&mut exits);
        Tries { entry, exits, path: None }
    }
}

/// Returns the squares of the next block, at an offset `shift`, that a move from a square of a block leads to.
fn entries(
    exit: LocalSquare,
    shift: LocalSquare,
    next: Sides,
) -> impl Iterator<Item = LocalSquare> {
    KNIGHT_MOVES.into_iter().filter_map(move |by| {
        let at = |from: u32, by: i64, shift: u32, side: u32| {
            u32::try_from(i64::from(from) + by - i64::from(shift)).ok().filter(|&at| at < side)
        };
        Some((
            at(exit.0, by.files, shift.0, next.files)?,
            at(exit.1, by.ranks, shift.1, next.ranks)?,
        ))
    })
}
