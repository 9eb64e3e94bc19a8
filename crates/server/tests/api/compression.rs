//! Compression of responses.

use std::io::{BufRead, BufReader, Read, Write};

use caracole_server::Settings;
use serde_json::json;

use crate::client::{Response, TestServer};

fn get(server: &TestServer, method: &str, path: &str, headers: &str) -> Response {
    let address = server.address;
    server.raw(
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"
        )
        .as_bytes(),
    )
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).expect("gzip");
    plain
}

#[test]
fn the_page_is_compressed_if_the_client_accepts_gzip() {
    let server = TestServer::new();
    for path in ["/page.js", "/page.css", "/api/v1/openapi.json"] {
        let plain = server.get(path);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let compressed = get(&server, "GET", path, "Accept-Encoding: br, gzip\r\n");
        assert_eq!(compressed.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(compressed.header("vary"), Some("accept-encoding"), "{path}");
        assert_eq!(compressed.header("content-type"), plain.header("content-type"), "{path}");
        assert!(compressed.body.len() * 2 < plain.body.len(), "{path}: {}", compressed.body.len());
        assert_eq!(gunzip(&compressed.body), plain.body, "{path}");
    }
}

#[test]
fn long_responses_are_compressed() {
    let server = TestServer::new();
    for (verb, body) in [
        (
            "film",
            json!({"board": "8x8", "method": "backtracking", "from": "a1", "max_steps": 20_000}),
        ),
        ("solve", json!({"board": "60x60", "closed": true})),
    ] {
        let path = format!("/api/v1/{verb}");
        let compressed = server.post_for_gzip(&path, &body);
        assert_eq!((compressed.status, compressed.header("content-encoding")), (200, Some("gzip")));
        let plain = gunzip(&compressed.body);
        assert!(compressed.body.len() * 2 < plain.len(), "{verb}: {} bytes", compressed.body.len());
        let object: serde_json::Value = serde_json::from_slice(&plain).expect("JSON");
        assert!(object["schema"].is_string(), "{verb}");
    }
}

#[test]
fn pixel_images_and_pdf_are_not_compressed() {
    let server = TestServer::new();
    let squares = ["a1", "b3", "c1", "a2", "b4", "d3"];
    for (format, encoding) in
        [("png", None), ("gif", None), ("pdf", None), ("svg", Some("gzip")), ("html", Some("gzip"))]
    {
        let body = json!({"board": "4x4", "squares": squares, "format": format});
        let response = server.post_for_gzip("/api/v1/draw", &body);
        assert_eq!(
            (response.status, response.header("content-encoding")),
            (200, encoding),
            "{format}"
        );
        assert_eq!(response.header("content-length").is_some(), encoding.is_none(), "{format}");
    }
}

#[test]
fn small_responses_are_not_compressed() {
    let server = TestServer::new();
    let response = get(&server, "GET", "/nothing", "Accept-Encoding: gzip\r\n");
    assert_eq!((response.status, response.header("content-encoding")), (404, None));
    assert_eq!(response.json()["error"]["kind"], "not-found");
}

#[test]
fn an_unsupported_encoding_is_an_error() {
    let server = TestServer::new();
    let response = get(&server, "GET", "/page.js", "Accept-Encoding: br, identity;q=0\r\n");
    assert_eq!((response.status, &response.json()["error"]["kind"]), (406, &json!("encoding")));
}

#[test]
fn head_and_tags_agree_with_get() {
    let server = TestServer::new();
    for path in ["/", "/page.js"] {
        let page = server.get(path);
        let tag = page.header("etag").expect("a tag").to_owned();
        let mut stream = server.connect();
        let request =
            format!("HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut head = String::new();
        stream.read_to_string(&mut head).expect("a head");
        let length = format!("content-length: {}\r\n", page.body.len());
        assert!(head.contains(&length) && head.contains(&tag), "{head}");
        assert!(head.ends_with("\r\n\r\n"), "a body: {head}");
        let compressed = get(&server, "GET", path, "Accept-Encoding: gzip\r\n");
        assert_eq!(compressed.header("etag"), Some(tag.as_str()), "{path}");
        for (known, status) in
            [(tag.as_str(), 304), ("\"x\", *", 304), ("\"x\"", 200), (&tag[2..], 304)]
        {
            let line = format!("If-None-Match: {known}\r\nAccept-Encoding: gzip\r\n");
            let response = get(&server, "GET", path, &line);
            assert_eq!(
                (response.status, response.header("etag")),
                (status, Some(tag.as_str())),
                "{known}"
            );
            assert_eq!(response.body.is_empty(), status == 304, "{known}");
        }
    }
}

/// The first event arrives before the job has ended.
#[test]
fn event_streams_are_not_buffered() {
    let server = TestServer::with(Settings::default());
    let endless = json!({"board": "12x12", "method": "backtracking"});
    let job = server.post("/api/v1/jobs/solve", &endless);
    let place = job.header("location").expect("a job").to_owned();
    let mut stream = BufReader::new(server.connect());
    let request =
        format!("GET {place}/events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).expect("sent");
    let mut text = String::new();
    while !text.contains("\n\n") {
        assert_ne!(stream.read_line(&mut text).expect("a line"), 0, "{text}");
        assert!(!text.contains("content-encoding"), "{text}");
    }
    assert!(text.contains("event: progress"), "{text}");
    assert_eq!(server.send("DELETE", &place).status, 200);
}
