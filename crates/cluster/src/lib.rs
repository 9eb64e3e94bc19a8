//! Counts knight's tours by several processes together, on one machine or on many.
//!
//! Every process runs the same program with the same question and the same list of hosts. Each of their
//! threads is a worker of a timely dataflow. All workers run the driver of `caracole-count`. Each computes
//! a share of every layer, and when the partition of the patterns changes, blocks move between workers.
//! With a shared checkpoint folder, any number of processes can continue from the last finished layer. The
//! result does not depend on the number of workers.
//!
//! ```
//! use caracole_cluster::Cluster;
//! use caracole_core::Problem;
//! use caracole_count::{Options, Job, Question};
//!
//! let question = Question::new(Problem::new("6x6".parse()?).closed());
//! let answer = Cluster::alone().count(&question, &Job::with_options(&Options::new().threads(2)))?;
//! assert_eq!(answer.count.to_string(), "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channel;
mod cluster;
mod error;
mod exchange;
mod hosts;
mod net;
mod partition;
mod secret;

pub use cluster::{Cluster, ClusterCount};
pub use error::{ClusterError, FailureCause};
pub use hosts::{Hosts, HostsError};
pub use secret::{Secret, SecretError};
