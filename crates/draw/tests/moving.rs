//! Outputs that move, and those for paper: what is written is read again, by other programs where
//! there are some.

#[path = "moving/paper.rs"]
mod paper;

use std::io::{self, Write};
use std::time::Duration;

use caracole_core::{Board, Path};
use caracole_draw::{DrawError, Drawing, Look, Picture, Walk, gif, html, pdf, png};
use resvg::tiny_skia::Pixmap;

const CLOSED: &str = "b2 d1 f2 e4 f6 d5 b6 c4 a5 c6 e5 f3 e1 d3 f4 e6 c5 a6 b4 a2 c1 e2 d4 b3 a1 c2 a3 \
                      b1 d2 f1 e3 f5 d6 b5 c3 a4";

fn board() -> Board {
    "6x6".parse().expect("a board")
}

fn walk(board: &Board, names: &str, is_closed: bool) -> Walk {
    let square = |name| board.parse_square(name).expect("a square");
    Walk { path: names.split_whitespace().map(square).collect(), is_closed }
}

fn closed(board: &Board) -> Picture<'_> {
    Picture::new(board, vec![walk(board, CLOSED, true)], Look::default())
}

/// There and back again, so often that no square has its own stop.
fn long(board: &Board) -> Picture<'_> {
    let names = walk(board, "a1 b3", false).path;
    let path: Path = (0..25_000).filter_map(|step| names.get(step % 2)).collect();
    Picture::new(board, vec![Walk { path, is_closed: false }], Look::default())
}

fn gif_of(picture: &Picture, motion: &gif::Motion) -> Vec<u8> {
    let mut file = Vec::new();
    gif::write(picture, motion, &mut file).expect("memory takes everything");
    file
}

fn html_of(picture: &Picture) -> String {
    let mut file = Vec::new();
    html::write(picture, &mut file).expect("memory takes everything");
    String::from_utf8(file).expect("a page is text")
}

fn pdf_of(drawing: &dyn Drawing) -> Vec<u8> {
    let mut file = Vec::new();
    pdf::write(drawing, &mut file).expect("memory takes everything");
    file
}

/// What is seen after each frame: delays and pixels.
struct Film {
    width: u16,
    height: u16,
    is_endless: bool,
    /// The delay of each frame, and how many pixels it holds.
    frames: Vec<(u16, usize)>,
    /// What is seen after each frame.
    seen: Vec<Vec<u8>>,
}

fn film_of(file: &[u8]) -> Film {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("a GIF file");
    let (width, height) = (decoder.width(), decoder.height());
    let mut seen = vec![0; usize::from(width) * usize::from(height) * 4];
    let (mut frames, mut all) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        for (at, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (row, column) = (at / usize::from(frame.width), at % usize::from(frame.width));
            let (row, column) = (row + usize::from(frame.top), column + usize::from(frame.left));
            let place = (row * usize::from(width) + column) * 4;
            seen[place..place + 4].copy_from_slice(pixel);
        }
        frames.push((frame.delay, frame.buffer.len() / 4));
        all.push(seen.clone());
    }
    let is_endless = decoder.repeat() == ::gif::Repeat::Infinite;
    Film { width, height, is_endless, frames, seen: all }
}

/// How much two pictures differ at most in any part of any pixel.
fn difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn the_knight_walks_and_the_end_is_the_whole_tour() {
    let board = board();
    let picture = closed(&board);
    let side = picture.sheet().width.max(picture.sheet().height);
    let motion = gif::Motion { longest: side as u16, ..gif::Motion::default() };
    let film = film_of(&gif_of(&picture, &motion));
    let still = png::encode(&picture, 1.0).expect("a usual size");
    let still = Pixmap::decode_png(&still).expect("a PNG file");

    assert_eq!((film.width.into(), film.height.into()), (still.width(), still.height()));
    assert_eq!(film.frames.len(), 38, "36 steps, the way back, and the whole");
    assert!(film.is_endless);
    let walk: u16 = film.frames[..37].iter().map(|frame| frame.0).sum();
    assert!((990..=1010).contains(&walk), "about ten seconds: {walk}");
    assert_eq!(film.frames[37].0, 250);

    let whole = film.seen.last().expect("frames");
    assert!(difference(whole, still.data()) <= 24, "{}", difference(whole, still.data()));
    // The first frame is the whole sheet, and the others are parts of it.
    assert_eq!(film.frames[0].1 * 4, whole.len());
    assert!(film.frames[1..37].iter().all(|frame| frame.1 * 8 < whole.len()));
    for pair in film.seen.windows(2) {
        assert!(difference(&pair[0], &pair[1]) > 24, "every frame shows something new");
    }
}

