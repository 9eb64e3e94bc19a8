//! A count by several processes, of which this is one.

use std::path::Path;

use caracole::{CountError, Job, Question, Tally};
use caracole_cluster::{Cluster, ClusterError, Hosts, HostsError};

use crate::Exit;
use crate::args::{ClusterArgs, Manners};
use crate::failure::{self, Failure, error_text};

/// All processes, and which of them this is.
pub(super) struct Team {
    hosts: Hosts,
    process: usize,
}

impl ClusterArgs {
    /// The team, if there is one.
    pub(super) fn team(&self) -> Result<Option<Team>, Failure> {
        let (Some(path), Some(process)) = (self.hosts.as_deref(), self.process) else {
            return Ok(None);
        };
        let of_hosts =
            |why: &dyn std::fmt::Display| Failure::of(format!("--hosts {}", path.display()), why);
        let text = std::fs::read_to_string(path).map_err(|why| of_hosts(&error_text(&why)))?;
        let hosts = Hosts::parse(&text).map_err(|why| of_hosts(&why))?;
        match Cluster::new(&hosts, process) {
            Err(why @ HostsError::Beyond { .. }) => Err(Failure::of("--process", why)),
            Err(why) => Err(of_hosts(&why)),
            Ok(_) => Ok(Some(Team { hosts, process })),
        }
    }
}

impl Team {
    /// Does this process tell the number?
    pub(super) const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Counts with the others; what only several processes can run into is told apart.
    pub(super) fn answer(
        &self,
        question: &Question,
        job: &Job<'_>,
        manners: &Manners,
    ) -> Result<Result<Tally, ClusterError>, CountError> {
        let notice = |line: &str| manners.remark(line);
        let cluster = match Cluster::new(&self.hosts, self.process) {
            Ok(cluster) => cluster.told_to(&notice),
            Err(why) => return Err(CountError::Unanswerable(why.to_string())),
        };
        match cluster.count(question, job) {
            Ok(answer) => Ok(Ok(Tally { count: answer.count, starts: None })),
            Err(ClusterError::Count(error)) => Err(error),
            Err(error) => Ok(Err(error)),
        }
    }
}

/// What to do when the work has stopped.
pub(super) fn advice(folder: Option<&Path>) -> String {
    let again = "start all processes again";
    folder.map_or(again.into(), |folder| format!("{again} with --resume {}", folder.display()))
}

/// Another process is gone, or was started in another way.
pub(super) fn tell(error: &ClusterError, folder: Option<&Path>) -> Result<Exit, Failure> {
    match error {
        ClusterError::Left { .. } => {
            failure::tell(&format!("{error}; {}", advice(folder)));
            Ok(Exit::Unknown)
        }
        ClusterError::Listen { process, address, why } => {
            let why = error_text(why);
            Err(Failure::of(
                "--process",
                format!("{process} cannot listen on {address}: {why}; is this that machine?"),
            ))
        }
        error => Err(Failure::new(error)),
    }
}
