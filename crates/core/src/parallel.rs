//! Work for all cores.

use std::num::NonZeroUsize;
use std::thread;

/// How many things this machine does at a time: what the system says, or 1.
pub fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
