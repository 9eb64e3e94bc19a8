//! Pictures: shapes that are read from them, and tours that are drawn.

use caracole_core::{Path, Problem};
use caracole_draw::{Appearance, Picture, Style, Theme, Walk, gif, html, pdf, png, svg};
use caracole_formats::shape as shapes;
use caracole_solve::{Exact, Run, Solver};
use caracole_verify::Tour;

use crate::bytes::Bytes;
use crate::problems::FEW;
use crate::small;
use crate::words::one_line;

/// A shape, drawn with characters.
pub fn shape(data: &[u8]) {
    let shape = match shapes::read(data) {
        Ok(shape) => shape,
        Err(error) => return one_line(&error),
    };
    let board = &shape.board;
    for square in [shape.start, shape.end].into_iter().flatten() {
        assert!(board.contains(square));
    }
    assert_eq!(board.to_string().parse().as_ref(), Ok(board));
    if board.area() > FEW {
        return;
    }
    // Drawn again, it is the same board.
    let mut rows: Vec<String> = Vec::new();
    for index in 0..board.area() {
        let square = caracole_core::Square::from_index(index);
        if index % u64::from(board.files()) == 0 {
            rows.insert(0, String::new());
        }
        rows[0].push(if board.contains(square) { '#' } else { '.' });
    }
    let again = shapes::read(rows.join("\n").as_bytes()).expect("a shape");
    assert_eq!(&again.board, board);
}

/// A shape from the pixels of a picture. The bytes are those of a PNG file after its first eight.
pub fn shape_png(data: &[u8]) {
    let file = [b"\x89PNG\r\n\x1a\n", data].concat();
    shape(&file);
}

/// Any tour of a small board, and any walk on it, in any style and output.
///
/// The problem as in `small`, then style, theme, output and coordinates, then the walk, a byte for a square.
pub fn draw(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some(problem) = small::problem(&mut bytes, 36) else { return };
    let style = bytes.one_of(&[Style::Line, Style::Numbers, Style::Celtic, Style::Heat]);
    let theme = bytes.one_of(&Theme::ALL);
    let output = bytes.below(5);
    let appearance = Appearance { style, theme, has_coordinates: bytes.below(2) == 0 };
    if let Some(tour) = found(&problem) {
        paint(&Picture::from_tour(&tour, appearance), output);
    }
    let mut walk = Walk { path: Path::new(), is_closed: bytes.below(2) == 1 };
    while !bytes.is_empty() && walk.path.len() < 40 {
        walk.path.push(small::square(problem.board(), bytes.byte()));
    }
    let picture =
        Picture::new(problem.board(), vec![walk], appearance).with_title("<a & b> \u{1}\"'");
    paint(&picture, output);
}

fn found(problem: &Problem) -> Option<Tour> {
    let exact = Exact { max_restarts: Some(1), ..Exact::default() };
    exact.solve(problem, &mut Run::new()).found()
}

fn paint(picture: &Picture<'_>, output: usize) {
    let mut file = Vec::new();
    match output {
        0 => {
            svg::write(picture, &mut file).expect("memory does not fail");
            assert!(std::str::from_utf8(&file).is_ok_and(|text| !text.contains("NaN")));
        }
        1 => html::write(picture, &mut file).expect("memory does not fail"),
        2 => pdf::write(picture, &mut file).expect("a page"),
        3 => file = png::encode(picture, 0.3).expect("a small picture"),
        _ => {
            let options =
                gif::AnimationOptions { max_side: 64, ..gif::AnimationOptions::default() };
            gif::write(picture, &options, &mut file).expect("a small film");
        }
    }
    assert!(!file.is_empty());
}
