//! Walks on all threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use caracole_verify::StopCause;

use super::WalkOrder;
use super::free_squares::{BitSquares, FreeSquares, VecSquares};
use super::walk::{Halt, Walk};
use super::walk_graph::WalkGraph;
use crate::Job;
use crate::threads::on_threads;

/// Passes all walks of a graph to `visit`, in no defined order. Each thread has a tally of its own, and all tallies
/// are returned.
pub(crate) fn tally<T: Send>(
    walk_graph: &WalkGraph,
    job: &Job<'_>,
    begin: impl Fn() -> T + Sync,
    visit: impl Fn(&mut T, &[u32]) + Sync,
) -> Result<Vec<T>, StopCause> {
    let squares = walk_graph.graph.vertices();
    if squares <= BitSquares::<u64>::MAX {
        tally_over::<BitSquares<u64>, T>(walk_graph, job, &begin, &visit)
    } else if squares <= BitSquares::<u128>::MAX {
        tally_over::<BitSquares<u128>, T>(walk_graph, job, &begin, &visit)
    } else {
        tally_over::<VecSquares, T>(walk_graph, job, &begin, &visit)
    }
}

fn tally_over<R: FreeSquares, T: Send>(
    walk_graph: &WalkGraph,
    job: &Job<'_>,
    begin: &(impl Fn() -> T + Sync),
    visit: &(impl Fn(&mut T, &[u32]) + Sync),
) -> Result<Vec<T>, StopCause> {
    job.check_limits()?;
    let order = WalkOrder::natural(walk_graph);
    let parts = parts::<R>(walk_graph, &order, job)?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<T, StopCause> {
        let mut walk = Walk::<R>::new(walk_graph, &order.rank);
        let mut tally = begin();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            run(&mut walk, part, walk_graph.squares(), job, &mut |path| visit(&mut tally, path))?;
        }
        Ok(tally)
    };
    on_threads(job.threads().min(parts.len()), work)
}

/// Returns the first squares of all walks, as enough parts for all threads.
fn parts<R: FreeSquares>(
    walk_graph: &WalkGraph,
    order: &WalkOrder,
    job: &Job<'_>,
) -> Result<Vec<Vec<u32>>, StopCause> {
    const PARTS_PER_THREAD: usize = 64;
    const MAX_SQUARES: usize = 16;
    let mut parts: Vec<Vec<u32>> = order.starts.iter().map(|&start| vec![start]).collect();
    let wanted = if job.threads() > 1 { job.threads() * PARTS_PER_THREAD } else { 0 };
    let mut walk = Walk::<R>::new(walk_graph, &order.rank);
    for length in 2..MAX_SQUARES.min(walk_graph.squares()) {
        if parts.len() >= wanted {
            break;
        }
        let mut longer = Vec::new();
        for part in &parts {
            run(&mut walk, part, length, job, &mut |path| longer.push(path.to_vec()))?;
        }
        parts = longer;
    }
    Ok(parts)
}

/// Passes all walks of a length that begin with some squares to `visit`.
fn run<R: FreeSquares>(
    walk: &mut Walk<'_, R>,
    begin: &[u32],
    length: usize,
    job: &Job<'_>,
    visit: &mut impl FnMut(&[u32]),
) -> Result<(), StopCause> {
    let mut visit = |path: &[u32]| {
        visit(path);
        ControlFlow::Continue(())
    };
    match walk.go(begin, length, &mut || job.check_limits(), &mut visit) {
        Ok(()) | Err(Halt::Break) => Ok(()),
        Err(Halt::Stopped(cause)) => Err(cause),
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;

    use super::*;
    use crate::list::list_task::ListTask;
    use crate::{Options, Question};

    #[test]
    fn a_thread_that_panics_ends_the_count() {
        let question = Question::new(Problem::new("5x5".parse().unwrap()));
        let job = Job::with_options(&Options::new().threads(3));
        let task = ListTask::new(&question, &job).unwrap();
        let tallies = tally(&task.walk_graph, &job, || (), |(), _| panic!("on purpose"));
        assert_eq!(tallies.err(), Some(StopCause::Fault));
    }
}
