//! A connection to another process, as timely reads and writes it.
//!
//! Timely takes any stream, and panics when one breaks. So what it writes goes in frames, between which
//! processes also say that they are alive, and goodbye; and when a line breaks, its trouble is raised,
//! writing goes on into the void, and reading waits until the workers have stopped.
//!
//! ```text
//! 4 bytes  kind: 0 bytes of timely, 1 alive, 2 goodbye, all is done, 3 goodbye, there is trouble
//! 4        how many bytes follow
//! (3)      4 bytes: the process that has it; 4: 0 lost, 1 interrupted, 2 late, 3 failed; then words
//! ```

mod trouble;

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::{IMPATIENCE, SILENCE, Signals, Trouble};
use crate::How;

use trouble::{WORDS, pack, unpack};

const BYTES: u32 = 0;
const ALIVE: u32 = 1;
const DONE: u32 = 2;
const TROUBLE: u32 = 3;
/// Frames are cut at this length.
const LONGEST: usize = 1 << 18;

/// A connection.
pub(super) struct Line {
    peer: usize,
    socket: TcpStream,
    pen: Mutex<Pen>,
    /// Has the other said goodbye, or is it gone?
    heard_all: AtomicBool,
    signals: Arc<Signals>,
}

/// Who holds it writes.
struct Pen {
    frame: Vec<u8>,
    said_all: bool,
}

impl Line {
    pub(super) fn new(peer: usize, socket: TcpStream, signals: Arc<Signals>) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(SILENCE))?;
        socket.set_write_timeout(Some(SILENCE))?;
        let pen = Mutex::new(Pen { frame: Vec::new(), said_all: false });
        Ok(Self { peer, socket, pen, heard_all: AtomicBool::new(false), signals })
    }

    /// Is everything said and heard?
    pub(super) fn is_done(&self) -> bool {
        let said_all = self.pen.try_lock().is_ok_and(|pen| pen.said_all);
        said_all && self.heard_all.load(Ordering::SeqCst)
    }

    /// Ends the connection; whoever waits for it wakes up.
    pub(super) fn close(&self) {
        // It may be closed from the other side already.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Says that this process is alive, unless it is busy writing, which says the same.
    pub(super) fn beat(&self) {
        if let Ok(mut pen) = self.pen.try_lock() {
            self.write(&mut pen, ALIVE, &[]);
        }
    }

    /// Says goodbye, the first time, and why if there is trouble.
    pub(super) fn say_goodbye(&self) {
        let begun = Instant::now();
        let mut pen = loop {
            match self.pen.try_lock() {
                Ok(pen) => break pen,
                Err(TryLockError::Poisoned(_)) => return,
                // A writer may wait for a process that reads no more.
                Err(TryLockError::WouldBlock) if begun.elapsed() > IMPATIENCE => return,
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        match &self.signals.trouble() {
            None => self.write(&mut pen, DONE, &[]),
            Some(trouble) => self.write(&mut pen, TROUBLE, &pack(trouble)),
        }
        if !pen.said_all {
            pen.said_all = true;
            // The reader on the other side may be gone already.
            let _ = self.socket.shutdown(Shutdown::Write);
        }
    }

    /// Writes a frame; when everything was said before, it goes nowhere.
    fn write(&self, pen: &mut Pen, kind: u32, bytes: &[u8]) {
        if pen.said_all {
            return;
        }
        pen.frame.clear();
        pen.frame.extend(kind.to_le_bytes());
        pen.frame.extend((bytes.len() as u32).to_le_bytes());
        pen.frame.extend(bytes);
        if (&self.socket).write_all(&pen.frame).is_err() {
            pen.said_all = true;
            self.lose();
        }
        self.signals.wired.fetch_add(pen.frame.len() as u64, Ordering::Relaxed);
    }

    fn lose(&self) {
        self.heard_all.store(true, Ordering::SeqCst);
        self.signals.raise(Trouble { process: self.peer, how: How::Lost });
    }

    /// The next head of a frame with bytes of timely; none when the other is done.
    fn next(&self) -> io::Result<Option<usize>> {
        loop {
            let kind = self.number()?;
            let len = self.number()? as usize;
            match kind {
                BYTES => return Ok(Some(len)),
                ALIVE => {}
                DONE => return Ok(None),
                _ => {
                    let mut bytes = vec![0; len.min(WORDS + 8)];
                    (&self.socket).read_exact(&mut bytes)?;
                    self.heard_all.store(true, Ordering::SeqCst);
                    self.signals.raise(
                        unpack(&bytes).unwrap_or(Trouble { process: self.peer, how: How::Lost }),
                    );
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
            }
        }
    }

    fn number(&self) -> io::Result<u32> {
        let mut bytes = [0; 4];
        (&self.socket).read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }
}

/// A line, as one thread of timely uses it.
pub(crate) struct Wire {
    line: Arc<Line>,
    /// So many bytes are left of the frame that is being read.
    left: usize,
}

impl Wire {
    pub(super) fn new(line: &Arc<Line>) -> Self {
        Self { line: Arc::clone(line), left: 0 }
    }

    fn try_read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 {
            let Some(len) = self.line.next()? else {
                self.line.heard_all.store(true, Ordering::SeqCst);
                return Ok(0);
            };
            self.left = len;
        }
        let some = self.left.min(buffer.len());
        let read = (&self.line.socket).read(&mut buffer[..some])?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= read;
        Ok(read)
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Ok(read) = self.try_read(buffer) {
            return Ok(read);
        }
        self.line.lose();
        while !self.line.signals.wait(Duration::from_hours(1)) {}
        // An error would make timely panic aloud. The thread ends in silence instead; nobody waits for
        // it, and the workers it served are gone.
        std::panic::resume_unwind(Box::new("the line is broken"))
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(LONGEST)];
        if let Ok(mut pen) = self.line.pen.lock() {
            self.line.write(&mut pen, BYTES, some);
        }
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(&self.line))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    /// Timely has written all it has.
    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.line.say_goodbye();
        Ok(())
    }
}
