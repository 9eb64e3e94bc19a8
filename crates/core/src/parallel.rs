//! Work for all cores.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread;

/// How many things this machine does at a time: what the system says, or 1.
pub fn cores() -> NonZeroUsize {
    // Some systems read files for the answer, which takes longer than a tour of 8x8.
    static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}
