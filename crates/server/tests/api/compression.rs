//! Compressed answers, and what must not be compressed.

use std::io::{BufRead, BufReader, Read, Write};

use caracole_server::Settings;
use serde_json::json;

use crate::client::{Host, Reply};

fn get(host: &Host, method: &str, path: &str, headers: &str) -> Reply {
    let address = host.address;
    host.raw(
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"
        )
        .as_bytes(),
    )
}

/// The content of a gzip stream.
fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).expect("gzip");
    plain
}

#[test]
fn the_page_is_compressed_for_who_takes_it() {
    let host = Host::new();
    for path in ["/page.js", "/page.css", "/api/v1/openapi.json"] {
        let plain = host.get(path);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let packed = get(&host, "GET", path, "Accept-Encoding: br, gzip\r\n");
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(packed.header("vary"), Some("accept-encoding"), "{path}");
        assert_eq!(packed.header("content-type"), plain.header("content-type"), "{path}");
        assert!(packed.body.len() * 2 < plain.body.len(), "{path}: {}", packed.body.len());
        assert_eq!(gunzip(&packed.body), plain.body, "{path}");
    }
}

#[test]
fn recordings_and_long_answers_are_compressed() {
    let host = Host::new();
    for (verb, body) in [
        (
            "film",
            json!({"board": "8x8", "method": "backtracking", "from": "a1", "max_steps": 20_000}),
        ),
        ("solve", json!({"board": "60x60", "closed": true})),
    ] {
        let path = format!("/api/v1/{verb}");
        let packed = host.post_for_gzip(&path, &body);
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
        let plain = gunzip(&packed.body);
        assert!(packed.body.len() * 2 < plain.len(), "{verb}: {} bytes", packed.body.len());
        let object: serde_json::Value = serde_json::from_slice(&plain).expect("JSON");
        assert!(object["schema"].is_string(), "{verb}");
    }
}

#[test]
fn pictures_of_pixels_are_sent_as_they_are() {
    let host = Host::new();
    let squares = ["a1", "b3", "c1", "a2", "b4", "d3"];
    for (format, encoding) in
        [("png", None), ("gif", None), ("pdf", None), ("svg", Some("gzip")), ("html", Some("gzip"))]
    {
        let body = json!({"board": "4x4", "squares": squares, "format": format});
        let reply = host.post_for_gzip("/api/v1/draw", &body);
        assert_eq!((reply.status, reply.header("content-encoding")), (200, encoding), "{format}");
        assert_eq!(reply.header("content-length").is_some(), encoding.is_none(), "{format}");
    }
}

#[test]
fn small_answers_and_errors_are_sent_as_they_are() {
    let host = Host::new();
    let reply = get(&host, "GET", "/nothing", "Accept-Encoding: gzip\r\n");
    assert_eq!((reply.status, reply.header("content-encoding")), (404, None));
    assert_eq!(reply.json()["error"]["kind"], "not-found");
}

/// A client that takes nothing that the server has is told so, as JSON.
#[test]
fn an_encoding_that_cannot_be_had_is_an_error() {
    let host = Host::new();
    let reply = get(&host, "GET", "/page.js", "Accept-Encoding: br, identity;q=0\r\n");
    assert_eq!((reply.status, &reply.json()["error"]["kind"]), (406, &json!("encoding")));
}

#[test]
fn head_and_tags_agree_with_get() {
    let host = Host::new();
    for path in ["/", "/page.js"] {
        let page = host.get(path);
        let tag = page.header("etag").expect("a tag").to_owned();
        let mut stream = host.connect();
        let request =
            format!("HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut head = String::new();
        stream.read_to_string(&mut head).expect("a head");
        let length = format!("content-length: {}\r\n", page.body.len());
        assert!(head.contains(&length) && head.contains(&tag), "{head}");
        assert!(head.ends_with("\r\n\r\n"), "a body: {head}");
        let packed = get(&host, "GET", path, "Accept-Encoding: gzip\r\n");
        assert_eq!(packed.header("etag"), Some(tag.as_str()), "{path}");
        for (known, status) in
            [(tag.as_str(), 304), ("\"x\", *", 304), ("\"x\"", 200), (&tag[2..], 304)]
        {
            let line = format!("If-None-Match: {known}\r\nAccept-Encoding: gzip\r\n");
            let reply = get(&host, "GET", path, &line);
            assert_eq!(
                (reply.status, reply.header("etag")),
                (status, Some(tag.as_str())),
                "{known}"
            );
            assert_eq!(reply.body.is_empty(), status == 304, "{known}");
        }
    }
}

/// The first event comes before the job has ended.
#[test]
fn event_streams_are_not_held_back() {
    let host = Host::with(Settings::default());
    let endless = json!({"board": "12x12", "method": "backtracking"});
    let job = host.post("/api/v1/jobs/solve", &endless);
    let place = job.header("location").expect("a job").to_owned();
    let mut stream = BufReader::new(host.connect());
    let request =
        format!("GET {place}/events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).expect("sent");
    let mut text = String::new();
    while !text.contains("\n\n") {
        assert_ne!(stream.read_line(&mut text).expect("a line"), 0, "{text}");
        assert!(!text.contains("content-encoding"), "{text}");
    }
    assert!(text.contains("event: progress"), "{text}");
    assert_eq!(host.send("DELETE", &place).status, 200);
}
