//! The errors of a count by several processes.

use std::fmt;

use caracole_count::CountError;

/// The reason why a count by several processes has no result.
///
/// ```
/// use caracole_cluster::{Cluster, ClusterError, Hosts, Secret};
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
///
/// // Some questions cannot be distributed.
/// let clue = Question::new(Problem::new("5x5".parse()?).clue("c3", 13)?);
/// let error = Cluster::alone().count(&clue, &Job::new()).expect_err("a clue");
/// assert_eq!(
///     error.to_string(),
///     "clues, and boards of up to three squares, are counted in one process"
/// );
///
/// // These addresses are reserved for documentation. Other machines need a secret.
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
    /// An error that a count by one process can have too.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Another process stopped, so this one cannot continue.
    #[error("process {process} {cause}")]
    Peer {
        /// The number of the other process.
        process: usize,
        /// The reason why it stopped.
        cause: FailureCause,
    },
    /// This process cannot listen on its own address.
    #[error("process {process} cannot listen on {address}: {why}; is it started on that machine?")]
    Listen {
        /// The number of this process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// Another process was started with other parameters.
    #[error("process {process} {difference}")]
    Mismatch {
        /// The number of the other process.
        process: usize,
        /// The difference, and what to do.
        difference: String,
    },
    /// Another process does not have the secret of this one.
    #[error(
        "process {process} at {address} does not have the secret of process {me} (this one): give \
             all processes the same secret file"
    )]
    SecretMismatch {
        /// The number of the other process.
        process: usize,
        /// Its address in the list.
        address: String,
        /// The number of this process.
        me: usize,
    },
    /// A process is not on the loopback interface, and no secret was given.
    #[error("{address} is beyond loopback, so the processes need a shared secret")]
    SecretNeeded {
        /// The address in the list.
        address: String,
    },
    /// The processes do not share the checkpoint folder.
    #[error("{}: process {process} does not see what process 0 wrote there: name a folder that all \
             processes share", folder.display())]
    NotShared {
        /// The path of the folder.
        folder: std::path::PathBuf,
        /// The number of the process that sees another folder.
        process: usize,
    },
}

/// The reason why another process stopped.
///
/// ```
/// use caracole_cluster::{ClusterError, FailureCause};
///
/// let text = |cause| ClusterError::Peer { process: 2, cause }.to_string();
/// assert_eq!(text(FailureCause::Lost), "process 2 was lost");
/// assert_eq!(text(FailureCause::TimedOut), "process 2 reached its time limit");
/// let failed = FailureCause::Failed("the disk is full".into());
/// assert_eq!(text(failed), "process 2 failed: the disk is full");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureCause {
    /// The connection broke without a message: the process was killed, or its machine or the network failed.
    Lost,
    /// The process was interrupted.
    Interrupted,
    /// The process reached its time limit.
    TimedOut,
    /// The process reported an error.
    Failed(String),
    /// The process sent data that violate the protocol.
    Damaged(String),
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost => write!(f, "was lost"),
            Self::Interrupted => write!(f, "was interrupted"),
            Self::TimedOut => write!(f, "reached its time limit"),
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::Damaged(why) => write!(f, "sent damaged data: {why}"),
        }
    }
}
