//! Why there is no number.

use std::path::PathBuf;

use caracole_core::{Stop, StopCause};

/// Why there is no number.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use caracole_core::{Problem, StopCause};
/// use caracole_count::{CountError, Job, Question, count};
///
/// let closed = Question::new(Problem::new("5x6".parse()?).closed());
/// let flag = AtomicBool::new(true);
/// let Err(CountError::Stopped(stop)) = count(&closed, &Job::new().interrupted_by(&flag)) else {
///     return Err("it was stopped before".into());
/// };
/// assert_eq!(stop.cause, StopCause::Interrupt);
///
/// // A folder belongs to one question.
/// let folder = tempfile::tempdir()?;
/// let job = Job::new().checkpoint(folder.path());
/// assert_eq!(count(&closed, &job)?.to_string(), "8");
/// let error = count(&Question::new(Problem::new("5x6".parse()?)), &job).expect_err("another");
/// assert!(error.to_string().contains("the folder belongs to another count: undirected closed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The numbers of a count contradict each other, so that it has no answer.
    pub(crate) fn inconsistent(what: &str) -> Self {
        let tried = format!("{what} met numbers that cannot be right, so the count has no result");
        Self::Stopped(Stop::new(StopCause::Fault, tried))
    }

    pub(crate) fn stopped(cause: StopCause, tried: impl Into<String>) -> Self {
        Self::Stopped(Stop::new(cause, tried))
    }
}
