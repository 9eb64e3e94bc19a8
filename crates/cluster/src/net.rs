//! The connections to the other processes, and what is known about them.

mod meet;
mod wire;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use caracole_core::{Stop, StopCause};
use caracole_count::CountError;

use crate::{ClusterError, How};

pub(crate) use meet::{Hello, meet};
use wire::Line;
pub(crate) use wire::Wire;

/// Where something went wrong, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) process: usize,
    pub(crate) how: How,
}

/// What all threads of a process know: whether they must stop, why, and whether it is all over.
pub(crate) struct Signals {
    pub(crate) process: usize,
    stop: AtomicBool,
    trouble: Mutex<Option<Trouble>>,
    over: Mutex<bool>,
    is_over: Condvar,
    /// Bytes written to other processes.
    wired: AtomicU64,
}

impl Signals {
    pub(crate) fn new(process: usize) -> Self {
        let (trouble, over, is_over, wired) = Default::default();
        Self { process, stop: AtomicBool::new(false), trouble, over, is_over, wired }
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

/// The lines to all other processes.
pub(crate) struct Net {
    lines: Vec<Arc<Line>>,
    signals: Arc<Signals>,
}

/// A process that is alive says so this often, and is taken for lost when it was silent for so long.
const BEAT: Duration = Duration::from_secs(5);
const SILENCE: Duration = Duration::from_mins(1);
/// So long others may take to say goodbye: when all is well, and when it is not.
const PATIENCE: Duration = Duration::from_secs(10);
const IMPATIENCE: Duration = Duration::from_millis(500);

impl Net {
    /// Takes over connections, one for each other process, and lets each of them be a wire for timely.
    pub(crate) fn new(
        sockets: Vec<Option<std::net::TcpStream>>,
        signals: &Arc<Signals>,
    ) -> std::io::Result<(Self, Vec<Option<Wire>>)> {
        let line = |(peer, socket): (usize, Option<std::net::TcpStream>)| {
            socket
                .map(|socket| Line::new(peer, socket, Arc::clone(signals)).map(Arc::new))
                .transpose()
        };
        let lines: Vec<_> =
            sockets.into_iter().enumerate().map(line).collect::<std::io::Result<_>>()?;
        let wires = lines.iter().map(|line| line.as_ref().map(Wire::new)).collect();
        let net =
            Self { lines: lines.into_iter().flatten().collect(), signals: Arc::clone(signals) };
        let (lines, signals) = (net.lines.clone(), Arc::clone(signals));
        thread::Builder::new().name("cluster:beat".into()).spawn(move || {
            while !signals.wait(BEAT) {
                for line in &lines {
                    line.beat();
                }
            }
        })?;
        Ok((net, wires))
    }

    /// Says goodbye to all others, once, and why.
    pub(crate) fn say_goodbye(&self) {
        self.lines.iter().for_each(|line| line.say_goodbye());
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
        while begun.elapsed() < patience && !self.lines.iter().all(|line| line.is_done()) {
            thread::sleep(Duration::from_millis(2));
        }
        self.signals.end();
        self.lines.iter().for_each(|line| line.close());
    }
}
