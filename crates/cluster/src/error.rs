//! Why several processes have no number.

use std::fmt;

use caracole_count::CountError;

/// Why several processes have no number.
///
/// ```
/// use caracole_cluster::{Cluster, ClusterError, Hosts, Secret};
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
///
/// // What cannot be shared out is refused.
/// let clue = Question::new(Problem::new("5x5".parse()?).clue("c3", 13)?);
/// let error = Cluster::alone().count(&clue, &Job::new()).expect_err("a clue");
/// assert_eq!(
///     error.to_string(),
///     "clues, and boards of up to three squares, are counted in one process"
/// );
///
/// // These addresses are reserved for documentation. Beyond loopback a secret is needed.
/// let hosts = Hosts::parse("192.0.2.1:2101\n192.0.2.2:2101\n")?;
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let error = Cluster::new(&hosts, 0)?.count(&question, &Job::new()).expect_err("no secret");
/// assert!(matches!(error, ClusterError::SecretNeeded { .. }));
/// let secret = Secret::new(b"kJ0v5zqM2rYcXb7TnWd4uQ==")?;
/// let cluster = Cluster::new(&hosts, 0)?.with_secret(&secret);
/// let error = cluster.count(&question, &Job::new()).expect_err("not here");
/// assert!(matches!(error, ClusterError::Listen { process: 0, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Another process does not have the secret of this one.
    #[error(
        "process {process} at {address} does not have the secret of process {me} (this one): give \
             all processes the same secret file"
    )]
    Secret {
        /// The other process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// The number of this process.
        me: usize,
    },
    /// A process is beyond loopback, and no secret was given.
    #[error("{address} is beyond loopback, so the processes need a shared secret")]
    SecretNeeded {
        /// The address in the list.
        address: String,
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
///
/// ```
/// use caracole_cluster::{ClusterError, How};
///
/// let left = |how| ClusterError::Left { process: 2, how }.to_string();
/// assert_eq!(left(How::Lost), "process 2 was lost");
/// assert_eq!(left(How::Late), "process 2 reached its time limit");
/// assert_eq!(left(How::Failed("the disk is full".into())), "process 2 failed: the disk is full");
/// ```
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
    /// It sent something that it cannot have meant to send.
    Damaged(String),
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost => write!(f, "was lost"),
            Self::Interrupted => write!(f, "was interrupted"),
            Self::Late => write!(f, "reached its time limit"),
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::Damaged(why) => write!(f, "sent damaged data: {why}"),
        }
    }
}
