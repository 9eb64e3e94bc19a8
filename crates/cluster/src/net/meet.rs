//! All processes find each other.
//!
//! Each process calls those with smaller numbers and is called by those with larger ones. Anything may call:
//! callers are answered side by side, each has little time, and one that does not get through the
//! [handshake](super::handshake) is dropped.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use caracole_core::Stop;
use caracole_count::{CountError, Job};

use super::handshake::{
    ANNOUNCEMENT_LEN, Announcement, PROOF_LEN, Plan, Role, Session, Transcript,
};
use crate::secret::Key;
use crate::{ClusterError, Hosts};

/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(2);
/// The time limit for a whole handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);
/// After this time a notice says which processes are missing.
const LONG: Duration = Duration::from_secs(3);
/// Callers in the middle of a handshake; when one more comes, the oldest is dropped.
const MAX_CALLERS: usize = 256;
/// Callers taken on before something else is done.
const MAX_ACCEPTED: usize = 64;

/// A connection to an authenticated process, and the keys of its frames.
pub(crate) struct Peer {
    pub(super) socket: TcpStream,
    pub(super) session: Session,
}

/// Finds the other processes of a count.
pub(crate) struct Meeting<'a> {
    pub(crate) hosts: &'a Hosts,
    pub(crate) plan: Plan,
    pub(crate) key: Key,
    /// Without a secret nothing beyond loopback is called or listened to.
    pub(crate) has_secret: bool,
    /// Receives a line if the others are late, and about callers that were dropped.
    pub(crate) notice: &'a dyn Fn(&str),
}

impl Meeting<'_> {
    /// Connects to all other processes.
    pub(crate) fn meet(&self, job: &Job<'_>) -> Result<Vec<Option<Peer>>, ClusterError> {
        let processes = self.hosts.len();
        let mut peers: Vec<Option<Peer>> = (0..processes).map(|_| None).collect();
        if processes == 1 {
            return Ok(peers);
        }
        let me = self.plan.process as usize;
        let listener = self.listen()?;
        let mut callers = Callers::new(self);
        let mut calls: Vec<Option<Call>> = (0..me).map(|_| None).collect();
        let mut begun = Instant::now();
        let mut is_told = false;
        loop {
            look(job)?;
            for peer in &mut peers {
                // A process that left in the meantime may come again.
                if peer.as_ref().is_some_and(|peer| is_gone(&peer.socket)) {
                    *peer = None;
                    (begun, is_told) = (Instant::now(), false);
                }
            }
            for (at, call) in calls.iter_mut().enumerate() {
                if peers[at].is_none() {
                    peers[at] = self.dial(at, call, &mut callers.log)?;
                }
            }
            callers.accept(&listener);
            for (process, peer) in callers.answer()? {
                // If it has called before, it does not know about that any more.
                peers[process] = Some(peer);
            }
            let missing: Vec<_> =
                (0..processes).filter(|&at| at != me && peers[at].is_none()).collect();
            if missing.is_empty() && !peers.iter().flatten().any(|peer| is_gone(&peer.socket)) {
                return Ok(peers);
            }
            if !is_told && begun.elapsed() > LONG {
                is_told = true;
                let name = |at: &usize| format!("process {at} at {}", self.address(*at));
                let names: Vec<_> = missing.iter().map(name).collect();
                (self.notice)(&format!("waiting for {}", names.join(", ")));
            }
            thread::sleep(PAUSE);
        }
    }

    fn address(&self, process: usize) -> &str {
        self.hosts.address(process).unwrap_or_default()
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let process = self.plan.process as usize;
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
        // A name may lead anywhere.
        if !self.has_secret && !is_loopback(&local) {
            return Err(ClusterError::SecretNeeded { address: address.into() });
        }
        Ok(listener)
    }

    /// Calls a process in a thread of its own, because a call may take long, or returns the result of the
    /// last call.
    fn dial(
        &self,
        process: usize,
        call: &mut Option<Call>,
        log: &mut Log<'_>,
    ) -> Result<Option<Peer>, ClusterError> {
        if let Some(call) = call.take_if(|call| call.is_finished()) {
            return match call.join() {
                Ok(Called::Met(peer)) => Ok(Some(*peer)),
                Ok(Called::Failed(error)) => Err(error),
                Ok(Called::Stranger) => {
                    let address = self.address(process);
                    log.add(&format!(
                        "{address} answers, but not as process {process} of a count; trying again"
                    ));
                    Ok(None)
                }
                // It may not have been started yet.
                Ok(Called::Absent) | Err(_) => Ok(None),
            };
        }
        if call.is_none() {
            let plan = Plan { to: process as u32, ..self.plan };
            let (address, key) = (self.address(process).to_owned(), self.key.clone());
            let only_loopback = !self.has_secret;
            let make = move || make_call(&address, plan, &key, only_loopback);
            *call = thread::Builder::new().name("cluster:call".into()).spawn(make).ok();
        }
        Ok(None)
    }
}

