use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::handshake::tests::PARAMETERS;
use super::*;
use crate::Secret;
use caracole_count::Options;

/// Returns addresses on this machine whose ports were free.
fn hosts(processes: usize) -> Hosts {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<_> = (0..processes).map(bind).collect();
    let name = |listener: &TcpListener| listener.local_addr().expect("has one").to_string();
    let lines: Vec<_> = listeners.iter().map(name).collect();
    Hosts::parse(&lines.join("\n")).expect("a valid list")
}

fn secret(text: &str) -> Key {
    Key::new(Some(&Secret::new(text.as_bytes()).expect("long enough")))
}

const RIGHT: &str = "the right secret";
const WRONG: &str = "the wrong secret";

fn parameters(hosts: &Hosts, process: u32) -> Parameters {
    Parameters { process, to: 0, processes: hosts.len() as u32, ..PARAMETERS }
}

fn rendezvous<'a>(hosts: &'a Hosts, process: u32, notice: &'a dyn Fn(&str)) -> Rendezvous<'a> {
    let parameters = parameters(hosts, process);
    Rendezvous { hosts, parameters, key: secret(RIGHT), has_secret: true, notice }
}

fn connect_to(hosts: &Hosts) -> TcpStream {
    let address = hosts.address(0).expect("has one");
    let begun = Instant::now();
    loop {
        match connect(address, true) {
            Ok(socket) => return socket,
            Err(why) => assert!(begun.elapsed() < Duration::from_mins(1), "{address}: {why}"),
        }
        thread::sleep(POLL);
    }
}

/// Sends bytes to process 0, and returns the announcement that it answers, or nothing.
fn send(hosts: &Hosts, bytes: &[u8]) -> (TcpStream, Vec<u8>) {
    let mut socket = connect_to(hosts);
    socket.write_all(bytes).expect("is written");
    let mut answer = vec![0; ANNOUNCEMENT_LEN];
    let deadline = Instant::now() + HANDSHAKE_LIMIT;
    let is_answered = read_until(&mut socket, &mut answer, deadline).is_ok();
    (socket, if is_answered { answer } else { Vec::new() })
}

/// Performs the handshake of a caller. Returns the bytes that it sent, and the proof that it received.
fn shake(hosts: &Hosts, key: &Key, ours: &Announcement) -> (TcpStream, Vec<u8>, [u8; PROOF_LEN]) {
    let (mut socket, answer) = send(hosts, ours.bytes());
    let theirs = answer.first_chunk().and_then(Announcement::decode).expect("an announcement");
    let proof = Transcript { key, caller: ours, listener: &theirs }.proof(Role::Caller);
    socket.write_all(&proof).expect("is written");
    let mut last = [1; PROOF_LEN];
    read_until(&mut socket, &mut last, Instant::now() + HANDSHAKE_LIMIT).expect("is answered");
    (socket, [&ours.bytes()[..], &proof].concat(), last)
}

/// Runs process 0 of two, attacks it, and then starts process 1. Both must connect while the connections of
/// the attack are open. Returns the notices about callers.
fn attacked<T>(attack: impl FnOnce(&Hosts) -> T) -> Vec<String> {
    let hosts = hosts(2);
    let lines = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            let notice = |line: &str| lines.lock().expect("no panic").push(line.to_owned());
            rendezvous(&hosts, 0, &notice).connect_all(&Job::new())
        });
        let connections = attack(&hosts);
        let second = rendezvous(&hosts, 1, &|_| ()).connect_all(&Job::new()).expect("they connect");
        assert!(second[0].is_some() && second[1].is_none());
        let first = first.join().expect("no panic").expect("they connect");
        assert!(first[0].is_none() && first[1].is_some());
        drop(connections);
    });
    let mut lines = lines.into_inner().expect("no panic");
    lines.retain(|line| !line.starts_with("waiting for"));
    lines
}

fn assert_one_line(lines: &[String], expected: &str) {
    assert!(lines.len() == 1 && lines[0].contains(expected), "{lines:?}");
    assert!(lines[0].starts_with("ignored a caller at 127.0.0.1:"), "{lines:?}");
}

