//! Sampling tours from tables: the time to make the tables, to open them, and to sample.

use std::path::Path;
use std::time::Duration;

use caracole_benches::timed;
use caracole_core::{Path as Squares, Problem, Square};
use caracole_count::{Job, Question, Tables};
use caracole_solve::Random;
use caracole_verify::Tour;

use crate::subprocess::{TourKind, published_count};

/// A board and the number of samples.
type Sampling = (&'static str, usize);

/// Prints a line for each board; with `long` also 8x8, whose tables take 2 GB of disk and as much memory.
pub(crate) fn print(long: bool) {
    println!("closed tours sampled from tables in a folder, on one core; made on all");
    println!(
        "{:>7}  {:>8}  {:>8}  {:>8}  {:>6}  {:>9}  {:>9}  count",
        "board", "make s", "MB", "open ms", "tours", "memory/s", "files/s"
    );
    let boards: [Sampling; 2] = [("6x6", 2000), ("6x8", 500)];
    boards.into_iter().chain(long.then_some(("8x8", 100))).for_each(measure);
}

fn measure((board, tours): Sampling) {
    let question = TourKind::Closed.question(board);
    let folder = tempfile::tempdir().expect("a folder for the tables");
    let (tables, making) = timed(|| open(&question, folder.path()));
    let expected = published_count(board, TourKind::Closed)
        .unwrap_or_else(|| panic!("{board}: no published count"));
    assert_eq!(tables.count().to_string(), expected, "{board}");
    // New tables are in memory as far as they fit; opened tables are read from files.
    let (made, from_memory) = timed(|| draw(&tables, tours));
    drop(tables);
    let (tables, opening) = timed(|| open(&question, folder.path()));
    assert_eq!(tables.count().to_string(), expected, "{board}, opened again");
    let (drawn, from_files) = timed(|| draw(&tables, tours));
    assert!(made.iter().map(squares).eq(drawn.iter().map(squares)), "{board}: the same tours");
    for tour in &drawn {
        let path: Squares = tour.squares().collect();
        let problem = Problem::new(tour.board().clone()).closed();
        assert!(Tour::verify(&problem, path).is_ok(), "{board}: {}", tour.names());
    }
    let per_second = |time: Duration| tours as f64 / time.as_secs_f64();
    println!(
        "{board:>7}  {:>8.2}  {:>8.1}  {:>8.2}  {tours:>6}  {:>9.0}  {:>9.0}  {expected}",
        making.as_secs_f64(),
        bytes(folder.path()) as f64 / 1e6,
        opening.as_secs_f64() * 1e3,
        per_second(from_memory),
        per_second(from_files),
    );
}

fn open(question: &Question, folder: &Path) -> Tables {
    Tables::new(question, Some(folder), &Job::new()).expect("tables")
}

fn draw(tables: &Tables, tours: usize) -> Vec<Tour> {
    let mut random = Random::new(0, "draw");
    let mut draw = || tables.sample(&mut random).expect("drawn").expect("there are tours");
    (0..tours).map(|_| draw()).collect()
}

fn squares(tour: &Tour) -> Vec<u64> {
    tour.squares().map(Square::index).collect()
}

/// Returns the size of the files of a folder.
fn bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).expect("the folder").flatten();
    entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}
