//! The end: soon, and with a word to who waits.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use caracole_server::Settings;

use crate::client::{Host, Reply};

const ENDLESS: &str = r#"{"board":"12x12","method":"backtracking"}"#;

/// Far more than the end takes, and far less than the work would.
const SOON: Duration = Duration::from_secs(20);

fn begin(host: &Host) -> TcpStream {
    let mut stream = host.connect();
    let length = ENDLESS.len();
    write!(stream, "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{ENDLESS}").expect("sent");
    stream
}

#[test]
fn who_waits_is_told_and_streams_end() {
    let time = Duration::from_hours(1);
    let host = Host::with(Settings { time, at_once: 1, per_client: 2, ..Settings::default() });
    let job = host.post_text("/api/v1/jobs/solve", ENDLESS);
    let address = job.header("location").expect("a job").to_owned();
    let (working, waiting) = (begin(&host), begin(&host));
    // Both are inside when there is no place for a third.
    // Who looks takes a place for a moment, so nobody looks before they had time to come in.
    std::thread::sleep(Duration::from_millis(200));
    while host.get(&address).status != 429 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut stream = host.connect();
    write!(stream, "GET {address}/events HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let mut events = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("data:") {
        line.clear();
        assert_ne!(events.read_line(&mut line).expect("an event"), 0);
    }
    let idle = host.connect();
    let mut half = host.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHo").expect("sent");
    let (begun, place) = (Instant::now(), host.address);
    drop(host);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    for stream in [working, waiting] {
        let reply = Reply::read(&mut BufReader::new(stream));
        assert_eq!(reply.status, 503);
        assert_eq!(reply.json()["error"]["text"], "the server stops");
    }
    for mut stream in [events.into_inner(), idle, half] {
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(TcpStream::connect(place).is_err(), "somebody still listens");
}

#[test]
fn a_full_house_sees_the_stop() {
    let host = Host::with(Settings { connections: 1, ..Settings::default() });
    let mut seated = host.connect();
    seated.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    assert_eq!(Reply::read(&mut BufReader::new(&mut seated)).status, 200);
    let _standing = host.connect();
    let begun = Instant::now();
    drop(host);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
