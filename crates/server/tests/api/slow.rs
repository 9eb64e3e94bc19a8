//! Clients that do not send, and clients that do not take.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use caracole_server::Settings;

use crate::client::{Host, Reply};

const PATIENCE: Duration = Duration::from_millis(200);

fn host() -> Host {
    Host::with(Settings { patience: PATIENCE, connections: 4, ..Settings::default() })
}

/// What comes until the server hangs up.
fn rest(mut stream: &TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn who_says_nothing_is_hung_up_on() {
    let host = host();
    let silent = host.connect();
    let mut idle = host.connect();
    idle.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    assert_eq!(Reply::read(&mut BufReader::new(&mut idle)).status, 200);
    assert_eq!(rest(&idle), "");
    let _ = rest(&silent);
}

#[test]
fn a_head_that_trickles_has_no_end() {
    let host = host();
    let mut stream = host.connect();
    let begun = Instant::now();
    // Each byte comes in time, and all together do not.
    let mut bytes =
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ".iter().chain(std::iter::repeat(&b'x'));
    while bytes.next().is_some_and(|&byte| stream.write_all(&[byte]).is_ok()) {
        sleep(Duration::from_millis(20));
        assert!(begun.elapsed() < Duration::from_mins(1), "it goes on for ever");
    }
}

#[test]
fn a_body_that_trickles_is_told_so() {
    let host = host();
    let mut stream = host.connect();
    stream
        .write_all(b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
        .expect("sent");
    let mut reader = stream.try_clone().expect("a second end");
    let trickle = std::thread::spawn(move || {
        while stream.write_all(b" ").is_ok() {
            sleep(Duration::from_millis(20));
        }
    });
    let reply = Reply::read(&mut BufReader::new(&mut reader));
    assert_eq!(reply.status, 408);
    let text = "the request did not come to an end: send it faster";
    assert_eq!(reply.json()["error"]["text"], text);
    trickle.join().expect("hung up on");
}

/// All seats are taken by clients that do not take what they asked for: they are given up, and the
/// next one is served.
#[test]
fn who_does_not_take_its_answers_is_given_up() {
    let host = host();
    let length = host.get("/page.js").body.len();
    let times = (32 << 20) / length + 1;
    let greedy: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = host.connect();
            let requests = "GET /page.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(times);
            stream.set_write_timeout(Some(PATIENCE)).expect("a limit");
            let _ = stream.write_all(requests.as_bytes());
            stream
        })
        .collect();
    assert_eq!(host.get("/").status, 200);
    // There was no seat before one of them was given up.
    assert!(greedy.iter().any(|stream| rest(stream).len() < times * length));
}

/// One request of a client at a time, and nobody is hung up on.
fn host_for_one() -> Host {
    let patience = Duration::from_secs(20);
    Host::with(Settings { per_client: 1, patience, ..Settings::default() })
}

/// Asks for long answers on one connection and takes none, until another one is refused for good; then
/// takes them all. Some may have found the place taken by who asked in between.
fn pile_up(host: &Host, request: &str, other: impl Fn() -> Reply) -> Vec<Reply> {
    let mut stream = host.connect();
    // More than the system keeps for us.
    let times = 8;
    stream.write_all(request.repeat(times).as_bytes()).expect("sent");
    let begun = Instant::now();
    let mut refused = 0;
    while refused < 20 {
        refused = if other().status == 429 { refused + 1 } else { 0 };
        assert!(begun.elapsed() < Duration::from_mins(1), "it is never refused for long");
        sleep(Duration::from_millis(5));
    }
    let mut reader = BufReader::new(stream);
    let mut replies: Vec<Reply> = (0..times).map(|_| Reply::read(&mut reader)).collect();
    replies.retain(|reply| reply.status != 429);
    assert!(!replies.is_empty());
    assert_eq!(other().status, 200, "the place is free again");
    replies
}

/// The pass of a long answer is kept until it is taken, so a client cannot pile up answers.
#[test]
fn long_answers_wait_for_who_takes_them() {
    let host = host_for_one();
    let body = r#"{"board":"500x500"}"#;
    let request = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let other = || host.post_text("/api/v1/solve", r#"{"board":"1x1"}"#);
    for reply in pile_up(&host, &request, other) {
        assert_eq!(reply.json()["squares"].as_array().map(Vec::len), Some(250_000));
    }
}

/// The same for the last event of a job, which holds its answer.
#[test]
fn streams_end_when_their_last_event_is_taken() {
    let host = host_for_one();
    let done = host.post_text("/api/v1/jobs/solve", r#"{"board":"500x500"}"#);
    let short = host.post_text("/api/v1/jobs/solve", r#"{"board":"1x1"}"#);
    let events = |job: &Reply| format!("{}/events", job.header("location").expect("a place"));
    // Watched to its end, so that every stream has its long answer at once.
    assert!(host.get(&events(&done)).text().contains("event: done"));
    let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", events(&done));
    for reply in pile_up(&host, &request, || host.get(&events(&short))) {
        assert!(reply.text().trim_end().ends_with('}') && reply.body.len() > 1_000_000);
    }
}

#[test]
fn one_client_does_not_take_all_room_for_long_bodies() {
    let host = Host::new();
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 900000\r\n\r\n";
    // More than is called short, and then nothing.
    let begun = format!("{head}{}", " ".repeat(100_000));
    let mut streams: Vec<TcpStream> = (0..9).map(|_| host.connect()).collect();
    for stream in &mut streams {
        stream.write_all(begun.as_bytes()).expect("sent");
    }
    // One of them is told at once; which one is theirs to settle.
    let told = streams.into_iter().any(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_millis(300))).expect("a timeout");
        let mut bytes = [0; 12];
        stream.read_exact(&mut bytes).is_ok() && bytes == *b"HTTP/1.1 429"
    });
    assert!(told);
    assert_eq!(host.ask("solve", &serde_json::json!({"board": "8x8"}))["outcome"], "found");
}
