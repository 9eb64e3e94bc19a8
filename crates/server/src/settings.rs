//! What a server lends to its clients.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use caracole::{UnknownWord, free_memory, parallel};

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
    /// Answers that are worked on at the same time; further requests wait, and clients take turns.
    pub at_once: usize,
    /// How long a request may wait for its turn. The time for its answer starts after that.
    pub wait: Duration,
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
    /// How long a client may take to send the head of a request, to send its body, or to take a piece
    /// of an answer.
    pub patience: Duration,
    /// How long a client may take to take a whole answer.
    pub send_time: Duration,
    /// Host names that the server answers to, besides `localhost` and its own addresses.
    pub allowed_hosts: Vec<String>,
    /// The header in which a trusted proxy names the client. Without one, the client is the peer of
    /// the connection.
    pub proxy_header: Option<ProxyHeader>,
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
            at_once: cores,
            wait: Duration::from_secs(30),
            // A school may look like one client.
            per_client: 64,
            in_all: 256,
            jobs_at_once: 2,
            jobs_per_client: 4,
            jobs_in_all: 64,
            jobs_kept: Duration::from_mins(10),
            connections: 1024,
            connections_per_client: 256,
            patience: Duration::from_secs(10),
            send_time: Duration::from_mins(2),
            allowed_hosts: Vec::new(),
            proxy_header: None,
        }
    }
}

/// A header in which a proxy names the client. Only its last entry is used: the client may have sent
/// the others.
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
    /// The name of the header, in lower case.
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
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let all = [Self::XForwardedFor, Self::Forwarded];
        let known = all.into_iter().find(|header| text.eq_ignore_ascii_case(header.name()));
        known.ok_or_else(|| UnknownWord::new("header", text, all.map(Self::name)))
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
