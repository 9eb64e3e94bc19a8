//! Lists all tours, one after the other.

mod free_squares;
pub(crate) mod list_task;
pub(crate) mod parallel;
mod walk;
pub(crate) mod walk_graph;

#[cfg(test)]
pub(crate) mod tests;

use std::ops::ControlFlow;

use caracole_verify::{StopCause, Tour};

use self::free_squares::{BitSquares, FreeSquares, VecSquares};
use self::list_task::ListTask;
use self::walk::{Halt, Walk, steps_between_checks};
use self::walk_graph::WalkGraph;
use crate::{CountError, Job, Question};

/// Passes every tour of a question to `each`, one after the other, until it returns [`ControlFlow::Break`]. Returns
/// the number of tours that were passed. No tour is stored.
///
/// The question defines what counts as one tour: a directed tour is one numbering, an undirected tour is a
/// numbering and its reverse, and a closed tour is the same from every start. A tour is listed, once, if one of its
/// numberings solves the problem, and that numbering is passed: for undirected tours from the smaller end, for
/// closed tours from the first square of the board, unless the problem gives another start.
///
/// The order depends only on the question. Walks begin on the squares in their order, and try neighbours of lowest
/// degree first, of equal ones the smaller square. If this finds no tour within some thousand steps, another order of
/// the starts and of equal neighbours is used.
///
/// The verifier checks every tour. Memory is linear in the squares. A stop by the limits of the job is an error.
///
/// ```
/// use std::ops::ControlFlow;
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, list};
///
/// let question = Question::new(Problem::new("3x4".parse()?).start("a1")?);
/// let mut lines = Vec::new();
/// let count = list(&question, &Job::new(), &mut |tour| {
///     lines.push(tour.clone().into_path().names(tour.board()));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(count, 2);
/// assert_eq!(lines[0], "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(
    question: &Question,
    job: &Job<'_>,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<u64, CountError> {
    let task = ListTask::new(question, job)?;
    let squares = task.walk_graph.graph.vertices();
    if squares <= BitSquares::<u64>::MAX {
        list_over::<BitSquares<u64>>(&task, job, each)
    } else if squares <= BitSquares::<u128>::MAX {
        list_over::<BitSquares<u128>>(&task, job, each)
    } else {
        list_over::<VecSquares>(&task, job, each)
    }
}

fn list_over<R: FreeSquares>(
    task: &ListTask<'_>,
    job: &Job<'_>,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<u64, CountError> {
    let mut listed = 0;
    let mut fault = None;
    let mut visit = |walk: &[u32]| match task.tour(walk) {
        Ok(tour) => {
            listed += 1;
            each(tour)
        }
        Err(error) => {
            fault = Some(error);
            ControlFlow::Break(())
        }
    };
    let ended = walk_all::<R>(task, job, &mut visit);
    match (ended, fault) {
        (Err(cause), _) => Err(CountError::stopped(cause, format!("{listed} tours were listed"))),
        (Ok(()), Some(fault)) => Err(fault),
        (Ok(()), None) => Ok(listed),
    }
}

/// Returns the number of tours by visiting each of them. This is the reference for all other ways of counting.
pub(crate) fn count_by_listing(question: &Question, job: &Job<'_>) -> Result<u64, CountError> {
    let task = ListTask::new(question, job)?;
    let tallies = parallel::tally(&task.walk_graph, job, || 0_u64, |tally, _| *tally += 1);
    let tallies =
        tallies.map_err(|cause| CountError::stopped(cause, "while counting one by one"))?;
    Ok(tallies.into_iter().sum())
}

/// Passes all walks of a task to `visit`, in order.
fn walk_all<R: FreeSquares>(
    task: &ListTask<'_>,
    job: &Job<'_>,
    visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), StopCause> {
    let walk_graph = &task.walk_graph;
    let mut check = || job.check_limits();
    check()?;
    let order = WalkOrder::quick::<R, _>(walk_graph, &mut check)?;
    let mut walk = Walk::<R>::new(walk_graph, &order.rank);
    for &start in &order.starts {
        check()?;
        match walk.go(&[start], walk_graph.squares(), &mut check, visit) {
            Ok(()) => {}
            Err(Halt::Break) => break,
            Err(Halt::Stopped(cause)) => return Err(cause),
        }
    }
    Ok(())
}

/// An order of the walks: the order of the starts, and the tie-break between squares of equal degree.
struct WalkOrder {
    starts: Vec<u32>,
    rank: Vec<u32>,
}

impl WalkOrder {
    /// Returns the order of the square numbers.
    fn natural(walk_graph: &WalkGraph) -> Self {
        Self { starts: walk_graph.starts.clone(), rank: (0..walk_graph.squares() as u32).collect() }
    }

    /// Returns the first of some orders that finds a tour within a number of steps, or the natural one if none
    /// does. It depends only on the graph, so the order of the tours of a question is always the same.
    fn quick<R: FreeSquares, E>(
        walk_graph: &WalkGraph,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        const ORDERS: usize = 24;
        for number in 0..ORDERS {
            let order = Self::numbered(walk_graph, number);
            let Some(&start) = order.starts.first() else { break };
            if finds_tour_soon::<R, E>(walk_graph, &order, start, check)? {
                return Ok(order);
            }
        }
        Ok(Self::natural(walk_graph))
    }

    /// Returns one of the orders that are tried. The first is the natural one, the others have another first start
    /// and shuffled ranks.
    fn numbered(walk_graph: &WalkGraph, number: usize) -> Self {
        let mut order = Self::natural(walk_graph);
        if number == 0 {
            return order;
        }
        if let Some(begin) = (number * 5).checked_rem(order.starts.len()) {
            order.starts.rotate_left(begin);
        }
        for rank in &mut order.rank {
            *rank = shuffled(*rank, number as u32);
        }
        order
    }
}

/// Returns a hash of a number.
const fn shuffled(number: u32, seed: u32) -> u32 {
    let mixed = number.wrapping_add(seed.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    (mixed ^ mixed >> 15).wrapping_mul(0xc2b2_ae35) ^ number
}

/// The maximum number of steps for the first tour, in addition to two per square.
const MAX_STEPS: usize = 1 << 15;

/// Returns true if a walk in this order finds a tour within the step limit.
fn finds_tour_soon<R: FreeSquares, E>(
    walk_graph: &WalkGraph,
    order: &WalkOrder,
    start: u32,
    check: &mut impl FnMut() -> Result<(), E>,
) -> Result<bool, E> {
    // A walk without backtracking takes one step per square.
    let steps = MAX_STEPS + 2 * walk_graph.squares();
    let mut checks_left = steps.div_ceil(steps_between_checks(walk_graph.squares()));
    let mut check_steps = || {
        check().map_err(Some)?;
        checks_left -= 1;
        if checks_left == 0 { Err(None) } else { Ok(()) }
    };
    let mut found = false;
    let mut visit = |_: &[u32]| {
        found = true;
        ControlFlow::Break(())
    };
    let mut walk = Walk::<R>::new(walk_graph, &order.rank);
    match walk.go(&[start], walk_graph.squares(), &mut check_steps, &mut visit) {
        Err(Halt::Stopped(Some(why))) => Err(why),
        Ok(()) | Err(Halt::Stopped(None) | Halt::Break) => Ok(found),
    }
}
