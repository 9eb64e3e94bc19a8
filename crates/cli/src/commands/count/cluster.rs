//! A count by several processes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use caracole::counting::{CountError, Job, Question, Tally};
use caracole_cluster::{Cluster, ClusterError, Hosts, HostsError, Secret};

use crate::Exit;
use crate::args::GlobalOptions;
use crate::commands::count::ClusterArgs;
use crate::failure::{self, Failure, error_text};

/// The addresses of all processes, and the index of this one.
pub(super) struct ClusterProcess {
    hosts: Hosts,
    process: usize,
    secret: Option<Secret>,
}

impl ClusterArgs {
    /// Returns this process of the cluster, if hosts are given.
    pub(super) fn process(
        &self,
        global: &GlobalOptions,
    ) -> Result<Option<ClusterProcess>, Failure> {
        let (Some(path), Some(process)) = (self.hosts.as_deref(), self.process) else {
            return Ok(None);
        };
        let of_hosts =
            |why: &dyn std::fmt::Display| Failure::of(format!("--hosts {}", path.display()), why);
        let text = std::fs::read_to_string(path).map_err(|why| of_hosts(&error_text(&why)))?;
        let hosts = Hosts::parse(&text).map_err(|why| of_hosts(&why))?;
        if let Err(why) = Cluster::new(&hosts, process) {
            return Err(match why {
                HostsError::NoSuchProcess { .. } => Failure::of("--process", why),
                why => of_hosts(&why),
            });
        }
        let secret = self.secret_file.as_deref().map(|path| read_secret(path, global));
        let secret = secret.transpose()?;
        if let (None, Some(address)) = (&secret, hosts.beyond_loopback()) {
            return Err(of_hosts(&secret_needed(address)));
        }
        Ok(Some(ClusterProcess { hosts, process, secret }))
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
fn read_secret(path: &Path, global: &GlobalOptions) -> Result<Secret, Failure> {
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
            global.remark(format!("{what}: other users can read it; run 'chmod 600 {path}'"));
        }
    }
    #[cfg(not(unix))]
    let _ = (global, metadata);
    Ok(secret)
}

impl ClusterProcess {
    /// Returns true if this process prints the number.
    pub(super) const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Counts with the others. Errors of the cluster are returned separately.
    pub(super) fn answer(
        &self,
        question: &Question,
        job: &Job<'_>,
        global: &GlobalOptions,
    ) -> Result<Result<Tally, ClusterError>, CountError> {
        let notice = |line: &str| global.remark(line);
        let cluster = match Cluster::new(&self.hosts, self.process) {
            Ok(cluster) => cluster.on_notice(&notice),
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

/// Returns what to do after a stop.
pub(super) fn advice(folder: Option<&Path>) -> String {
    let again = "start all processes again";
    folder.map_or(again.into(), |folder| format!("{again} with --resume {}", folder.display()))
}

/// Prints an error of the cluster.
pub(super) fn tell(error: &ClusterError, folder: Option<&Path>) -> Result<Exit, Failure> {
    match error {
        ClusterError::Peer { .. } => {
            failure::print_error(&format!("{error}; {}", advice(folder)));
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
