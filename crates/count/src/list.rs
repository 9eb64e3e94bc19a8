//! Every tour, one after the other.

pub(crate) mod clues;
pub(crate) mod ground;
mod order;
pub(crate) mod region;
pub(crate) mod share;
pub(crate) mod task;
pub(crate) mod walk;

#[cfg(test)]
pub(crate) mod tests;

use std::ops::ControlFlow;

use caracole_core::{StopCause, Tour};

use self::order::Order;
use self::region::{Narrow, Region, Wide};
use self::task::Task;
use self::walk::{Halt, Walk};
use crate::{CountError, Job, Question};

/// Hands over every tour of a question, one after the other, until told to stop, and says how many
/// were handed over. None is stored.
///
/// What counts as one tour is what the question says: with direction each numbering, without it a
/// numbering and its reverse together; and of closed tours, which can start anywhere, also all that
/// begin on another square. A tour is listed, once, if one of the numberings that it stands for
/// answers the problem, and such a numbering is handed over: undirected tours from the end with the
/// smaller number, closed ones from the first square of the board, unless something else is fixed.
///
/// The order is always the same for the same question. Walks begin on the squares in their order, and
/// from each square go first where the fewest ways lead on, of equals to the square with the smaller
/// number. Where this does not come to a tour within some thousand steps, equals are put in another
/// order, and the first start is another; which, depends on the question alone.
///
/// Every tour goes through the verifier. Memory grows with the squares of the board only; a stop by
/// the limits of the job is an error.
///
/// ```
/// use std::ops::ControlFlow;
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question, list};
///
/// let question = Question::new(Problem::new("3x4".parse()?).from("a1")?);
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
    let task = Task::new(question, job)?;
    let squares = task.ground.graph.vertices();
    if squares <= Narrow::<u64>::MOST {
        list_over::<Narrow<u64>>(&task, job, each)
    } else if squares <= Narrow::<u128>::MOST {
        list_over::<Narrow<u128>>(&task, job, each)
    } else {
        list_over::<Wide>(&task, job, each)
    }
}

fn list_over<R: Region>(
    task: &Task<'_>,
    job: &Job<'_>,
    each: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<u64, CountError> {
    let mut handed = 0;
    let mut fault = None;
    let mut show = |walk: &[u32]| match task.tour(walk) {
        Ok(tour) => {
            handed += 1;
            each(tour)
        }
        Err(error) => {
            fault = Some(error);
            ControlFlow::Break(())
        }
    };
    let ended = walk_all::<R>(task, job, &mut show);
    match (ended, fault) {
        (Err(cause), _) => Err(CountError::stopped(cause, format!("{handed} tours were listed"))),
        (Ok(()), Some(fault)) => Err(fault),
        (Ok(()), None) => Ok(handed),
    }
}

/// The number of tours, counted one by one without building them. What any other way of counting must
/// come to.
pub(crate) fn count_by_listing(question: &Question, job: &Job<'_>) -> Result<u64, CountError> {
    let task = Task::new(question, job)?;
    let tallies = share::tally(&task.ground, job, || 0_u64, |tally, _| *tally += 1);
    let tallies =
        tallies.map_err(|cause| CountError::stopped(cause, "while counting one by one"))?;
    Ok(tallies.into_iter().sum())
}

/// Shows all walks of a task in its order.
fn walk_all<R: Region>(
    task: &Task<'_>,
    job: &Job<'_>,
    show: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), StopCause> {
    let ground = &task.ground;
    let mut look = || job.look();
    look()?;
    let order = Order::quick::<R, _>(ground, &mut look)?;
    let mut walk = Walk::<R>::new(ground, &order.rank);
    for &start in &order.starts {
        look()?;
        match walk.go(&[start], ground.squares(), &mut look, show) {
            Ok(()) => {}
            Err(Halt::Enough) => break,
            Err(Halt::Stopped(cause)) => return Err(cause),
        }
    }
    Ok(())
}
