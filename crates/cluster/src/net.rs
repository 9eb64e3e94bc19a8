//! The connections to the other processes, and the state that all threads of a process share.

mod connection;
mod failure;
mod frame;
mod handshake;
mod rendezvous;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use caracole_count::CountError;
use caracole_verify::{Stop, StopCause};

use crate::{ClusterError, FailureCause};

use connection::Connection;
pub(crate) use connection::TimelyStream;
pub(crate) use failure::Failure;
pub(crate) use frame::MAX_MESSAGE;
pub(crate) use handshake::Parameters;
pub(crate) use rendezvous::{Peer, Rendezvous};

/// The state that all threads of a process share: the stop flag, the first failure, and whether the count
/// has ended.
pub(crate) struct Signals {
    pub(crate) process: usize,
    pub(crate) processes: usize,
    stop: AtomicBool,
    failure: Mutex<Option<Failure>>,
    has_ended: Mutex<bool>,
    end: Condvar,
    /// The number of bytes written to other processes.
    written: AtomicU64,
}

impl Signals {
    pub(crate) fn new(process: usize, processes: usize) -> Self {
        let (failure, has_ended, end, written) = Default::default();
        Self { process, processes, stop: AtomicBool::new(false), failure, has_ended, end, written }
    }

    /// Stops all workers because of a failure. Returns true if it is the first one.
    pub(crate) fn fail(&self, failure: Failure) -> bool {
        let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = first.is_none();
        first.get_or_insert(failure);
        self.stop.store(true, Ordering::SeqCst);
        is_first
    }

    /// Returns the first failure.
    pub(crate) fn failure(&self) -> Option<Failure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the flag that stops all workers.
    pub(crate) const fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns an error if the workers must stop.
    pub(crate) fn check(&self) -> Result<(), ClusterError> {
        if self.stop.load(Ordering::Relaxed) { Err(self.error()) } else { Ok(()) }
    }

    /// Returns the first failure as an error.
    pub(crate) fn error(&self) -> ClusterError {
        let stopped =
            |cause| CountError::Stopped(Stop::new(cause, "a count of several processes")).into();
        match self.failure() {
            Some(Failure { process, cause: FailureCause::Interrupted })
                if process == self.process =>
            {
                stopped(StopCause::Interrupt)
            }
            Some(Failure { process, cause: FailureCause::TimedOut }) if process == self.process => {
                stopped(StopCause::Time)
            }
            Some(Failure { process, cause }) => ClusterError::Peer { process, cause },
            None => stopped(StopCause::Fault),
        }
    }

    /// Reports that the count has ended, with or without a result, to all threads that wait for it.
    fn end(&self) {
        *self.has_ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.notify_all();
    }

    /// Waits until the count has ended, up to a time limit. Returns true if it has ended.
    fn wait(&self, limit: Duration) -> bool {
        let has_ended = self.has_ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.end.wait_timeout_while(has_ended, limit, |has_ended| !*has_ended);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Returns the number of bytes written to other processes.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }
}

/// The connections to all other processes.
pub(crate) struct Net {
    connections: Vec<Arc<Connection>>,
    signals: Arc<Signals>,
}

/// The interval between two heartbeats of a process.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A process that sends and reads nothing for this time is lost.
const SILENCE_LIMIT: Duration = Duration::from_mins(1);
/// The longest time that a process waits for the others to close their connections.
const CLOSE_LIMIT: Duration = Duration::from_secs(10);
/// The same after a failure.
const FAILED_CLOSE_LIMIT: Duration = Duration::from_millis(500);

impl Net {
    /// Makes a stream for timely of each connection. All processes have the same number of threads.
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
        thread::Builder::new().name("cluster:heartbeat".into()).spawn(move || {
            while !signals.wait(HEARTBEAT) {
                for connection in &connections {
                    connection.send_heartbeat();
                }
            }
        })?;
        Ok((net, streams))
    }

    /// Sends the last frame to all other processes, unless it was sent before.
    pub(crate) fn close_writing(&self) {
        self.connections.iter().for_each(|connection| connection.close_writing());
    }

    /// Closes all connections when both directions have ended, or after a time limit.
    pub(crate) fn leave(self) {
        let limit = if self.signals.failure().is_none() {
            CLOSE_LIMIT
        } else {
            self.close_writing();
            FAILED_CLOSE_LIMIT
        };
        let begun = Instant::now();
        let is_done = || self.connections.iter().all(|connection| connection.is_done());
        while begun.elapsed() < limit && !is_done() {
            thread::sleep(Duration::from_millis(2));
        }
        self.signals.end();
        self.connections.iter().for_each(|connection| connection.close());
    }
}

#[cfg(test)]
mod tests;
