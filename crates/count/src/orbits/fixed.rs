//! The number of tours that a symmetry fixes.
//!
//! A symmetry other than the identity that fixes a tour rotates it along itself or reverses it.
//!
//! * A path can only be reversed, so the symmetry is its own inverse. It fixes the middle square, or swaps the
//!   squares of the middle move. One half of the path visits every orbit once.
//! * A closed tour can be rotated along itself. Then the size of every orbit is the order of the symmetry, and the
//!   tour visits all orbits in some order, repeatedly. So it is a closed walk over the orbits, and the sum of its
//!   shifts is coprime to the order; otherwise the lift would close too early.
//! * A closed tour can be reversed. Then the symmetry fixes two opposite places of it, each a square or a move whose
//!   squares are swapped. One half of the tour, between these places, visits every orbit once.
//!
//! So each tour is a lift of a walk on the quotient. All walks are visited, and the numbers of their lifts are added.

use caracole_core::{Graph, Kind};
use caracole_verify::StopCause;

use super::quotient::{LiftCounter, Quotient, greatest_common_divisor};
use crate::list::parallel::tally;
use crate::list::walk_graph::WalkGraph;
use crate::{Direction, Job};

/// The kind and direction of the tours that are counted.
#[derive(Clone, Copy)]
pub(super) struct TourKind {
    pub(super) kind: Kind,
    pub(super) direction: Direction,
}

/// Returns the number of tours of a graph that a permutation other than the identity fixes.
pub(super) fn fixed(
    graph: &Graph,
    image: &[u32],
    tour_kind: TourKind,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    let Some(quotient) = Quotient::new(graph, image) else { return Err(StopCause::Unsupported) };
    let squares = graph.vertices() as usize;
    let undirected = tour_kind.direction == Direction::Undirected;
    match tour_kind.kind {
        Kind::Closed if squares < 3 => Ok(0),
        Kind::Closed => {
            let rotated = rotated(graph, image, &quotient, job)?;
            if undirected {
                rotated.checked_add(reversed_closed(&quotient, job)?).ok_or(StopCause::Unsupported)
            } else {
                rotated.checked_mul(2).ok_or(StopCause::Unsupported)
            }
        }
        Kind::Any | Kind::Open if undirected => {
            let is_open = tour_kind.kind == Kind::Open && squares >= 3;
            reversed_paths(&quotient, is_open, job)
        }
        // A directed path differs from its reverse.
        Kind::Any | Kind::Open => Ok(0),
    }
}

/// Returns the number of closed tours that are rotated along themselves.
fn rotated(
    graph: &Graph,
    image: &[u32],
    quotient: &Quotient,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    if !quotient.is_free() || !colours_allow(graph, image, quotient) {
        return Ok(0);
    }
    if quotient.len() < 3 {
        return rotated_small(graph, image, quotient, job);
    }
    let walk_graph = WalkGraph::new(quotient.graph.clone(), true);
    let order = quotient.order;
    lifts_of_walks(walk_graph, quotient, job, |counter, path| {
        let lifts = counter.closed(path)?;
        let is_coprime = |&shift: &usize| greatest_common_divisor(shift, order) == 1;
        (0..order).filter(is_coprime).try_fold(0_u128, |sum, shift| sum.checked_add(lifts[shift]))
    })
}

/// Returns true if colours allow a rotation. A lift of a closed walk ends on another square of the first orbit, whose
/// colour must fit the number of steps.
fn colours_allow(graph: &Graph, image: &[u32], quotient: &Quotient) -> bool {
    let (Some(colours), Some(&first)) = (graph.two_colouring(), image.first()) else { return true };
    if graph.components().len() > 1 {
        return false;
    }
    let swaps = usize::from(colours[0] ^ colours[first as usize]);
    let fits = |shift: &usize| (shift * swaps) % 2 == quotient.len() % 2;
    let is_coprime = |shift: &usize| greatest_common_divisor(*shift, quotient.order) == 1;
    (0..quotient.order).filter(is_coprime).any(|shift| fits(&shift))
}

/// Returns the same for quotients of one or two orbits, on which a closed walk includes a move twice. The board has
/// at most a dozen squares, and every tour is tested.
fn rotated_small(
    graph: &Graph,
    image: &[u32],
    quotient: &Quotient,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    let mut walk_graph = WalkGraph::new(graph.clone(), true);
    walk_graph.narrow_starts();
    let shift = quotient.len();
    let is_rotated = |path: &[u32], by: usize| {
        (0..path.len()).all(|at| image[path[at] as usize] == path[(at + by) % path.len()])
    };
    let tallies = tally(
        &walk_graph,
        job,
        || 0_u128,
        |count, path| {
            if (1..quotient.order).any(|times| is_rotated(path, times * shift)) {
                *count += 1;
            }
        },
    )?;
    let sum = tallies.into_iter().try_fold(0_u128, u128::checked_add);
    sum.ok_or(StopCause::Unsupported)
}

/// Returns the number of closed tours that are reversed.
fn reversed_closed(quotient: &Quotient, job: &Job<'_>) -> Result<u128, StopCause> {
    if quotient.order != 2 {
        return Ok(0);
    }
    let looped = quotient.looped();
    let (starts, ends) = match quotient.fixed()[..] {
        [] => (looped.clone(), looped),
        [one] => (vec![one], looped),
        [one, other] => (vec![one], vec![other]),
        _ => return Ok(0),
    };
    let mut walk_graph = WalkGraph::new(quotient.graph.clone(), false);
    walk_graph.is_one_direction = starts == ends;
    walk_graph.starts = starts;
    walk_graph.is_end.fill(false);
    for end in ends {
        walk_graph.is_end[end as usize] = true;
    }
    lifts_of_walks(walk_graph, quotient, job, LiftCounter::open)
}

/// Returns the number of paths that are reversed: all, or those whose ends are not adjacent.
fn reversed_paths(quotient: &Quotient, is_open: bool, job: &Job<'_>) -> Result<u128, StopCause> {
    if quotient.order != 2 {
        return Ok(0);
    }
    let mut walk_graph = WalkGraph::new(quotient.graph.clone(), false);
    walk_graph.starts = match quotient.fixed()[..] {
        [] => quotient.looped(),
        [middle] => vec![middle],
        _ => return Ok(0),
    };
    if is_open {
        for end in quotient.looped() {
            walk_graph.is_end[end as usize] = false;
        }
    }
    lifts_of_walks(walk_graph, quotient, job, LiftCounter::open)
}

/// Visits all walks, and adds the numbers of their lifts.
fn lifts_of_walks<'q>(
    mut walk_graph: WalkGraph,
    quotient: &'q Quotient,
    job: &Job<'_>,
    lifts: impl Fn(&mut LiftCounter<'q>, &[u32]) -> Option<u128> + Sync,
) -> Result<u128, StopCause> {
    walk_graph.narrow_starts();
    let begin = || (LiftCounter::new(quotient), Some(0_u128));
    let tallies = tally(&walk_graph, job, begin, |(counter, sum), path| {
        *sum = sum.and_then(|sum| sum.checked_add(lifts(counter, path)?));
    })?;
    let sum = tallies.into_iter().try_fold(0_u128, |all, (_, sum)| all.checked_add(sum?));
    sum.ok_or(StopCause::Unsupported)
}
