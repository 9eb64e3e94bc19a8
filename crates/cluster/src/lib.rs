//! The same counting as `caracole-count`, made by several processes together, on one machine or on many.
//!
//! Every process runs the same program with the same question and the same list of hosts. Each of their
//! threads is a worker of a timely dataflow. A leg of the count is made by all workers, each for the
//! classes that fell to it; now and then classes are dealt out anew, and their blocks travel. Finished
//! layers are kept in a folder that all processes can reach, and whatever number of processes goes on from
//! there. The number does not depend on how many there are.
//!
//! ```
//! use caracole_cluster::Cluster;
//! use caracole_core::Problem;
//! use caracole_count::{Job, Question};
//!
//! let question = Question::new(Problem::new("6x6".parse()?).closed());
//! let answer = Cluster::alone().count(&question, &Job::new().threads(2))?;
//! assert_eq!(answer.count.to_string(), "9862");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channel;
mod cluster;
mod crew;
mod error;
mod files;
mod hosts;
mod message;
mod net;
mod partition;
mod secret;

pub use cluster::{Answer, Cluster};
pub use error::{ClusterError, How};
pub use hosts::{Hosts, HostsError};
pub use secret::{Secret, SecretError};
