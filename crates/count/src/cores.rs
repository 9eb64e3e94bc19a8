//! Work for several cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use caracole_core::parallel;

use crate::CountError;

/// Lets so many cores do the same work, which they share out among themselves, and gathers what each of
/// them has made. If one fails, so does the whole: half a count is a wrong one.
pub(crate) fn on_cores<T: Send>(
    cores: usize,
    labour: impl Fn() -> Result<T, CountError> + Sync,
) -> Result<Vec<T>, CountError> {
    // A panic is an error of the count and not the end of the program.
    let labour = || {
        catch_unwind(AssertUnwindSafe(&labour))
            .unwrap_or_else(|_| Err(CountError::inconsistent("a thread")))
    };
    if cores <= 1 {
        return Ok(vec![labour()?]);
    }
    thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| parallel::spawn(scope, labour)).collect();
        let mine = labour();
        let failed = |_| Err(CountError::inconsistent("a thread"));
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(failed));
        // All are waited for before the first error is told.
        std::iter::once(mine).chain(others.collect::<Vec<_>>()).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use caracole_core::StopCause;

    use super::*;

    #[test]
    fn each_core_hands_over_what_it_made() {
        for cores in [1, 2, 5] {
            let next = AtomicUsize::new(0);
            let made = on_cores(cores, || Ok(next.fetch_add(1, Ordering::Relaxed))).unwrap();
            assert_eq!((made.len(), made.iter().sum::<usize>()), (cores, cores * (cores - 1) / 2));
        }
    }

    #[test]
    fn if_one_core_fails_there_is_no_answer() {
        let caller = thread::current().id();
        let answer = on_cores(3, || {
            assert_eq!(thread::current().id(), caller, "the others fail on purpose");
            Ok(())
        });
        assert!(matches!(answer, Err(CountError::Stopped(stop)) if stop.cause == StopCause::Fault));
    }

    #[test]
    fn a_panic_is_an_error_on_any_number_of_cores() {
        for cores in [1, 2, 3] {
            let answer = on_cores(cores, || -> Result<(), _> { panic!("on purpose") });
            let Err(CountError::Stopped(stop)) = answer else {
                panic!("{cores} cores: {answer:?}")
            };
            assert_eq!(stop.cause, StopCause::Fault);
        }
    }
}
