//! Threads whose allocations count for the account of the thread that started them.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};

use caracole_core::Workers;

use crate::memory;

// Some systems read files for the answer, which takes longer than a tour of 8x8.
static CORES: OnceLock<NonZeroUsize> = OnceLock::new();

/// Returns the number of threads that can run at once: what the system says, or 1.
///
/// ```
/// use caracole_runtime::parallel;
///
/// assert_eq!(parallel::cores(), std::thread::available_parallelism()?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn cores() -> NonZeroUsize {
    *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Limits this program to one core, if [`cores`] was not called before.
///
/// ```
/// use caracole_runtime::parallel;
///
/// parallel::limit_to_one_core();
/// assert_eq!(parallel::cores().get(), 1);
/// ```
pub fn limit_to_one_core() {
    // Who has asked before has begun to use more.
    let _ = CORES.set(NonZeroUsize::MIN);
}

/// Starts a scoped thread whose allocations count for the [memory] account of the caller.
///
/// ```
/// use std::thread;
///
/// use caracole_runtime::parallel;
///
/// let sum = thread::scope(|scope| parallel::spawn(scope, || 1 + 1).join());
/// assert_eq!(sum.map_err(|_| "it panicked")?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    let account = memory::current();
    scope.spawn(move || memory::within(account, work))
}

/// Threads for the verifier.
///
/// ```
/// use caracole_runtime::parallel::{self, Threads};
/// use caracole_core::Workers;
///
/// assert_eq!(Threads::all().threads(), parallel::cores().get());
/// assert_eq!(Threads::new(parallel::cores()).threads(), Threads::all().threads());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// Returns workers with one thread per core.
    pub fn all() -> Self {
        Self(cores())
    }

    /// This many threads.
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }
}

impl Workers for Threads {
    fn threads(&self) -> usize {
        self.0.get()
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        thread::scope(|scope| {
            for _ in 0..self.0.get() {
                spawn(scope, work);
            }
        });
    }
}
