//! Names of squares, as they come one after another in a text.

use caracole_core::{Board, Place, Square, SquareError, shorten};

use super::name::{is_separator, read_item};
use crate::chars::Chars;
use crate::error::{Fault, Position, ReadError};
use crate::head::Head;

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
    pub(super) begin: Position,
}

impl<'a> Names<'a> {
    pub(crate) fn new(chars: Chars<'a>) -> Self {
        let (head, token, begin) = (Head::default(), String::new(), Position::line(1));
        Self { chars, head, until: u64::MAX, count: 0, count_on_line: 0, token, begin }
    }

    /// Goes on behind the end of a tour.
    pub(crate) const fn next_tour(&mut self) {
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
        Err(ReadError::new(self.begin, error))
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
                    let read = self.head.comment(&comment, line.line);
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
                    let item = read_item(&mut self.chars, c, &mut self.token)?;
                    // A line with a number is not blank.
                    let Some(place) = item else {
                        self.count_on_line += 1;
                        continue;
                    };
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
