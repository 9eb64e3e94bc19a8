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

use std::io;

use caracole_core::{Board, LongPath, Path, Place, Square, SquareError, Tour, shorten};

use crate::chars::Chars;
use crate::error::{Fault, Position, ReadError};
use crate::head::{self, Head};
use crate::pieces::walk;
use crate::read::{ReadHint, Reading};
use crate::sink::Sink;
use crate::stream::Extent;
use crate::{Format, WriteError};

pub(crate) use name::{is_separator, read_name};

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

/// Writes a path that does not visit all squares.
pub(crate) fn write_part(sink: &mut Sink<'_>, path: &LongPath) -> Result<(), WriteError> {
    let board = path.board();
    head::write(sink, "#", board, path.piece())?;
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
    let (board, piece) = frame(Names::new(Chars::new(Box::new(bytes))?), hint)?;
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
        readings.push(Reading { format: Format::Squares, board, piece, path });
        names.next_tour();
    }
}

/// Board and piece of a file: given, written in it, or guessed from all its squares.
pub(crate) fn frame(
    mut names: Names<'_>,
    hint: &ReadHint,
) -> Result<(Board, caracole_core::Piece), ReadError> {
    let first = names.next_place()?;
    if first.is_none() {
        return Err(Fault::Empty.into());
    }
    if let Some(board) = names.head.board(hint) {
        return Ok((board, names.head.piece(hint)));
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
            return Ok((extent.board()?, names.head.piece(hint)));
        }
    }
}

/// The squares of a text, tour by tour.
pub(crate) struct Names<'a> {
    chars: Chars<'a>,
    pub(crate) head: Head,
    /// A tour ends with the line in which it has so many squares.
    pub(crate) until: u64,
    count: u64,
    count_on_line: u64,
    /// The last name, and where it began.
    token: String,
    begin: Position,
}

impl<'a> Names<'a> {
    pub(crate) fn new(chars: Chars<'a>) -> Self {
        let (head, token, begin) = (Head::default(), String::new(), Position::line(1));
        Self { chars, head, until: u64::MAX, count: 0, count_on_line: 0, token, begin }
    }

    /// Goes on behind the end of a tour.
    const fn next_tour(&mut self) {
        self.count = 0;
        self.count_on_line = 0;
    }

    /// Does anything but comments follow?
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        while let Some(c) = self.chars.take()? {
            match c {
                '#' => self.chars.skip_line()?,
                _ if c.is_whitespace() => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// The next square of this tour on a board; holes are squares here.
    pub(crate) fn next_square(&mut self, board: &Board) -> Result<Option<Square>, ReadError> {
        let Some((place, has_level)) = self.next_place()? else {
            return Ok(None);
        };
        if (has_level || !board.is_box())
            && let Some(square) = board.at(place)
        {
            return Ok(Some(square));
        }
        // What is wrong with it, the board says best.
        let error = board.parse_square(&self.token).err();
        let text = shorten(&self.token);
        let error = error.unwrap_or(SquareError::Syntax { text });
        Err(ReadError::new(self.begin, error.into()))
    }

    /// The next place of this tour, and whether it was written with a level; `None` at its end.
    pub(crate) fn next_place(&mut self) -> Result<Option<(Place, bool)>, ReadError> {
        loop {
            let Some(c) = self.chars.take()? else {
                return Ok(None);
            };
            match c {
                '\n' => {
                    let ends = self.count_on_line == 0 || self.count >= self.until;
                    if self.count > 0 && ends {
                        return Ok(None);
                    }
                    self.count_on_line = 0;
                }
                '#' if self.count == 0 => {
                    let comment = self.chars.rest_of_line()?;
                    let line = Position::line(self.chars.position().line);
                    let read = self.head.comment(&comment);
                    read.map_err(|fault| ReadError::new(line, fault))?;
                }
                '#' => self.chars.skip_line()?,
                // A number below 0 is no part of a pair; a dash after a square is a separator.
                '-' if self.chars.peek()?.is_some_and(|c| c.is_ascii_digit())
                    && !self.token.ends_with(|c: char| c.is_ascii_digit()) =>
                {
                    let expected = "squares lie at 0,0 or beyond";
                    return Err(self.chars.fault(Fault::Character { found: c, expected }));
                }
                _ if is_separator(c) => {
                    // Remembers that something stood between the last square and here.
                    self.token.clear();
                }
                _ if c.is_ascii_alphanumeric() => {
                    self.begin = self.chars.position();
                    let item = name::read_item(&mut self.chars, c, &mut self.token)?;
                    let Some(place) = item else { continue };
                    self.count += 1;
                    self.count_on_line += 1;
                    return Ok(Some(place));
                }
                _ => {
                    let expected = "squares are written as e4, or as x,y from 0,0 = a1";
                    return Err(self.chars.fault(Fault::Character { found: c, expected }));
                }
            }
        }
    }
}
