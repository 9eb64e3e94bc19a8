use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::handshake::tests::PLAN;
use super::*;
use crate::Secret;

/// Addresses on this machine. The ports were free a moment ago.
fn hosts(processes: usize) -> Hosts {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let listeners: Vec<_> = (0..processes).map(bind).collect();
    let name = |listener: &TcpListener| listener.local_addr().expect("has one").to_string();
    let lines: Vec<_> = listeners.iter().map(name).collect();
    Hosts::parse(&lines.join("\n")).expect("a good list")
}

fn secret(text: &str) -> Key {
    Key::new(Some(&Secret::new(text.as_bytes()).expect("long enough")))
}

const RIGHT: &str = "the right secret";
const WRONG: &str = "the wrong secret";

fn plan(hosts: &Hosts, process: u32) -> Plan {
    Plan { process, to: 0, processes: hosts.len() as u32, ..PLAN }
}

fn meeting<'a>(hosts: &'a Hosts, process: u32, notice: &'a dyn Fn(&str)) -> Meeting<'a> {
    Meeting { hosts, plan: plan(hosts, process), key: secret(RIGHT), has_secret: true, notice }
}

fn connect_to(hosts: &Hosts) -> TcpStream {
    let address = hosts.address(0).expect("has one");
    let begun = Instant::now();
    loop {
        match connect(address, true) {
            Ok(socket) => return socket,
            Err(why) => assert!(begun.elapsed() < Duration::from_mins(1), "{address}: {why}"),
        }
        thread::sleep(PAUSE);
    }
}

/// Says something, and returns everything that is answered before the connection ends, or 200 bytes.
fn say(hosts: &Hosts, bytes: &[u8]) -> (TcpStream, Vec<u8>) {
    let mut socket = connect_to(hosts);
    socket.write_all(bytes).expect("is written");
    let mut heard = vec![0; ANNOUNCEMENT_LEN];
    let deadline = Instant::now() + HANDSHAKE;
    let is_heard = read_until(&mut socket, &mut heard, deadline).is_ok();
    (socket, if is_heard { heard } else { Vec::new() })
}

/// A caller's handshake; everything that it said, and what it heard last.
fn shake(hosts: &Hosts, key: &Key, ours: &Announcement) -> (TcpStream, Vec<u8>, [u8; PROOF_LEN]) {
    let (mut socket, heard) = say(hosts, ours.bytes());
    let theirs = heard.first_chunk().and_then(Announcement::decode).expect("is announced");
    let proof = Transcript { key, caller: ours, listener: &theirs }.proof(Role::Caller);
    socket.write_all(&proof).expect("is written");
    let mut last = [1; PROOF_LEN];
    read_until(&mut socket, &mut last, Instant::now() + HANDSHAKE).expect("is answered");
    (socket, [&ours.bytes()[..], &proof].concat(), last)
}

/// Runs process 0 of two, attacks it, and then lets process 1 come. Both must meet while everything that the
/// attack returns is still held; the lines about callers are returned.
fn attacked<T>(attack: impl FnOnce(&Hosts) -> T) -> Vec<String> {
    let hosts = hosts(2);
    let lines = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            let notice = |line: &str| lines.lock().expect("no panic").push(line.to_owned());
            meeting(&hosts, 0, &notice).meet(&Job::new())
        });
        let held = attack(&hosts);
        let second = meeting(&hosts, 1, &|_| ()).meet(&Job::new()).expect("they meet");
        assert!(second[0].is_some() && second[1].is_none());
        let first = first.join().expect("no panic").expect("they meet");
        assert!(first[0].is_none() && first[1].is_some());
        drop(held);
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
fn silent_callers_are_not_waited_for() {
    let begun = Instant::now();
    let lines = attacked(|hosts| {
        // More than are taken on, and some of them begin well.
        let more = (0..MAX_CALLERS + 9).map(|_| connect_to(hosts));
        let ours = Announcement::new(plan(hosts, 1)).expect("a nonce");
        let slow = (0..9).map(|_| say(hosts, ours.bytes()).0);
        more.chain(slow).collect::<Vec<_>>()
    });
    // Their time was not over, so none of them was dropped for its silence.
    if begun.elapsed() < HANDSHAKE {
        assert!(lines.iter().all(|line| line.contains("too many callers")), "{lines:?}");
    }
}

