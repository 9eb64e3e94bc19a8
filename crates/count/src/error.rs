//! Why there is no number.

use std::path::PathBuf;

use caracole_core::{Stop, StopCause};

/// Why there is no number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A limit was reached, somebody interrupted, or the board is beyond the engine.
    #[error("{0}")]
    Stopped(Stop),
    /// A file could not be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        why: std::io::Error,
    },
    /// A file is not what it should be: damaged, or of another count.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Blocks that came from elsewhere are not what they should be.
    #[error("{0}")]
    Unsound(String),
    /// This cannot be asked.
    #[error("{0}")]
    Unanswerable(String),
}

impl CountError {
    pub(crate) fn too_wide(open: usize) -> Self {
        let tried = format!("{open} squares are open at a time; 32 are the most");
        Self::Stopped(Stop::new(StopCause::Unsupported, tried))
    }

    pub(crate) fn stopped(cause: StopCause, tried: impl Into<String>) -> Self {
        Self::Stopped(Stop::new(cause, tried))
    }
}
