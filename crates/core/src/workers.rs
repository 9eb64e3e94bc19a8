//! The threads that a check may use.

/// Runs the same work on several threads.
///
/// The verifier starts no threads itself. Its caller passes the workers.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use caracole_core::{OneThread, Workers};
///
/// let calls = AtomicU32::new(0);
/// OneThread.run(&|| {
///     calls.fetch_add(1, Ordering::Relaxed);
/// });
/// assert_eq!((OneThread.threads(), calls.into_inner()), (1, 1));
/// ```
pub trait Workers: Sync {
    /// The number of threads, at least 1.
    fn threads(&self) -> usize;

    /// Calls `work` once on each thread and returns when all calls have returned. A panic in one of them is
    /// propagated.
    fn run(&self, work: &(dyn Fn() + Sync));
}

/// Runs the work on the calling thread only.
///
/// ```
/// use caracole_core::{OneThread, Workers};
///
/// assert_eq!(OneThread.threads(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

impl Workers for OneThread {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        work();
    }
}
