//! Work for all cores.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};

use crate::memory;

// Some systems read files for the answer, which takes longer than a tour of 8x8.
static CORES: OnceLock<NonZeroUsize> = OnceLock::new();

/// Returns the number of threads that can run at once: what the system says, or 1.
///
/// ```
/// use caracole_core::parallel;
///
/// assert_eq!(parallel::cores(), std::thread::available_parallelism()?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn cores() -> NonZeroUsize {
    *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Lets this program use one core only, where nobody has asked [`cores`] before.
///
/// ```
/// use caracole_core::parallel;
///
/// parallel::use_one_core();
/// assert_eq!(parallel::cores().get(), 1);
/// ```
pub fn use_one_core() {
    // Who has asked before has begun to use more.
    let _ = CORES.set(NonZeroUsize::MIN);
}

/// Starts a scoped thread whose allocations count for the [memory] account of the caller.
///
/// ```
/// use std::thread;
///
/// use caracole_core::parallel;
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
