//! The paths through the blocks of the trunk.

mod search;

use caracole_core::{Board, StopCause};

use crate::{Random, Run};

use super::super::sides::Sides;
use super::Comb;
use super::build::{Layout, Place};
use super::cut::{Band, Cut};
use super::order::Spot;

use search::{Search, stem};

/// How many steps a search in one block may take, in one round after the other.
const EFFORTS: [u64; 3] = [3_000, 30_000, 300_000];

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
            let mut search = Search::new(&layout, effort, &mut random);
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
