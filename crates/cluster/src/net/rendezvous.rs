//! The rendezvous: each process connects to all others.
//!
//! Each process calls those with smaller numbers and listens for those with larger ones. Any program can
//! call, so all callers are answered concurrently, each with a time limit, and a caller whose
//! [handshake](super::handshake) fails is dropped.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use caracole_count::{CountError, Job};
use caracole_verify::Stop;

use super::handshake::{
    ANNOUNCEMENT_LEN, Announcement, PROOF_LEN, Parameters, Role, Session, Transcript,
};
use crate::secret::Key;
use crate::{ClusterError, Hosts};

/// The time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
/// The time limit for a handshake.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);
/// The interval between two checks of all connections.
const POLL: Duration = Duration::from_millis(10);
/// The time after which a notice names the missing processes.
const NOTICE_DELAY: Duration = Duration::from_secs(3);
/// The largest number of callers in a handshake. For another one, the oldest is dropped.
const MAX_CALLERS: usize = 256;
/// The largest number of callers that are accepted in one pass.
const MAX_ACCEPTED: usize = 64;

/// A connection to an authenticated process, and the keys of its frames.
pub(crate) struct Peer {
    pub(super) socket: TcpStream,
    pub(super) session: Session,
}

/// Connects the processes of a count.
pub(crate) struct Rendezvous<'a> {
    pub(crate) hosts: &'a Hosts,
    pub(crate) parameters: Parameters,
    pub(crate) key: Key,
    /// Without a secret, only the loopback interface is used.
    pub(crate) has_secret: bool,
    /// Receives a line for missing processes and for callers that were dropped.
    pub(crate) notice: &'a dyn Fn(&str),
}

impl Rendezvous<'_> {
    /// Connects to all other processes.
    pub(crate) fn connect_all(&self, job: &Job<'_>) -> Result<Vec<Option<Peer>>, ClusterError> {
        let processes = self.hosts.len();
        let mut peers: Vec<Option<Peer>> = (0..processes).map(|_| None).collect();
        if processes == 1 {
            return Ok(peers);
        }
        let me = self.parameters.process as usize;
        let listener = self.listen()?;
        let mut callers = Callers::new(self);
        let mut calls: Vec<Option<Call>> = (0..me).map(|_| None).collect();
        let mut begun = Instant::now();
        let mut has_notified = false;
        loop {
            check(job)?;
            for peer in &mut peers {
                // A process that closed its connection may be started again.
                if peer.as_ref().is_some_and(|peer| is_closed(&peer.socket)) {
                    *peer = None;
                    (begun, has_notified) = (Instant::now(), false);
                }
            }
            for (at, call) in calls.iter_mut().enumerate() {
                if peers[at].is_none() {
                    peers[at] = self.dial(at, call, &mut callers.log)?;
                }
            }
            callers.accept(&listener);
            for (process, peer) in callers.answer()? {
                // A process that calls again was started again.
                peers[process] = Some(peer);
            }
            let missing: Vec<_> =
                (0..processes).filter(|&at| at != me && peers[at].is_none()).collect();
            if missing.is_empty() && !peers.iter().flatten().any(|peer| is_closed(&peer.socket)) {
                return Ok(peers);
            }
            if !has_notified && begun.elapsed() > NOTICE_DELAY {
                has_notified = true;
                let name = |at: &usize| format!("process {at} at {}", self.address(*at));
                let names: Vec<_> = missing.iter().map(name).collect();
                (self.notice)(&format!("waiting for {}", names.join(", ")));
            }
            thread::sleep(POLL);
        }
    }

    fn address(&self, process: usize) -> &str {
        self.hosts.address(process).expect("the list contains each process")
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let process = self.parameters.process as usize;
        let address = self.address(process);
        let listen = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        };
        let (local, listener) = listen().map_err(|why| ClusterError::Listen {
            process,
            address: address.into(),
            why,
        })?;
        // A name such as localhost may resolve to any address.
        if !self.has_secret && !is_loopback(&local) {
            return Err(ClusterError::SecretNeeded { address: address.into() });
        }
        Ok(listener)
    }

    /// Calls a process in a thread of its own, because a call may take long. Returns the result of a call
    /// that has ended.
    fn dial(
        &self,
        process: usize,
        call: &mut Option<Call>,
        log: &mut Log<'_>,
    ) -> Result<Option<Peer>, ClusterError> {
        if let Some(call) = call.take_if(|call| call.is_finished()) {
            return match call.join() {
                Ok(CallResult::Connected(peer)) => Ok(Some(*peer)),
                Ok(CallResult::Failed(error)) => Err(error),
                Ok(CallResult::OtherProgram) => {
                    let address = self.address(process);
                    log.add(&format!(
                        "{address} answers, but not as process {process} of a count; trying again"
                    ));
                    Ok(None)
                }
                // The process may not have been started yet.
                Ok(CallResult::Unreachable) | Err(_) => Ok(None),
            };
        }
        if call.is_none() {
            // A list of hosts has at most 4096 processes.
            let parameters = Parameters { to: process as u32, ..self.parameters };
            let (address, key) = (self.address(process).to_owned(), self.key.clone());
            let only_loopback = !self.has_secret;
            let make = move || make_call(&address, parameters, &key, only_loopback);
            *call = thread::Builder::new().name("cluster:call".into()).spawn(make).ok();
        }
        Ok(None)
    }
}