#[test]
fn a_caller_that_is_not_a_process_is_ignored() {
    let lines = attacked(|hosts| say(hosts, &[b'x'; ANNOUNCEMENT_LEN]));
    assert_one_line(&lines, "not a process of a count");
    let lines = attacked(|hosts| {
        // The handshake of another version, and then the end.
        let mut socket = connect_to(hosts);
        socket.write_all(b"caracole0.0.9").expect("is written");
        socket.shutdown(std::net::Shutdown::Write).expect("is open");
        let closed = read_until(&mut socket, &mut [0; 1], Instant::now() + HANDSHAKE);
        assert_eq!(closed.expect_err("is dropped").kind(), io::ErrorKind::UnexpectedEof);
    });
    assert_one_line(&lines, "it hung up");
}

#[test]
fn a_caller_with_another_secret_is_ignored_whatever_it_says() {
    let lines = attacked(|hosts| {
        let ours = Announcement::new(plan(hosts, 1)).expect("a nonce");
        let (_, _, answer) = shake(hosts, &secret(WRONG), &ours);
        assert_eq!(answer, [0; PROOF_LEN], "it learns nothing");
    });
    assert_one_line(&lines, "does not have the secret of process 0");
    let lines = attacked(|hosts| {
        let ours = Announcement::with(plan(hosts, 1), "9.9.9", [7; 32]);
        shake(hosts, &Key::new(None), &ours)
    });
    assert_one_line(&lines, "does not have the secret of process 0");
}

#[test]
fn a_recorded_handshake_is_ignored() {
    let earlier = hosts(2);
    let said = thread::scope(|scope| {
        let run = scope.spawn(|| meeting(&earlier, 0, &|_| ()).meet(&Job::new()));
        let ours = Announcement::new(plan(&earlier, 1)).expect("a nonce");
        let (socket, said, _) = shake(&earlier, &secret(RIGHT), &ours);
        run.join().expect("no panic").expect("the first time it is right");
        drop(socket);
        said
    });
    let lines = attacked(|hosts| {
        let (mut socket, _) = say(hosts, &said);
        let mut answer = [1; PROOF_LEN];
        read_until(&mut socket, &mut answer, Instant::now() + HANDSHAKE).expect("is answered");
        assert_eq!(answer, [0; PROOF_LEN]);
    });
    assert_one_line(&lines, "it says that it is process 1, but does not have the secret");
}

#[test]
fn a_process_cannot_call_itself() {
    let lines = attacked(|hosts| {
        let ours = Announcement::new(plan(hosts, 0)).expect("a nonce");
        let (mut socket, heard) = say(hosts, ours.bytes());
        let theirs = heard.first_chunk().and_then(Announcement::decode).expect("is announced");
        let key = secret(RIGHT);
        let said = Transcript { key: &key, caller: &ours, listener: &theirs };
        socket.write_all(&said.proof(Role::Caller)).expect("is written");
        read_until(&mut socket, &mut [0; 1], Instant::now() + HANDSHAKE).expect_err("is dropped");
    });
    assert_one_line(&lines, "it says that it is process 0, as this one is");
}