type Call = JoinHandle<Called>;

/// The result of a call.
enum Called {
    Met(Box<Peer>),
    /// Nothing listens there, or the connection broke.
    Absent,
    /// Something else listens there.
    Stranger,
    Failed(ClusterError),
}

fn make_call(address: &str, plan: Plan, key: &Key, only_loopback: bool) -> Called {
    let Ok(mut socket) = connect(address, only_loopback) else { return Called::Absent };
    let deadline = Instant::now() + HANDSHAKE;
    let process = plan.to as usize;
    let announced = Announcement::new(plan).and_then(|ours| {
        let mut bytes = [0; ANNOUNCEMENT_LEN];
        socket.set_write_timeout(Some(HANDSHAKE))?;
        socket.write_all(ours.bytes())?;
        read_until(&mut socket, &mut bytes, deadline)?;
        Ok((ours, bytes))
    });
    let Ok((ours, bytes)) = announced else { return Called::Absent };
    let Some(theirs) = Announcement::decode(&bytes) else { return Called::Stranger };
    let said = Transcript { key, caller: &ours, listener: &theirs };
    let mut proof = [0; PROOF_LEN];
    let proved = socket
        .write_all(&said.proof(Role::Caller))
        .and_then(|()| read_until(&mut socket, &mut proof, deadline));
    if proved.is_err() {
        return Called::Absent;
    }
    if !said.is_proof(Role::Listener, &proof) {
        let me = plan.process as usize;
        return Called::Failed(ClusterError::Secret { process, address: address.into(), me });
    }
    if let Some(differs) = ours.differs(&theirs) {
        return Called::Failed(ClusterError::Differs { process, differs });
    }
    Called::Met(Box::new(Peer { session: said.session(Role::Caller), socket }))
}

fn connect(address: &str, only_loopback: bool) -> io::Result<TcpStream> {
    let mut error = io::ErrorKind::NotFound.into();
    for address in address.to_socket_addrs()? {
        if only_loopback && !is_loopback(&address) {
            continue;
        }
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => return Ok(socket),
            Err(why) => error = why,
        }
    }
    Err(error)
}

