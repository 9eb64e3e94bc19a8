//! Large tours, each size a rung: the low ones run always, the high ones when asked for.

use std::io::BufRead;
use std::time::Instant;

use caracole_core::{Board, Leaper, Path, Piece, Problem, Tour};
use caracole_formats::{Format, ReadHint, WriteOptions, read_tour, stream, write_tour};

/// Row by row, there and back: a tour of the (0,1)-leaper on any board.
fn snake(side: u32) -> Tour {
    let piece = Piece::from(Leaper::new(0, 1).unwrap());
    let board = Board::rectangle(side, side).unwrap();
    let indices = (0..side).flat_map(|rank| {
        (0..side).map(move |at| rank * side + if rank % 2 == 0 { at } else { side - 1 - at })
    });
    let path = Path::from_indices(indices.collect());
    Tour::verify(&Problem::with_piece(board, piece), path).unwrap()
}

fn rung(side: u32) {
    let tour = snake(side);
    for format in Format::ALL.into_iter().filter(|format| format.writes_tours()) {
        let begun = Instant::now();
        let mut text = Vec::new();
        write_tour(&mut text, &tour, format, &WriteOptions::default()).unwrap();
        let wrote = begun.elapsed();
        let begun = Instant::now();
        if format.reads_tours() {
            let reading = read_tour(&text, &ReadHint::default()).unwrap();
            assert!(reading.path.iter().eq(tour.squares()), "{format}");
            assert_eq!(reading.piece, *tour.piece());
        }
        let mib = text.len() >> 20;
        println!("{side} {format}: {mib} MiB, wrote in {wrote:?}, read in {:?}", begun.elapsed());
        if matches!(format, Format::Moves | Format::Squares) {
            let open = || Ok(Box::new(&text[..]) as Box<dyn BufRead>);
            let begun = Instant::now();
            let stream = stream(open, format, &ReadHint::default()).unwrap();
            assert!(stream.squares().eq(tour.squares()));
            stream.finish().unwrap();
            println!("{side} {format}: streamed in {:?}", begun.elapsed());
        }
    }
}

#[test]
fn tour_64() {
    rung(64);
}

#[test]
fn tour_512() {
    rung(512);
}

#[test]
#[ignore = "a few seconds and a gigabyte; run with --release -- --ignored --nocapture"]
fn tour_4096() {
    rung(4096);
}

#[test]
#[ignore = "a gigabyte of text for each case; run with --release -- --ignored --nocapture"]
fn garbage_of_100_mb() {
    for (piece, expected) in GARBAGE {
        let text = piece.repeat(100_000_000 / piece.len());
        let answer = read_tour(text.as_bytes(), &ReadHint::default());
        let answer = answer.map_or_else(|error| error.to_string(), |it| it.board.to_string());
        assert!(answer.contains(expected), "{piece:?}: {answer}");
    }
}

/// The same in small, which runs always.
#[test]
fn garbage_of_100_kb() {
    for (piece, expected) in GARBAGE {
        let text = piece.repeat(100_000 / piece.len());
        let answer = read_tour(text.as_bytes(), &ReadHint::default());
        let answer = answer.map_or_else(|error| error.to_string(), |it| it.board.to_string());
        assert!(answer.contains(expected), "{piece:?}: {answer}");
    }
}

/// A text repeated without end, and what is said of it.
const GARBAGE: [(&str, &str); 12] = [
    ("x", "could not recognise a tour"),
    ("1", "is too large for any grid"),
    ("1 ", "the number 1 stands on a1 and on b1"),
    ("a1 ", "1x1"),
    ("a", "could not recognise a tour"),
    ("[", "could not recognise a tour"),
    ("{\"a\":", "not JSON: recursion limit exceeded"),
    ("\"", "could not recognise a tour"),
    ("?", "could not recognise a tour"),
    ("| ", "could not recognise a tour"),
    ("\\a{", "could not recognise a tour"),
    ("\u{fffd}", "could not recognise a tour"),
];