#[test]
fn silent_callers_do_not_delay_the_others() {
    let begun = Instant::now();
    let lines = attacked(|hosts| {
        // More than the limit; some of them send a valid announcement.
        let more = (0..MAX_CALLERS + 9).map(|_| connect_to(hosts));
        let ours = Announcement::new(parameters(hosts, 1)).expect("a nonce");
        let slow = (0..9).map(|_| send(hosts, ours.bytes()).0);
        more.chain(slow).collect::<Vec<_>>()
    });
    // Before the time limit, none of them is dropped because it is silent.
    if begun.elapsed() < HANDSHAKE_LIMIT {
        assert!(lines.iter().all(|line| line.contains("too many callers")), "{lines:?}");
    }
}

#[test]
fn a_caller_that_is_not_a_process_is_ignored() {
    let lines = attacked(|hosts| send(hosts, &[b'x'; ANNOUNCEMENT_LEN]));
    assert_one_line(&lines, "not a process of a count");
    let lines = attacked(|hosts| {
        // The handshake of another version, cut off.
        let mut socket = connect_to(hosts);
        socket.write_all(b"caracole0.0.9").expect("is written");
        socket.shutdown(std::net::Shutdown::Write).expect("is open");
        let closed = read_until(&mut socket, &mut [0; 1], Instant::now() + HANDSHAKE_LIMIT);
        assert_eq!(closed.expect_err("is dropped").kind(), io::ErrorKind::UnexpectedEof);
    });
    assert_one_line(&lines, "it closed the connection");
}

#[test]
fn a_caller_with_another_secret_is_ignored() {
    let lines = attacked(|hosts| {
        let ours = Announcement::new(parameters(hosts, 1)).expect("a nonce");
        let (_, _, answer) = shake(hosts, &secret(WRONG), &ours);
        assert_eq!(answer, [0; PROOF_LEN], "an answer without a proof");
    });
    assert_one_line(&lines, "does not have the secret of process 0");
    let lines = attacked(|hosts| {
        let ours = Announcement::with(parameters(hosts, 1), "9.9.9", [7; 32]);
        shake(hosts, &Key::new(None), &ours)
    });
    assert_one_line(&lines, "does not have the secret of process 0");
}

#[test]
fn a_recorded_handshake_is_ignored() {
    let earlier = hosts(2);
    let recorded = thread::scope(|scope| {
        let run = scope.spawn(|| rendezvous(&earlier, 0, &|_| ()).connect_all(&Job::new()));
        let ours = Announcement::new(parameters(&earlier, 1)).expect("a nonce");
        let (socket, sent, _) = shake(&earlier, &secret(RIGHT), &ours);
        run.join().expect("no panic").expect("the original handshake is valid");
        drop(socket);
        sent
    });
    let lines = attacked(|hosts| {
        let (mut socket, _) = send(hosts, &recorded);
        let mut answer = [1; PROOF_LEN];
        read_until(&mut socket, &mut answer, Instant::now() + HANDSHAKE_LIMIT)
            .expect("is answered");
        assert_eq!(answer, [0; PROOF_LEN]);
    });
    assert_one_line(&lines, "it says that it is process 1, but does not have the secret");
}

#[test]
fn a_process_cannot_call_itself() {
    let lines = attacked(|hosts| {
        let ours = Announcement::new(parameters(hosts, 0)).expect("a nonce");
        let (mut socket, answer) = send(hosts, ours.bytes());
        let theirs = answer.first_chunk().and_then(Announcement::decode).expect("an announcement");
        let key = secret(RIGHT);
        let transcript = Transcript { key: &key, caller: &ours, listener: &theirs };
        socket.write_all(&transcript.proof(Role::Caller)).expect("is written");
        read_until(&mut socket, &mut [0; 1], Instant::now() + HANDSHAKE_LIMIT)
            .expect_err("is dropped");
    });
    assert_one_line(&lines, "it says that it is process 0, as this one is");
}

#[test]
fn an_authenticated_process_with_other_parameters_ends_the_run() {
    let hosts = hosts(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| rendezvous(&hosts, 0, &|_| ()).connect_all(&Job::new()));
        let ours = Announcement::with(parameters(&hosts, 1), "9.9.9", [7; 32]);
        let (_, _, answer) = shake(&hosts, &secret(RIGHT), &ours);
        assert_ne!(answer, [0; PROOF_LEN], "it receives a proof, so it can report the same");
        let error = first.join().expect("no panic").err().expect("they differ").to_string();
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "process 1 is version 9.9.9, and process 0 (this one) is version {version}: use the same"
        );
        assert_eq!(error, expected);
    });
}

