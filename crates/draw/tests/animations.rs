//! GIF, HTML and PDF files, decoded again.

#[path = "animations/pdf.rs"]
mod pdf_files;

use std::io::{self, Write};
use std::time::Duration;

use caracole_core::{Board, Path};
use caracole_draw::{Appearance, DrawError, Drawing, Picture, Walk, gif, html, pdf, png};
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
    Picture::new(board, vec![walk(board, CLOSED, true)], Appearance::default())
}

/// Returns a walk with more steps than the slider has stops.
fn long(board: &Board) -> Picture<'_> {
    let names = walk(board, "a1 b3", false).path;
    let path: Path = (0..25_000).filter_map(|step| names.get(step % 2)).collect();
    Picture::new(board, vec![Walk { path, is_closed: false }], Appearance::default())
}

fn gif_of(picture: &Picture, options: &gif::AnimationOptions) -> Vec<u8> {
    let mut file = Vec::new();
    gif::write(picture, options, &mut file).expect("writing to memory cannot fail");
    file
}

fn html_of(picture: &Picture) -> String {
    let mut file = Vec::new();
    html::write(picture, &mut file).expect("writing to memory cannot fail");
    String::from_utf8(file).expect("a page is text")
}

fn pdf_of(drawing: &dyn Drawing) -> Vec<u8> {
    let mut file = Vec::new();
    pdf::write(drawing, &mut file).expect("writing to memory cannot fail");
    file
}

/// A decoded animation.
struct Animation {
    width: u16,
    height: u16,
    is_endless: bool,
    /// The delay and the number of pixels of each frame.
    frames: Vec<(u16, usize)>,
    /// The visible pixels after each frame.
    visible: Vec<Vec<u8>>,
}

fn decode(file: &[u8]) -> Animation {
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
    Animation { width, height, is_endless, frames, visible: all }
}

/// Returns the largest difference of two pictures in a channel of a pixel.
fn difference(a: &[u8], b: &[u8]) -> u8 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn animations_end_with_the_whole_tour() {
    let board = board();
    let picture = closed(&board);
    let side = picture.info().width.max(picture.info().height);
    let options =
        gif::AnimationOptions { max_side: side as u16, ..gif::AnimationOptions::default() };
    let animation = decode(&gif_of(&picture, &options));
    let still = png::encode(&picture, 1.0).expect("a usual size");
    let still = Pixmap::decode_png(&still).expect("a PNG file");

    assert_eq!((animation.width.into(), animation.height.into()), (still.width(), still.height()));
    assert_eq!(animation.frames.len(), 38, "36 steps, the move back, and the whole tour");
    assert!(animation.is_endless);
    let walk: u16 = animation.frames[..37].iter().map(|frame| frame.0).sum();
    assert!((990..=1010).contains(&walk), "about ten seconds: {walk}");
    assert_eq!(animation.frames[37].0, 250);

    let whole = animation.visible.last().expect("frames");
    assert!(difference(whole, still.data()) <= 24, "{}", difference(whole, still.data()));
    // The first frame contains all pixels, and the others a part of them.
    assert_eq!(animation.frames[0].1 * 4, whole.len());
    assert!(animation.frames[1..37].iter().all(|frame| frame.1 * 8 < whole.len()));
    for pair in animation.visible.windows(2) {
        assert!(difference(&pair[0], &pair[1]) > 24, "every frame differs from the one before");
    }
}

#[test]
fn speed_and_size_follow_the_options() {
    let board = board();
    let options = gif::AnimationOptions {
        max_side: 64,
        pause: Some(Duration::from_millis(70)),
        hold: Duration::from_secs(1),
        is_endless: false,
    };
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", false)];
    let animation = decode(&gif_of(&Picture::new(&board, two, Appearance::default()), &options));
    assert_eq!(animation.width.max(animation.height), 64);
    let delays: Vec<u16> = animation.frames.iter().map(|frame| frame.0).collect();
    assert_eq!(delays, [7, 7, 7, 100]);
    assert!(!animation.is_endless);

    let animation = decode(&gif_of(&long(&board), &options));
    assert!((900..=1002).contains(&animation.frames.len()), "{}", animation.frames.len());
    let animation =
        decode(&gif_of(&Picture::new(&board, Vec::new(), Appearance::default()), &options));
    assert_eq!(animation.frames.len(), 1, "no walk");

    for (max_side, is_size) in [(0, true), (4097, false)] {
        let options = gif::AnimationOptions { max_side, ..options };
        let error = gif::write(&closed(&board), &options, &mut Vec::new()).expect_err("no size");
        assert_eq!(matches!(error, DrawError::Size { .. }), is_size, "{error}");
    }
}

/// A disk with a number of free bytes.
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
fn a_full_disk_is_an_error() {
    let board = board();
    let picture = closed(&board);
    let options = gif::AnimationOptions { max_side: 100, ..gif::AnimationOptions::default() };
    for space in [0, 5, 500, 1000, 2000] {
        let error = gif::write(&picture, &options, &mut Disk(space)).expect_err("too long");
        assert!(matches!(error, DrawError::Io(_)), "{error:?}");
        html::write(&picture, &mut Disk(space)).expect_err("too long");
    }
    let error = pdf::write(&picture, &mut Disk(100)).expect_err("too long");
    assert!(matches!(error, DrawError::Io(_)), "{error:?}");
}

#[test]
fn equal_pictures_give_equal_bytes() {
    let board = board();
    let options = gif::AnimationOptions { max_side: 200, ..gif::AnimationOptions::default() };
    assert_eq!(gif_of(&closed(&board), &options), gif_of(&closed(&board), &options));
    assert_eq!(pdf_of(&closed(&board)), pdf_of(&closed(&board)));
    assert_eq!(html_of(&closed(&board)), html_of(&closed(&board)));
}

#[test]
fn a_page_has_a_group_for_every_stop_and_loads_nothing() {
    let board = board();
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", true)];
    let two = Picture::new(&board, two, Appearance::default());
    for (picture, stops, names) in [
        (closed(&board), 37, "\"names\":\"b2 d1 f2 e4"),
        (two, 3, "\"names\":\"a1/f6 b3/e4 d2/f6\""),
        (Picture::new(&board, Vec::new(), Appearance::default()), 0, "\"names\":\"\""),
        // Three steps per stop.
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
fn knights_have_separate_offsets() {
    let board = board();
    let two = vec![walk(&board, "a1 b3 d2", false), walk(&board, "f6 e4", true)];
    let page = html_of(&Picture::new(&board, two, Appearance::default()));
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
