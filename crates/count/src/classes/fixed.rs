//! How many tours a symmetry leaves as they are.
//!
//! A symmetry other than the identity that carries a tour to itself turns it or reverses it.
//!
//! * A path can only be reversed, so the symmetry is its own inverse. It leaves the middle square where
//!   it is, or else swaps the squares of the middle move. One half of the path, from the middle on,
//!   visits every orbit once.
//! * A closed tour can be turned along itself: then every orbit has as many squares as the symmetry
//!   has powers, and the tour visits all orbits in some order, then again in this order, and so on. So
//!   it is a closed walk over the orbits whose shifts sum up to a number that has no divisor in common
//!   with the number of powers; any other would come home too early.
//! * A closed tour can be reversed: then it has two opposite places that stay, each a square or a move
//!   whose squares are swapped. One half of it, from the one to the other, visits every orbit once.
//!
//! So each is a walk over the folded board, in which each step has as many choices as there are orbits
//! of moves between the two orbits of squares: all walks are gone over, and the choices are multiplied.

use caracole_core::{Graph, Kind, StopCause};

use super::quotient::{Quotient, greatest_common_divisor};
use super::weight::Weights;
use crate::list::ground::Ground;
use crate::list::share::tally;
use crate::{Direction, Job};

/// What is asked of the tours.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) kind: Kind,
    pub(super) direction: Direction,
}

/// How many tours of a graph are carried to themselves by a permutation that is not the identity.
pub(super) fn fixed(
    graph: &Graph,
    image: &[u32],
    asked: Asked,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    let Some(quotient) = Quotient::new(graph, image) else { return Err(StopCause::Unsupported) };
    let squares = graph.vertices() as usize;
    let undirected = asked.direction == Direction::Undirected;
    match asked.kind {
        Kind::Closed if squares < 3 => Ok(0),
        Kind::Closed => {
            let turned = turned(graph, image, &quotient, job)?;
            if undirected {
                turned.checked_add(reversed_closed(&quotient, job)?).ok_or(StopCause::Unsupported)
            } else {
                turned.checked_mul(2).ok_or(StopCause::Unsupported)
            }
        }
        Kind::Any | Kind::Open if undirected => {
            let apart = asked.kind == Kind::Open && squares >= 3;
            reversed_paths(&quotient, apart, job)
        }
        // With its direction no path can be reversed.
        Kind::Any | Kind::Open => Ok(0),
    }
}

/// Closed tours that are turned along themselves.
fn turned(
    graph: &Graph,
    image: &[u32],
    quotient: &Quotient,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    if !quotient.is_free() || !colours_allow(graph, image, quotient) {
        return Ok(0);
    }
    if quotient.len() < 3 {
        return turned_small(graph, image, quotient, job);
    }
    let ground = Ground::new(quotient.graph.clone(), true);
    let order = quotient.order;
    walks(ground, quotient, job, |weights, path| {
        let round = weights.round(path)?;
        let once_round = |&shift: &usize| greatest_common_divisor(shift, order) == 1;
        (0..order).filter(once_round).try_fold(0_u128, |sum, shift| sum.checked_add(round[shift]))
    })
}

/// After once round the folded board the walk is on another square of the first orbit. Does its colour
/// fit the number of steps?
fn colours_allow(graph: &Graph, image: &[u32], quotient: &Quotient) -> bool {
    let (Some(colours), Some(&first)) = (graph.two_colours(), image.first()) else { return true };
    if graph.parts().len() > 1 {
        return false;
    }
    let swaps = usize::from(colours[0] ^ colours[first as usize]);
    let fits = |shift: &usize| (shift * swaps) % 2 == quotient.len() % 2;
    let once_round = |shift: &usize| greatest_common_divisor(*shift, quotient.order) == 1;
    (0..quotient.order).filter(once_round).any(|shift| fits(&shift))
}

/// The same on boards that fold to one or two orbits, a dozen squares at most: a closed walk over so
/// few makes the same move twice. Looks at every tour.
fn turned_small(
    graph: &Graph,
    image: &[u32],
    quotient: &Quotient,
    job: &Job<'_>,
) -> Result<u128, StopCause> {
    let mut ground = Ground::new(graph.clone(), true);
    ground.narrow_starts();
    let shift = quotient.len();
    let is_turned = |path: &[u32], by: usize| {
        (0..path.len()).all(|at| image[path[at] as usize] == path[(at + by) % path.len()])
    };
    let tallies = tally(
        &ground,
        job,
        || 0_u128,
        |count, path| {
            if (1..quotient.order).any(|times| is_turned(path, times * shift)) {
                *count += 1;
            }
        },
    )?;
    let sum = tallies.into_iter().try_fold(0_u128, u128::checked_add);
    sum.ok_or(StopCause::Unsupported)
}

/// Closed tours that are reversed.
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
    let mut ground = Ground::new(quotient.graph.clone(), false);
    ground.one_way = starts == ends;
    ground.starts = starts;
    ground.is_end.fill(false);
    for end in ends {
        ground.is_end[end as usize] = true;
    }
    walks(ground, quotient, job, Weights::open)
}

/// Paths that are reversed, all, or those whose ends are not a move apart.
fn reversed_paths(quotient: &Quotient, apart: bool, job: &Job<'_>) -> Result<u128, StopCause> {
    if quotient.order != 2 {
        return Ok(0);
    }
    let mut ground = Ground::new(quotient.graph.clone(), false);
    ground.starts = match quotient.fixed()[..] {
        [] => quotient.looped(),
        [middle] => vec![middle],
        _ => return Ok(0),
    };
    if apart {
        for end in quotient.looped() {
            ground.is_end[end as usize] = false;
        }
    }
    walks(ground, quotient, job, Weights::open)
}

/// Goes over all walks, and sums up how many tours each stands for.
fn walks<'q>(
    mut ground: Ground,
    quotient: &'q Quotient,
    job: &Job<'_>,
    weigh: impl Fn(&mut Weights<'q>, &[u32]) -> Option<u128> + Sync,
) -> Result<u128, StopCause> {
    ground.narrow_starts();
    let begin = || (Weights::new(quotient), Some(0_u128));
    let tallies = tally(&ground, job, begin, |(weights, sum), path| {
        *sum = sum.and_then(|sum| sum.checked_add(weigh(weights, path)?));
    })?;
    let sum = tallies.into_iter().try_fold(0_u128, |all, (_, sum)| all.checked_add(sum?));
    sum.ok_or(StopCause::Unsupported)
}
