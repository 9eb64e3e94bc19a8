//! Clue puzzles: grids in which squares are unknown, and sheets to print.
//!
//! ```text
//!  1  _  _  _  _
//!  _  _  _ 18  _
//!  _  _ 25  _  _
//!  _  7  _  _  _
//!  _  _  _  _  _
//! ```
//!
//! A puzzle is read from such a grid, or from JSON: the object that this program writes, or a
//! problem such as `{"board":"5x5","clues":{"c3":25}}`. In a grid the comments `# closed` and
//! `# open` say which tours are asked for.

mod sheet;

use std::io::Write;

use caracole_core::{Board, Problem, Square};

use crate::documents::report_name;
use crate::error::{Fault, ReadError};
use crate::read::{ReadHint, text};
use crate::sink::Sink;
use crate::{Format, WriteError, grid, head, json, recognise};

pub use sheet::{Sheet, write_text};

/// Nobody would solve a larger one.
const MOST_SQUARES: u64 = 1 << 14;

/// Reads a puzzle.
///
/// ```
/// use caracole_formats::{ReadHint, puzzle};
///
/// let problem = puzzle::read(b"1 _ 7 _\n_ _ 2 _\n_ . 9 11", &ReadHint::default())?;
/// assert_eq!(problem.board().to_string(), "4x3-b1");
/// assert_eq!(problem.clues().count(), 5);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    if text(bytes)?.trim().is_empty() {
        return Err(Fault::Empty.into());
    }
    if let Some(what) = report_name(text(bytes)?) {
        return Err(Fault::NotAPuzzle { what }.into());
    }
    match hint.format.or_else(|| recognise(bytes)) {
        Some(Format::Json) => json::read_puzzle(bytes, hint),
        Some(Format::Squares) => Err(Fault::NotAPuzzle { what: "a list of squares" }.into()),
        Some(Format::Moves) => Err(Fault::NotAPuzzle { what: "a list of moves" }.into()),
        Some(Format::Csv) => Err(Fault::NotAPuzzle { what: "a table of steps" }.into()),
        Some(Format::Tsplib) => Err(Fault::NotAPuzzle { what: "a TSPLIB file" }.into()),
        _ => grid::read_puzzle(bytes, hint),
    }
}

pub(crate) fn assert_small(board: &Board) -> Result<(), Fault> {
    assert_few(board.len() as usize)
}

pub(crate) const fn assert_few(squares: usize) -> Result<(), Fault> {
    let squares = squares as u64;
    if squares > MOST_SQUARES {
        return Err(Fault::LargePuzzle { squares, most: MOST_SQUARES });
    }
    Ok(())
}

/// Writes the clues of a problem as a grid: `_` is unknown, `.` is a hole. [`read`] reads it.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::{ReadHint, puzzle};
///
/// let problem = Problem::new("4x3-b1".parse()?).from("a3")?.clue("c2", 2)?;
/// let mut text = Vec::new();
/// puzzle::write_grid(&mut text, &problem)?;
/// assert_eq!(text, b" 1  _  _  _\n _  _  2  _\n _  .  _  _\n");
/// assert_eq!(puzzle::read(&text, &ReadHint::default())?, problem);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_grid(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    let board = problem.board();
    let mut sink = Sink::new(out);
    grid::write_head(&mut sink, board, problem.piece())?;
    head::write_kind(&mut sink, "#", problem.kind())?;
    let width = width(board);
    for (at, row) in rows(problem).enumerate() {
        if at > 0 && at.is_multiple_of(board.ranks() as usize) {
            writeln!(sink)?;
        }
        let marks = row.into_iter().map(|mark| {
            let mark = match mark {
                Mark::Hole => ".".to_owned(),
                Mark::Unknown => "_".to_owned(),
                Mark::Step(step) => step.to_string(),
            };
            format!("{mark:>width$}")
        });
        writeln!(sink, "{}", marks.collect::<Vec<_>>().join(" "))?;
    }
    sink.flush()?;
    Ok(())
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Hole,
    Unknown,
    Step(u64),
}

/// Is a hole between squares of its row, so that it would look like one of them?
fn is_enclosed(row: &[Mark], file: usize) -> bool {
    let is_square = |mark: &Mark| *mark != Mark::Hole;
    row[file] == Mark::Hole
        && row[..file].iter().any(is_square)
        && row[file..].iter().any(is_square)
}

/// The digits of the last step.
fn width(board: &Board) -> usize {
    board.len().max(1).ilog10() as usize + 1
}

/// The rows of all levels, top rank first.
fn rows(problem: &Problem) -> impl Iterator<Item = Vec<Mark>> + '_ {
    let board = problem.board();
    let mut marks = vec![Mark::Hole; board.area() as usize];
    for square in board.squares() {
        marks[square.index() as usize] = Mark::Unknown;
    }
    for (step, square) in problem.clues() {
        marks[square.index() as usize] = Mark::Step(step);
    }
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    (0..ranks * board.levels() as usize).map(move |row| {
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        marks[rank * files..][..files].to_vec()
    })
}

/// All steps of a tour as clues, in the same place as those of a puzzle.
fn solved(problem: &Problem, squares: impl Iterator<Item = Square>) -> Option<Problem> {
    let bare = Problem::with_piece(problem.board().clone(), problem.piece().clone());
    (1..).zip(squares).try_fold(bare, |bare, (step, square)| bare.clue(square, step)).ok()
}
