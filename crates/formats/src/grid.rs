//! `grid`: the numbering as rows of integers, top rank first.
//!
//! ```text
//!  1  4  7 10
//!  8 11  2  5
//!  3  6  9 12
//! ```
//!
//! Written: steps from 1 (or 0), right-aligned and separated by spaces, `.` for holes, and `_` for
//! squares that a path does not visit. A path that need not visit every square has the comment
//! `# path`. A box is written level by level from the first, with a blank line between. Comments
//! state the board if rows do not show it (boxes, joined edges), and the leaper if it is not the
//! knight. In a grid of several knights, a letter after each step names the knight; a letter before
//! it would look like a square. After knight `Z` come `AA`, `AB`, as for files:
//!
//! ```text
//! 2B 2A 4B
//! 5B  . 1B
//! 1A 3B 3A
//! ```
//!
//! Read: the notations of books, courses and web pages.
//!
//! * **squares**: a number is a step, counted from 0 or from 1. `.` is a hole. `-1`, `_`, `..`, `?`,
//!   `x`, `null`, `None`, `nan`, any run of `_` or `?`, and a blank between two bars are squares
//!   without a step: unvisited, or to be filled in. `0` is step 0 if it occurs once and no number is
//!   as large as the number of squares; otherwise it is a square without a step. A number may have
//!   decimals, `7.` or `7.0`. `12B` is step 12 of the second of several knights.
//! * **frame**: blanks, commas, bars, quotes, `&`, `$`, `*` and box-drawing characters stand between
//!   numbers. Rows end with the line, with `\\`, in a text of one line with `;`, or, if the text has
//!   two pairs of brackets or more, with the closing bracket. Skipped are lines such as `+--+--+` and
//!   `|---|---|`, words that begin with a backslash, everything before `=` or before the bracket of
//!   `array(`, code fences, comments, which begin with `#`, and, above and below the rows, lines
//!   without numbers or with a colon at the end.
//! * **several tours**: blocks of rows with blank lines between them, if each contains step 1.
//!   Otherwise they are the levels of a box.
//! * **transcripts**: boards between lines of words, such as `Time: 0.4 s`, as programs print them.
//!
//! File letters (`a b c d`) above or below are skipped. Rank numbers beside the rows are skipped
//! only if they cannot be steps: they count down to 1, and a bar or file letters set them off.

mod lexer;
mod numbering;
mod rows;
mod transcript;

use std::io::{self, Write as _};

use caracole_core::{Board, Coord, File, Formula, Piece, Problem, Rank, Square, Surface};
use caracole_verify::{Cover, SimplePath, Tour};

pub(crate) use lexer::{Mark, parse_mark};
pub(crate) use numbering::{MarkGrid, Numbering};
use rows::TextGrid;
pub(crate) use transcript::read_transcript;

use crate::documents::Document;
use crate::error::{ReadError, ReadErrorKind};
use crate::header::{self, Header};
use crate::output::Output;
use crate::puzzle;
use crate::read::{ParsedTour, ReadHint, text};
use crate::{Format, WriteError, WriteOptions};

/// Reads the first tour of a text.
pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    match read_documents(bytes, hint)?.swap_remove(0) {
        Document::Tour(tour) | Document::Path(tour) => Ok(tour),
        Document::Cover(..) => Err(ReadErrorKind::SeveralKnights.into()),
    }
}

/// Reads all tours of a text, at least one.
pub(crate) fn read_documents(bytes: &[u8], hint: &ReadHint) -> Result<Vec<Document>, ReadError> {
    let (tokens, header) = lexer::tokenize(text(bytes)?)?;
    let (piece, given) = (header.piece(hint), header.board(hint));
    let grid = rows::parse_rows(&tokens)?.without_rank_labels(&piece);
    let read = |grid: TextGrid| -> Result<Document, ReadError> {
        let (piece, given) = (piece.clone(), given.clone());
        if grid.marks.iter().any(|mark| matches!(mark, Mark::Visit { .. })) {
            let (cover, assumed) = numbering::read_cover(&grid, given, piece)?;
            return Ok(Document::Cover(cover, assumed));
        }
        let numbering = Numbering::from_marks(&grid, given, hint.base)?;
        let tour = numbering.into_tour(Format::Grid, piece)?.with_header(&header);
        Ok(if header.is_path() { Document::Path(tour) } else { Document::Tour(tour) })
    };
    grid.split(given.as_ref()).into_iter().map(read).collect()
}

/// Reads a numbering as a problem whose clues are the known steps.
pub(crate) fn read_puzzle(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    let (numbering, header) = read_numbering(bytes, hint)?;
    let board = numbering.board().clone();
    let problem = Problem::with_piece(board, header.piece(hint)).of_kind(header.kind());
    puzzle::check_size(problem.board().len())?;
    let mut clues = numbering.steps();
    let problem =
        clues.try_fold(problem, |problem, (square, step)| problem.clue(square, u64::from(step)))?;
    Ok(problem)
}

/// Reads a numbering, in which squares may be unknown.
fn read_numbering(bytes: &[u8], hint: &ReadHint) -> Result<(Numbering, Header), ReadError> {
    let (tokens, header) = lexer::tokenize(text(bytes)?)?;
    let grid = rows::parse_rows(&tokens)?.without_rank_labels(&header.piece(hint));
    let mut tours = grid.split(header.board(hint).as_ref());
    if tours.len() > 1 {
        return Err(ReadErrorKind::SeveralTours { count: tours.len() }.into());
    }
    let numbering = Numbering::from_marks(&tours.swap_remove(0), header.board(hint), hint.base)?;
    Ok((numbering, header))
}