#[test]
fn an_authenticated_process_that_contradicts_ends_the_run() {
    let hosts = hosts(2);
    thread::scope(|scope| {
        let first = scope.spawn(|| meeting(&hosts, 0, &|_| ()).meet(&Job::new()));
        let ours = Announcement::with(plan(&hosts, 1), "9.9.9", [7; 32]);
        let (_, _, answer) = shake(&hosts, &secret(RIGHT), &ours);
        assert_ne!(answer, [0; PROOF_LEN], "it is told, and can say the same");
        let error = first.join().expect("no panic").err().expect("they differ").to_string();
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "process 1 is version 9.9.9, and process 0 (this one) is version {version}: use the same"
        );
        assert_eq!(error, expected);
    });
}

#[test]
fn another_secret_ends_the_caller_and_the_listener_waits_on() {
    let lines = attacked(|hosts| {
        let wrong = Meeting { key: secret(WRONG), ..meeting(hosts, 1, &|_| ()) };
        let error = wrong.meet(&Job::new()).err().expect("has another secret").to_string();
        let address = hosts.address(0).expect("has one");
        let expected = format!(
            "process 0 at {address} does not have the secret of process 1 (this one): give all \
             processes the same secret file"
        );
        assert_eq!(error, expected);
    });
    assert_one_line(&lines, "does not have the secret of process 0");
}

/// A process that was there and left is waited for, and may come again.
#[test]
fn a_process_may_come_again() {
    let hosts = &hosts(3);
    thread::scope(|scope| {
        let wait =
            |process| scope.spawn(move || meeting(hosts, process, &|_| ()).meet(&Job::new()));
        let first = wait(0);
        let address = hosts.address(0).expect("has one");
        loop {
            match make_call(address, plan(hosts, 1), &secret(RIGHT), true) {
                Called::Met(peer) => break drop(peer),
                Called::Failed(error) => panic!("{error}"),
                Called::Absent | Called::Stranger => {}
            }
        }
        let all = [first, wait(1), wait(2)].map(|one| one.join().expect("no panic"));
        for peers in all.iter().map(|peers| peers.as_ref().expect("they meet")) {
            let mut met = peers.iter().flatten();
            assert_eq!(met.clone().count(), 2);
            assert!(met.all(|peer| !is_gone(&peer.socket)));
        }
    });
}

#[test]
fn without_a_secret_nothing_beyond_loopback_is_called_or_listened_to() {
    let hosts = Hosts::parse("0.0.0.0:0\n127.0.0.1:1\n");
    assert!(hosts.is_err(), "port 0 is not an address");
    let free = TcpListener::bind("0.0.0.0:0").and_then(|listener| listener.local_addr());
    let port = free.expect("a port").port();
    let hosts = Hosts::parse(&format!("0.0.0.0:{port}\n127.0.0.1:1\n")).expect("two hosts");
    let open = Meeting { key: Key::new(None), has_secret: false, ..meeting(&hosts, 0, &|_| ()) };
    let error = open.meet(&Job::new()).err().expect("is refused");
    assert!(matches!(error, ClusterError::SecretNeeded { .. }), "{error}");
    let why = connect("192.0.2.1:9", true).expect_err("is not tried");
    assert_eq!(why.kind(), io::ErrorKind::NotFound);
}

/// A process that does not answer is waited for, but not against the user's will.
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
    let error = meeting(&hosts, 1, &notice).meet(&Job::new().interrupted_by(&flag)).err();
    let error = error.expect("is interrupted");
    assert!(matches!(error, ClusterError::Count(CountError::Stopped(_))), "{error}");
    drop(silent);
}

#[test]
fn lines_about_strangers_are_few() {
    let lines = Mutex::new(Vec::new());
    let notice = |line: &str| lines.lock().expect("no panic").push(line.to_owned());
    let mut log = Log::new(&notice);
    (0..1000).for_each(|_| log.add("a stranger"));
    assert_eq!(lines.lock().expect("no panic").len(), Log::AT_ONCE);
    log.last = None;
    log.add("a stranger");
    let last = lines.lock().expect("no panic").pop();
    assert_eq!(last.as_deref(), Some("a stranger (and 992 more like this)"));
}
