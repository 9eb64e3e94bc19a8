//! PDF, for paper: what is written, taken apart again.

use std::io::Read;

use caracole_draw::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};
use flate2::read::ZlibDecoder;

use super::pdf_of;

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