type Call = JoinHandle<CallResult>;

enum CallResult {
    Connected(Box<Peer>),
    /// No program listens at the address, or the connection broke.
    Unreachable,
    /// Another program listens at the address.
    OtherProgram,
    Failed(ClusterError),
}

fn make_call(address: &str, parameters: Parameters, key: &Key, only_loopback: bool) -> CallResult {
    let Ok(mut socket) = connect(address, only_loopback) else { return CallResult::Unreachable };
    let deadline = Instant::now() + HANDSHAKE_LIMIT;
    let process = parameters.to as usize;
    let announced = Announcement::new(parameters).and_then(|ours| {
        let mut bytes = [0; ANNOUNCEMENT_LEN];
        socket.set_write_timeout(Some(HANDSHAKE_LIMIT))?;
        socket.write_all(ours.bytes())?;
        read_until(&mut socket, &mut bytes, deadline)?;
        Ok((ours, bytes))
    });
    let Ok((ours, bytes)) = announced else { return CallResult::Unreachable };
    let Some(theirs) = Announcement::decode(&bytes) else { return CallResult::OtherProgram };
    let transcript = Transcript { key, caller: &ours, listener: &theirs };
    let mut proof = [0; PROOF_LEN];
    let proved = socket
        .write_all(&transcript.proof(Role::Caller))
        .and_then(|()| read_until(&mut socket, &mut proof, deadline));
    if proved.is_err() {
        return CallResult::Unreachable;
    }
    if !transcript.is_proof(Role::Listener, &proof) {
        let me = parameters.process as usize;
        let address = address.into();
        return CallResult::Failed(ClusterError::SecretMismatch { process, address, me });
    }
    if let Some(difference) = ours.difference(&theirs) {
        return CallResult::Failed(ClusterError::Mismatch { process, difference });
    }
    CallResult::Connected(Box::new(Peer { session: transcript.session(Role::Caller), socket }))
}

fn connect(address: &str, only_loopback: bool) -> io::Result<TcpStream> {
    let mut error = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        if only_loopback && !is_loopback(&address) {
            continue;
        }
        match TcpStream::connect_timeout(&address, CONNECT_LIMIT) {
            Ok(socket) => return Ok(socket),
            Err(why) => error = why,
        }
    }
    Err(error)
}

