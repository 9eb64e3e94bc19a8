//! What is lent, and what is said when it is used up.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use caracole_server::{ProxyHeader, Settings};
use serde_json::json;

use crate::client::{Host, Reply};

/// Work that ends only when somebody stops it.
const ENDLESS: &str = r#"{"board":"12x12","method":"backtracking"}"#;

fn post(host: &Host, head: &str, body: &str) -> Vec<u8> {
    let (address, length) = (host.address, body.len());
    format!("POST /api/v1/{head}\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes()
}

/// Asks until the answer has this status.
fn until(host: &Host, path: &str, body: &str, status: u16) -> Reply {
    let begun = Instant::now();
    loop {
        let reply = host.post_text(path, body);
        if reply.status == status {
            return reply;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{status} never comes: {}", reply.text());
    }
}

/// Has endless work done until others are refused with this status. Who asks too early takes the
/// place for a moment, so it is tried again.
fn occupy(host: &Host, status: u16) -> (TcpStream, Reply) {
    let begun = Instant::now();
    loop {
        let mut first = host.connect();
        first.write_all(&post(host, "solve HTTP/1.1", ENDLESS)).expect("sent");
        sleep(Duration::from_millis(50));
        let reply = host.post_text("/api/v1/solve", r#"{"board":"1x1"}"#);
        if reply.status == status {
            return (first, reply);
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{status} never comes: {}", reply.text());
    }
}

fn text_of(reply: &Reply) -> String {
    reply.json()["error"]["text"].as_str().expect("a text").to_owned()
}

#[test]
fn each_refusal_has_its_status_its_kind_and_its_text() {
    let settings = Settings { body: 4096, squares: 100, ..Settings::default() };
    let host = Host::with(settings);
    let long = format!(r#"{{"board":"8x8","from":"{}"}}"#, "a".repeat(4096));
    for (path, body, status, kind, text) in [
        (
            "solve",
            "",
            400,
            "unreadable",
            "the body cannot be read: line 1: not JSON: EOF while parsing a value",
        ),
        ("solve", "[]", 400, "unreadable", "the body is JSON, but no object: send"),
        (
            "solve",
            r#"{"bord":"8x8"}"#,
            400,
            "unreadable",
            "there is no field 'bord': did you mean board?",
        ),
        (
            "solve",
            r#"{"board":"8x8","tei":1}"#,
            400,
            "unreadable",
            "there is no field 'tei': did you mean",
        ),
        (
            "solve",
            r#"{"board":"8x8","seed":-1}"#,
            400,
            "unreadable",
            "seed: must be a whole number",
        ),
        ("solfe", "{}", 404, "not-found", "there is no command 'solfe': did you mean solve?"),
        ("solve/me", "{}", 404, "not-found", "there is nothing here: see / and /api/v1"),
        ("jobs/solfe", "{}", 404, "not-found", "there is no command 'solfe': did you mean solve?"),
        ("solve", &long, 413, "too-long", "the body is longer than 4096 bytes: send less"),
        (
            "solve",
            r#"{"board":"11x11"}"#,
            422,
            "too-much",
            "a board of 121 squares: at most 100 here",
        ),
    ] {
        let reply = host.post_text(&format!("/api/v1/{path}"), body);
        assert_eq!(reply.status, status, "{path} {body}: {}", reply.text());
        assert_eq!(reply.json()["error"]["kind"], kind, "{body}");
        assert!(text_of(&reply).contains(text), "{body}: {}", text_of(&reply));
    }
    assert_eq!(host.get("/api/v1/jobs/0123").status, 404);
    assert_eq!(host.get("/api/v1/jobs/0123/events").status, 404);
}

/// A request that does not match the schema is 400, one that does and has no meaning is 422; both name
/// their field.
#[test]
fn what_is_wrong_with_a_problem_names_its_field() {
    let host = Host::new();
    for (problem, status, field, text) in [
        (r#"{"board":"8by8"}"#, 400, "board", "board: '8by8' is not a board: did you mean 8x8?"),
        (r#"{"board":"8x8","from":"i9"}"#, 422, "from", "from: 'i9' is not on the board"),
        (r#"{"board":"8x8","to":"9"}"#, 400, "to", "to: '9' is not a square"),
        (r#"{"board":"8x8","clues":{"z1":3}}"#, 422, "clues", "clues: 'z1' is not on the board"),
        (r#"{"board":"8x8","closed":1}"#, 400, "closed", "closed: must be true or false"),
        (r#"{"board":"8x8","from":"a1","to":"a1"}"#, 422, "to", "to: a1 cannot be both"),
        (r#"{"board":"8x8","clues":{"a1":65}}"#, 422, "clues", "clues: a1 cannot be step 65"),
        (r#"{"board":"8x8","use":["a1-a2"]}"#, 422, "use", "use: a1 and a2 are not a knight's"),
        (r#"{"board":"2x2","knights":5}"#, 422, "knights", "knights: 5 knights are too many"),
    ] {
        let reply = host.post_text("/api/v1/solve", problem);
        assert_eq!(reply.status, status, "{problem}: {}", reply.text());
        assert_eq!(reply.json()["error"]["field"], field, "{problem}");
        assert!(text_of(&reply).starts_with(text), "{problem}: {}", text_of(&reply));
    }
}

#[test]
fn every_response_has_the_headers() {
    let host = Host::new();
    for (method, path, status) in [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/api/v1", 200),
        ("GET", "/api/v1/openapi.json", 200),
        ("GET", "/nothing", 404),
        ("GET", "/api/v1/solve", 405),
        ("POST", "/", 405),
        ("OPTIONS", "/api/v1/solve", 405),
        ("TRACE", "/", 405),
        ("PATCH", "/api/v1/jobs/solve", 405),
        ("POST", "/api/v1/solve", 415),
    ] {
        // An answer to HEAD tells the length of what it leaves out.
        let mut stream = host.connect();
        let address = host.address;
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .expect("sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path}: {head}");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "x-frame-options: DENY",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-cache",
        ] {
            assert!(head.contains(header), "{method} {path}: no {header}");
        }
        assert!(!head.contains("access-control"), "{method} {path}: {head}");
        assert_eq!(body.is_empty(), method == "HEAD", "{method} {path}");
        assert_eq!(head.contains("allow: "), status == 405, "{method} {path}: {head}");
        assert!(status == 200 || body.starts_with(r#"{"schema":"caracole.error/1""#), "{body}");
    }
}

#[test]
fn other_hosts_are_refused() {
    let host = Host::new();
    let port = host.address.port();
    for (head, status) in [
        (format!("GET / HTTP/1.1\r\nHost: localhost:{port}"), 200),
        (format!("GET / HTTP/1.1\r\nHost: [::1]:{port}"), 200),
        (format!("GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: localhost"), 200),
        ("GET / HTTP/1.1\r\nHost: example.org".to_owned(), 403),
        ("GET /api/v1 HTTP/1.1\r\nHost: localhost.example.org".to_owned(), 403),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.org".to_owned(), 403),
        ("GET http://example.org/ HTTP/1.1\r\nHost: localhost".to_owned(), 403),
        ("GET / HTTP/1.1\r\nHost: \u{e9}".to_owned(), 403),
        ("GET / HTTP/1.0".to_owned(), 403),
    ] {
        let reply = host.raw(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.status, status, "{head}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{head}");
    }
}

/// A server on all addresses is no less careful than one on loopback.
#[test]
fn other_hosts_are_refused_on_every_bind_address() {
    let allowed_hosts = vec!["tours.example.org".to_owned()];
    let settings = Settings { allowed_hosts, ..Settings::default() };
    let host = Host::on([0, 0, 0, 0], settings);
    for (name, status) in [
        ("localhost", 200),
        ("127.0.0.1:8064", 200),
        ("tours.example.org", 200),
        ("tours.example.org:443", 200),
        ("rebound.example.com", 403),
        ("192.0.2.1", 403),
    ] {
        for path in ["/", "/api/v1"] {
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
            let reply = host.raw(request.as_bytes());
            assert_eq!(reply.status, status, "{name}");
            if status == 403 {
                assert_eq!(reply.json()["error"]["kind"], "host", "{name}");
                assert!(text_of(&reply).contains("--allow-host"), "{}", text_of(&reply));
            }
        }
    }
}

/// Behind a trusted proxy each client has its own limit; without that setting the header means
/// nothing.
#[test]
fn a_trusted_proxy_names_the_client() {
    for (proxy_header, status) in [(Some(ProxyHeader::XForwardedFor), 200), (None, 429)] {
        let time = Duration::from_hours(1);
        let settings =
            Settings { per_client: 1, at_once: 2, time, proxy_header, ..Settings::default() };
        let host = Host::with(settings);
        let (_first, _) = occupy(&host, 429);
        let head = "solve HTTP/1.1\r\nConnection: close\r\nX-Forwarded-For: 127.0.0.1, 192.0.2.1";
        let reply = host.raw(&post(&host, head, r#"{"board":"1x1"}"#));
        assert_eq!(reply.status, status, "{proxy_header:?}: {}", reply.text());
    }
}

#[test]
fn paths_that_are_not_utf8_have_an_error_as_json() {
    let host = Host::new();
    for (method, path) in [
        ("POST", "/api/v1/%ff"),
        ("POST", "/api/v1/jobs/%ff"),
        ("GET", "/api/v1/jobs/%ff"),
        ("DELETE", "/api/v1/jobs/%c3%28"),
        ("GET", "/api/v1/jobs/%ff/events"),
        ("GET", "/%ff"),
        ("GET", "/api/v1/%ff/%ff"),
    ] {
        let reply = host.send(method, path);
        assert_eq!(reply.status / 100, 4, "{method} {path}");
        assert_eq!(reply.json()["schema"], "caracole.error/1", "{method} {path}");
    }
}

#[test]
fn only_json_is_read() {
    let host = Host::new();
    let body = r#"{"board":"5x5"}"#;
    for (media, status) in [
        ("Content-Type: application/json", 200),
        ("Content-Type: Application/JSON; charset=utf-8", 200),
        ("Content-Type: text/plain", 415),
        ("Content-Type: application/x-www-form-urlencoded", 415),
        ("Content-Type: text/plain; application/json", 415),
        ("X-Nothing: 0", 415),
    ] {
        let (address, length) = (host.address, body.len());
        let reply = host.raw(
            format!("POST /api/v1/solve HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{media}\r\nContent-Length: {length}\r\n\r\n{body}")
                .as_bytes(),
        );
        assert_eq!(reply.status, status, "{media}: {}", reply.text());
    }
}

/// The work would go on for an hour: only because its client has left, there is room again.
#[test]
fn a_client_has_so_many_requests_and_leaves_them_when_it_leaves() {
    for (per_client, in_all, status, text) in [
        (1, 9, 429, "1 requests of yours are not finished: wait for one of them"),
        (9, 1, 503, "1 requests are not finished: try again later"),
    ] {
        let time = Duration::from_hours(1);
        let host = Host::with(Settings { per_client, in_all, time, ..Settings::default() });
        let (first, reply) = occupy(&host, status);
        assert_eq!(text_of(&reply), text);
        let seconds = if status == 429 { "1" } else { "5" };
        assert_eq!(reply.header("retry-after"), Some(seconds));
        assert_eq!(host.get("/").status, 200);
        drop(first);
        until(&host, "/api/v1/solve", r#"{"board":"1x1"}"#, 200);
    }
}

#[test]
fn a_client_has_so_many_jobs() {
    for (jobs_per_client, jobs_in_all, status, text) in [
        (1, 9, 429, "1 jobs of yours are not finished: wait for one of them"),
        (9, 1, 503, "1 jobs are not finished: try again later"),
    ] {
        let host = Host::with(Settings { jobs_per_client, jobs_in_all, ..Settings::default() });
        let begun = host.post_text("/api/v1/jobs/solve", ENDLESS);
        assert_eq!(begun.status, 202, "{}", begun.text());
        let reply = host.post_text("/api/v1/jobs/solve", ENDLESS);
        assert_eq!((reply.status, text_of(&reply).as_str()), (status, text));
        let address = begun.header("location").expect("where it is").to_owned();
        assert_eq!(host.send("DELETE", &address).status, 200);
        until(&host, "/api/v1/jobs/solve", r#"{"board":"1x1"}"#, 202);
    }
}

#[test]
fn work_ends_in_time() {
    let host = Host::with(Settings { time: Duration::from_millis(50), ..Settings::default() });
    let body = json!({"board": "12x12", "method": "backtracking", "timeout_ms": u64::MAX});
    assert_eq!(host.ask("solve", &body)["stopped_by"], "time");
}

#[test]
fn a_client_has_so_many_connections() {
    let host = Host::with(Settings { connections_per_client: 2, ..Settings::default() });
    let idle = [host.connect(), host.connect()];
    let mut third = host.connect();
    let reply = Reply::read(&mut BufReader::new(&mut third));
    assert_eq!((reply.status, reply.header("retry-after")), (429, Some("1")));
    let text = "2 connections of yours are not finished: wait for one of them";
    assert_eq!(text_of(&reply), text);
    drop(idle);
    let begun = Instant::now();
    // It may take a moment until the server knows.
    let is_free = || {
        let mut stream = host.connect();
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        text.starts_with(b"HTTP/1.1 200")
    };
    while !is_free() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it never comes");
    }
}

#[test]
fn who_comes_when_all_seats_are_taken_waits() {
    let settings = Settings { connections: 2, ..Settings::default() };
    let host = Host::with(settings);
    let idle = [host.connect(), host.connect()];
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| host.get("/").status);
        drop(idle);
        waiting.join()
    });
    assert_eq!(waiting.expect("an answer"), 200);
}
