//! Walks on all cores.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use caracole_core::{StopCause, parallel};

use super::ground::Ground;
use super::order::Order;
use super::region::{Narrow, Region, Wide};
use super::walk::{Halt, Walk};
use crate::Job;

/// Goes over all walks of a ground, in no order that could be relied on. Each core sums up in a
/// tally of its own; the tallies are given back.
pub(crate) fn tally<T: Send>(
    ground: &Ground,
    job: &Job<'_>,
    begin: impl Fn() -> T + Sync,
    show: impl Fn(&mut T, &[u32]) + Sync,
) -> Result<Vec<T>, StopCause> {
    let squares = ground.graph.vertices();
    if squares <= Narrow::<u64>::MOST {
        tally_over::<Narrow<u64>, T>(ground, job, &begin, &show)
    } else if squares <= Narrow::<u128>::MOST {
        tally_over::<Narrow<u128>, T>(ground, job, &begin, &show)
    } else {
        tally_over::<Wide, T>(ground, job, &begin, &show)
    }
}

fn tally_over<R: Region, T: Send>(
    ground: &Ground,
    job: &Job<'_>,
    begin: &(impl Fn() -> T + Sync),
    show: &(impl Fn(&mut T, &[u32]) + Sync),
) -> Result<Vec<T>, StopCause> {
    job.look()?;
    let order = Order::natural(ground);
    let parts = parts::<R>(ground, &order, job)?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<T, StopCause> {
        let mut walk = Walk::<R>::new(ground, &order.rank);
        let mut tally = begin();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            run(&mut walk, part, ground.squares(), job, &mut |path| show(&mut tally, path))?;
        }
        Ok(tally)
    };
    // A panic is an error of the count and not the end of the program.
    let work = || catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(StopCause::Fault));
    let threads = job.cores().min(parts.len());
    if threads <= 1 {
        return Ok(vec![work()?]);
    }
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| parallel::spawn(scope, work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined.map(|result| result.unwrap_or(Err(StopCause::Fault))).collect()
    })
}

/// The first squares of all walks, of so many kinds that the cores can share them.
fn parts<R: Region>(
    ground: &Ground,
    order: &Order,
    job: &Job<'_>,
) -> Result<Vec<Vec<u32>>, StopCause> {
    const PARTS_A_CORE: usize = 64;
    const MOST_SQUARES: usize = 16;
    let mut parts: Vec<Vec<u32>> = order.starts.iter().map(|&start| vec![start]).collect();
    let wanted = if job.cores() > 1 { job.cores() * PARTS_A_CORE } else { 0 };
    let mut walk = Walk::<R>::new(ground, &order.rank);
    for length in 2..MOST_SQUARES.min(ground.squares()) {
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

/// Goes over all walks of a length that begin like this.
fn run<R: Region>(
    walk: &mut Walk<'_, R>,
    begin: &[u32],
    length: usize,
    job: &Job<'_>,
    show: &mut impl FnMut(&[u32]),
) -> Result<(), StopCause> {
    let mut show = |path: &[u32]| {
        show(path);
        ControlFlow::Continue(())
    };
    match walk.go(begin, length, &mut || job.look(), &mut show) {
        Ok(()) | Err(Halt::Enough) => Ok(()),
        Err(Halt::Stopped(cause)) => Err(cause),
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;

    use super::*;
    use crate::Question;
    use crate::list::task::Task;

    #[test]
    fn a_thread_that_panics_ends_the_count() {
        let question = Question::new(Problem::new("5x5".parse().unwrap()));
        let job = Job::new().threads(3);
        let task = Task::new(&question, &job).unwrap();
        let tallies = tally(&task.ground, &job, || (), |(), _| panic!("on purpose"));
        assert_eq!(tallies.err(), Some(StopCause::Fault));
    }
}
