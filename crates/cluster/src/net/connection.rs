//! A connection to another process, as timely reads and writes it.
//!
//! Timely takes any stream, and panics when one breaks. So its bytes travel in [frames](super::frame),
//! between which processes also say that they are alive, and that they leave. When a connection breaks, its
//! trouble is raised, writing goes on into the void, and reading waits until the workers have stopped.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::frame::{FrameError, FrameReader, FrameWriter, HeaderCheck, Kind, MAX_PAYLOAD};
use super::meet::Peer;
use super::{IMPATIENCE, SILENCE, Signals, Trouble, trouble};
use crate::How;

/// A connection.
pub(super) struct Connection {
    peer: usize,
    socket: TcpStream,
    outgoing: Mutex<Outgoing>,
    incoming: Mutex<Incoming>,
    /// True if the peer has said that it leaves, or is gone.
    heard_all: AtomicBool,
    signals: Arc<Signals>,
}

struct Outgoing {
    frames: FrameWriter,
    said_all: bool,
}

struct Incoming {
    frames: FrameReader,
    headers: HeaderCheck,
    /// Bytes that timely has not read yet.
    bytes: Vec<u8>,
    /// How many of them it has read.
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
        socket.set_read_timeout(Some(SILENCE))?;
        socket.set_write_timeout(Some(SILENCE))?;
        let frames = FrameWriter::new(session.outgoing);
        let outgoing = Mutex::new(Outgoing { frames, said_all: false });
        let frames = FrameReader::new(session.incoming);
        let headers = HeaderCheck::new(at, signals.process, threads);
        let incoming = Mutex::new(Incoming { frames, headers, bytes: Vec::new(), read: 0 });
        let heard_all = AtomicBool::new(false);
        Ok(Self { peer: at, socket, outgoing, incoming, heard_all, signals })
    }

    /// Returns true if both sides have said that they leave.
    pub(super) fn is_done(&self) -> bool {
        let said_all = self.outgoing.try_lock().is_ok_and(|outgoing| outgoing.said_all);
        said_all && self.heard_all.load(Ordering::SeqCst)
    }

    /// Ends the connection; threads that wait for it wake up.
    pub(super) fn close(&self) {
        // It may be closed from the other side already.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Says that this process is alive, unless it is busy writing, which says the same.
    pub(super) fn beat(&self) {
        if let Ok(mut outgoing) = self.outgoing.try_lock() {
            self.write(&mut outgoing, Kind::Alive, &[]);
        }
    }

    /// Says that this process leaves, the first time, and why if there is trouble.
    pub(super) fn say_goodbye(&self) {
        let begun = Instant::now();
        let mut outgoing = loop {
            match self.outgoing.try_lock() {
                Ok(outgoing) => break outgoing,
                Err(TryLockError::Poisoned(_)) => return,
                // A writer may wait for a process that reads no more.
                Err(TryLockError::WouldBlock) if begun.elapsed() > IMPATIENCE => return,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        match &self.signals.trouble() {
            None => self.write(&mut outgoing, Kind::Done, &[]),
            Some(why) => self.write(&mut outgoing, Kind::Trouble, &trouble::encode(why)),
        }
        if !outgoing.said_all {
            outgoing.said_all = true;
            // The reader on the other side may be gone already.
            let _ = self.socket.shutdown(Shutdown::Write);
        }
    }

    /// Writes a frame, unless this process has said that it leaves.
    fn write(&self, outgoing: &mut Outgoing, kind: Kind, payload: &[u8]) {
        if outgoing.said_all {
            return;
        }
        let frame = outgoing.frames.encode(kind, payload);
        let written = (&self.socket).write_all(frame);
        self.signals.wired.fetch_add(frame.len() as u64, Ordering::Relaxed);
        if written.is_err() {
            outgoing.said_all = true;
            self.lose(How::Lost);
        }
    }

    fn lose(&self, how: How) {
        self.heard_all.store(true, Ordering::SeqCst);
        self.signals.raise(Trouble { process: self.peer, how });
    }

    /// Reads bytes for timely; none when the peer is done, an error when it is lost or leaves in trouble.
    /// The trouble is raised then.
    fn read(&self, buffer: &mut [u8]) -> Result<usize, ()> {
        let mut incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let Incoming { frames, headers, bytes, read } = &mut *incoming;
        while *read == bytes.len() {
            let why = match frames.read(&mut &self.socket) {
                Ok((Kind::Alive, _)) => continue,
                Ok((Kind::Done, _)) => {
                    self.heard_all.store(true, Ordering::SeqCst);
                    return Ok(0);
                }
                Ok((Kind::Bytes, payload)) => match headers.check(payload) {
                    Ok(()) => {
                        bytes.clear();
                        bytes.extend(payload);
                        *read = 0;
                        continue;
                    }
                    Err(why) => How::Damaged(why.into()),
                },
                Ok((Kind::Trouble, payload)) => {
                    let processes = self.signals.processes;
                    let reported = trouble::decode(payload, processes, self.peer);
                    let damaged = || {
                        let how = How::Damaged("a message is not understood".into());
                        Trouble { process: self.peer, how }
                    };
                    self.heard_all.store(true, Ordering::SeqCst);
                    self.signals.raise(reported.unwrap_or_else(damaged));
                    return Err(());
                }
                Err(FrameError::Io(_)) => How::Lost,
                Err(FrameError::Malformed(why)) => How::Damaged(why.into()),
            };
            self.lose(why);
            return Err(());
        }
        let some = buffer.len().min(bytes.len() - *read);
        buffer[..some].copy_from_slice(&bytes[*read..*read + some]);
        *read += some;
        Ok(some)
    }
}

/// A connection, as one thread of timely uses it.
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
        // An error would make timely panic aloud. The thread ends in silence instead; nothing waits for
        // it, and the workers it served are gone.
        std::panic::resume_unwind(Box::new("the connection is broken"))
    }
}

impl Write for TimelyStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(MAX_PAYLOAD)];
        if let Ok(mut outgoing) = self.0.outgoing.lock() {
            self.0.write(&mut outgoing, Kind::Bytes, some);
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

    /// Timely has written all it has.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.0.say_goodbye();
        Ok(())
    }
}
