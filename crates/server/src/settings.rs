//! The limits of a server.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use caracole::runtime::parallel;
use caracole::solvers::free_memory;
use caracole::text::UnknownName;

use crate::work::WorkKind;

/// The limits of a server, for each client and for all clients together.
///
/// ```
/// use std::time::Duration;
/// use caracole_server::Settings;
///
/// let settings = Settings { job_time_limit: Duration::from_secs(60), ..Settings::default() };
/// assert!(settings.time_limit < settings.job_time_limit);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The time limit of a request, from the moment its work starts.
    pub time_limit: Duration,
    /// The time limit of a job.
    pub job_time_limit: Duration,
    /// Bytes of memory for all work together.
    pub memory: u64,
    /// Threads of each count.
    pub threads: usize,
    /// Bytes in the body of a request.
    pub max_body_bytes: usize,
    /// Squares of a board. Some endpoints have a lower limit.
    pub max_squares: u64,
    /// Requests that run at the same time. Further requests wait, and clients take turns.
    pub worker_slots: usize,
    /// How long a request may wait for a worker slot.
    pub queue_timeout: Duration,
    /// Requests of one client that run or wait.
    pub max_requests_per_client: usize,
    /// Requests of all clients that run or wait.
    pub max_requests: usize,
    /// Jobs that run at the same time.
    pub job_slots: usize,
    /// Jobs of one client that run or wait.
    pub max_jobs_per_client: usize,
    /// Jobs of all clients that run, wait, or are kept for their results.
    pub max_jobs: usize,
    /// How long the result of a job is kept.
    pub job_retention: Duration,
    /// Open connections. Further clients wait until a connection closes.
    pub max_connections: usize,
    /// Open connections of one client. Further connections are closed at once.
    pub max_connections_per_client: usize,
    /// How long a client may take to send the head of a request, to send its body, or to read what is
    /// in the send buffer.
    pub io_timeout: Duration,
    /// How long a client may take to read a complete response.
    pub send_timeout: Duration,
    /// Accepted host names, in addition to `localhost` and the addresses of the server.
    pub allowed_hosts: Vec<String>,
    /// The header in which a trusted proxy names the client. If it is `None`, the client is the peer of
    /// the connection.
    pub proxy_header: Option<ProxyHeader>,
}

/// The memory limit if the free memory of the system is unknown.
const DEFAULT_MEMORY: u64 = 1 << 30;

impl Default for Settings {
    fn default() -> Self {
        let cores = parallel::cores().get();
        Self {
            // Many HTTP clients give up after 10 s.
            time_limit: Duration::from_secs(8),
            job_time_limit: Duration::from_mins(10),
            memory: free_memory().map_or(DEFAULT_MEMORY, |bytes| bytes / 2),
            threads: cores,
            max_body_bytes: 1 << 20,
            max_squares: 250_000,
            worker_slots: cores,
            queue_timeout: Duration::from_secs(30),
            // All computers of a school may share one address.
            max_requests_per_client: 64,
            max_requests: 256,
            job_slots: 2,
            max_jobs_per_client: 4,
            max_jobs: 64,
            job_retention: Duration::from_mins(10),
            max_connections: 1024,
            max_connections_per_client: 256,
            io_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_mins(2),
            allowed_hosts: Vec::new(),
            proxy_header: None,
        }
    }
}

impl Settings {
    /// Returns the bytes for one piece of work: jobs share one half of the memory, requests the other.
    pub(crate) fn memory_per_work(&self, kind: WorkKind) -> u64 {
        let slots = match kind {
            WorkKind::Request => self.worker_slots,
            WorkKind::Job => self.job_slots,
        };
        self.memory / 2 / NonZeroUsize::new(slots).map_or(1, NonZeroUsize::get) as u64
    }
}

/// A header in which a proxy names the client. Only its last entry is used, because the client may
/// have forged the others.
///
/// ```
/// use caracole_server::{ProxyHeader, Settings};
///
/// let proxy_header = Some("x-forwarded-for".parse::<ProxyHeader>()?);
/// assert_eq!(proxy_header, Some(ProxyHeader::XForwardedFor));
/// let behind_proxy = Settings { proxy_header, ..Settings::default() };
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For: 192.0.2.1`
    XForwardedFor,
    /// `Forwarded: for=192.0.2.1`, RFC 7239.
    Forwarded,
}

impl ProxyHeader {
    /// Returns the name of the header in lower case.
    ///
    /// ```
    /// assert_eq!(caracole_server::ProxyHeader::Forwarded.name(), "forwarded");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::XForwardedFor => "x-forwarded-for",
            Self::Forwarded => "forwarded",
        }
    }
}

impl FromStr for ProxyHeader {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let all = [Self::XForwardedFor, Self::Forwarded];
        let known = all.into_iter().find(|header| text.eq_ignore_ascii_case(header.name()));
        known.ok_or_else(|| UnknownName::new("header", text, all.map(Self::name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More work at the same time would share the cores, and all of it would miss its time limit.
    #[test]
    fn as_much_work_runs_as_there_are_cores() {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let settings = Settings::default();
        assert_eq!(settings.worker_slots, cores);
        assert!(settings.max_requests > cores, "further requests wait");
    }
}
