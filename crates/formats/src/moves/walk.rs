//! The digits of a text, walked from square to square.

use caracole_core::{Board, File, Moves, Offset, Piece, Place, Rank, Square, Surface, shorten};

use crate::chars::Chars;
use crate::error::{Fault, Position, ReadError};
use crate::head::Head;
use crate::squares::read_name;

/// The digits of a text, walked from square to square.
pub(crate) struct Walk<'a> {
    chars: Chars<'a>,
    pub(crate) head: Head,
    /// The moves by digit, from 1, and their piece for messages.
    offsets: Vec<Offset>,
    piece: Piece,
    has_moved: bool,
    /// Where the walk met the beginning of another tour.
    pub(crate) next_tour: Option<Position>,
    /// The letter taken there.
    first_letter: Option<char>,
    /// Is the board flat, with one level?
    is_flat: bool,
    /// Is this walk there to find out how large the board is?
    pub(super) is_guessing: bool,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(chars: Chars<'a>) -> Self {
        let (head, piece) = (Head::default(), Piece::KNIGHT);
        let (has_moved, is_flat, is_guessing) = (false, false, false);
        let (offsets, next_tour, first_letter) = (Vec::new(), None, None);
        Self {
            chars,
            head,
            offsets,
            piece,
            has_moved,
            next_tour,
            first_letter,
            is_flat,
            is_guessing,
        }
    }

    /// The place of the start, and whether it was written with a level.
    pub(crate) fn start(&mut self) -> Result<(Place, bool), ReadError> {
        let mut token = String::new();
        self.has_moved = false;
        self.next_tour = None;
        loop {
            let first = self.first_letter.take();
            match first.map_or_else(|| self.chars.take(), |letter| Ok(Some(letter)))? {
                None => return Err(Fault::Empty.into()),
                Some('#') => self.comment()?,
                Some(c) if c.is_whitespace() => {}
                Some(c) if c.is_ascii_alphanumeric() => {
                    let begin = self.chars.position();
                    let name = read_name(&mut self.chars, c, &mut token);
                    return name.map_err(|error| match error.fault() {
                        Fault::HalfPair { .. } => ReadError::new(begin, Fault::NoStart),
                        _ => error,
                    });
                }
                Some(_) => return Err(self.chars.fault(Fault::NoStart)),
            }
        }
    }

    /// The start as a square of a board; holes are squares here.
    pub(crate) fn start_on(&mut self, board: &Board) -> Result<(Place, Square), ReadError> {
        let (place, has_level) = self.start()?;
        if (has_level || !board.is_box())
            && let Some(square) = board.at(place)
        {
            return Ok((place, square));
        }
        let level = if has_level { format!(":{}", place.level) } else { String::new() };
        let name = format!("{}{}{level}", place.file, place.rank);
        Err(board.parse_square(&name).err().map_or(Fault::NoStart, Fault::from))
            .map_err(|fault| self.chars.fault(fault))
    }

    /// Returns true if a tour begins here or behind blanks and comments.
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        if self.first_letter.is_some() {
            return Ok(true);
        }
        loop {
            match self.chars.peek()? {
                Some('#') => {
                    self.chars.take()?;
                    self.comment()?;
                }
                Some(c) if c.is_whitespace() => drop(self.chars.take()?),
                next => return Ok(next.is_some()),
            }
        }
    }

    /// Reads the rest of a line that begins with `#`.
    fn comment(&mut self) -> Result<(), ReadError> {
        let comment = self.chars.rest_of_line()?;
        let line = Position::line(self.chars.position().line);
        self.head.comment(&comment, line.line).map_err(|fault| ReadError::new(line, fault))
    }

    /// Gets ready to move on a board.
    pub(crate) fn enter(&mut self, board: &Board, piece: &Piece) -> Result<(), ReadError> {
        self.offsets = Moves::new(piece, board).offsets().to_vec();
        self.piece = piece.clone();
        self.is_flat = board.surface() == Surface::Flat && !board.is_box();
        if self.offsets.len() > 9 {
            let moves = self.offsets.len();
            return Err(Fault::TooManyMoves { piece: piece.to_string(), moves }.into());
        }
        Ok(())
    }

    /// The place that the next digit leads to, on a flat board, if that is plain to see; `None`
    /// says nothing, and takes nothing.
    #[inline]
    pub(crate) fn quick_place(&mut self, board: &Board, from: Place) -> Option<Place> {
        if !self.is_flat {
            return None;
        }
        let digit = self.chars.take_digit()?;
        if let Some(by) = self.offsets.get(usize::from(digit) - 1) {
            let file = i64::from(from.file.index()) + by.files;
            let rank = i64::from(from.rank.index()) + by.ranks;
            let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
            if (0..files).contains(&file) && (0..ranks).contains(&rank) {
                self.has_moved = true;
                return Some(Place::flat(File::new(file as u32), Rank::new(rank as u32)));
            }
        }
        self.chars.untake_digit();
        None
    }

    /// The place that the next digit leads to; `None` at the end.
    pub(crate) fn next_place(
        &mut self,
        board: &Board,
        from: Place,
    ) -> Result<Option<Place>, ReadError> {
        loop {
            let Some(c) = self.chars.take()? else {
                return Ok(None);
            };
            match c {
                '1'..='9' => {
                    let Some(&offset) = self.offsets.get(c as usize - '1' as usize) else {
                        return Err(self.no_such_move(c));
                    };
                    self.has_moved = true;
                    let to = board.shift(from, offset);
                    return to.map(Some).ok_or_else(|| self.leaves_board(c, board, from));
                }
                '0' => return Err(self.no_such_move(c)),
                '#' => self.chars.skip_line()?,
                _ if c.is_whitespace() => {}
                _ if c.is_ascii_alphabetic()
                    && self.has_moved
                    && self.chars.position().column == 1 =>
                {
                    self.next_tour = Some(self.chars.position());
                    self.first_letter = Some(c);
                    return Ok(None);
                }
                _ => {
                    let expected = "after the start square comes one digit for each move";
                    return Err(self.chars.fault(Fault::Character { found: c, expected }));
                }
            }
        }
    }

    #[cold]
    fn no_such_move(&self, digit: char) -> ReadError {
        let (moves, piece) = (self.offsets.len(), self.piece.to_string());
        self.chars.fault(Fault::NoSuchMove { digit, moves, piece })
    }

    #[cold]
    fn leaves_board(&self, digit: char, board: &Board, from: Place) -> ReadError {
        let square = board.at(from).map(|square| board.name(square)).unwrap_or_default();
        let board = (!self.is_guessing).then(|| shorten(&board.to_string()));
        self.chars.fault(Fault::LeavesBoard { digit, square, board })
    }
}
