//! Long texts: chunks on several threads, tours that are formulas, large inputs, and names at the
//! limits of the formats.

use caracole_runtime::parallel::Threads;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use caracole_core::{Board, Coord, File, Formula, Leaper, Path, Piece, Problem, Rank, Square};
use caracole_formats::{
    Format, ReadHint, WriteError, WriteOptions, read_tour, stream, write_tour,
    write_tour_with_progress,
};
use caracole_runtime::parallel;
use caracole_verify::{Tour, no_progress};

/// A tour of the (0,1)-leaper on a rectangle, rank by rank, back and forth.
#[derive(Debug)]
struct Snake(Board);

impl Snake {
    fn tour(files: u32, ranks: u32) -> Tour {
        let board = Board::rectangle(files, ranks).unwrap();
        let problem = Problem::with_piece(board.clone(), leaper(0, 1));
        Tour::from_formula(&problem, Arc::new(Self(board)), &Threads::all(), &no_progress).unwrap()
    }

    /// Every other rank is walked from the right.
    fn turn(&self, rank: u64, at: u64) -> u64 {
        if rank.is_multiple_of(2) { at } else { u64::from(self.0.files()) - 1 - at }
    }
}

impl Formula for Snake {
    fn board(&self) -> &Board {
        &self.0
    }

    fn coord_at(&self, step: u64) -> Coord {
        let files = u64::from(self.0.files());
        let (rank, at) = ((step - 1) / files, (step - 1) % files);
        Coord::flat(File::new(self.turn(rank, at) as u32), Rank::new(rank as u32))
    }

    fn step_of(&self, place: Coord) -> u64 {
        let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
        rank * u64::from(self.0.files()) + self.turn(rank, file) + 1
    }

    fn walk(&self, step: u64, places: &mut [Coord]) {
        let Some(mut place) = places.first().map(|_| self.coord_at(step)) else { return };
        for slot in places {
            *slot = place;
            let (file, rank) = (place.file.index(), place.rank.index());
            let to_the_right = rank.is_multiple_of(2);
            let end = if to_the_right { self.0.files() - 1 } else { 0 };
            place = match (file == end, to_the_right) {
                (true, _) => Coord::flat(place.file, Rank::new(rank + 1)),
                (false, true) => Coord::flat(File::new(file + 1), place.rank),
                (false, false) => Coord::flat(File::new(file - 1), place.rank),
            };
        }
    }
}

fn tour_formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.writes_tours())
}

fn text(tour: &Tour, format: Format, options: WriteOptions) -> Vec<u8> {
    let mut text = Vec::new();
    write_tour(&mut text, tour, format, &options).unwrap();
    text
}

