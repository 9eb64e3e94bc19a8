//! Limits, errors and headers.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use caracole_server::{ProxyHeader, Settings};
use serde_json::json;

use crate::client::{Response, TestServer};

/// A request whose work ends only when it is cancelled.
const ENDLESS: &str = r#"{"board":"12x12","method":"backtracking"}"#;

fn post(server: &TestServer, head: &str, body: &str) -> Vec<u8> {
    let (address, length) = (server.address, body.len());
    format!("POST /api/v1/{head}\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes()
}

/// Repeats a request until the response has this status.
fn until(server: &TestServer, path: &str, body: &str, status: u16) -> Response {
    let start = Instant::now();
    loop {
        let response = server.post_text(path, body);
        if response.status == status {
            return response;
        }
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "no response has status {status}: {}",
            response.text()
        );
    }
}

/// Starts endless work, so that other requests fail with this status. Another request that is early
/// takes the place for a moment, so this function retries.
fn occupy(server: &TestServer, status: u16) -> (TcpStream, Response) {
    let start = Instant::now();
    loop {
        let mut first = server.connect();
        first.write_all(&post(server, "solve HTTP/1.1", ENDLESS)).expect("sent");
        sleep(Duration::from_millis(50));
        let response = server.post_text("/api/v1/solve", r#"{"board":"1x1"}"#);
        if response.status == status {
            return (first, response);
        }
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "no response has status {status}: {}",
            response.text()
        );
    }
}

fn text_of(response: &Response) -> String {
    response.json()["error"]["text"].as_str().expect("a text").to_owned()
}

