//! What a progress callback receives.

use std::fmt;
use std::time::Duration;

/// The progress of a long call.
///
/// ```
/// use caracole_runtime::Progress;
///
/// let progress = Progress::Squares { done: 25, total: 100 };
/// assert_eq!(progress.fraction(), 0.25);
/// assert_eq!(progress.to_string(), "25 % (25 of 100 squares)");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Progress {
    /// A constructed tour is mixed or verified.
    Squares {
        /// The squares that are done.
        done: u64,
        /// The squares of the board.
        total: u64,
    },
    /// Tours are counted.
    Count(CountProgress),
}

impl Progress {
    /// Returns the part of the work that is done, from 0 to 1. It is an estimate for counts.
    pub const fn fraction(&self) -> f64 {
        match self {
            Self::Squares { total: 0, .. } => 1.0,
            Self::Squares { done, total } => *done as f64 / *total as f64,
            Self::Count(count) => count.done,
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = (100.0 * self.fraction()).floor();
        match self {
            Self::Squares { done, total } => write!(f, "{percent} % ({done} of {total} squares)"),
            Self::Count(CountProgress { layer: (layer, layers), states, .. }) => {
                write!(f, "{percent} % (layer {layer} of {layers}, {states} states)")
            }
        }
    }
}

/// The progress of a count.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_runtime::{CountProgress, CountStage, Progress};
///
/// let progress = CountProgress {
///     stage: CountStage::Sweep,
///     part: (1, 1),
///     layer: (5, 36),
///     states: 1000,
///     is_layer_finished: true,
///     done: 0.125,
///     elapsed: Duration::from_secs(1),
/// };
/// assert_eq!(Progress::Count(progress).to_string(), "12 % (layer 5 of 36, 1000 states)");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CountProgress {
    /// The current stage.
    pub stage: CountStage,
    /// The current one of the counts that add up to the answer, from 1, and their number.
    pub part: (usize, usize),
    /// The current layer, from 1, and the number of layers.
    pub layer: (usize, usize),
    /// The states of the layer so far.
    pub states: u64,
    /// True if the layer is finished.
    pub is_layer_finished: bool,
    /// An estimate of the part of the work that is done, from 0 to 1.
    pub done: f64,
    /// The time since the start of the count.
    pub elapsed: Duration,
}

/// A stage of a count.
///
/// ```
/// use caracole_runtime::CountStage;
///
/// assert_ne!(CountStage::Sweep, CountStage::Join);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountStage {
    /// The layers of the two halves are computed.
    Sweep,
    /// The halves are joined at the separator.
    Join,
}
