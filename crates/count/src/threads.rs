//! Work on several threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use caracole_runtime::parallel;
use caracole_verify::StopCause;

use crate::CountError;

/// The panic of a thread, which ends the count with an error.
pub(crate) struct Panicked;

impl From<Panicked> for CountError {
    fn from(_: Panicked) -> Self {
        Self::inconsistent("a thread")
    }
}

impl From<Panicked> for StopCause {
    fn from(_: Panicked) -> Self {
        Self::Fault
    }
}

/// Runs the same function on a number of threads, and returns the results of all. If one thread fails, its error is
/// returned, because a part of a count is not a count.
pub(crate) fn on_threads<T: Send, E: From<Panicked> + Send>(
    threads: usize,
    work: impl Fn() -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let work = || catch_unwind(AssertUnwindSafe(&work)).unwrap_or_else(|_| Err(Panicked.into()));
    if threads <= 1 {
        return Ok(vec![work()?]);
    }
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| parallel::spawn(scope, work)).collect();
        let own = work();
        let failed = |_| Err(Panicked.into());
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(failed));
        // All threads end before the first error is returned.
        std::iter::once(own).chain(others.collect::<Vec<_>>()).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_results_of_all_threads_are_returned() {
        for cores in [1, 2, 5] {
            let next = AtomicUsize::new(0);
            let work = || Ok::<_, CountError>(next.fetch_add(1, Ordering::Relaxed));
            let results = on_threads(cores, work).unwrap();
            let sum = results.iter().sum::<usize>();
            assert_eq!((results.len(), sum), (cores, cores * (cores - 1) / 2));
        }
    }

    #[test]
    fn an_error_of_one_thread_is_returned() {
        let caller = thread::current().id();
        let answer = on_threads(3, || {
            assert_eq!(thread::current().id(), caller, "the other threads fail on purpose");
            Ok::<_, CountError>(())
        });
        assert!(matches!(answer, Err(CountError::Stopped(stop)) if stop.cause == StopCause::Fault));
    }

    #[test]
    fn a_panic_is_an_error_on_any_number_of_threads() {
        for cores in [1, 2, 3] {
            let answer = on_threads(cores, || -> Result<(), CountError> { panic!("on purpose") });
            let Err(CountError::Stopped(stop)) = answer else {
                panic!("{cores} threads: {answer:?}")
            };
            assert_eq!(stop.cause, StopCause::Fault);
        }
    }
}
