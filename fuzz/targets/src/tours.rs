//! Tours in files: each format as it is read, and what is written of it.

use std::io::BufRead;

use caracole_core::{Path, Problem};
use caracole_explain::Facts;
use caracole_formats::{
    Document, Format, ParsedTour, ReadHint, WriteOptions, documents, json, read_tour, recognise,
    stream, write_cover, write_path, write_tour,
};
use caracole_solve::{Exact, Run, Solver};
use caracole_verify::check_simple_path;
use caracole_verify::{Cover, SimplePath, Tour};

use crate::bytes::Bytes;
use crate::problems::FEW;
use crate::small;
use crate::words::one_line;

/// A tour in whatever format its bytes look like.
pub fn tour(data: &[u8]) {
    let read = read_tour(data, &ReadHint::default());
    if let Ok(reading) = &read {
        assert_eq!(Some(reading.format), recognise(data));
    }
    look_at(read);
}

/// A tour as a grid of numbers.
pub fn tour_grid(data: &[u8]) {
    read_as(Format::Grid, data);
}

/// A tour as names of squares, and many tours in one file.
pub fn tour_squares(data: &[u8]) {
    read_as(Format::Squares, data);
    let hint = ReadHint { format: Some(Format::Squares), ..ReadHint::default() };
    let open = || Ok(Box::new(data) as Box<dyn BufRead>);
    let all: Result<Vec<_>, _> = documents(open, &hint).and_then(Iterator::collect);
    let tours: Vec<_> = all
        .into_iter()
        .flatten()
        .filter_map(|document| match document {
            Document::Tour(tour) | Document::Path(tour) => Some(tour),
            _ => None,
        })
        .collect();
    assert!(tours.iter().all(|one| one.board == tours[0].board && !one.path.is_empty()));
}

/// A tour as JSON, by one knight or by several.
pub fn tour_json(data: &[u8]) {
    read_as(Format::Json, data);
    match json::read_cover(data) {
        Some(Ok(reading)) if reading.problem.board().area() <= FEW => {
            if let Ok(cover) = Cover::verify(&reading.problem, reading.paths) {
                for format in Format::ALL {
                    // Formats that hold one path refuse.
                    let _ = write_cover(&mut Vec::new(), &cover, format, &WriteOptions::default());
                }
            }
        }
        Some(Err(error)) => one_line(&error),
        _ => {}
    }
}

/// A tour as a start and digits.
pub fn tour_moves(data: &[u8]) {
    read_as(Format::Moves, data);
}

/// A tour as TSPLIB writes it.
pub fn tour_tsplib(data: &[u8]) {
    read_as(Format::Tsplib, data);
}

/// A tour that is found on a small board, in every format that holds it.
pub fn round_trip(data: &[u8]) {
    let Some(problem) = small::problem(&mut Bytes::new(data), 36) else { return };
    let exact = Exact { max_restarts: Some(1), ..Exact::default() };
    if let Some(tour) = exact.solve(&problem, &mut Run::new()).found() {
        assert_read_again(&tour);
    }
}

fn read_as(format: Format, data: &[u8]) {
    let hint = ReadHint { format: Some(format), ..ReadHint::default() };
    let read = read_tour(data, &hint);
    if let Ok(reading) = &read {
        assert_eq!(reading.format, format);
    }
    if matches!(format, Format::Squares | Format::Moves) {
        // Square by square it says the same as at once.
        let streamed = stream(|| Ok(Box::new(data)), format, &hint).and_then(|stream| {
            let path: Path = stream.squares().collect();
            let board = stream.board().clone();
            stream.finish().map(|()| (board, path))
        });
        let at_once = read.as_ref().map(|reading| (reading.board.clone(), reading.path.clone()));
        if let (Ok(streamed), Ok(at_once)) = (&streamed, &at_once) {
            assert_eq!(streamed, at_once);
        }
    }
    look_at(read);
}

/// Looks at what was read: paths lie on their boards, and tours are written and read again.
fn look_at(read: Result<ParsedTour, caracole_formats::ReadError>) {
    let reading = match read {
        Ok(reading) => reading,
        Err(error) => return one_line(&error),
    };
    let ParsedTour { board, piece, path, .. } = &reading;
    assert!(path.iter().all(|square| square.index() < board.area()));
    let asked = reading.problem();
    if board.area() > FEW || asked.board().area() > FEW {
        return;
    }
    let verdict = check_simple_path(&asked, || path.iter());
    assert!(json::verdict(&asked, &verdict, None).is_object());
    let problem = Problem::with_piece(board.clone(), piece.clone());
    match Tour::verify(&problem, path.clone()) {
        Ok(tour) => assert_read_again(&tour),
        Err(rejected) => {
            assert!(rejected.verdict.defect_count() > 0);
            for defect in rejected.verdict.defects() {
                one_line(&defect.text(board));
            }
        }
    }
    if let Ok(part) = SimplePath::verify(&problem, path.clone()) {
        for format in Format::ALL {
            // Formats that hold whole tours refuse.
            let _ = write_path(&mut Vec::new(), &part, format, &WriteOptions::default());
        }
    }
}

/// Writes a tour in every format that takes it; where it can be read, the same comes back.
fn assert_read_again(tour: &Tour) {
    assert!(Facts::of(tour).turns <= tour.len());
    for format in Format::ALL.into_iter().filter(|format| format.writes_tours()) {
        for base in [0, 1] {
            let mut file = Vec::new();
            let options = WriteOptions { base, ..WriteOptions::default() };
            if write_tour(&mut file, tour, format, &options).is_err() || !format.reads_tours() {
                continue;
            }
            assert_same(tour, &file, format);
        }
    }
}

fn assert_same(tour: &Tour, file: &[u8], format: Format) {
    let text = || format!("{format}:\n{}", String::from_utf8_lossy(file));
    let hint = ReadHint {
        board: Some(tour.board().clone()),
        piece: Some(tour.piece().clone()),
        format: Some(format),
        base: None,
    };
    let again = read_tour(file, &hint).unwrap_or_else(|error| panic!("{error}\n{}", text()));
    assert!(again.path.iter().eq(tour.squares()), "{}", text());
    assert_eq!(&again.board, tour.board(), "{}", text());
    // The file says by itself what it is.
    let alone = ReadHint { format: Some(format), ..ReadHint::default() };
    let again = read_tour(file, &alone).unwrap_or_else(|error| panic!("{error}\n{}", text()));
    assert_eq!((&again.board, &again.piece), (tour.board(), tour.piece()), "{}", text());
    assert!(again.path.iter().eq(tour.squares()), "{}", text());
}
