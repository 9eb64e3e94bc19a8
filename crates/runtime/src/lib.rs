//! The options of long calls: limits, threads, random seed, cancel flag and progress callback; and the threads and
//! memory accounts that implement them.

pub mod memory;
mod options;
pub mod parallel;
mod progress;

pub use options::{Limits, Options};
pub use progress::{CountProgress, CountStage, Progress};
