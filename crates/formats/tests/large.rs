//! Tours that are formulas: the same bytes as stored ones, on any number of threads, in pieces.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use caracole_core::{
    Board, File, Formula, Leaper, Piece, Place, Problem, Rank, Tour, parallel, unwatched,
};
use caracole_formats::{Format, WriteError, WriteOptions, write_tour, write_tour_watched};

/// Row by row, there and back: a tour of the (0,1)-leaper on any rectangle.
#[derive(Debug)]
struct Snake(Board);

impl Snake {
    fn tour(files: u32, ranks: u32) -> Tour {
        let board = Board::rectangle(files, ranks).unwrap();
        let problem =
            Problem::with_piece(board.clone(), Leaper::new(0, 1).map(Piece::from).unwrap());
        Tour::from_formula(&problem, Arc::new(Self(board)), &unwatched).unwrap()
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

    fn place_at(&self, step: u64) -> Place {
        let files = u64::from(self.0.files());
        let (rank, at) = ((step - 1) / files, (step - 1) % files);
        Place::flat(File::new(self.turn(rank, at) as u32), Rank::new(rank as u32))
    }

    fn step_of(&self, place: Place) -> u64 {
        let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
        rank * u64::from(self.0.files()) + self.turn(rank, file) + 1
    }

    fn walk(&self, step: u64, places: &mut [Place]) {
        let Some(mut place) = places.first().map(|_| self.place_at(step)) else { return };
        for slot in places {
            *slot = place;
            let (file, rank) = (place.file.index(), place.rank.index());
            let to_the_right = rank.is_multiple_of(2);
            let end = if to_the_right { self.0.files() - 1 } else { 0 };
            place = match (file == end, to_the_right) {
                (true, _) => Place::flat(place.file, Rank::new(rank + 1)),
                (false, true) => Place::flat(File::new(file + 1), place.rank),
                (false, false) => Place::flat(File::new(file - 1), place.rank),
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

/// Narrow, wide and square boards, some of them with less squares than are worth a thread.
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
fn the_watch_is_told_of_everything_and_can_stop() {
    let tour = Snake::tour(1000, 500);
    for threads in [1, 3].map(NonZeroUsize::new) {
        let options = WriteOptions { base: 1, threads };
        for format in tour_formats() {
            let told = AtomicU64::new(0);
            let watch = |done: u64| {
                assert!(told.swap(done, Ordering::Relaxed) < done);
                ControlFlow::Continue(())
            };
            let mut out = Vec::new();
            write_tour_watched(&mut out, &tour, format, &options, &watch).unwrap();
            // Between the squares there is one move less.
            let last = if format == Format::Moves { 499_999 } else { 500_000 };
            assert_eq!(told.into_inner(), last, "{format}");

            let stop = |done: u64| {
                if done > 300_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut some = Vec::new();
            let written = write_tour_watched(&mut some, &tour, format, &options, &stop);
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
fn a_receiver_that_fails_in_the_middle_ends_all_threads() {
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

    fn place_at(&self, step: u64) -> Place {
        self.0.place_at(step)
    }

    fn step_of(&self, place: Place) -> u64 {
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
    let problem = Problem::with_piece(board.clone(), Leaper::new(0, 1).map(Piece::from).unwrap());
    let formula = Arc::new(Misnumbered(Snake(board)));
    let tour = Tour::from_formula(&problem, formula, &unwatched).unwrap();
    let mut text = Vec::new();
    write_tour(&mut text, &tour, Format::Grid, &WriteOptions::default()).unwrap();
    assert!(String::from_utf8(text).unwrap().ends_with("6 5 4\n1 2 3\n"));
}