pub(crate) fn write_tour(
    out: &mut Output<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let steps = Steps::of_tour(tour)?;
    write_header(out, tour.board(), tour.piece())?;
    write_rows(out, tour.board(), tour.len(), &steps, options)
}

/// Writes a path that need not visit every square, with `_` for unvisited squares.
pub(crate) fn write_path(
    out: &mut Output<'_>,
    path: &SimplePath,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let steps = Steps::of_path(path)?;
    write_header(out, path.board(), path.piece())?;
    header::write_path(out)?;
    write_rows(out, path.board(), path.len(), &steps, options)
}

/// Writes the paths of several knights.
pub(crate) fn write_cover(
    out: &mut Output<'_>,
    cover: &Cover,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = cover.board();
    if u32::try_from(board.area()).is_err() {
        return Err(WriteError::TooManySteps { squares: cover.len() });
    }
    // Knight and step, both from 1; holes have neither.
    let mut visits = vec![(0_u32, 0_u32); board.area() as usize];
    for (knight, step, square) in cover.visits() {
        visits[square.index() as usize] = (knight as u32 + 1, step as u32);
    }
    write_header(out, board, cover.piece())?;
    let below = u32::from(options.base == 0);
    let label = |&(knight, step): &(u32, u32)| match knight.checked_sub(1) {
        None => ".".to_owned(),
        Some(knight) => format!("{}{}", step - below, knight_name(knight)),
    };
    let widest = visits.iter().map(|visit| label(visit).len()).max().unwrap_or_default();
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    for (level, rows) in visits.chunks(files * ranks).enumerate() {
        if level > 0 {
            out.write_byte(b'\n')?;
        }
        for row in rows.chunks(files).rev() {
            for (file, visit) in row.iter().enumerate() {
                let width = if file > 0 { widest + 1 } else { widest };
                write!(out, "{:>width$}", label(visit))?;
            }
            out.write_byte(b'\n')?;
        }
    }
    Ok(())
}

/// Returns the letters of a knight, counted from 0.
fn knight_name(knight: u32) -> String {
    File::new(knight).to_string().to_uppercase()
}

/// Writes the board if rows do not show it, and the piece if it is not the knight.
pub(crate) fn write_header(out: &mut Output<'_>, board: &Board, piece: &Piece) -> io::Result<()> {
    if board.is_box() || board.surface() != Surface::Flat {
        header::write(out, "#", board, piece)
    } else {
        header::write_piece(out, "#", piece)
    }
}

fn write_rows(
    out: &mut Output<'_>,
    board: &Board,
    last: u64,
    steps: &Steps<'_>,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let below = u64::from(options.base == 0);
    let width = (last - below).max(1).ilog10() as usize + 1;
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    out.write_list(board.area(), width + 3, |range, text| {
        let mut row = [0; ROW_CHUNK];
        let mut at = range.start;
        while at < range.end {
            // The number of rows above, from the top of the first level.
            let (above, file) = (at / files, at % files);
            if file == 0 && above > 0 && above % ranks == 0 {
                text.push_byte(b'\n');
            }
            let count = (files - file).min(range.end - at).min(ROW_CHUNK as u64);
            let row = &mut row[..count as usize];
            let rank = above / ranks * ranks + (ranks - 1 - above % ranks);
            steps.fill(rank, file, row);
            for (file, &step) in (file..).zip(&*row) {
                // The blank between two numbers belongs to the second.
                let width = if file > 0 { width + 1 } else { width };
                if step == 0 {
                    let is_square = board.contains(Square::from_index(rank * files + file));
                    text.push_blanks(width - 1);
                    text.push_byte(if is_square { b'_' } else { b'.' });
                } else {
                    text.push_aligned(step - below, width);
                }
            }
            at += count;
            if file + count == files {
                text.push_byte(b'\n');
            }
        }
    })
}

/// The number of squares of a rank that are numbered at a time.
const ROW_CHUNK: usize = 512;

/// A source of the steps of squares, rank by rank.
pub(crate) enum Steps<'a> {
    Formula(&'a dyn Formula),
    /// The inverse of a stored tour.
    Stored {
        numbering: Vec<u32>,
        files: u64,
    },
}

impl<'a> Steps<'a> {
    pub(crate) fn of_tour(tour: &'a Tour) -> Result<Self, WriteError> {
        if let Some(formula) = tour.formula() {
            return Ok(Self::Formula(formula));
        }
        if u32::try_from(tour.len()).is_err() {
            return Err(WriteError::TooManySteps { squares: tour.len() });
        }
        let (numbering, files) = (tour.numbering(), u64::from(tour.board().files()));
        Ok(Self::Stored { numbering, files })
    }

    fn of_path(path: &SimplePath) -> Result<Self, WriteError> {
        /// The numbering takes four bytes per square, visited or not.
        const MAX_SQUARES: u64 = 1 << 27;
        let board = path.board();
        if board.area() > MAX_SQUARES {
            return Err(WriteError::TooManySteps { squares: board.area() });
        }
        let mut numbering = vec![0; board.area() as usize];
        for (square, step) in path.squares().zip(1..) {
            numbering[square.index() as usize] = step;
        }
        Ok(Self::Stored { numbering, files: u64::from(board.files()) })
    }

    /// Writes the steps of the squares of a rank from a file on, 0 for holes and unvisited squares.
    /// On boxes, ranks are numbered through all levels.
    pub(crate) fn fill(&self, rank: u64, file: u64, steps: &mut [u64]) {
        match self {
            Self::Formula(formula) => {
                // The verifier checks `steps_of`, not the faster methods that number a rank.
                let rank = Rank::new(rank as u32);
                let mut places = [Coord::flat(File::new(0), rank); ROW_CHUNK];
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