const fn is_loopback(address: &SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Fills a buffer before a deadline. Slow senders do not extend it.
fn read_until(socket: &mut TcpStream, buffer: &mut [u8], deadline: Instant) -> io::Result<()> {
    let mut filled = 0;
    while filled < buffer.len() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        socket.set_read_timeout(Some(left))?;
        match socket.read(&mut buffer[filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => filled += read,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// All callers in a handshake. Their sockets do not block.
struct Callers<'a> {
    rendezvous: &'a Rendezvous<'a>,
    pending: VecDeque<Caller>,
    log: Log<'a>,
}

struct Caller {
    socket: TcpStream,
    from: SocketAddr,
    deadline: Instant,
    buffer: [u8; ANNOUNCEMENT_LEN],
    /// The number of bytes in the buffer.
    filled: usize,
    /// The announcement of the caller, and that of this process.
    announced: Option<(Announcement, Announcement)>,
}

/// The state of a handshake with a caller.
enum CallerState {
    Pending(Caller),
    Connected(usize, Peer),
    Dropped(String),
}

impl<'a> Callers<'a> {
    const fn new(rendezvous: &'a Rendezvous<'a>) -> Self {
        Self { rendezvous, pending: VecDeque::new(), log: Log::new(rendezvous.notice) }
    }

    fn accept(&mut self, listener: &TcpListener) {
        for _ in 0..MAX_ACCEPTED {
            let Ok((socket, from)) = listener.accept() else { return };
            if socket.set_nonblocking(true).is_err() {
                continue;
            }
            if self.pending.len() == MAX_CALLERS
                && let Some(oldest) = self.pending.pop_front()
            {
                self.log.drop_caller(&oldest.from, "too many callers are silent");
            }
            let deadline = Instant::now() + HANDSHAKE_LIMIT;
            let (buffer, filled, announced) = ([0; ANNOUNCEMENT_LEN], 0, None);
            self.pending.push_back(Caller { socket, from, deadline, buffer, filled, announced });
        }
    }

    /// Continues all handshakes as far as bytes were received. Returns an error only if the parameters of an
    /// authenticated process differ from those of this one.
    fn answer(&mut self) -> Result<Vec<(usize, Peer)>, ClusterError> {
        let mut connected = Vec::new();
        for caller in std::mem::take(&mut self.pending) {
            let from = caller.from;
            match caller.advance(self.rendezvous)? {
                CallerState::Pending(caller) => self.pending.push_back(caller),
                CallerState::Connected(process, peer) => connected.push((process, peer)),
                CallerState::Dropped(why) => self.log.drop_caller(&from, &why),
            }
        }
        Ok(connected)
    }
}

impl Caller {
    fn advance(mut self, rendezvous: &Rendezvous<'_>) -> Result<CallerState, ClusterError> {
        let dropped = |why: &str| Ok(CallerState::Dropped(why.into()));
        loop {
            let expected = if self.announced.is_none() { ANNOUNCEMENT_LEN } else { PROOF_LEN };
            if self.filled < expected {
                match self.socket.read(&mut self.buffer[self.filled..expected]) {
                    Ok(0) => return dropped("it closed the connection"),
                    Ok(read) => self.filled += read,
                    Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                    Err(why) if why.kind() != io::ErrorKind::WouldBlock => {
                        return dropped("the connection broke");
                    }
                    Err(_) if Instant::now() > self.deadline => return dropped("it is silent"),
                    Err(_) => return Ok(CallerState::Pending(self)),
                }
                continue;
            }
            self.filled = 0;
            let Some((theirs, ours)) = self.announced.take() else {
                let Some(theirs) = Announcement::decode(&self.buffer) else {
                    return dropped("it is not a process of a count, or of another version");
                };
                let to = theirs.parameters.process;
                let parameters = Parameters { to, ..rendezvous.parameters };
                let Ok(ours) = Announcement::new(parameters) else {
                    return dropped("the operating system has no random numbers");
                };
                // The send buffer of a new connection is empty, so this does not block.
                if self.socket.write_all(ours.bytes()).is_err() {
                    return dropped("the connection broke");
                }
                self.announced = Some((theirs, ours));
                continue;
            };
            let mut proof = [0; PROOF_LEN];
            proof.copy_from_slice(&self.buffer[..PROOF_LEN]);
            return self.finish(
                &Transcript { key: &rendezvous.key, caller: &theirs, listener: &ours },
                &proof,
            );
        }
    }

    /// Checks the proof of a caller, and answers it.
    fn finish(
        mut self,
        transcript: &Transcript<'_>,
        proof: &[u8; PROOF_LEN],
    ) -> Result<CallerState, ClusterError> {
        let (theirs, ours) = (transcript.caller, transcript.listener);
        let (process, me) = (theirs.parameters.process, ours.parameters.process);
        if !transcript.is_proof(Role::Caller, proof) {
            // The caller may have closed the connection.
            let _ = self.socket.write_all(&[0; PROOF_LEN]);
            return Ok(CallerState::Dropped(format!(
                "it says that it is process {process}, but does not have the secret of process {me}; \
                 give all processes the same secret file"
            )));
        }
        if process == me {
            return Ok(CallerState::Dropped(format!(
                "it says that it is process {me}, as this one is"
            )));
        }
        let sent = self.socket.write_all(&transcript.proof(Role::Listener));
        let process = process as usize;
        if let Some(difference) = ours.difference(theirs) {
            return Err(ClusterError::Mismatch { process, difference });
        }
        if theirs.parameters.process < me {
            let why = format!("it says that it is process {process}, which does not call");
            return Ok(CallerState::Dropped(why));
        }
        let is_ready = sent.and_then(|()| self.socket.set_nonblocking(false));
        Ok(match is_ready {
            Ok(()) => {
                let session = transcript.session(Role::Listener);
                CallerState::Connected(process, Peer { socket: self.socket, session })
            }
            Err(_) => CallerState::Dropped("the connection broke".into()),
        })
    }
}

/// Notices about dropped callers, with a limited rate: the first ones, then one in each interval.
struct Log<'a> {
    notice: &'a dyn Fn(&str),
    lines: usize,
    last: Option<Instant>,
    omitted: usize,
}

impl<'a> Log<'a> {
    /// The number of lines without a limit.
    const FIRST: usize = 8;
    const INTERVAL: Duration = Duration::from_secs(10);

    const fn new(notice: &'a dyn Fn(&str)) -> Self {
        Self { notice, lines: 0, last: None, omitted: 0 }
    }

    fn drop_caller(&mut self, from: &SocketAddr, why: &str) {
        self.add(&format!("ignored a caller at {from}: {why}"));
    }

    fn add(&mut self, line: &str) {
        let is_soon = self.last.is_some_and(|last| last.elapsed() < Self::INTERVAL);
        if self.lines >= Self::FIRST && is_soon {
            self.omitted += 1;
            return;
        }
        (self.lines, self.last) = (self.lines + 1, Some(Instant::now()));
        match std::mem::take(&mut self.omitted) {
            0 => (self.notice)(line),
            more => (self.notice)(&format!("{line} (and {more} more like this)")),
        }
    }
}

/// Returns true if the peer has closed the connection.
fn is_closed(socket: &TcpStream) -> bool {
    let peek = || {
        socket.set_nonblocking(true)?;
        let peeked = socket.peek(&mut [0; 1]);
        socket.set_nonblocking(false)?;
        peeked
    };
    match peek() {
        Ok(bytes) => bytes == 0,
        Err(why) => why.kind() != io::ErrorKind::WouldBlock,
    }
}

/// Checks the limits of the job.
fn check(job: &Job<'_>) -> Result<(), ClusterError> {
    let stopped = |cause| Stop::new(cause, "waiting for the other processes");
    job.check_limits().map_err(|cause| CountError::Stopped(stopped(cause)).into())
}

#[cfg(test)]
mod tests;
