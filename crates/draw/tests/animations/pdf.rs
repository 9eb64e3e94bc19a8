//! PDF files, parsed again.

use std::io::Read;

use caracole_draw::{Align, Colour, Mark, Point, Rotation, Scene, Stroke, TextLine};
use flate2::read::ZlibDecoder;

use super::pdf_of;

/// Returns the objects of a PDF file, by the table at its end.
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

fn find(body: &[u8], word: &[u8]) -> Option<usize> {
    body.windows(word.len()).position(|part| part == word)
}

/// Returns the content stream of the page.
fn content(objects: &[&[u8]]) -> String {
    let is_content =
        |body: &&&[u8]| find(body, b"/FlateDecode").is_some() && find(body, b"/Length1").is_none();
    let body = objects.iter().find(is_content).expect("a content stream");
    String::from_utf8(stream(body)).expect("operators are text")
}

fn words(text: &str, align: Align, rotation: Rotation, is_bold: bool) -> Mark {
    let (at, colour) = (Point::new(40.0, 30.0), Colour(255, 0, 51));
    Mark::Text(TextLine { at, text: text.to_owned(), size: 10.0, colour, align, rotation, is_bold })
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
fn a_small_pdf_is_exact() {
    let scene = scene(
        "(a\\b) <c> ♞",
        vec![
            Mark::Line {
                points: vec![Point::new(1.0, 2.0), Point::new(3.0, 4.5)],
                stroke: Stroke { colour: Colour(0, 0, 0), width: 1.5, dash: Some((4.0, 2.25)) },
            },
            words("f5", Align::Middle, Rotation::None, false),
            words(")\\(", Align::End, Rotation::CounterClockwise, true),
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
1 0 0 -1 35.06 30 Tm
(\\000G\\000\\026) Tj
ET
BT
/F2 10 Tf
0 -1 -1 0 40 42.79 Tm
(\\000\\n\\000=\\000\\t) Tj
ET
";
    assert_eq!(content(&objects), expected);
    let all = String::from_utf8_lossy(&file);
    assert!(all.contains("/MediaBox [0 0 720 540]"));
    assert!(all.contains("/BaseFont /CARACO+DejaVuSans-Bold"));
    assert!(!all.contains("Date"), "the file has no date");
    // A title beyond ASCII has two bytes per letter.
    let title = all.find("/Title").map(|at| &all[at..at + 40]).expect("a title");
    assert!(!title.contains("(a\\b)"), "{title}");
}

/// Returns the uncompressed data of a stream.
fn stream(body: &[u8]) -> Vec<u8> {
    let start = find(body, b"stream\n").expect("a stream") + 7;
    let mut data = Vec::new();
    ZlibDecoder::new(&body[start..]).read_to_end(&mut data).expect("a compressed stream");
    data
}

#[test]
fn a_file_contains_the_fonts_of_its_text() {
    let fonts = |texts: &[(&str, bool)]| {
        let mark = |&(text, is_bold)| words(text, Align::Start, Rotation::None, is_bold);
        let file = pdf_of(&scene("", texts.iter().map(mark).collect()));
        let files = objects(&file).into_iter().filter(|body| find(body, b"/Length1").is_some());
        files.map(stream).collect::<Vec<_>>()
    };
    let [regular, bold] = [
        &include_bytes!("../../assets/DejaVuSans.ttf")[..],
        include_bytes!("../../assets/DejaVuSans-Bold.ttf"),
    ];
    assert!(fonts(&[]).is_empty());
    assert_eq!(fonts(&[("≤ 64", false), ("5", false)]), [regular]);
    assert_eq!(fonts(&[("5", true), ("≤ 64", false)]), [regular, bold]);
}

/// The table of characters makes text searchable.
#[test]
fn glyphs_are_mapped_to_characters() {
    let file = pdf_of(&scene("", vec![words("≤ 6", Align::Start, Rotation::None, false)]));
    let objects = objects(&file);
    assert!(content(&objects).contains("(\\001u\\000\\001\\000\\027) Tj"), "{}", content(&objects));
    let is_table = |body: &&&[u8]| find(body, b"beginbfchar").is_some();
    let table = String::from_utf8_lossy(objects.iter().find(is_table).expect("a table"));
    for pair in ["<0175> <2264>", "<0001> <0020>", "<0017> <0036>"] {
        assert!(table.contains(pair), "{pair}");
    }
}

#[test]
fn continuous_lines_are_joined_up_to_a_limit() {
    let point = |k: u32| Point::new(f64::from(k % 50), f64::from(k % 60));
    let stroke = Stroke::solid(Colour(0, 0, 0), 0.1);
    let line = |k| Mark::Line { points: vec![point(k), point(k + 1)], stroke };
    let content = content(&objects(&pdf_of(&scene("", (0..25_000).map(line).collect()))));
    let count = |verb: &str| content.lines().filter(|line| line.ends_with(verb)).count();
    // Three more for the background.
    assert_eq!(count(" l"), 25_000 + 3);
    assert!((7..=13).contains(&count("S")), "{}", count("S"));
    assert_eq!(count(" m"), count("S") + 1);
}
