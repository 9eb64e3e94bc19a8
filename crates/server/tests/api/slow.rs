//! Clients that send or read slowly.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use caracole_server::Settings;

use crate::client::{Response, TestServer};

const IO_TIMEOUT: Duration = Duration::from_millis(200);

fn server() -> TestServer {
    TestServer::with(Settings { io_timeout: IO_TIMEOUT, max_connections: 4, ..Settings::default() })
}

/// Reads until the server closes the connection.
fn read_to_end(mut stream: &TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn idle_connections_are_closed() {
    let server = server();
    let silent = server.connect();
    let mut idle = server.connect();
    idle.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    assert_eq!(Response::read(&mut BufReader::new(&mut idle)).status, 200);
    assert_eq!(read_to_end(&idle), "");
    let _ = read_to_end(&silent);
}

#[test]
fn a_slow_head_is_cut_off() {
    let server = server();
    let mut stream = server.connect();
    let start = Instant::now();
    // Each byte is in time, but the complete head is not.
    let mut bytes =
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ".iter().chain(std::iter::repeat(&b'x'));
    while bytes.next().is_some_and(|&byte| stream.write_all(&[byte]).is_ok()) {
        sleep(Duration::from_millis(20));
        assert!(start.elapsed() < Duration::from_mins(1), "the connection is never closed");
    }
}

#[test]
fn a_slow_body_is_error_408() {
    let server = server();
    let mut stream = server.connect();
    stream
        .write_all(b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
        .expect("sent");
    let mut reader = stream.try_clone().expect("a second end");
    let trickle = std::thread::spawn(move || {
        while stream.write_all(b" ").is_ok() {
            sleep(Duration::from_millis(20));
        }
    });
    let response = Response::read(&mut BufReader::new(&mut reader));
    assert_eq!(response.status, 408);
    let text = "the request was not complete in time: send it faster";
    assert_eq!(response.json()["error"]["text"], text);
    trickle.join().expect("the thread ends");
}

/// All connections belong to clients that do not read. The server closes them and serves the next one.
#[test]
fn clients_that_do_not_read_are_disconnected() {
    let server = server();
    let length = server.get("/page.js").body.len();
    let times = (32 << 20) / length + 1;
    let greedy: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = server.connect();
            let requests = "GET /page.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(times);
            stream.set_write_timeout(Some(IO_TIMEOUT)).expect("a limit");
            let _ = stream.write_all(requests.as_bytes());
            stream
        })
        .collect();
    assert_eq!(server.get("/").status, 200);
    // A connection became free because the server closed one of these.
    assert!(greedy.iter().any(|stream| read_to_end(stream).len() < times * length));
}

/// A server that allows one request per client, with boards and timeouts that no test reaches.
fn server_for_one_request() -> TestServer {
    TestServer::with(Settings {
        max_requests_per_client: 1,
        max_squares: 1_000_000,
        time_limit: Duration::from_mins(10),
        io_timeout: Duration::from_mins(10),
        ..Settings::default()
    })
}

/// The tour of this board takes at least five bytes a square: more than twice as many as the send buffer
/// of the server and a small receive buffer contain, which is at most twice their sizes on Linux.
const LARGE_BOARD: &str = r#"{"board":"700x700"}"#;

/// The number of squares of this board.
const LARGE_SQUARES: usize = 490_000;

/// Requests a long response and does not read it: all other requests are rejected. Then reads the response: the
/// next request is served.
fn expect_permit_is_held(
    server: &TestServer,
    request: &str,
    other: impl Fn() -> Response,
) -> Response {
    let mut stream = server.connect_with_small_buffer();
    stream.write_all(request.as_bytes()).expect("sent");
    // From its first byte the response is being sent.
    assert_eq!(stream.peek(&mut [0]).expect("the first byte"), 1);
    for _ in 0..20 {
        assert_eq!(other().status, 429);
    }
    let response = Response::read(&mut BufReader::new(stream));
    assert_eq!(response.status, 200);
    // The server releases the permit shortly after it has sent the last byte.
    let start = Instant::now();
    while other().status == 429 {
        assert!(start.elapsed() < Duration::from_mins(1), "the permit is never released");
        sleep(Duration::from_millis(5));
    }
    response
}

/// The permit of a long response is held until it is read, so a client cannot accumulate responses.
#[test]
fn a_long_response_holds_its_permit_until_it_is_read() {
    let server = server_for_one_request();
    let request = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{LARGE_BOARD}",
        LARGE_BOARD.len()
    );
    let other = || server.post_text("/api/v1/solve", r#"{"board":"1x1"}"#);
    let response = expect_permit_is_held(&server, &request, other);
    assert_eq!(response.json()["squares"].as_array().map(Vec::len), Some(LARGE_SQUARES));
}

/// The last event of a job contains the result, so it keeps its permit too.
#[test]
fn an_event_stream_holds_its_permit_until_its_last_event_is_read() {
    let server = server_for_one_request();
    let done = server.post_text("/api/v1/jobs/solve", LARGE_BOARD);
    let short = server.post_text("/api/v1/jobs/solve", r#"{"board":"1x1"}"#);
    let events = |job: &Response| format!("{}/events", job.header("location").expect("a path"));
    // The job is done, so the stream starts with the long result.
    assert!(server.get(&events(&done)).text().contains("event: done"));
    let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", events(&done));
    let response = expect_permit_is_held(&server, &request, || server.get(&events(&short)));
    assert!(response.text().trim_end().ends_with('}') && response.body.len() > 5 * LARGE_SQUARES);
}

#[test]
fn the_number_of_large_bodies_of_a_client_is_limited() {
    let server = TestServer::new();
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 900000\r\n\r\n";
    // More than the size of a small body, and then nothing.
    let partial = format!("{head}{}", " ".repeat(100_000));
    let mut streams: Vec<TcpStream> = (0..9).map(|_| server.connect()).collect();
    for stream in &mut streams {
        stream.write_all(partial.as_bytes()).expect("sent");
    }
    // The server rejects one of them at once.
    let is_rejected = streams.into_iter().any(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_millis(300))).expect("a timeout");
        let mut bytes = [0; 12];
        stream.read_exact(&mut bytes).is_ok() && bytes == *b"HTTP/1.1 429"
    });
    assert!(is_rejected);
    assert_eq!(server.call("solve", &serde_json::json!({"board": "8x8"}))["outcome"], "found");
}