const fn is_loopback(address: &SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Fills a buffer before a deadline, however slowly the bytes come.
fn read_until(socket: &mut TcpStream, buffer: &mut [u8], deadline: Instant) -> io::Result<()> {
    let mut have = 0;
    while have < buffer.len() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        socket.set_read_timeout(Some(left))?;
        match socket.read(&mut buffer[have..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => have += read,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// All callers in the middle of a handshake. None of them is waited for.
struct Callers<'a> {
    meeting: &'a Meeting<'a>,
    waiting: VecDeque<Caller>,
    log: Log<'a>,
}

struct Caller {
    socket: TcpStream,
    from: SocketAddr,
    deadline: Instant,
    buffer: [u8; ANNOUNCEMENT_LEN],
    have: usize,
    /// Both announcements: the caller's, and the one it was answered with.
    announced: Option<(Announcement, Announcement)>,
}

/// What became of a caller.
enum Progress {
    Waiting(Caller),
    Met(usize, Peer),
    Dropped(String),
}

impl<'a> Callers<'a> {
    const fn new(meeting: &'a Meeting<'a>) -> Self {
        Self { meeting, waiting: VecDeque::new(), log: Log::new(meeting.notice) }
    }

    fn accept(&mut self, listener: &TcpListener) {
        for _ in 0..MAX_ACCEPTED {
            let Ok((socket, from)) = listener.accept() else { return };
            if socket.set_nonblocking(true).is_err() {
                continue;
            }
            if self.waiting.len() == MAX_CALLERS
                && let Some(oldest) = self.waiting.pop_front()
            {
                self.log.drop_caller(&oldest.from, "too many callers are silent");
            }
            let deadline = Instant::now() + HANDSHAKE;
            let (buffer, have, announced) = ([0; ANNOUNCEMENT_LEN], 0, None);
            self.waiting.push_back(Caller { socket, from, deadline, buffer, have, announced });
        }
    }

    /// Goes on with all handshakes as far as bytes have come. An error only if an authenticated process
    /// contradicts this one.
    fn answer(&mut self) -> Result<Vec<(usize, Peer)>, ClusterError> {
        let mut met = Vec::new();
        for caller in std::mem::take(&mut self.waiting) {
            let from = caller.from;
            match caller.go_on(self.meeting)? {
                Progress::Waiting(caller) => self.waiting.push_back(caller),
                Progress::Met(process, peer) => met.push((process, peer)),
                Progress::Dropped(why) => self.log.drop_caller(&from, &why),
            }
        }
        Ok(met)
    }
}

impl Caller {
    fn go_on(mut self, meeting: &Meeting<'_>) -> Result<Progress, ClusterError> {
        let dropped = |why: &str| Ok(Progress::Dropped(why.into()));
        loop {
            let wanted = if self.announced.is_none() { ANNOUNCEMENT_LEN } else { PROOF_LEN };
            if self.have < wanted {
                match self.socket.read(&mut self.buffer[self.have..wanted]) {
                    Ok(0) => return dropped("it hung up"),
                    Ok(read) => self.have += read,
                    Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                    Err(why) if why.kind() != io::ErrorKind::WouldBlock => {
                        return dropped("the connection broke");
                    }
                    Err(_) if Instant::now() > self.deadline => return dropped("it is silent"),
                    Err(_) => return Ok(Progress::Waiting(self)),
                }
                continue;
            }
            self.have = 0;
            let Some((theirs, ours)) = self.announced.take() else {
                let Some(theirs) = Announcement::decode(&self.buffer) else {
                    return dropped("it is not a process of a count, or of another version");
                };
                let plan = Plan { to: theirs.plan.process, ..meeting.plan };
                let Ok(ours) = Announcement::new(plan) else {
                    return dropped("the operating system has no random numbers");
                };
                // The buffer of a new connection has room for it.
                if self.socket.write_all(ours.bytes()).is_err() {
                    return dropped("the connection broke");
                }
                self.announced = Some((theirs, ours));
                continue;
            };
            let mut proof = [0; PROOF_LEN];
            proof.copy_from_slice(&self.buffer[..PROOF_LEN]);
            return self.finish(
                &Transcript { key: &meeting.key, caller: &theirs, listener: &ours },
                &proof,
            );
        }
    }

    /// Checks the proof after both sides have sent their announcements.
    fn finish(
        mut self,
        said: &Transcript<'_>,
        proof: &[u8; PROOF_LEN],
    ) -> Result<Progress, ClusterError> {
        let (theirs, ours) = (said.caller, said.listener);
        let (process, me) = (theirs.plan.process, ours.plan.process);
        if !said.is_proof(Role::Caller, proof) {
            // It does not matter whether the caller still hears it.
            let _ = self.socket.write_all(&[0; PROOF_LEN]);
            return Ok(Progress::Dropped(format!(
                "it says that it is process {process}, but does not have the secret of process {me}; \
                 give all processes the same secret file"
            )));
        }
        if process == me {
            return Ok(Progress::Dropped(format!(
                "it says that it is process {me}, as this one is"
            )));
        }
        let sent = self.socket.write_all(&said.proof(Role::Listener));
        let process = process as usize;
        if let Some(differs) = ours.differs(theirs) {
            return Err(ClusterError::Differs { process, differs });
        }
        if theirs.plan.process < me {
            let why = format!("it says that it is process {process}, which does not call");
            return Ok(Progress::Dropped(why));
        }
        let is_ready = sent.and_then(|()| self.socket.set_nonblocking(false));
        Ok(match is_ready {
            Ok(()) => {
                let session = said.session(Role::Listener);
                Progress::Met(process, Peer { socket: self.socket, session })
            }
            Err(_) => Progress::Dropped("the connection broke".into()),
        })
    }
}

/// Lines about strangers: the first few at once, then few in a time, however many strangers come.
struct Log<'a> {
    notice: &'a dyn Fn(&str),
    lines: usize,
    last: Option<Instant>,
    left_out: usize,
}

impl<'a> Log<'a> {
    const AT_ONCE: usize = 8;
    const INTERVAL: Duration = Duration::from_secs(10);

    const fn new(notice: &'a dyn Fn(&str)) -> Self {
        Self { notice, lines: 0, last: None, left_out: 0 }
    }

    fn drop_caller(&mut self, from: &SocketAddr, why: &str) {
        self.add(&format!("ignored a caller at {from}: {why}"));
    }

    fn add(&mut self, line: &str) {
        let is_soon = self.last.is_some_and(|last| last.elapsed() < Self::INTERVAL);
        if self.lines >= Self::AT_ONCE && is_soon {
            self.left_out += 1;
            return;
        }
        (self.lines, self.last) = (self.lines + 1, Some(Instant::now()));
        match std::mem::take(&mut self.left_out) {
            0 => (self.notice)(line),
            more => (self.notice)(&format!("{line} (and {more} more like this)")),
        }
    }
}

/// Returns true if the other side has hung up.
fn is_gone(socket: &TcpStream) -> bool {
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

fn look(job: &Job<'_>) -> Result<(), ClusterError> {
    let stopped = |cause| Stop::new(cause, "waiting for the other processes");
    job.look().map_err(|cause| CountError::Stopped(stopped(cause)).into())
}

#[cfg(test)]
mod tests;
