//! The connections to the other processes, and what is known about them.

mod connection;
mod frame;
mod handshake;
mod meet;
mod trouble;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use caracole_core::{Stop, StopCause};
use caracole_count::CountError;

use crate::{ClusterError, How};

use connection::Connection;
pub(crate) use connection::TimelyStream;
pub(crate) use frame::MAX_MESSAGE;
pub(crate) use handshake::Plan;
pub(crate) use meet::{Meeting, Peer};

/// Where something went wrong, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) process: usize,
    pub(crate) how: How,
}

/// What all threads of a process know: whether they must stop, why, and whether it is all over.
pub(crate) struct Signals {
    pub(crate) process: usize,
    pub(crate) processes: usize,
    stop: AtomicBool,
    trouble: Mutex<Option<Trouble>>,
    over: Mutex<bool>,
    is_over: Condvar,
    /// Bytes written to other processes.
    wired: AtomicU64,
}

impl Signals {
    pub(crate) fn new(process: usize, processes: usize) -> Self {
        let (trouble, over, is_over, wired) = Default::default();
        Self { process, processes, stop: AtomicBool::new(false), trouble, over, is_over, wired }
    }

    /// Something went wrong, so all stop. Is it the first trouble?
    pub(crate) fn raise(&self, trouble: Trouble) -> bool {
        let mut place = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = place.is_none();
        place.get_or_insert(trouble);
        self.stop.store(true, Ordering::SeqCst);
        is_first
    }

    pub(crate) fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The flag that is raised when all must stop.
    pub(crate) const fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Must a worker stop? Then this says why.
    pub(crate) fn look(&self) -> Result<(), ClusterError> {
        if self.stop.load(Ordering::Relaxed) { Err(self.why()) } else { Ok(()) }
    }

    /// Why it stopped.
    pub(crate) fn why(&self) -> ClusterError {
        let stopped =
            |cause| CountError::Stopped(Stop::new(cause, "a count of several processes")).into();
        match self.trouble() {
            Some(Trouble { process, how: How::Interrupted }) if process == self.process => {
                stopped(StopCause::Interrupt)
            }
            Some(Trouble { process, how: How::Late }) if process == self.process => {
                stopped(StopCause::Time)
            }
            Some(Trouble { process, how }) => ClusterError::Left { process, how },
            None => stopped(StopCause::Fault),
        }
    }

    /// The count is over, in whatever way; threads that wait for it go.
    fn end(&self) {
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.is_over.notify_all();
    }

    /// Waits until it is over, or for some time. Is it over?
    fn wait(&self, time: Duration) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.is_over.wait_timeout_while(over, time, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    pub(crate) fn wired(&self) -> u64 {
        self.wired.load(Ordering::Relaxed)
    }
}

/// The connections to all other processes.
pub(crate) struct Net {
    connections: Vec<Arc<Connection>>,
    signals: Arc<Signals>,
}

/// A process that is alive says so this often, and counts as lost after this long without a sign.
const BEAT: Duration = Duration::from_secs(5);
const SILENCE: Duration = Duration::from_mins(1);
/// Others may take this long to leave: when all is well, and when it is not.
const PATIENCE: Duration = Duration::from_secs(10);
const IMPATIENCE: Duration = Duration::from_millis(500);

impl Net {
    /// Takes over connections, one for each other process, all of which have the same number of threads.
    /// Each becomes a stream for timely.
    pub(crate) fn new(
        peers: Vec<Option<Peer>>,
        threads: usize,
        signals: &Arc<Signals>,
    ) -> std::io::Result<(Self, Vec<Option<TimelyStream>>)> {
        let connect = |(at, peer): (usize, Option<Peer>)| {
            let connect = |peer| Connection::new(at, peer, threads, Arc::clone(signals));
            peer.map(|peer| connect(peer).map(Arc::new)).transpose()
        };
        let all: Vec<_> =
            peers.into_iter().enumerate().map(connect).collect::<std::io::Result<_>>()?;
        let streams = all.iter().map(|one| one.as_ref().map(TimelyStream::new)).collect();
        let connections: Vec<_> = all.into_iter().flatten().collect();
        let net = Self { connections: connections.clone(), signals: Arc::clone(signals) };
        let signals = Arc::clone(signals);
        thread::Builder::new().name("cluster:beat".into()).spawn(move || {
            while !signals.wait(BEAT) {
                for connection in &connections {
                    connection.beat();
                }
            }
        })?;
        Ok((net, streams))
    }

    /// Tells all others, once, that this process leaves, and why.
    pub(crate) fn say_goodbye(&self) {
        self.connections.iter().for_each(|connection| connection.say_goodbye());
    }

    /// Leaves when everything is said and heard, or when it takes too long.
    pub(crate) fn leave(self) {
        let patience = if self.signals.trouble().is_none() {
            PATIENCE
        } else {
            self.say_goodbye();
            IMPATIENCE
        };
        let begun = Instant::now();
        let is_done = || self.connections.iter().all(|connection| connection.is_done());
        while begun.elapsed() < patience && !is_done() {
            thread::sleep(Duration::from_millis(2));
        }
        self.signals.end();
        self.connections.iter().for_each(|connection| connection.close());
    }
}

#[cfg(test)]
mod tests;
