//! `grid`: the numbering as rows of integers, top rank first.
//!
//! ```text
//!  1  4  7 10
//!  8 11  2  5
//!  3  6  9 12
//! ```
//!
//! Written: steps from 1 (or 0), right-aligned, with at least one space between them, `.` for
//! holes, and `_` for squares that a path does not visit; a path that need not visit every square
//! has the comment `# path`. A box is written level by level from the first, with a blank line
//! between. Comments give the board where rows do not (boxes, joined edges), and the leaper if it
//! is not the knight.
//!
//! Read: whatever teachers and blogs print.
//!
//! * **squares**: a number is a step, counted from 0 or from 1. `.` is a hole. `-1`, `_`, `..`, `?`,
//!   `x`, `null`, `None`, `nan`, any run of `_` or `?`, and a blank between two bars are squares
//!   without a step: unvisited, or to be filled in. `0` is step 0 if it occurs once and no number is
//!   as large as the number of squares; otherwise it is a square without a step. A number may end
//!   as decimals do, `7.` or `7.0`. `12B` is step 12 of the second of several knights.
//! * **frame**: blanks, commas, bars, quotes, `&`, `$`, `*` and box-drawing characters stand between
//!   numbers. Rows end with the line, with `\\`, or, where there are two pairs of brackets or more,
//!   with the closing bracket; in a text of one line with `;` too. Skipped are lines such as
//!   `+--+--+` and `|---|---|`, words that begin with a backslash, everything before `=` or before
//!   the bracket of `array(`, code fences, comments, which begin with `#`, and above and below the
//!   rows lines of words without numbers, or with a colon at the end.
//! * **several tours**: blocks of rows with blank lines between them, if each contains step 1.
//!   Otherwise they are the levels of a box.
//!
//! File letters (`a b c d`) above or below are skipped. Rank numbers beside the rows are skipped
//! only if they cannot be steps: they count down to 1, and a bar or file letters set them off.

mod finish;
mod knights;
mod lex;
mod numbering;
mod rows;

use std::io;

use caracole_core::{
    Board, File, Formula, LongPath, Piece, Place, Problem, Rank, Square, Surface, Tour,
};

pub(crate) use lex::{Mark, mark};
pub use numbering::Numbering;
pub(crate) use numbering::Rows;
use rows::Picture;

use crate::documents::Document;
use crate::error::{Fault, ReadError};
use crate::head::{self, Head};
use crate::puzzle;
use crate::read::{ReadHint, Reading, text};
use crate::sink::Sink;
use crate::{Format, WriteError, WriteOptions};

/// Reads a numbering, in which squares may be unknown.
///
/// ```
/// use caracole_formats::{ReadHint, grid};
///
/// let clues = grid::read(b"1 _ 7 _\n8 _ 2 5\n_ . 9 11", &ReadHint::default())?;
/// assert_eq!(clues.board().to_string(), "4x3-b1");
/// assert_eq!(clues.steps().count(), 7);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8], hint: &ReadHint) -> Result<Numbering, ReadError> {
    Ok(read_all(bytes, hint)?.0)
}

/// The first tour of a text.
pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    match read_documents(bytes, hint)?.swap_remove(0) {
        Document::Tour(reading) | Document::Path(reading) => Ok(reading),
        Document::Cover(..) => Err(Fault::SeveralKnights.into()),
    }
}

/// All tours of a text, at least one.
pub(crate) fn read_documents(bytes: &[u8], hint: &ReadHint) -> Result<Vec<Document>, ReadError> {
    let (tokens, head) = lex::lex(text(bytes)?)?;
    let (piece, given) = (head.piece(hint), head.board(hint));
    let picture = finish::finish(rows::assemble(&tokens)?, &piece);
    let read = |picture: Picture| -> Result<Document, ReadError> {
        let (piece, given) = (piece.clone(), given.clone());
        if picture.marks.iter().any(|mark| matches!(mark, Mark::Visit { .. })) {
            let (cover, assumed) = knights::read(&picture, given, piece)?;
            return Ok(Document::Cover(cover, assumed));
        }
        let numbering = Numbering::from_rows(&picture, given, hint.base)?;
        let reading = numbering.into_reading(Format::Grid, piece)?.of_kind(head.kind());
        Ok(if head.is_path() { Document::Path(reading) } else { Document::Tour(reading) })
    };
    picture.split(given.as_ref()).into_iter().map(read).collect()
}

/// A numbering as a problem: what is known are its clues.
pub(crate) fn read_puzzle(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    let (numbering, head) = read_all(bytes, hint)?;
    let board = numbering.board().clone();
    let problem = Problem::with_piece(board, head.piece(hint)).of_kind(head.kind());
    puzzle::assert_small(problem.board())?;
    let mut clues = numbering.steps();
    let problem =
        clues.try_fold(problem, |problem, (square, step)| problem.clue(square, u64::from(step)))?;
    Ok(problem)
}

