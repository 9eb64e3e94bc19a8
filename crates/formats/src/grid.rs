//! `grid`: the numbering as rows of integers, top rank first.
//!
//! ```text
//!  1  4  7 10
//!  8 11  2  5
//!  3  6  9 12
//! ```
//!
//! Written: steps from 1 (or 0), right-aligned, with a space at least between them, and `.` for
//! holes. A box is written level by level from the first, with a blank line between. Comments give
//! the board where rows do not (boxes, joined edges), and the leaper if it is not the knight.
//!
//! Read: whatever teachers and blogs print. There are two alphabets:
//!
//! * **squares**: a number is a step, counted from 0 or from 1; `.` and `-1` are holes; `_`, `..`,
//!   `?`, any run of `_` or `?`, and what is blank between two bars are unknown. `0` is step 0 if
//!   it comes once and no number is as large as the number of squares; otherwise it is unknown.
//!   A number may end as decimals do, `7.` or `7.0`.
//! * **frame**: blanks, commas, bars, quotes, `&`, `$`, `*` and box-drawing characters stand between
//!   numbers. Rows end with the line, with `\\`, or, where there are two pairs of brackets or more,
//!   with the closing bracket; in a text of one line with `;` too. Skipped are lines such as
//!   `+--+--+` and `|---|---|`, words that begin with a backslash, everything before `=` or before
//!   the bracket of `array(`, code fences, comments, which begin with `#`, and above and below the
//!   rows lines of words without numbers, or with a colon at the end.
//!
//! File letters (`a b c d`) above or below are skipped. Rank numbers beside the rows are skipped
//! only where nobody could take them for steps: they count down to 1, and a bar or file letters
//! set them off.

mod finish;
mod lex;
mod numbering;
mod rows;

use caracole_core::Tour;

pub(crate) use lex::{Mark, mark};
pub use numbering::Numbering;
pub(crate) use numbering::Rows;

use crate::error::ReadError;
use crate::head::{self, Head};
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

/// A numbering that must be whole.
pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    let (numbering, head) = read_all(bytes, hint)?;
    let path = numbering.path()?;
    let board = numbering.into_board();
    Ok(Reading { format: Format::Grid, board, piece: head.piece(hint), path })
}

fn read_all(bytes: &[u8], hint: &ReadHint) -> Result<(Numbering, Head), ReadError> {
    let (tokens, head) = lex::lex(text(bytes)?)?;
    let rows = finish::finish(rows::assemble(&tokens)?);
    let numbering = Numbering::from_rows(&rows, head.board(hint))?;
    Ok((numbering, head))
}

pub(crate) fn write(
    sink: &mut Sink<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    if u32::try_from(tour.len()).is_err() {
        return Err(WriteError::TooManySteps { squares: tour.len() });
    }
    if board.is_box() || board.surface() != caracole_core::Surface::Flat {
        head::write(sink, "#", board, tour.piece())?;
    } else {
        head::write_piece(sink, "#", tour.piece())?;
    }
    let below = u64::from(options.base == 0);
    let width = (tour.len() - below).max(1).ilog10() as usize + 1;
    let numbering = tour.numbering();
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    for (level, block) in numbering.chunks(files * ranks).enumerate() {
        if level > 0 {
            sink.byte(b'\n')?;
        }
        for row in block.chunks(files).rev() {
            for (at, &step) in row.iter().enumerate() {
                if at > 0 {
                    sink.byte(b' ')?;
                }
                match u64::from(step) {
                    0 => {
                        sink.blanks(width - 1)?;
                        sink.byte(b'.')?;
                    }
                    step => sink.number(step - below, width)?,
                }
            }
            sink.byte(b'\n')?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
