//! `squares`: the names of the squares in order.
//!
//! ```text
//! # board 8x8
//! a1 b3 c5 ...
//! ```
//!
//! Written on one line after comments that give the board, and the leaper if it is not the knight.
//!
//! Read with blanks, commas, semicolons, brackets, quotes, bars, dashes or arrows between the
//! squares. A square is `a1`, on boxes `a1:3`, or a pair `x,y` from `0,0` = `a1`; a number belongs to a
//! pair, but for one with a dot or a bracket behind it, such as `17.` or `17)`, which numbers what
//! follows and is passed over. `#` begins a comment. There is one tour a line; but a tour may also run over
//! several lines, and then ends with the line in which it has visited as many squares as the board
//! has, or before a blank line.

mod name;
mod names;

use std::io;

use caracole_core::{Board, LongPath, Path, Tour};

use crate::chars::Chars;
use crate::error::{Fault, ReadError};
use crate::head::{self, Head};
use crate::pieces::walk;
use crate::read::{ReadHint, Reading};
use crate::sink::Sink;
use crate::stream::Extent;
use crate::{Format, WriteError};

pub(crate) use name::{is_separator, read_name};
pub(crate) use names::Names;

pub(crate) fn write(sink: &mut Sink<'_>, tour: &Tour) -> Result<(), WriteError> {
    head::write(sink, "#", tour.board(), tour.piece())?;
    write_line(sink, tour)
}

fn write_line(sink: &mut Sink<'_>, tour: &Tour) -> Result<(), WriteError> {
    let with_level = tour.board().is_box();
    sink.list(tour.len(), 36, |steps, text| {
        let mut is_first = steps.start == 0;
        walk(tour, steps.start + 1, steps.end - steps.start, |places| {
            for &place in places {
                if !is_first {
                    text.byte(b' ');
                }
                is_first = false;
                text.name(place, with_level);
            }
        });
    })?;
    Ok(sink.byte(b'\n')?)
}

/// Writes a path that need not visit every square.
pub(crate) fn write_part(sink: &mut Sink<'_>, path: &LongPath) -> Result<(), WriteError> {
    let board = path.board();
    head::write(sink, "#", board, path.piece())?;
    head::write_path(sink)?;
    for (square, at) in path.squares().zip(0..) {
        if at > 0 {
            sink.byte(b' ')?;
        }
        sink.name(board, square)?;
    }
    Ok(sink.byte(b'\n')?)
}

/// Writes many tours of one board and one piece: the comments come once, then a line for each
/// tour.
///
/// Hand the first tour with `first` true, the others with `first` false.
///
/// ```
/// use caracole_core::{Leaper, Path, Piece, Problem, Tour};
/// use caracole_formats::{ReadHint, squares};
///
/// let piece = Piece::from(Leaper::new(0, 1)?);
/// let problem = Problem::with_piece("3x1".parse()?, piece);
/// let mut file = Vec::new();
/// for (path, first) in [(vec![0, 1, 2], true), (vec![2, 1, 0], false)] {
///     let tour = Tour::verify(&problem, Path::from_indices(path))?;
///     squares::write_one_of_many(&mut file, &tour, first)?;
/// }
/// assert_eq!(file, b"# board 3x1\n# leaper 0,1\na1 b1 c1\nc1 b1 a1\n");
/// assert_eq!(squares::read_all(&file, &ReadHint::default())?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_one_of_many(
    out: &mut dyn io::Write,
    tour: &Tour,
    first: bool,
) -> Result<(), WriteError> {
    use io::Write as _;
    let mut sink = Sink::new(out);
    if first {
        head::write(&mut sink, "#", tour.board(), tour.piece())?;
    }
    write_line(&mut sink, tour)?;
    sink.flush()?;
    Ok(())
}

/// All tours of a file, in order.
///
/// ```
/// use caracole_formats::{ReadHint, squares};
///
/// let text = b"# board 3x1\na1 b1 c1\nc1 b1 a1\n";
/// assert_eq!(squares::read_all(text, &ReadHint::default())?.len(), 2);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read_all(bytes: &[u8], hint: &ReadHint) -> Result<Vec<Reading>, ReadError> {
    let (board, head) = frame(Names::new(Chars::new(Box::new(bytes))?), hint)?;
    let piece = head.piece(hint);
    let mut names = Names::new(Chars::new(Box::new(bytes))?);
    names.until = board.len();
    let mut readings = Vec::new();
    loop {
        let mut path = Path::new();
        while let Some(square) = names.next_square(&board)? {
            path.push(square);
        }
        if path.is_empty() {
            return Ok(readings);
        }
        let (board, piece) = (board.clone(), piece.clone());
        readings.push(Reading::new(Format::Squares, board, piece, path));
        names.next_tour();
    }
}

/// The board of a file, given, written in it or guessed from all its squares, and its comments.
pub(crate) fn frame(mut names: Names<'_>, hint: &ReadHint) -> Result<(Board, Head), ReadError> {
    let first = names.next_place()?;
    if first.is_none() {
        return Err(Fault::Empty.into());
    }
    if let Some(board) = names.head.board(hint) {
        return Ok((board, names.head));
    }
    let mut extent = Extent::default();
    let mut next = first;
    loop {
        while let Some((place, has_level)) = next {
            let added = extent.add(place, has_level);
            added.map_err(|fault| ReadError::new(names.begin, fault))?;
            next = names.next_place()?;
        }
        names.next_tour();
        next = names.next_place()?;
        if next.is_none() {
            return Ok((extent.board()?, names.head));
        }
    }
}
