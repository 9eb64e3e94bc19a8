//! `draw`.

use serde_json::{Value, json};

use crate::client::{TestServer, names};

#[test]
fn each_format_starts_with_its_signature() {
    let server = TestServer::new();
    let tour = server.call("solve", &json!({"board": "6x6", "closed": true}));
    let squares = &tour["squares"];
    for (format, media, head) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", b"\x89PNG\r\n\x1a\n"),
        ("gif", "image/gif", b"GIF89a"),
        ("pdf", "application/pdf", b"%PDF-"),
        ("html", "text/html; charset=utf-8", b"<!DOCTYPE html>"),
    ] {
        let body = json!({"board": "6x6", "squares": squares, "format": format, "style": "heat"});
        let response = server.post("/api/v1/draw", &body);
        assert_eq!((response.status, response.header("content-type")), (200, Some(media)));
        let start = response.body[..head.len()].to_ascii_lowercase();
        assert_eq!(start, head.to_ascii_lowercase(), "{format}");
        let name = format!("attachment; filename=\"tour-6x6.{format}\"");
        assert_eq!(response.header("content-disposition"), Some(name.as_str()));
    }
}

#[test]
fn a_png_has_the_requested_size() {
    let server = TestServer::new();
    let tour = server.call("solve", &json!({"board": "5x6"}));
    let body = json!({"board": "5x6", "squares": tour["squares"], "format": "png", "size": 300});
    let response = server.post("/api/v1/draw", &body);
    let side =
        |at: usize| u32::from_be_bytes(response.body[at..at + 4].try_into().expect("a number"));
    assert!(side(16) < 300 && side(20) == 300, "{} x {}", side(16), side(20));
}

#[test]
fn the_memory_limit_limits_the_pixels() {
    // Each request gets a part of these 80 MB, at most 40 MB.
    let server = TestServer::with_memory(80_000_000);
    let tour = server.call("solve", &json!({"board": "40x40"}));
    let png = |size: u64| json!({"board": "40x40", "squares": tour["squares"], "format": "png", "size": size});
    let (status, text) = server.error("draw", &png(2000));
    assert!(status == 422 && text.starts_with("size: the memory of this server allows "), "{text}");
    assert_eq!(server.post("/api/v1/draw", &png(100)).status, 200);
    for format in ["png", "gif"] {
        let body = json!({"board": "40x40", "squares": tour["squares"], "format": format});
        let response = server.post("/api/v1/draw", &body);
        assert_eq!(response.status, 200, "the default size is smaller: {}", response.text());
    }
}

#[test]
fn a_game_is_drawn_and_an_invalid_path_is_not() {
    let server = TestServer::new();
    let body = json!({
        "board": "8x8", "squares": ["a1", "b3", "c5"], "theme": "dark", "coordinates": false,
    });
    let response = server.post("/api/v1/draw", &body);
    assert!(response.status == 200 && response.text().starts_with("<svg"));
    let name = response.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"walk-8x8.svg\""));
    let tour = server.call("solve", &json!({"board": "5x5"}));
    let mut squares = names(&tour["squares"]);
    squares.swap(3, 10);
    let (status, text) = server.error("draw", &json!({"board": "5x5", "squares": squares}));
    assert!(status == 422 && text.starts_with("squares: not a path: "), "{text}");
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    let with = |more: Value| {
        let mut body = json!({"board": "8x8", "squares": ["a1", "b3"]});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        body
    };
    for (body, status, text) in [
        (json!({"board": "8x8"}), 400, "squares: must list the squares of a path"),
        (
            with(json!({"squares": ["a1", "b9"]})),
            422,
            "squares: 'b9' is not on the board: files a to h, ranks 1 to 8",
        ),
        (
            with(json!({"format": "bmp"})),
            400,
            "format: there is no format 'bmp': there are svg, png, gif, pdf, html",
        ),
        (
            with(json!({"style": "knot"})),
            400,
            "style: there is no style 'knot': there are line, numbers, celtic, heat",
        ),
        (with(json!({"size": 9})), 422, "size: is for png and gif: the others have any size"),
        (
            with(json!({"pause_ms": 9, "format": "png"})),
            422,
            "pause_ms: is for gif: nothing else moves by itself",
        ),
        (with(json!({"size": 4001, "format": "png"})), 422, "size: 1 to 4000 pixels here"),
        (with(json!({"size": 0, "format": "gif"})), 422, "size: 1 to 1600 pixels here"),
        (with(json!({"board": "201x200"})), 422, "a board of 40200 squares: at most 40000 here"),
        (
            with(json!({"board": "101x100", "format": "gif"})),
            422,
            "a picture of 10100 squares and holes: at most 10000 here",
        ),
        (with(json!({"knights": 2})), 422, "knights: draw takes the path of one knight"),
    ] {
        assert_eq!(server.error("draw", &body), (status, text.to_owned()));
    }
}