fn read_all(bytes: &[u8], hint: &ReadHint) -> Result<(Numbering, Head), ReadError> {
    let (tokens, head) = lex::lex(text(bytes)?)?;
    let rows = finish::finish(rows::assemble(&tokens)?, &head.piece(hint));
    let numbering = Numbering::from_rows(&rows, head.board(hint), hint.base)?;
    Ok((numbering, head))
}

pub(crate) fn write(
    sink: &mut Sink<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let steps = Steps::of(tour)?;
    write_head(sink, tour.board(), tour.piece())?;
    write_rows(sink, tour.board(), tour.len(), &steps, options)
}

/// Writes a path that need not visit every square; `_` is unvisited.
pub(crate) fn write_part(
    sink: &mut Sink<'_>,
    path: &LongPath,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let steps = Steps::of_part(path)?;
    write_head(sink, path.board(), path.piece())?;
    head::write_path(sink)?;
    write_rows(sink, path.board(), path.len(), &steps, options)
}

/// Writes the board if rows do not show it, and the piece if it is not the knight.
pub(crate) fn write_head(sink: &mut Sink<'_>, board: &Board, piece: &Piece) -> io::Result<()> {
    if board.is_box() || board.surface() != Surface::Flat {
        head::write(sink, "#", board, piece)
    } else {
        head::write_piece(sink, "#", piece)
    }
}

fn write_rows(
    sink: &mut Sink<'_>,
    board: &Board,
    last: u64,
    steps: &Steps<'_>,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let below = u64::from(options.base == 0);
    let width = (last - below).max(1).ilog10() as usize + 1;
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    sink.list(board.area(), width + 3, |range, text| {
        let mut row = [0; ROW];
        let mut at = range.start;
        while at < range.end {
            // Rows are counted from the top of the first level, squares from the left.
            let (above, file) = (at / files, at % files);
            if file == 0 && above > 0 && above % ranks == 0 {
                text.byte(b'\n');
            }
            let count = (files - file).min(range.end - at).min(ROW as u64);
            let row = &mut row[..count as usize];
            let rank = above / ranks * ranks + (ranks - 1 - above % ranks);
            steps.fill(rank, file, row);
            for (file, &step) in (file..).zip(&*row) {
                // The blank between two numbers is part of the second.
                let width = if file > 0 { width + 1 } else { width };
                if step == 0 {
                    let is_square = board.contains(Square::from_index(rank * files + file));
                    text.blanks(width - 1);
                    text.byte(if is_square { b'_' } else { b'.' });
                } else {
                    text.number_to(step - below, width);
                }
            }
            at += count;
            if file + count == files {
                text.byte(b'\n');
            }
        }
    })
}

/// So many squares of a rank are numbered at a time.
const ROW: usize = 512;

/// The steps of the squares, rank by rank.
enum Steps<'a> {
    Formula(&'a dyn Formula),
    /// All of them, because a stored tour tells the squares of steps only.
    Stored {
        numbering: Vec<u32>,
        files: u64,
    },
}

impl<'a> Steps<'a> {
    fn of(tour: &'a Tour) -> Result<Self, WriteError> {
        if let Some(formula) = tour.formula() {
            return Ok(Self::Formula(formula));
        }
        if u32::try_from(tour.len()).is_err() {
            return Err(WriteError::TooManySteps { squares: tour.len() });
        }
        let (numbering, files) = (tour.numbering(), u64::from(tour.board().files()));
        Ok(Self::Stored { numbering, files })
    }

    fn of_part(path: &LongPath) -> Result<Self, WriteError> {
        /// Four bytes each are taken for all squares, visited or not.
        const MOST_SQUARES: u64 = 1 << 27;
        let board = path.board();
        if board.area() > MOST_SQUARES {
            return Err(WriteError::TooManySteps { squares: board.area() });
        }
        let mut numbering = vec![0; board.area() as usize];
        for (square, step) in path.squares().zip(1..) {
            numbering[square.index() as usize] = step;
        }
        Ok(Self::Stored { numbering, files: u64::from(board.files()) })
    }

    /// The steps of the squares of a rank from a file on, 0 for holes and unknown squares. On boxes the ranks of a
    /// level come after those of the level below.
    fn fill(&self, rank: u64, file: u64, steps: &mut [u64]) {
        match self {
            Self::Formula(formula) => {
                // A formula has faster ways to number a rank; this is the one that was checked.
                let rank = Rank::new(rank as u32);
                let mut places = [Place::flat(File::new(0), rank); ROW];
                let places = &mut places[..steps.len()];
                for (place, file) in places.iter_mut().zip(file as u32..) {
                    place.file = File::new(file);
                }
                formula.steps_of(places, steps);
            }
            Self::Stored { numbering, files } => {
                let numbers = &numbering[(rank * files + file) as usize..];
                for (step, &number) in steps.iter_mut().zip(numbers) {
                    *step = u64::from(number);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
