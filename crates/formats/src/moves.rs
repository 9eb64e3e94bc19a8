//! `moves`: the start square, then one digit a move.
//!
//! ```text
//! # board 8x8
//! a1 3426...
//! ```
//!
//! The digit is the number of the move, counted as [`Moves`] counts: clockwise from 1, "one right,
//! two up" for the knight, also where a wrapped board makes two moves lead to one square. Pieces
//! with more than nine moves cannot be written so. Blanks and line ends may stand between the
//! digits; `#` begins a comment; a line that begins with a letter begins another tour, of which
//! nothing is read.

use std::io::Write as _;

use caracole_core::{
    Board, File, Moves, Offset, Piece, Place, Rank, Square, Surface, Tour, shorten,
};

use crate::WriteError;
use crate::chars::Chars;
use crate::error::{Fault, Position, ReadError};
use crate::head::{self, Head};
use crate::pieces::walk;
use crate::read::ReadHint;
use crate::sink::Sink;
use crate::squares::read_name;
use crate::stream::Extent;
use crate::text::Text;

pub(crate) fn write(sink: &mut Sink<'_>, tour: &Tour) -> Result<(), WriteError> {
    let (board, piece) = (tour.board(), tour.piece());
    let moves = Moves::new(piece, board);
    let offsets = moves.offsets();
    if offsets.len() > 9 {
        let piece = piece.to_string();
        return Err(WriteError::TooManyMoves { piece, moves: offsets.len() });
    }
    head::write(sink, "#", board, piece)?;
    let digits = Digits::new(board, offsets);
    let first_place = |step: u64| tour.square_at(step).map(|square| board.place(square));
    let Some(start) = first_place(1) else { return Ok(()) };
    let mut name = Text::default();
    name.name(start, board.is_box());
    name.byte(b' ');
    sink.write_all(name.as_bytes())?;
    // Between so many squares there is one move less.
    sink.list(tour.len() - 1, 1, |moves, text| {
        let mut from = first_place(moves.start + 1).unwrap_or(start);
        let mut slots = text.take((moves.end - moves.start) as usize);
        walk(tour, moves.start + 2, moves.end - moves.start, |places| {
            let (now, later) = std::mem::take(&mut slots).split_at_mut(places.len());
            digits.write(from, places, now);
            from = places[places.len() - 1];
            slots = later;
        });
    })?;
    sink.byte(b'\n')?;
    Ok(())
}

/// Which digit leads from one place to another.
struct Digits<'a> {
    board: &'a Board,
    offsets: &'a [Offset],
    /// On a flat board, the digit for each difference of files and ranks.
    table: Option<[u8; SIDE * SIDE]>,
}

/// Differences are counted round this, so that those below 0 have their place too; moves that
/// reach half as far are looked up one by one.
const SIDE: usize = 32;

impl<'a> Digits<'a> {
    fn new(board: &'a Board, offsets: &'a [Offset]) -> Self {
        let jumps = offsets.iter().flat_map(|by| [by.files, by.ranks, by.levels]);
        let farthest = jumps.map(i64::unsigned_abs).max().unwrap_or_default();
        let is_flat = board.surface() == Surface::Flat && !board.is_box();
        let table = (is_flat && farthest < SIDE as u64 / 2).then(|| {
            let mut table = [b'1'; SIDE * SIDE];
            for (by, digit) in offsets.iter().zip(b'1'..) {
                table[Self::at(by.files as u32, by.ranks as u32)] = digit;
            }
            table
        });
        Self { board, offsets, table }
    }

    const fn at(files: u32, ranks: u32) -> usize {
        ranks as usize % SIDE * SIDE + files as usize % SIDE
    }

    /// The digits of the moves from one place to the first of some others, and on to the last.
    fn write(&self, from: Place, places: &[Place], digits: &mut [u8]) {
        let moves = std::iter::once(&from).chain(places).zip(places);
        let Some(table) = &self.table else {
            for (digit, (&from, &to)) in digits.iter_mut().zip(moves) {
                *digit = self.search(from, to);
            }
            return;
        };
        for (digit, (from, to)) in digits.iter_mut().zip(moves) {
            let files = to.file.index().wrapping_sub(from.file.index());
            let ranks = to.rank.index().wrapping_sub(from.rank.index());
            *digit = table[Self::at(files, ranks)];
        }
    }

    /// A tour goes by moves, so there is a digit.
    #[cold]
    fn search(&self, from: Place, to: Place) -> u8 {
        let leads_there = |&by: &Offset| self.board.shift(from, by) == Some(to);
        b'1' + self.offsets.iter().position(leads_there).unwrap_or(0) as u8
    }
}

/// Board and piece of a file: given, written in it, or guessed from where the moves lead.
pub(crate) fn frame(mut walk: Walk<'_>, hint: &ReadHint) -> Result<(Board, Piece), ReadError> {
    let (start, has_level) = walk.start()?;
    let piece = walk.head.piece(hint);
    if let Some(board) = walk.head.board(hint) {
        return Ok((board, piece));
    }
    let mut extent = Extent::default();
    extent.add(start, has_level)?;
    // Big enough for every walk that begins below its middle; only its shape counts here.
    let levels = if has_level { 1 << 10 } else { 1 };
    let open = Board::cuboid(1 << 26, 1 << 26, levels)?;
    walk.enter(&open, &piece)?;
    walk.is_guessing = true;
    let mut at = start;
    while let Some(place) = walk.next_place(&open, at)? {
        at = place;
        extent.add(at, has_level)?;
    }
    Ok((extent.board()?, piece))
}

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
    /// Is the board flat, with one level?
    is_flat: bool,
    /// Is this walk there to find out how large the board is?
    is_guessing: bool,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(chars: Chars<'a>) -> Self {
        let (head, piece) = (Head::default(), Piece::KNIGHT);
        let (has_moved, is_flat, is_guessing) = (false, false, false);
        let (offsets, next_tour) = (Vec::new(), None);
        Self { chars, head, offsets, piece, has_moved, next_tour, is_flat, is_guessing }
    }

    /// The place of the start, and whether it was written with a level.
    pub(crate) fn start(&mut self) -> Result<(Place, bool), ReadError> {
        let mut token = String::new();
        loop {
            match self.chars.take()? {
                None => return Err(Fault::Empty.into()),
                Some('#') => {
                    let comment = self.chars.rest_of_line()?;
                    let line = Position::line(self.chars.position().line);
                    let read = self.head.comment(&comment);
                    read.map_err(|fault| ReadError::new(line, fault))?;
                }
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