#[test]
fn each_error_has_its_status_kind_and_text() {
    let settings = Settings { max_body_bytes: 4096, max_squares: 100, ..Settings::default() };
    let server = TestServer::with(settings);
    let long = format!(r#"{{"board":"8x8","from":"{}"}}"#, "a".repeat(4096));
    for (path, body, status, kind, text) in [
        (
            "solve",
            "",
            400,
            "unreadable",
            "the body cannot be read: line 1: not JSON: EOF while parsing a value",
        ),
        ("solve", "[]", 400, "unreadable", "the body is not a JSON object: send"),
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
        ("solfe", "{}", 404, "not-found", "there is no endpoint 'solfe': did you mean solve?"),
        ("solve/me", "{}", 404, "not-found", "nothing exists at this path: see / and /api/v1"),
        ("jobs/solfe", "{}", 404, "not-found", "there is no endpoint 'solfe': did you mean solve?"),
        ("solve", &long, 413, "too-long", "the body is longer than 4096 bytes: send less"),
        (
            "solve",
            r#"{"board":"11x11"}"#,
            422,
            "too-much",
            "a board of 121 squares: at most 100 here",
        ),
    ] {
        let response = server.post_text(&format!("/api/v1/{path}"), body);
        assert_eq!(response.status, status, "{path} {body}: {}", response.text());
        assert_eq!(response.json()["error"]["kind"], kind, "{body}");
        assert!(text_of(&response).contains(text), "{body}: {}", text_of(&response));
    }
    assert_eq!(server.get("/api/v1/jobs/0123").status, 404);
    assert_eq!(server.get("/api/v1/jobs/0123/events").status, 404);
}

/// A request that does not match the schema is error 400. One that matches it and is invalid is error
/// 422. Both name the field.
#[test]
fn errors_in_a_problem_name_the_field() {
    let server = TestServer::new();
    for (problem, status, field, text) in [
        (r#"{"board":"8by8"}"#, 400, "board", "board: '8by8' is not a board: did you mean 8x8?"),
        (r#"{"board":"8x8","from":"i9"}"#, 422, "from", "from: 'i9' is not on the board"),
        (r#"{"board":"8x8","to":"9"}"#, 400, "to", "to: '9' is not a square"),
        (r#"{"board":"8x8","clues":{"z1":3}}"#, 422, "clues", "clues.z1: 'z1' is not on the board"),
        (r#"{"board":"8x8","closed":1}"#, 400, "closed", "closed: must be true or false"),
        (r#"{"board":"8x8","from":"a1","to":"a1"}"#, 422, "to", "to: a1 cannot be both"),
        (r#"{"board":"8x8","clues":{"a1":65}}"#, 422, "clues", "clues.a1: a1 cannot be step 65"),
        (r#"{"board":"8x8","use":["a1-a2"]}"#, 422, "use", "use[0]: a1 and a2 are not a knight's"),
        (r#"{"board":"2x2","knights":5}"#, 422, "knights", "knights: 5 knights are too many"),
    ] {
        let response = server.post_text("/api/v1/solve", problem);
        assert_eq!(response.status, status, "{problem}: {}", response.text());
        assert_eq!(response.json()["error"]["field"], field, "{problem}");
        assert!(text_of(&response).starts_with(text), "{problem}: {}", text_of(&response));
    }
}

#[test]
fn a_field_of_another_type_is_an_error() {
    let server = TestServer::new();
    let squares = "must be a list of squares such as [\"a1\",\"b3\"]";
    for (endpoint, field, value, text) in [
        ("solve", "seed", "7.5", "must be a whole number from 0, below 2^64"),
        ("solve", "seed", "\"x, expected y\"", "must be a whole number from 0, below 2^64"),
        ("solve", "method", "5", "must be a string"),
        ("solve", "method", "\"magic\"", "there is no method 'magic'"),
        ("solve", "timeout_ms", "[]", "must be a whole number from 0, below 2^64"),
        ("count", "directed", "\"yes\"", "must be true or false"),
        ("coach", "played", "\"a1\"", squares),
        ("coach", "played", "[7]", squares),
        ("draw", "squares", "{}", squares),
        ("draw", "squares", "null", "must list the squares of a path"),
    ] {
        let body = format!(r#"{{"board":"5x5","{field}":{value}}}"#);
        let response = server.post_text(&format!("/api/v1/{endpoint}"), &body);
        assert_eq!(response.status, 400, "{body}: {}", response.text());
        assert_eq!(response.json()["error"]["field"], field, "{body}");
        let expected = format!("{field}: {text}");
        assert!(text_of(&response).starts_with(&expected), "{body}: {}", text_of(&response));
    }
}

#[test]
fn every_response_has_the_headers() {
    let server = TestServer::new();
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
        // The client above would wait for a body, which a response to HEAD does not have.
        let mut stream = server.connect();
        let address = server.address;
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
fn other_hosts_are_rejected() {
    let server = TestServer::new();
    let port = server.address.port();
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
        let response = server.raw(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(response.status, status, "{head}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{head}");
    }
}

/// The check does not depend on the address that the server is bound to.
#[test]
fn other_hosts_are_rejected_on_every_bind_address() {
    let allowed_hosts = vec!["tours.example.org".to_owned()];
    let settings = Settings { allowed_hosts, ..Settings::default() };
    let server = TestServer::on([0, 0, 0, 0], settings);
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
            let response = server.raw(request.as_bytes());
            assert_eq!(response.status, status, "{name}");
            if status == 403 {
                assert_eq!(response.json()["error"]["kind"], "host", "{name}");
                assert!(text_of(&response).contains("--allow-host"), "{}", text_of(&response));
            }
        }
    }
}

/// Behind a trusted proxy each client has its own limit. Without that setting the header is ignored.
#[test]
fn a_trusted_proxy_names_the_client() {
    for (proxy_header, status) in [(Some(ProxyHeader::XForwardedFor), 200), (None, 429)] {
        let settings = Settings {
            max_requests_per_client: 1,
            worker_slots: 2,
            time_limit: Duration::from_hours(1),
            proxy_header,
            ..Settings::default()
        };
        let server = TestServer::with(settings);
        let (_first, _) = occupy(&server, 429);
        let head = "solve HTTP/1.1\r\nConnection: close\r\nX-Forwarded-For: 127.0.0.1, 192.0.2.1";
        let response = server.raw(&post(&server, head, r#"{"board":"1x1"}"#));
        assert_eq!(response.status, status, "{proxy_header:?}: {}", response.text());
    }
}

#[test]
fn paths_that_are_not_utf8_have_an_error_as_json() {
    let server = TestServer::new();
    for (method, path) in [
        ("POST", "/api/v1/%ff"),
        ("POST", "/api/v1/jobs/%ff"),
        ("GET", "/api/v1/jobs/%ff"),
        ("DELETE", "/api/v1/jobs/%c3%28"),
        ("GET", "/api/v1/jobs/%ff/events"),
        ("GET", "/%ff"),
        ("GET", "/api/v1/%ff/%ff"),
    ] {
        let response = server.send(method, path);
        assert_eq!(response.status / 100, 4, "{method} {path}");
        assert_eq!(response.json()["schema"], "caracole.error/1", "{method} {path}");
    }
}

#[test]
fn only_json_is_accepted() {
    let server = TestServer::new();
    let body = r#"{"board":"5x5"}"#;
    for (media, status) in [
        ("Content-Type: application/json", 200),
        ("Content-Type: Application/JSON; charset=utf-8", 200),
        ("Content-Type: text/plain", 415),
        ("Content-Type: application/x-www-form-urlencoded", 415),
        ("Content-Type: text/plain; application/json", 415),
        ("X-Nothing: 0", 415),
    ] {
        let (address, length) = (server.address, body.len());
        let response = server.raw(
            format!("POST /api/v1/solve HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{media}\r\nContent-Length: {length}\r\n\r\n{body}")
                .as_bytes(),
        );
        assert_eq!(response.status, status, "{media}: {}", response.text());
    }
}

/// The work would take an hour. Its place becomes free because the client disconnects.
#[test]
fn the_number_of_requests_is_limited_until_the_client_disconnects() {
    for (max_requests_per_client, max_requests, status, text) in [
        (1, 9, 429, "you have 1 unfinished requests: wait until one of them ends"),
        (9, 1, 503, "the server has 1 unfinished requests: try again later"),
    ] {
        let server = TestServer::with(Settings {
            max_requests_per_client,
            max_requests,
            time_limit: Duration::from_hours(1),
            ..Settings::default()
        });
        let (first, response) = occupy(&server, status);
        assert_eq!(text_of(&response), text);
        let seconds = if status == 429 { "1" } else { "5" };
        assert_eq!(response.header("retry-after"), Some(seconds));
        assert_eq!(server.get("/").status, 200);
        drop(first);
        until(&server, "/api/v1/solve", r#"{"board":"1x1"}"#, 200);
    }
}

#[test]
fn the_number_of_jobs_is_limited() {
    for (max_jobs_per_client, max_jobs, status, text) in [
        (1, 9, 429, "you have 1 unfinished jobs: wait until one of them ends"),
        (9, 1, 503, "the server has 1 unfinished jobs: try again later"),
    ] {
        let server =
            TestServer::with(Settings { max_jobs_per_client, max_jobs, ..Settings::default() });
        let job = server.post_text("/api/v1/jobs/solve", ENDLESS);
        assert_eq!(job.status, 202, "{}", job.text());
        let response = server.post_text("/api/v1/jobs/solve", ENDLESS);
        assert_eq!((response.status, text_of(&response).as_str()), (status, text));
        let address = job.header("location").expect("a path").to_owned();
        assert_eq!(server.send("DELETE", &address).status, 200);
        until(&server, "/api/v1/jobs/solve", r#"{"board":"1x1"}"#, 202);
    }
}

#[test]
fn work_ends_at_its_time_limit() {
    let server =
        TestServer::with(Settings { time_limit: Duration::from_millis(50), ..Settings::default() });
    let body = json!({"board": "12x12", "method": "backtracking", "timeout_ms": u64::MAX});
    assert_eq!(server.call("solve", &body)["stopped_by"], "time");
}

#[test]
fn the_number_of_connections_of_a_client_is_limited() {
    let server =
        TestServer::with(Settings { max_connections_per_client: 2, ..Settings::default() });
    let idle = [server.connect(), server.connect()];
    let mut third = server.connect();
    let response = Response::read(&mut BufReader::new(&mut third));
    assert_eq!((response.status, response.header("retry-after")), (429, Some("1")));
    let text = "you have 2 open connections: wait until one of them ends";
    assert_eq!(text_of(&response), text);
    drop(idle);
    let start = Instant::now();
    // The server may notice the closed connections a moment later.
    let is_free = || {
        let mut stream = server.connect();
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        text.starts_with(b"HTTP/1.1 200")
    };
    while !is_free() {
        assert!(start.elapsed() < Duration::from_mins(1), "no connection becomes free");
    }
}

#[test]
fn connections_above_the_limit_wait() {
    let settings = Settings { max_connections: 2, ..Settings::default() };
    let server = TestServer::with(settings);
    let idle = [server.connect(), server.connect()];
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| server.get("/").status);
        drop(idle);
        waiting.join()
    });
    assert_eq!(waiting.expect("an answer"), 200);
}