/// Narrow, wide and square boards, some too small for several threads.
#[test]
fn formulas_and_stored_tours_are_the_same_text_on_any_number_of_threads() {
    for (files, ranks) in [(1, 1), (7, 5), (3, 40_000), (40_001, 3), (350, 351), (28, 20_000)] {
        let formula = Snake::tour(files, ranks);
        let problem = Problem::with_piece(formula.board().clone(), formula.piece().clone());
        let stored = Tour::verify(&problem, formula.squares().collect()).unwrap();
        for format in tour_formats() {
            for base in [0, 1] {
                let one = NonZeroUsize::new(1);
                let expected = text(&stored, format, WriteOptions { base, threads: one });
                for threads in [1, 2, 3, 5].map(NonZeroUsize::new) {
                    for tour in [&formula, &stored] {
                        let written = text(tour, format, WriteOptions { base, threads });
                        // Not assert_eq, which would print both.
                        assert!(written == expected, "{files}x{ranks} {format} {threads:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_text_of_a_snake_is_a_snake() {
    let grid =
        String::from_utf8(text(&Snake::tour(400, 400), Format::Grid, WriteOptions::default()));
    let rows: Vec<Vec<u64>> = (grid.unwrap().lines().skip(1))
        .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 400);
    assert!(rows[399].iter().copied().eq(1..=400));
    assert!(rows[398].iter().copied().eq((401..=800).rev()));
    assert!(rows[0].iter().copied().eq((159_601..=160_000).rev()));
    let csv = text(&Snake::tour(400, 400), Format::Csv, WriteOptions::default());
    assert!(csv.ends_with(b"\n159999,b400,2,400\n160000,a400,1,400\n"));
}

#[test]
fn progress_is_complete_and_the_callback_can_stop() {
    let tour = Snake::tour(1000, 500);
    for threads in [1, 3].map(NonZeroUsize::new) {
        let options = WriteOptions { base: 1, threads };
        for format in tour_formats() {
            let reported = AtomicU64::new(0);
            let progress = |done: u64| {
                assert!(reported.swap(done, Ordering::Relaxed) < done);
                ControlFlow::Continue(())
            };
            let mut out = Vec::new();
            write_tour_with_progress(&mut out, &tour, format, &options, &progress).unwrap();
            // There is one move less than squares.
            let last = if format == Format::Moves { 499_999 } else { 500_000 };
            assert_eq!(reported.into_inner(), last, "{format}");

            let stop = |done: u64| {
                if done > 300_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut some = Vec::new();
            let written = write_tour_with_progress(&mut some, &tour, format, &options, &stop);
            assert!(matches!(written, Err(WriteError::Stopped)), "{format}");
            assert!(out.starts_with(&some), "{format}");
        }
    }
}

/// A receiver that takes so much and no more.
struct Cup(usize);

impl Write for Cup {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_error_ends_all_threads() {
    let tour = Snake::tour(1000, 1000);
    for format in tour_formats() {
        let threads = NonZeroUsize::new(4);
        let options = WriteOptions { base: 1, threads };
        let written = write_tour(&mut Cup(700_000), &tour, format, &options);
        let Err(WriteError::Io(error)) = written else { panic!("{format}") };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

/// Counts what it is given.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
#[ignore = "some seconds"]
fn tour_10000() {
    let tour = Snake::tour(10_000, 10_000);
    for format in tour_formats() {
        let bytes = |threads: usize| {
            let mut count = Count(0);
            let options = WriteOptions { base: 1, threads: NonZeroUsize::new(threads) };
            write_tour(&mut count, &tour, format, &options).unwrap();
            count.0
        };
        let expected = bytes(1);
        assert!(expected >= tour.len(), "{format}");
        assert_eq!(bytes(parallel::cores().get().max(2)), expected, "{format}");
    }
}

/// Keeps the first bytes, and is full then.
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        if self.0.len() < 1 << 20 {
            Ok(bytes.len())
        } else {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
#[ignore = "more than 2^32 squares: half a minute"]
fn a_grid_has_steps_beyond_2_to_the_32() {
    let (files, ranks) = (70_000, 70_000);
    let tour = Snake::tour(files, ranks);
    let mut text = Beginning(Vec::new());
    let full = write_tour(&mut text, &tour, Format::Grid, &WriteOptions::default());
    assert!(matches!(full, Err(WriteError::Io(_))));
    let text = String::from_utf8(text.0).unwrap();
    let row = text.lines().find(|line| !line.starts_with('#')).unwrap();
    // The highest rank is odd, counted from 0, and so is walked to the left.
    let steps = (tour.len() - u64::from(files) + 1..=tour.len()).rev();
    assert!(row.split_whitespace().map(|step| step.parse::<u64>().unwrap()).eq(steps));
}

/// Tells the truth where it is checked, and numbers ranks wrongly.
#[derive(Debug)]
struct Misnumbered(Snake);

impl Formula for Misnumbered {
    fn board(&self) -> &Board {
        self.0.board()
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.0.coord_at(step)
    }

    fn step_of(&self, place: Coord) -> u64 {
        self.0.step_of(place)
    }

    fn number_rank(&self, _: Rank, _: File, steps: &mut [u64]) {
        steps.fill(7);
    }

    fn number_rank_u32(&self, _: Rank, _: File, steps: &mut [u32]) {
        steps.fill(7);
    }
}

#[test]
fn a_grid_is_written_from_what_was_checked() {
    let board = Board::rectangle(3, 2).unwrap();
    let problem = Problem::with_piece(board.clone(), leaper(0, 1));
    let formula = Arc::new(Misnumbered(Snake(board)));
    let tour = Tour::from_formula(&problem, formula, &Threads::all(), &no_progress).unwrap();
    let mut text = Vec::new();
    write_tour(&mut text, &tour, Format::Grid, &WriteOptions::default()).unwrap();
    assert!(String::from_utf8(text).unwrap().ends_with("6 5 4\n1 2 3\n"));
}

fn leaper(short: u32, long: u32) -> Piece {
    Leaper::new(short, long).map(Piece::from).unwrap()
}

/// A tour of the (0,1)-leaper, level by level, rank by rank, back and forth.
fn snake(board: &str) -> Tour {
    let board: Board = board.parse().unwrap();
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    let turn = |at: u64, side: u64, is_back: bool| if is_back { side - 1 - at } else { at };
    let path: Path = (0..board.area())
        .map(|at| {
            let (row, level) = (at / files, at / files / ranks);
            let rank = turn(row % ranks, ranks, level % 2 == 1);
            let file = turn(at % files, files, row % 2 == 1);
            Square::from_index((level * ranks + rank) * files + file)
        })
        .collect();
    Tour::verify(&Problem::with_piece(board, leaper(0, 1)), path).unwrap()
}

fn string(tour: &Tour, format: Format, base: u8) -> String {
    String::from_utf8(text(tour, format, WriteOptions { base, ..WriteOptions::default() })).unwrap()
}

fn reads_back(tour: &Tour, format: Format, text: &str) {
    let name = || format!("{} {format}", tour.board().area());
    let hint = ReadHint { format: Some(format), ..ReadHint::default() };
    let parsed = read_tour(text.as_bytes(), &hint);
    let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", name()));
    assert!(parsed.path.iter().eq(tour.squares()), "{}", name());
}

/// Each level of the box is a piece of its grid.
#[test]
fn texts_of_several_chunks_read_back() {
    for board in ["600x900", "3x180000", "box:133x219x4"] {
        let tour = snake(board);
        for format in Format::ALL {
            if format.writes_tours() && format.reads_tours() {
                reads_back(&tour, format, &string(&tour, format, 1));
            }
        }
    }
}

#[test]
fn one_blank_line_separates_the_levels_of_a_grid() {
    let grid = string(&snake("box:133x219x4"), Format::Grid, 1);
    let rows: Vec<&str> = grid.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 4 * 219 + 3);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.is_empty(), at % 220 == 219, "row {at}");
    }
}

#[test]
fn a_grid_is_as_wide_as_its_largest_number() {
    let tour = snake("5x2");
    for (base, expected) in [(0, "9 8 7 6 5\n0 1 2 3 4\n"), (1, "10  9  8  7  6\n 1  2  3  4  5\n")]
    {
        let grid = string(&tour, Format::Grid, base);
        let rows = grid.split_once('\n').map(|(_, rows)| rows);
        assert_eq!(rows, Some(expected), "{grid}");
    }
}

/// `zzzz` is the last file with letters; the name of a square beyond it has a comma.
#[test]
fn names_are_quoted_from_the_first_file_without_letters() {
    let lettered = string(&snake("475254x1"), Format::Csv, 1);
    assert!(!lettered.contains('"'));
    assert!(lettered.ends_with("\n475254,zzzz1,475254,1\n"));
    let numbered = string(&snake("475255x1"), Format::Csv, 1);
    assert!(numbered.ends_with("\n475255,\"475254,0\",475255,1\n"));
}

/// Modulo 32, which moves of usual pieces are told apart by, 17 is -15: two moves of this leaper
/// are one.
#[test]
fn moves_of_far_leapers_have_their_own_digits() {
    let squares = ["r16", "a1", "p18"];
    let whole: Board = "18x18".parse().unwrap();
    let holes = whole.squares().map(|square| whole.name(square));
    let holes: Vec<String> = holes.filter(|name| !squares.contains(&name.as_str())).collect();
    let board: Board = format!("18x18-{}", holes.join(",")).parse().unwrap();
    let problem = Problem::with_piece(board.clone(), leaper(15, 17));
    for squares in [squares, ["p18", "a1", "r16"]] {
        let path: Path = squares.iter().map(|name| board.parse_square(name).unwrap()).collect();
        let tour = Tour::verify(&problem, path).unwrap();
        reads_back(&tour, Format::Moves, &string(&tour, Format::Moves, 1));
    }
}

/// What stands right behind the name was looked at to see where the name ends; it comes before the
/// digits all the same.
#[test]
fn a_comment_after_the_start_is_not_a_move() {
    let tour = snake("3x2");
    let moves = string(&tour, Format::Moves, 1);
    let commented = moves.replace("\na1 ", "\na1#1\n");
    assert_ne!(moves, commented);
    reads_back(&tour, Format::Moves, &commented);
    let wrong = commented.trim_end().to_owned() + "x";
    let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
    let error = read_tour(wrong.as_bytes(), &hint).unwrap_err();
    let (line, column) = (wrong.lines().count() as u64, 6);
    let position = error.position().map(|at| (at.line, at.column));
    assert_eq!(position, Some((line, column)), "{error}");
}

fn write_and_read(side: u32) {
    let tour = snake(&format!("{side}x{side}"));
    for format in Format::ALL.into_iter().filter(|format| format.writes_tours()) {
        let begun = Instant::now();
        let mut text = Vec::new();
        write_tour(&mut text, &tour, format, &WriteOptions::default()).unwrap();
        let wrote = begun.elapsed();
        let begun = Instant::now();
        if format.reads_tours() {
            let parsed = read_tour(&text, &ReadHint::default()).unwrap();
            assert!(parsed.path.iter().eq(tour.squares()), "{format}");
            assert_eq!(parsed.piece, *tour.piece());
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
    write_and_read(64);
}

#[test]
fn tour_512() {
    write_and_read(512);
}

#[test]
#[ignore = "a few seconds and a gigabyte; run with --release -- --ignored --nocapture"]
fn tour_4096() {
    write_and_read(4096);
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

/// The same with short texts.
#[test]
fn garbage_of_100_kb() {
    for (piece, expected) in GARBAGE {
        let text = piece.repeat(100_000 / piece.len());
        let answer = read_tour(text.as_bytes(), &ReadHint::default());
        let answer = answer.map_or_else(|error| error.to_string(), |it| it.board.to_string());
        assert!(answer.contains(expected), "{piece:?}: {answer}");
    }
}

/// Texts to repeat, each with a part of its error or its board.
const GARBAGE: [(&str, &str); 12] = [
    ("x", "could not recognise a tour"),
    ("1", "is too large for any grid"),
    ("1 ", "the number 1 stands on a1 and on b1"),
    ("a1 ", "1x1"),
    ("a", "could not recognise a tour"),
    ("[", "could not recognise a tour"),
    ("{\"a\":", "not JSON: EOF while parsing"),
    ("\"", "could not recognise a tour"),
    ("?", "could not recognise a tour"),
    ("| ", "could not recognise a tour"),
    ("\\a{", "could not recognise a tour"),
    ("\u{fffd}", "could not recognise a tour"),
];