#[test]
fn another_secret_ends_the_caller_and_not_the_listener() {
    let lines = attacked(|hosts| {
        let wrong = Rendezvous { key: secret(WRONG), ..rendezvous(hosts, 1, &|_| ()) };
        let error = wrong.connect_all(&Job::new()).err().expect("has another secret").to_string();
        let address = hosts.address(0).expect("has one");
        let expected = format!(
            "process 0 at {address} does not have the secret of process 1 (this one): give all \
             processes the same secret file"
        );
        assert_eq!(error, expected);
    });
    assert_one_line(&lines, "does not have the secret of process 0");
}

/// A process that closes its connection can be started again.
#[test]
fn a_process_can_be_started_again() {
    let hosts = &hosts(3);
    thread::scope(|scope| {
        let wait = |process| {
            scope.spawn(move || rendezvous(hosts, process, &|_| ()).connect_all(&Job::new()))
        };
        let first = wait(0);
        let address = hosts.address(0).expect("has one");
        loop {
            match make_call(address, parameters(hosts, 1), &secret(RIGHT), true) {
                CallResult::Connected(peer) => break drop(peer),
                CallResult::Failed(error) => panic!("{error}"),
                CallResult::Unreachable | CallResult::OtherProgram => {}
            }
        }
        let all = [first, wait(1), wait(2)].map(|one| one.join().expect("no panic"));
        for peers in all.iter().map(|peers| peers.as_ref().expect("they connect")) {
            let mut peers = peers.iter().flatten();
            assert_eq!(peers.clone().count(), 2);
            assert!(peers.all(|peer| !is_closed(&peer.socket)));
        }
    });
}

#[test]
fn without_a_secret_only_loopback_is_used() {
    let hosts = Hosts::parse("0.0.0.0:0\n127.0.0.1:1\n");
    assert!(hosts.is_err(), "port 0 is not an address");
    let free = TcpListener::bind("0.0.0.0:0").and_then(|listener| listener.local_addr());
    let port = free.expect("a port").port();
    let hosts = Hosts::parse(&format!("0.0.0.0:{port}\n127.0.0.1:1\n")).expect("two hosts");
    let open =
        Rendezvous { key: Key::new(None), has_secret: false, ..rendezvous(&hosts, 0, &|_| ()) };
    let error = open.connect_all(&Job::new()).err().expect("no secret");
    assert!(matches!(error, ClusterError::SecretNeeded { .. }), "{error}");
    let why = connect("192.0.2.1:9", true).expect_err("not on loopback");
    assert_eq!(why.kind(), io::ErrorKind::NotFound);
}

/// A process that waits for the others can be interrupted.
#[test]
fn waiting_can_be_interrupted() {
    let flag = AtomicBool::new(false);
    let bind = || TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let (silent, free) = (bind(), bind());
    let addresses = [&silent, &free].map(|listener| listener.local_addr().expect("has one"));
    let hosts = addresses.map(|address| address.to_string()).join("\n");
    let hosts = Hosts::parse(&hosts).expect("two hosts");
    drop(free);
    let notice = |line: &str| {
        assert!(line.starts_with("waiting for process 0 at 127.0.0.1:"), "{line}");
        flag.store(true, Ordering::Relaxed);
    };
    let error = rendezvous(&hosts, 1, &notice)
        .connect_all(&Job::with_options(&Options::new().cancel_flag(&flag)))
        .err();
    let error = error.expect("is interrupted");
    assert!(matches!(error, ClusterError::Count(CountError::Stopped(_))), "{error}");
    drop(silent);
}

#[test]
fn the_rate_of_notices_is_limited() {
    let lines = Mutex::new(Vec::new());
    let notice = |line: &str| lines.lock().expect("no panic").push(line.to_owned());
    let mut log = Log::new(&notice);
    (0..1000).for_each(|_| log.add("a caller"));
    assert_eq!(lines.lock().expect("no panic").len(), Log::FIRST);
    log.last = None;
    log.add("a caller");
    let last = lines.lock().expect("no panic").pop();
    assert_eq!(last.as_deref(), Some("a caller (and 992 more like this)"));
}
