//! Outputs that move, and those for paper: what is written is read again, by other programs where
//! there are some.

use std::io::{self, Read, Write};
use std::time::Duration;

use caracole_core::{Board, Path};
use caracole_draw::{
    Align, Colour, DrawError, Drawing, Look, Mark, Picture, Point, Scene, Stroke, Turn, Walk,
    Words, gif, html, pdf, png,
};
use flate2::read::ZlibDecoder;
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

/// The objects of a PDF file, from the table at its end.
fn objects(file: &[u8]) -> Vec<&[u8]> {
    fn text(bytes: &[u8]) -> &str {
        str::from_utf8(bytes).expect("text").trim()
    }

    let find = |word: &[u8]| file.windows(word.len()).rposition(|part| part == word);
    let start = find(b"startxref").expect("where the table is") + 9;
    let table: usize = text(&file[start..file.len() - 5]).parse().expect("a place");
    let mut lines = file[table..].split(|&byte| byte == b'\n');
    assert_eq!(lines.next().map(text), Some("xref"));
    let count: usize = lines
        .next()
        .and_then(|line| text(line).strip_prefix("0 "))
        .and_then(|count| count.parse().ok())
        .expect("how many objects");
    let object = |(number, line): (usize, &[u8])| {
        let place: usize = text(&line[..10]).parse().expect("a place");
        let body = file[place..].strip_prefix(format!("{number} 0 obj").as_bytes());
        let body = body.expect("the object is where the table says");
        let end = body.windows(6).position(|part| part == b"endobj").expect("an end");
        &body[..end]
    };
    lines.take(count).enumerate().skip(1).map(object).collect()
}

/// What is painted on the page.
fn content(objects: &[&[u8]]) -> String {
    let find = |body: &[u8], word: &[u8]| body.windows(word.len()).position(|part| part == word);
    let (body, start) = objects
        .iter()
        .find_map(|body| Some((body, find(body, b"stream\n")? + 7)))
        .expect("a stream");
    let mut content = String::new();
    ZlibDecoder::new(&body[start..]).read_to_string(&mut content).expect("a packed stream");
    content
}

fn words(text: &str, align: Align, turn: Turn) -> Mark {
    let (at, colour) = (Point::new(40.0, 30.0), Colour(255, 0, 51));
    Mark::Words(Words {
        at,
        text: text.to_owned(),
        size: 10.0,
        colour,
        align,
        turn,
        is_bold: false,
    })
}

fn scene(title: &str, marks: Vec<Mark>) -> Scene {
    let (title, description) = (title.to_owned(), String::new());
    Scene {
        width: 80.0,
        height: 60.0,
        title,
        description,
        background: Colour(255, 255, 255),
        marks,
    }
}

#[test]
fn a_pdf_to_the_letter() {
    let scene = scene(
        "(a\\b) <c> ♞",
        vec![
            Mark::Line {
                points: vec![Point::new(1.0, 2.0), Point::new(3.0, 4.5)],
                stroke: Stroke { colour: Colour(0, 0, 0), width: 1.5, dash: Some((4.0, 2.25)) },
            },
            words("f5", Align::Middle, Turn::None),
            words(")\\(", Align::End, Turn::Left),
        ],
    );
    let file = pdf_of(&scene);
    let objects = objects(&file);
    let expected = "\
9 0 0 -9 0 540 cm
1 J
1 j
1 1 1 rg
0 0 m
80 0 l
80 60 l
0 60 l
h
f
0 0 0 RG
1.5 w
[4 2.25] 0 d
1 2 m
3 4.5 l
S
1 0 0.2 rg
BT
/F1 10 Tf
1 0 0 -1 35.83 30 Tm
(f5) Tj
ET
BT
/F1 10 Tf
0 -1 -1 0 40 39.44 Tm
(\\)\\\\\\() Tj
ET
";
    assert_eq!(content(&objects), expected);
    let all = String::from_utf8_lossy(&file);
    assert!(all.contains("/MediaBox [0 0 720 540]"));
    assert!(all.contains("/BaseFont /Helvetica-Bold"));
    assert!(!all.contains("Date"), "no time but that of the reader");
    // A title beyond ASCII has two bytes a letter, in brackets that hold their own.
    let title = all.find("/Title").map(|at| &all[at..at + 40]).expect("a title");
    assert!(!title.contains("(a\\b)"), "{title}");
}

#[test]
fn words_beyond_the_font_are_drawn() {
    let content_of = |text| {
        let marks = vec![words(text, Align::Start, Turn::None)];
        content(&objects(&pdf_of(&scene("", marks))))
    };
    assert!(content_of("6 – ä").contains("<36209620E4> Tj"));
    let drawn = content_of("≤ 64");
    assert!(!drawn.contains("Tj") && drawn.contains("\nS"), "{drawn}");
}

#[test]
fn lines_that_go_on_are_one_until_it_is_too_long() {
    let point = |k: u32| Point::new(f64::from(k % 50), f64::from(k % 60));
    let stroke = Stroke::solid(Colour(0, 0, 0), 0.1);
    let line = |k| Mark::Line { points: vec![point(k), point(k + 1)], stroke };
    let content = content(&objects(&pdf_of(&scene("", (0..25_000).map(line).collect()))));
    let count = |verb: &str| content.lines().filter(|line| line.ends_with(verb)).count();
    // Three more around the sheet.
    assert_eq!(count(" l"), 25_000 + 3);
    assert!((7..=13).contains(&count("S")), "{}", count("S"));
    assert_eq!(count(" m"), count("S") + 1);
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