#[test]
fn speed_and_size_are_as_asked_for() {
    let board = board();
    let motion = gif::Motion {
        longest: 64,
        pause: Some(Duration::from_millis(70)),
        hold: Duration::from_secs(1),
        is_endless: false,
    };
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", false)];
    let film = film_of(&gif_of(&Picture::new(&board, two, Look::default()), &motion));
    assert_eq!(film.width.max(film.height), 64);
    let delays: Vec<u16> = film.frames.iter().map(|frame| frame.0).collect();
    assert_eq!(delays, [7, 7, 7, 100]);
    assert!(!film.is_endless);

    let film = film_of(&gif_of(&long(&board), &motion));
    assert!((900..=1002).contains(&film.frames.len()), "{}", film.frames.len());
    let film = film_of(&gif_of(&Picture::new(&board, Vec::new(), Look::default()), &motion));
    assert_eq!(film.frames.len(), 1, "nobody walks");

    for (longest, is_size) in [(0, true), (4097, false)] {
        let motion = gif::Motion { longest, ..motion };
        let error = gif::write(&closed(&board), &motion, &mut Vec::new()).expect_err("no size");
        assert_eq!(matches!(error, DrawError::Size { .. }), is_size, "{error}");
    }
}

/// A disk with so much space left.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 < bytes.len() {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    let board = board();
    let picture = closed(&board);
    let motion = gif::Motion { longest: 100, ..gif::Motion::default() };
    for space in [0, 5, 500, 1000, 2000] {
        let error = gif::write(&picture, &motion, &mut Disk(space)).expect_err("too long");
        assert!(matches!(error, DrawError::Io(_)), "{error:?}");
        html::write(&picture, &mut Disk(space)).expect_err("too long");
    }
    let error = pdf::write(&picture, &mut Disk(100)).expect_err("too long");
    assert!(matches!(error, DrawError::Io(_)), "{error:?}");
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    let board = board();
    let motion = gif::Motion { longest: 200, ..gif::Motion::default() };
    assert_eq!(gif_of(&closed(&board), &motion), gif_of(&closed(&board), &motion));
    assert_eq!(pdf_of(&closed(&board)), pdf_of(&closed(&board)));
    assert_eq!(html_of(&closed(&board)), html_of(&closed(&board)));
}

#[test]
fn a_page_has_a_group_for_every_stop_and_asks_for_nothing() {
    let board = board();
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", true)];
    let two = Picture::new(&board, two, Look::default());
    for (picture, stops, names) in [
        (closed(&board), 37, "\"names\":\"b2 d1 f2 e4"),
        (two, 3, "\"names\":\"a1/f6 b3/e4 d2/f6\""),
        (Picture::new(&board, Vec::new(), Look::default()), 0, "\"names\":\"\""),
        // Three steps a stop.
        (long(&board), 8334, "\"names\":\"a1 b3 a1 b3"),
    ] {
        let page = html_of(&picture);
        assert_eq!(page.matches("<g").count(), page.matches("</g>").count());
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        let groups =
            page.split_once("<g id=\"stops\">").and_then(|(_, rest)| rest.split_once("<g id="));
        assert_eq!(groups.expect("stops").0.matches("<g>").count(), stops);
        assert!(page.contains(names), "{names}");
        for word in ["http:", "https:", "<script src", "<link", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
        let places = page.split_once("\"places\":\"").and_then(|(_, rest)| rest.split_once('"'));
        assert_eq!(places.expect("places").0.split_whitespace().count(), stops);
    }
}

#[test]
fn knights_are_told_apart() {
    let board = board();
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", true)];
    let page = html_of(&Picture::new(&board, two, Look::default()));
    let places = page.split_once("\"places\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let places: Vec<Vec<f64>> = places
        .expect("places")
        .0
        .split(' ')
        .map(|stop| stop.split(',').map(|number| number.parse().expect("a number")).collect())
        .collect();
    assert_eq!(places[0], [0.0; 4]);
    let side = places[1][0];
    assert!(side > 0.0);
    assert_eq!(places[1], [side, -2.0 * side, -side, 2.0 * side]);
    assert_eq!(places[2], [3.0 * side, -side, 0.0, 0.0]);
}
