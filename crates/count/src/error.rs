//! The errors of a count.

use std::path::PathBuf;

use caracole_verify::{Stop, StopCause};

/// Why a count has no result.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use caracole_core::Problem;
/// use caracole_verify::StopCause;
/// use caracole_count::{CountError, Options, Job, Question, count};
///
/// let closed = Question::new(Problem::new("5x6".parse()?).closed());
/// let flag = AtomicBool::new(true);
/// let Err(CountError::Stopped(stop)) = count(&closed, &Job::with_options(&Options::new().cancel_flag(&flag))) else {
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
    /// A limit was reached, the count was interrupted, or the board is too large.
    #[error("{0}")]
    Stopped(Stop),
    /// A file could not be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// A file is damaged, or belongs to another count.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The defect.
        what: String,
    },
    /// Data from another worker is invalid.
    #[error("{0}")]
    Unsound(String),
    /// The question is not supported.
    #[error("{0}")]
    Unanswerable(String),
}

impl CountError {
    pub(crate) fn too_wide(frontier: usize) -> Self {
        let tried = format!("{frontier} squares are open at a time; 32 are the most");
        Self::Stopped(Stop::new(StopCause::Unsupported, tried))
    }

    /// Returns the error for a contradiction between the numbers of a count.
    pub(crate) fn inconsistent(what: &str) -> Self {
        let tried = format!("{what} met numbers that cannot be right, so the count has no result");
        Self::Stopped(Stop::new(StopCause::Fault, tried))
    }

    pub(crate) fn stopped(cause: StopCause, tried: impl Into<String>) -> Self {
        Self::Stopped(Stop::new(cause, tried))
    }
}
