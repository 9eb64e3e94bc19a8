//! Warnsdorff's rule with Roth's tie-break rule on large boards, compared with two other implementations.
//!
//! `cargo bench -p caracole-benches --bench warnsdorff`; other boards after `--`.

mod lean;
mod plain;

use std::time::Duration;

use caracole_benches::timed;
use caracole_core::{Board, Moves, Path, Piece, Problem, Square};
use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie, Stuck};
use caracole_solve::{Limits, Options, Run};
use caracole_verify::{StopCause, Tour};

/// The default boards.
const BOARDS: [&str; 4] = ["100x100", "300x300", "1000x1000", "4000x4000"];
/// The memory limit.
const BYTES_PER_SQUARE: u64 = 8;

fn main() {
    // Cargo adds options of its own, such as `--bench`.
    let given: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let boards = if given.is_empty() { BOARDS.map(str::to_owned).to_vec() } else { given };
    println!("Warnsdorff's rule, Roth's ties; nanoseconds a square, least of several runs");
    println!(
        "{:>11}  {:>6}  {:>5}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>6}  {:>6}",
        "board", "start", "runs", "walk", "plain", "ratio", "lean", "ratio", "bytes", "verify"
    );
    for text in boards {
        match text.parse::<Board>() {
            Ok(board) if board.is_plain() => measure(&board),
            Ok(_) => println!("{text:>11}  is not a plain rectangle"),
            Err(error) => println!("{text:>11}  {error}"),
        }
    }
}

/// Prints a line of the table.
fn measure(board: &Board) {
    let moves = Moves::new(&Piece::KNIGHT, board);
    let Some(rectangle) = Rectangle::new(board, &moves) else {
        println!("{:>11}  has too many squares", board.to_string());
        return;
    };
    let Some((start, path)) = first_tour(board, &rectangle) else {
        println!("{:>11}  has no tour by this rule from any corner", board.to_string());
        return;
    };
    let offsets: Vec<(i64, i64)> =
        moves.offsets().iter().map(|offset| (offset.files, offset.ranks)).collect();
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    // Small boards take too little time for one measurement.
    let runs = (50_000_000 / board.len()).clamp(9, 500);
    let mut least = [Duration::MAX; 4];
    for _ in 0..runs {
        // Alternating, so that other load affects all.
        let (walk, time) = timed(|| walk(&rectangle, start, RectangleTie::Roth, board.len()));
        least[0] = least[0].min(time);
        assert!(walk.is_ok_and(|walk| walk == path), "{board}: the walk is the same each time");

        let (steps, time) = timed(|| plain::walk(files, ranks, start.index() as usize, &offsets));
        least[1] = least[1].min(time);
        assert!(plain::agrees(&steps, files, &path), "{board}: both walks are the same");
        drop(steps);

        let (squares, time) = timed(|| lean::walk(files, ranks, start.index() as usize, &offsets));
        least[2] = least[2].min(time);
        assert!(Path::from_indices(squares) == path, "{board}: all walks are the same");

        let (problem, path) = (Problem::new(board.clone()), path.clone());
        let (tour, time) = timed(|| Tour::verify(&problem, path));
        least[3] = least[3].min(time);
        assert!(tour.is_ok(), "{board}: the walk is a tour");
    }
    let [walk, plain, lean, verify] =
        least.map(|time| time.as_secs_f64() * 1e9 / board.len() as f64);
    println!(
        "{:>11}  {:>6}  {runs:>5}  {walk:>7.2}  {plain:>7.2}  {:>6.2}  {lean:>7.2}  {:>6.2}  \
         {:>6.3}  {verify:>6.2}",
        board.to_string(),
        board.name(start),
        plain / walk,
        lean / walk,
        bytes(&rectangle, board.len()) as f64 / board.len() as f64,
    );
}

/// Returns the first corner from which the rule finds a tour, and the tour.
fn first_tour(board: &Board, rectangle: &Rectangle) -> Option<(Square, Path)> {
    let (files, area) = (u64::from(board.files()), board.area());
    let corners = [0, files - 1, area - files, area - 1].map(Square::from_index);
    corners.into_iter().find_map(|start| {
        let path = walk(rectangle, start, RectangleTie::Roth, board.len()).ok()?;
        Some((start, path))
    })
}

fn walk(
    rectangle: &Rectangle,
    start: Square,
    tie: RectangleTie,
    squares: u64,
) -> Result<Path, Stuck> {
    // The margin is a larger share of small boards.
    let memory = Some(BYTES_PER_SQUARE * squares.max(1000));
    let mut run = Run::with_options(&Options::new().limits(Limits { memory, ..Limits::default() }));
    rectangle.walk(start, None, tie, &mut run)
}

/// Returns the memory that a walk reserves: the lowest limit that is sufficient.
fn bytes(rectangle: &Rectangle, squares: u64) -> u64 {
    let is_refused = |memory| {
        let limits = Limits { memory: Some(memory), steps: Some(0), time: None };
        let start = Square::from_index(0);
        let walk = rectangle.walk(
            start,
            None,
            RectangleTie::Roth,
            &mut Run::with_options(&Options::new().limits(limits)),
        );
        walk == Err(Stuck::Stopped(StopCause::Memory))
    };
    let (mut refused, mut enough) = (0, BYTES_PER_SQUARE * squares.max(1000));
    while refused + 1 < enough {
        let middle = refused.midpoint(enough);
        *if is_refused(middle) { &mut refused } else { &mut enough } = middle;
    }
    enough
}
