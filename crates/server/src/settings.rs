//! What a server lends to its clients.

use std::num::NonZeroUsize;
use std::time::Duration;

use caracole::{free_memory, parallel};

/// What a server lends to its clients, to each of them and to all together.
///
/// ```
/// use std::time::Duration;
/// use caracole_server::Settings;
///
/// let settings = Settings { job_time: Duration::from_secs(60), ..Settings::default() };
/// assert!(settings.time < settings.job_time);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long the work for an answer that is waited for may take.
    pub time: Duration,
    /// How long a job may take.
    pub job_time: Duration,
    /// Bytes, for all work together.
    pub memory: u64,
    /// Cores, for each count.
    pub threads: usize,
    /// Bytes in the body of a request.
    pub body: usize,
    /// Squares of a board; single questions allow fewer.
    pub squares: u64,
    /// Answers that are worked on at the same time.
    pub at_once: usize,
    /// Requests of one client that are worked on or wait.
    pub per_client: usize,
    /// Requests of all clients that are worked on or wait.
    pub in_all: usize,
    /// Jobs that are worked on at the same time.
    pub jobs_at_once: usize,
    /// Jobs of one client that are worked on or wait.
    pub jobs_per_client: usize,
    /// Jobs of all clients, worked on, waiting, or kept for who asks for their answer.
    pub jobs_in_all: usize,
    /// How long the answer of a job is kept.
    pub jobs_kept: Duration,
    /// Connections; who comes then waits until another one ends.
    pub connections: usize,
    /// Connections of one client; more of them are closed at once.
    pub connections_per_client: usize,
    /// How long a client may take to send a request, or to take a piece of an answer.
    pub patience: Duration,
}

/// Memory where the system does not tell how much there is.
const SOME_MEMORY: u64 = 1 << 30;

impl Default for Settings {
    fn default() -> Self {
        let cores = parallel::cores().get();
        Self {
            time: Duration::from_secs(10),
            job_time: Duration::from_mins(10),
            memory: free_memory().map_or(SOME_MEMORY, |bytes| bytes / 2),
            threads: cores,
            body: 1 << 20,
            squares: 250_000,
            // More than cores, so that long answers do not keep short ones waiting.
            at_once: (4 * cores).max(16),
            per_client: 16,
            in_all: 256,
            jobs_at_once: 2,
            jobs_per_client: 4,
            jobs_in_all: 64,
            jobs_kept: Duration::from_mins(10),
            connections: 1024,
            // A school may look like one client.
            connections_per_client: 256,
            patience: Duration::from_secs(10),
        }
    }
}

impl Settings {
    /// The bytes that one piece of work may take: jobs share one half, answers the other.
    pub(crate) fn share(&self, lane: Lane) -> u64 {
        let at_once = match lane {
            Lane::Answer => self.at_once,
            Lane::Job => self.jobs_at_once,
        };
        self.memory / 2 / NonZeroUsize::new(at_once).map_or(1, NonZeroUsize::get) as u64
    }
}

/// Who waits for the work: somebody at the other end of the line, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The client waits.
    Answer,
    /// The client comes back for it.
    Job,
}
