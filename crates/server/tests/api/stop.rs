//! Stopping the server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use caracole_server::Settings;

use crate::client::{Response, TestServer};

const ENDLESS: &str = r#"{"board":"12x12","method":"backtracking"}"#;

/// More than the shutdown takes, and less than the work would.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(20);

fn start_work(server: &TestServer) -> TcpStream {
    let mut stream = server.connect();
    let length = ENDLESS.len();
    write!(stream, "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{ENDLESS}").expect("sent");
    stream
}

#[test]
fn running_and_waiting_requests_end_with_an_error() {
    let server = TestServer::with(Settings {
        time_limit: Duration::from_hours(1),
        worker_slots: 1,
        max_requests_per_client: 2,
        ..Settings::default()
    });
    let job = server.post_text("/api/v1/jobs/solve", ENDLESS);
    let address = job.header("location").expect("a job").to_owned();
    let (working, waiting) = (start_work(&server), start_work(&server));
    // Both requests have arrived when a third one fails. A third one that is early would take the place
    // of one of them, hence the delay.
    std::thread::sleep(Duration::from_millis(200));
    while server.get(&address).status != 429 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut stream = server.connect();
    write!(stream, "GET {address}/events HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let mut events = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("data:") {
        line.clear();
        assert_ne!(events.read_line(&mut line).expect("an event"), 0);
    }
    let idle = server.connect();
    let mut half = server.connect();
    half.write_all(b"GET / HTTP/1.1\r\nHo").expect("sent");
    let (start, address) = (Instant::now(), server.address);
    drop(server);
    assert!(start.elapsed() < SHUTDOWN_LIMIT, "{:?}", start.elapsed());
    for stream in [working, waiting] {
        let response = Response::read(&mut BufReader::new(stream));
        assert_eq!(response.status, 503);
        assert_eq!(response.json()["error"]["text"], "the server is stopping");
    }
    for mut stream in [events.into_inner(), idle, half] {
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(TcpStream::connect(address).is_err(), "the server still listens");
}

#[test]
fn a_server_at_its_connection_limit_stops() {
    let server = TestServer::with(Settings { max_connections: 1, ..Settings::default() });
    let mut first = server.connect();
    first.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    assert_eq!(Response::read(&mut BufReader::new(&mut first)).status, 200);
    let _waiting = server.connect();
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
