//! Malicious requests. The server responds or closes the connection, and serves the next client.

use std::io::{BufReader, Read, Write};
use std::time::Duration;

use caracole_server::Settings;
use serde_json::json;

use crate::client::{Response, TestServer};

fn server() -> TestServer {
    let io_timeout = Duration::from_millis(500);
    TestServer::with(Settings {
        io_timeout,
        max_body_bytes: 1 << 16,
        max_squares: 10_000,
        ..Settings::default()
    })
}

/// Sends these bytes and reads until the connection is closed.
fn exchange(server: &TestServer, request: &[u8]) -> String {
    let mut stream = server.connect();
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    // A reset ends the response too.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn invalid_http_is_an_error() {
    let server = server();
    let many = "x: y\r\n".repeat(5000);
    let huge = "y".repeat(1 << 20);
    let target = "a".repeat(1 << 20);
    for (request, status) in [
        ("\0\0\0\0\r\n\r\n", "400"),
        ("garbage\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\n\r\n", "400"),
        ("GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \0\r\n\r\n", "400"),
        (&format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n"), "431"),
        (&format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {huge}\r\n\r\n"), "431"),
        (&format!("GET /{target} HTTP/1.1\r\nHost: localhost\r\n\r\n"), "4"),
        ("POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", "400"),
        (
            "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
            "400",
        ),
    ] {
        let shown: String = request.chars().take(60).collect();
        let text = exchange(&server, request.as_bytes());
        // The reset that discards the rest of a huge request may also discard the response.
        let is_cut = text.is_empty() && request.len() > 1 << 16;
        assert!(is_cut || text.starts_with(&format!("HTTP/1.1 {status}")), "{shown}: {text}");
        assert_eq!(server.get("/").status, 200, "{shown}");
    }
    // The preface of HTTP/2 gets no response.
    assert_eq!(exchange(&server, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "");
}

#[test]
fn no_path_reaches_the_file_system() {
    let server = server();
    for path in [
        "/../../../../etc/passwd",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/..%5c..%5cetc",
        "//etc/passwd",
        "/page.js/../../Cargo.toml",
        "/page.js%00",
        "/page.js/",
        "/api/v1/../../page.js",
        "/src/main.rs",
        "/.git/config",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}: {}", response.text());
    }
    assert_eq!(
        exchange(&server, b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            [9..12],
        *"404"
    );
    let connect = exchange(
        &server,
        b"CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    assert_eq!(connect[9..10], *"4", "{connect}");
}

#[test]
fn bodies_with_wrong_lengths() {
    let server = server();
    let head =
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(4096)).repeat(32);
    for (rest, status) in [
        ("Content-Length: 1000\r\n\r\n{\"board\":\"5x5\"}".to_owned(), "408"),
        ("Content-Length: 9223372036854775807\r\n\r\n{}".to_owned(), "413"),
        (format!("Content-Length: 65537\r\nConnection: close\r\n\r\n{}", " ".repeat(65537)), "413"),
        ("Content-Length: 65537\r\nExpect: 100-continue\r\n\r\n".to_owned(), "413"),
        (format!("Transfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n"), "413"),
        ("Transfer-Encoding: chunked\r\n\r\nnonsense\r\n".to_owned(), "400"),
        ("Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n".to_owned(), "400"),
        ("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nf\r\n{\"board\":\"5x5\"}\r\n0\r\n\r\n".to_owned(), "200"),
        ("Content-Length: 15\r\nConnection: close\r\n\r\n{\"board\":\"5x5\"}{}".to_owned(), "200"),
    ] {
        let text = exchange(&server, format!("{head}{rest}").as_bytes());
        let shown: String = rest.chars().take(60).collect();
        assert!(text.starts_with(&format!("HTTP/1.1 {status}")), "{shown}: {text}");
    }
    let text = exchange(&server, format!("{head}Content-Length: 15\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n{{\"board\":\"5x5\"}}").as_bytes());
    assert!(text.starts_with("HTTP/1.1 100 ") && text.contains("HTTP/1.1 200 "), "{text}");
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = server();
    let paths = ["/", "/nothing", "/api/v1", "/"];
    let requests = paths.map(|path| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let mut stream = server.connect();
    stream.write_all(requests.concat().as_bytes()).expect("sent");
    let mut reader = BufReader::new(stream);
    let statuses = paths.map(|_| Response::read(&mut reader).status);
    assert_eq!(statuses, [200, 404, 200, 200]);
}

#[test]
fn malicious_json_is_an_error() {
    let server = TestServer::with(Settings { max_squares: 10_000, ..Settings::default() });
    let deep = "[".repeat(100_000);
    let holes = vec!["a1"; 300_000].join(",");
    let clues: Vec<String> = (0..9000).map(|step| format!("\"{step}\":\"a1\"")).collect();
    let zeros = vec!["0"; 500_000].join(",");
    let name = "x".repeat(1_000_000);
    for (body, status) in [
        (deep.as_str(), 400),
        (&format!("{{\"board\":{deep}"), 400),
        (&"{\"a\":".repeat(100_000), 400),
        (r#"{"board":"8x8","seed":1e999}"#, 400),
        (r#"{"board":"8x8","seed":99999999999999999999}"#, 400),
        (r#"{"board":"8x8","seed":-0.5}"#, 400),
        (r#"{"board":"\ud800"}"#, 400),
        ("{\"board\":\"8x8\0\"}", 400),
        ("{\"board\":\"8x8\u{202e}\"}", 400),
        (r#"{"board":4294967295}"#, 400),
        (r#"{"board":"0x0"}"#, 400),
        (r#"{"board":"4294967295x4294967295"}"#, 422),
        (r#"{"board":"box:4294967295x4294967295x4294967295"}"#, 422),
        (r#"{"board":"1x1"}"#, 200),
        (&format!("{{\"board\":\"8x8-{holes}\"}}"), 422),
        (&format!("{{\"board\":\"8x8\",\"clues\":{{{}}}}}", clues.join(",")), 400),
        (&format!("{{\"board\":\"8x8\",\"use\":[{zeros}]}}"), 400),
        (&format!("{{\"board\":\"8x8\",\"{name}\":0}}"), 400),
        (r#"{"board":"8x8","leaper":"4294967295,1"}"#, 200),
        (r#"{"board":"8x8","leaper":"99999999999,1"}"#, 400),
        (r#"{"board":"8x8","leaper":"1,2","leapers":["1,2"]}"#, 422),
        (r#"{"board":"8x8","piece":"king","leapers":["1,2"]}"#, 422),
        (r#"{"board":"8x8","piece":"kign"}"#, 400),
        (r#"{"board":"8x8","moves":"1"}"#, 400),
        (r#"{"board":"8x8","moves":"0,0"}"#, 422),
        (r#"{"board":"graph:a-b,b-c","piece":"king"}"#, 422),
        (r#"{"board":"graph:a-a"}"#, 422),
        (r#"{"board":"8x8","timeout_ms":0}"#, 200),
        (r#"{"board":"8x8","timeout_ms":18446744073709551615}"#, 200),
        (r#"{"board":"8x8","max_steps":0}"#, 200),
        (r#"{"board":"8x8","max_steps":18446744073709551615,"seed":18446744073709551615}"#, 200),
        (r#"{"board":"8x8","knights":18446744073709551615}"#, 4),
    ] {
        let shown: String = body.chars().take(60).collect();
        let response = server.post_text("/api/v1/solve", body);
        let is_right = response.status == status || response.status / 100 == status;
        assert!(is_right, "{shown}: {} {}", response.status, response.text());
        // The error is short, however long the request is.
        assert!(
            response.status == 200 || response.body.len() < 2000,
            "{shown}: {}",
            response.text()
        );
    }
    let twice = server.post_text("/api/v1/solve", r#"{"board":"8x8","board":"1x1"}"#);
    assert_eq!(twice.status, 400);
    assert!(twice.text().contains("the field 'board' is given twice"), "{}", twice.text());
}

/// Parsing thousands of leapers or a hundred thousand clues would take minutes, before a time limit
/// applies.
#[test]
fn lists_that_are_slow_to_parse_have_a_maximum_length() {
    let server = TestServer::new();
    let leapers: Vec<_> = (1..=17).map(|jump| json!([0, jump])).collect();
    let text = json!({"board": "5x5", "leapers": leapers, "squares": ["a1"]}).to_string();
    let message = "leapers: a list of 17: at most 16 here".to_owned();
    for (verb, body) in [
        ("solve", json!({"board": "5x5", "leapers": leapers})),
        ("check", json!({"text": "a1 b3", "leapers": leapers})),
        ("check", json!({"text": text})),
        ("check-proof", json!({"certificate": {"problem": {"board": "5x5", "leapers": leapers}}})),
    ] {
        assert_eq!(server.error(verb, &body), (422, message.clone()), "{body}");
    }
    server.call("solve", &json!({"board": "5x5", "leapers": leapers[1..]}));
    let body = json!({"board": "500x500", "clues": vec!["a1=1"; 10_001]});
    let message = "clues: a list of 10001: at most 10000 here".to_owned();
    assert_eq!(server.error("solve", &body), (422, message));
}
