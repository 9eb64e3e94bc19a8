//! A count by several processes, of which this is one.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use caracole::{CountError, Job, Question, Tally};
use caracole_cluster::{Cluster, ClusterError, Hosts, HostsError, Secret};

use crate::Exit;
use crate::args::{ClusterArgs, Manners};
use crate::failure::{self, Failure, error_text};

/// All processes, and which of them this is.
pub(super) struct Team {
    hosts: Hosts,
    process: usize,
    secret: Option<Secret>,
}

impl ClusterArgs {
    /// The team, if there is one.
    pub(super) fn team(&self, manners: &Manners) -> Result<Option<Team>, Failure> {
        let (Some(path), Some(process)) = (self.hosts.as_deref(), self.process) else {
            return Ok(None);
        };
        let of_hosts =
            |why: &dyn std::fmt::Display| Failure::of(format!("--hosts {}", path.display()), why);
        let text = std::fs::read_to_string(path).map_err(|why| of_hosts(&error_text(&why)))?;
        let hosts = Hosts::parse(&text).map_err(|why| of_hosts(&why))?;
        if let Err(why) = Cluster::new(&hosts, process) {
            return Err(match why {
                HostsError::Beyond { .. } => Failure::of("--process", why),
                why => of_hosts(&why),
            });
        }
        let secret = self.secret_file.as_deref().map(|path| read_secret(path, manners));
        let secret = secret.transpose()?;
        if let (None, Some(address)) = (&secret, hosts.beyond_loopback()) {
            return Err(of_hosts(&secret_needed(address)));
        }
        Ok(Some(Team { hosts, process, secret }))
    }
}

fn secret_needed(address: &str) -> String {
    format!(
        "{address} is beyond loopback, so the processes need a shared secret: make one with \
         'head -c 32 /dev/urandom | base64 > secret; chmod 600 secret', copy it to all machines, and add \
         --secret-file secret"
    )
}

/// Reads a secret, and warns if other users can read it too.
fn read_secret(path: &Path, manners: &Manners) -> Result<Secret, Failure> {
    let what = format!("--secret-file {}", path.display());
    let of_file = |why: std::io::Error| Failure::of(&what, error_text(&why));
    let file = File::open(path).map_err(of_file)?;
    let metadata = file.metadata().map_err(of_file)?;
    let mut bytes = Vec::new();
    // Room for white space that does not count; anything longer is not a secret.
    let most = 2 * Secret::MAX_LEN as u64;
    file.take(most).read_to_end(&mut bytes).map_err(of_file)?;
    let secret = Secret::new(&bytes).map_err(|why| Failure::of(&what, why))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = metadata.permissions().mode();
        if mode & 0o077 != 0 {
            let path = path.display();
            manners.remark(format!("{what}: other users can read it; run 'chmod 600 {path}'"));
        }
    }
    #[cfg(not(unix))]
    let _ = (manners, metadata);
    Ok(secret)
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
        let cluster = self.secret.as_ref().map_or(cluster, |secret| cluster.with_secret(secret));
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
        // A name may turn out to lead beyond loopback.
        ClusterError::SecretNeeded { address } => {
            Err(Failure::of("--hosts", secret_needed(address)))
        }
        error => Err(Failure::new(error)),
    }
}
