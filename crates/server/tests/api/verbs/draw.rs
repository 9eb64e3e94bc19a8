//! `draw`.

use serde_json::{Value, json};

use super::names;
use crate::client::Host;

#[test]
fn each_format_has_its_head() {
    let host = Host::new();
    let tour = host.ask("solve", &json!({"board": "6x6", "closed": true}));
    let squares = &tour["squares"];
    for (format, media, head) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", b"\x89PNG\r\n\x1a\n"),
        ("gif", "image/gif", b"GIF89a"),
        ("pdf", "application/pdf", b"%PDF-"),
        ("html", "text/html; charset=utf-8", b"<!DOCTYPE html>"),
    ] {
        let body = json!({"board": "6x6", "squares": squares, "format": format, "style": "heat"});
        let reply = host.post("/api/v1/draw", &body);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some(media)));
        let start = reply.body[..head.len()].to_ascii_lowercase();
        assert_eq!(start, head.to_ascii_lowercase(), "{format}");
        let name = format!("attachment; filename=\"tour-6x6.{format}\"");
        assert_eq!(reply.header("content-disposition"), Some(name.as_str()));
    }
}

#[test]
fn a_png_is_as_large_as_asked_for() {
    let host = Host::new();
    let tour = host.ask("solve", &json!({"board": "5x6"}));
    let body = json!({"board": "5x6", "squares": tour["squares"], "format": "png", "size": 300});
    let reply = host.post("/api/v1/draw", &body);
    let side = |at: usize| u32::from_be_bytes(reply.body[at..at + 4].try_into().expect("a number"));
    assert!(side(16) < 300 && side(20) == 300, "{} x {}", side(16), side(20));
}

#[test]
fn pixels_are_as_many_as_there_is_memory_for() {
    // Of 80 MB, 2.5 MB are for each answer.
    let host = Host::lending(80_000_000);
    let tour = host.ask("solve", &json!({"board": "40x40"}));
    let png = |size: u64| json!({"board": "40x40", "squares": tour["squares"], "format": "png", "size": size});
    let (status, text) = host.refused("draw", &png(2000));
    assert!(status == 422 && text.starts_with("size: there is memory for "), "{text}");
    assert_eq!(host.post("/api/v1/draw", &png(100)).status, 200);
    for format in ["png", "gif"] {
        let body = json!({"board": "40x40", "squares": tour["squares"], "format": format});
        let reply = host.post("/api/v1/draw", &body);
        assert_eq!(reply.status, 200, "what is usual gets smaller: {}", reply.text());
    }
}

#[test]
fn a_game_is_drawn_and_a_wrong_walk_is_not() {
    let host = Host::new();
    let body = json!({
        "board": "8x8", "squares": ["a1", "b3", "c5"], "theme": "dark", "coordinates": false,
    });
    let reply = host.post("/api/v1/draw", &body);
    assert!(reply.status == 200 && reply.text().starts_with("<svg"));
    let name = reply.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"walk-8x8.svg\""));
    let tour = host.ask("solve", &json!({"board": "5x5"}));
    let mut squares = names(&tour["squares"]);
    squares.swap(3, 10);
    let (status, text) = host.refused("draw", &json!({"board": "5x5", "squares": squares}));
    assert!(status == 422 && text.starts_with("this cannot be walked: "), "{text}");
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let host = Host::new();
    let with = |more: Value| {
        let mut body = json!({"board": "8x8", "squares": ["a1", "b3"]});
        body.as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        body
    };
    for (body, status, text) in [
        (json!({"board": "8x8"}), 400, "squares: must list the squares of a walk"),
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
        (with(json!({"knights": 2})), 422, "knights: here the walk of one knight is drawn"),
    ] {
        assert_eq!(host.refused("draw", &body), (status, text.to_owned()));
    }
}
