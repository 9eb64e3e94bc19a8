//! A connection to another process, as a stream for timely.
//!
//! Timely panics when a stream breaks. Therefore the bytes of timely are sent in [frames](super::frame),
//! together with heartbeats and a last frame in each direction. When a connection breaks, its failure is
//! reported, further bytes are dropped, and reading waits until the workers have stopped.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::frame::{FrameError, FrameKind, FrameReader, FrameWriter, HeaderCheck, MAX_PAYLOAD};
use super::rendezvous::Peer;
use super::{FAILED_CLOSE_LIMIT, Failure, SILENCE_LIMIT, Signals};
use crate::FailureCause;

/// A connection to another process.
pub(super) struct Connection {
    peer: usize,
    socket: TcpStream,
    outgoing: Mutex<Outgoing>,
    incoming: Mutex<Incoming>,
    /// True if the peer has sent its last frame, or is lost.
    has_peer_ended: AtomicBool,
    signals: Arc<Signals>,
}

struct Outgoing {
    frames: FrameWriter,
    /// True if the last frame was written, or the connection is broken.
    has_ended: bool,
}

struct Incoming {
    frames: FrameReader,
    headers: HeaderCheck,
    /// The payload of the last frame.
    bytes: Vec<u8>,
    /// The number of these bytes that timely has read.
    read: usize,
}

impl Connection {
    pub(super) fn new(
        at: usize,
        peer: Peer,
        threads: usize,
        signals: Arc<Signals>,
    ) -> io::Result<Self> {
        let Peer { socket, session } = peer;
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SILENCE_LIMIT))?;
        socket.set_write_timeout(Some(SILENCE_LIMIT))?;
        let frames = FrameWriter::new(session.outgoing);
        let outgoing = Mutex::new(Outgoing { frames, has_ended: false });
        let frames = FrameReader::new(session.incoming);
        let headers = HeaderCheck::new(at, signals.process, threads);
        let incoming = Mutex::new(Incoming { frames, headers, bytes: Vec::new(), read: 0 });
        let has_peer_ended = AtomicBool::new(false);
        Ok(Self { peer: at, socket, outgoing, incoming, has_peer_ended, signals })
    }

    /// Returns true if both directions have ended.
    pub(super) fn is_done(&self) -> bool {
        let has_ended = self.outgoing.try_lock().is_ok_and(|outgoing| outgoing.has_ended);
        has_ended && self.has_peer_ended.load(Ordering::SeqCst)
    }

    /// Closes the socket, which wakes the threads that read or write it.
    pub(super) fn close(&self) {
        // The peer may have closed it.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Sends a heartbeat, unless another frame is being written.
    pub(super) fn send_heartbeat(&self) {
        if let Ok(mut outgoing) = self.outgoing.try_lock() {
            self.write(&mut outgoing, FrameKind::Heartbeat, &[]);
        }
    }

    /// Sends the last frame, which contains the failure if one was reported, and closes this direction.
    pub(super) fn close_writing(&self) {
        let begun = Instant::now();
        let mut outgoing = loop {
            match self.outgoing.try_lock() {
                Ok(outgoing) => break outgoing,
                Err(TryLockError::Poisoned(_)) => return,
                // The writer may be blocked because the peer has stopped reading.
                Err(TryLockError::WouldBlock) if begun.elapsed() > FAILED_CLOSE_LIMIT => return,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        match &self.signals.failure() {
            None => self.write(&mut outgoing, FrameKind::End, &[]),
            Some(failure) => self.write(&mut outgoing, FrameKind::Failure, &failure.encode()),
        }
        if !outgoing.has_ended {
            outgoing.has_ended = true;
            // The peer may have closed the socket.
            let _ = self.socket.shutdown(Shutdown::Write);
        }
    }

    /// Writes a frame, or nothing after the last frame. Blocks while the peer does not read.
    fn write(&self, outgoing: &mut Outgoing, kind: FrameKind, payload: &[u8]) {
        if outgoing.has_ended {
            return;
        }
        let frame = outgoing.frames.encode(kind, payload);
        let written = (&self.socket).write_all(frame);
        self.signals.written.fetch_add(frame.len() as u64, Ordering::Relaxed);
        if written.is_err() {
            outgoing.has_ended = true;
            self.fail(FailureCause::Lost);
        }
    }

    fn fail(&self, cause: FailureCause) {
        self.has_peer_ended.store(true, Ordering::SeqCst);
        self.signals.fail(Failure { process: self.peer, cause });
    }

    /// Reads bytes for timely. Returns 0 after the last frame of the peer, and an error after a failure was
    /// reported.
    fn read(&self, buffer: &mut [u8]) -> Result<usize, ()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let Incoming { frames, headers, bytes, read } = &mut *incoming;
        while *read == bytes.len() {
            let cause = match frames.read(&mut &self.socket) {
                Ok((FrameKind::Heartbeat, _)) => continue,
                Ok((FrameKind::End, _)) => {
                    self.has_peer_ended.store(true, Ordering::SeqCst);
                    return Ok(0);
                }
                Ok((FrameKind::Data, payload)) => match headers.check(payload) {
                    Ok(()) => {
                        bytes.clear();
                        bytes.extend(payload);
                        *read = 0;
                        continue;
                    }
                    Err(why) => FailureCause::Damaged(why.into()),
                },
                Ok((FrameKind::Failure, payload)) => {
                    let processes = self.signals.processes;
                    let reported = Failure::decode(payload, processes, self.peer);
                    let damaged = || {
                        let cause = FailureCause::Damaged("a message is not understood".into());
                        Failure { process: self.peer, cause }
                    };
                    self.has_peer_ended.store(true, Ordering::SeqCst);
                    self.signals.fail(reported.unwrap_or_else(damaged));
                    return Err(());
                }
                Err(FrameError::Io(_)) => FailureCause::Lost,
                Err(FrameError::Malformed(why)) => FailureCause::Damaged(why.into()),
            };
            self.fail(cause);
            return Err(());
        }
        let some = buffer.len().min(bytes.len() - *read);
        buffer[..some].copy_from_slice(&bytes[*read..*read + some]);
        *read += some;
        Ok(some)
    }
}

/// A connection as the type that a thread of timely reads or writes.
pub(crate) struct TimelyStream(Arc<Connection>);

impl TimelyStream {
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        Self(Arc::clone(connection))
    }
}

impl Read for TimelyStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Ok(read) = self.0.read(buffer) {
            return Ok(read);
        }
        while !self.0.signals.wait(Duration::from_hours(1)) {}
        // An error would make timely panic with a message. The thread ends without one instead: no thread
        // waits for it, and its workers have ended.
        std::panic::resume_unwind(Box::new("the connection is broken"))
    }
}

impl Write for TimelyStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(MAX_PAYLOAD)];
        if let Ok(mut outgoing) = self.0.outgoing.lock() {
            self.0.write(&mut outgoing, FrameKind::Data, some);
        }
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for TimelyStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(&self.0))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// Called when timely has written all its bytes.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.0.close_writing();
        Ok(())
    }
}
