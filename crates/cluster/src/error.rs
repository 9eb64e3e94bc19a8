//! Why several processes have no number.

use std::fmt;

use caracole_count::CountError;

/// Why several processes have no number.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// What can go wrong in one process too.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Another process left, so this one could not go on.
    #[error("process {process} {how}")]
    Left {
        /// Which.
        process: usize,
        /// In what way.
        how: How,
    },
    /// This process cannot be reached under its own address.
    #[error("process {process} cannot listen on {address}: {why}; is it started on that machine?")]
    Listen {
        /// Its number.
        process: usize,
        /// Its address in the list.
        address: String,
        /// What the system said.
        why: std::io::Error,
    },
    /// Another process was started in another way.
    #[error("process {process} {differs}")]
    Differs {
        /// Which.
        process: usize,
        /// What is different there, and what to do.
        differs: String,
    },
    /// The folder for finished layers is not the same for all.
    #[error("{}: process {process} does not see what process 0 wrote there: name a folder that all \
             processes share", folder.display())]
    NotShared {
        /// Which.
        folder: std::path::PathBuf,
        /// Who does not see it.
        process: usize,
    },
}

/// How another process left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Without a word: it was killed, or its machine or the way there is gone.
    Lost,
    /// Somebody interrupted it.
    Interrupted,
    /// Its time was over.
    Late,
    /// It met trouble, and says which.
    Failed(String),
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost => write!(f, "was lost"),
            Self::Interrupted => write!(f, "was interrupted"),
            Self::Late => write!(f, "reached its time limit"),
            Self::Failed(why) => write!(f, "failed: {why}"),
        }
    }
}
