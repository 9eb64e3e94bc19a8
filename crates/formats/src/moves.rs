//! `moves`: the start square, then one digit a move.
//!
//! ```text
//! # board 8x8
//! a1 3426...
//! ```
//!
//! The digit is the number of the move in the order of [`Moves`]: clockwise from 1, "one right, two
//! up" for the knight. On boards with joined edges, two moves may lead to one square. The format does
//! not support pieces with more than nine moves. Blanks and line ends may stand between the digits;
//! `#` begins a comment; a line that begins with a letter begins another tour.

use caracole_core::{Board, Coord, File, Moves, Offset, Piece, Rank, Square, Surface, shorten};
use caracole_verify::Tour;

use crate::bounding_box::{BoundingBox, place_name};
use crate::char_reader::CharReader;
use crate::error::{ReadError, ReadErrorKind, WriteError};
use crate::header::{self, Header};
use crate::output::{Output, for_each_places};
use crate::read::ReadHint;
use crate::squares::read_name;

pub(crate) fn write_tour(out: &mut Output<'_>, tour: &Tour) -> Result<(), WriteError> {
    let (board, piece) = (tour.board(), tour.piece());
    let moves = Moves::new(piece, board);
    let offsets = moves.offsets();
    if offsets.len() > 9 {
        let piece = piece.to_string();
        return Err(WriteError::TooManyMoves { piece, moves: offsets.len() });
    }
    header::write(out, "#", board, piece)?;
    let digits = Digits::new(board, offsets);
    let Some(start) = tour.square_at(1) else { return Ok(()) };
    out.write_name(board, start)?;
    out.write_byte(b' ')?;
    out.write_list(tour.len() - 1, 1, |moves, text| {
        let mut from = board.coord(tour.square_at(moves.start + 1).unwrap_or(start));
        let mut rest = text.append((moves.end - moves.start) as usize);
        for_each_places(tour, moves.start + 2, moves.end - moves.start, |places| {
            let (slots, after) = std::mem::take(&mut rest).split_at_mut(places.len());
            digits.write(from, places, slots);
            from = places[places.len() - 1];
            rest = after;
        });
    })?;
    out.write_byte(b'\n')?;
    Ok(())
}

/// Finds the digit of a move.
struct Digits<'a> {
    board: &'a Board,
    offsets: &'a [Offset],
    /// On flat boards, the digit by the difference of files and ranks.
    table: Option<[u8; TABLE_SIDE * TABLE_SIDE]>,
}

/// The table is indexed by differences modulo this. Longer moves than half of it are searched.
const TABLE_SIDE: usize = 32;

impl<'a> Digits<'a> {
    fn new(board: &'a Board, offsets: &'a [Offset]) -> Self {
        let jumps = offsets.iter().flat_map(|by| [by.files, by.ranks, by.levels]);
        let farthest = jumps.map(i64::unsigned_abs).max().unwrap_or_default();
        let is_flat = board.surface() == Surface::Flat && !board.is_box();
        let table = (is_flat && farthest < TABLE_SIDE as u64 / 2).then(|| {
            let mut table = [b'1'; TABLE_SIDE * TABLE_SIDE];
            for (by, digit) in offsets.iter().zip(b'1'..) {
                table[Self::table_index(by.files as u32, by.ranks as u32)] = digit;
            }
            table
        });
        Self { board, offsets, table }
    }

    const fn table_index(files: u32, ranks: u32) -> usize {
        ranks as usize % TABLE_SIDE * TABLE_SIDE + files as usize % TABLE_SIDE
    }

    /// Writes the digits of the moves from `from` to the first place, and on to the last.
    fn write(&self, from: Coord, places: &[Coord], digits: &mut [u8]) {
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
            *digit = table[Self::table_index(files, ranks)];
        }
    }

    /// Searches the digit of a move, which exists in a tour.
    #[cold]
    fn search(&self, from: Coord, to: Coord) -> u8 {
        let leads_there = |&by: &Offset| self.board.shift(from, by) == Some(to);
        b'1' + self.offsets.iter().position(leads_there).unwrap_or(0) as u8
    }
}

/// Reads the header. If neither the hint nor the header states the board, infers it from the moves
/// of the first tour.
pub(crate) fn read_header(
    mut reader: MoveReader<'_>,
    hint: &ReadHint,
) -> Result<(Board, Header), ReadError> {
    let (start, has_level) = reader.read_start()?;
    let piece = reader.header.piece(hint);
    if let Some(board) = reader.header.board(hint) {
        return Ok((board, reader.header));
    }
    let mut bounds = BoundingBox::default();
    bounds.add(start, has_level)?;
    // Large enough for any walk that begins below its middle.
    let levels = if has_level { 1 << 10 } else { 1 };
    let vast = Board::cuboid(1 << 26, 1 << 26, levels)?;
    reader.set_moves(&vast, &piece)?;
    reader.is_inferring_board = true;
    let mut at = start;
    while let Some(place) = reader.next_place(&vast, at)? {
        at = place;
        bounds.add(at, has_level)?;
    }
    Ok((bounds.board()?, reader.header))
}

/// Reads the start and the moves of tours.
pub(crate) struct MoveReader<'a> {
    chars: CharReader<'a>,
    header: Header,
    /// The moves by digit, from 1, and their piece.
    offsets: Vec<Offset>,
    piece: Piece,
    has_moved: bool,
    /// The first letter of the next tour, if it was read.
    first_letter: Option<char>,
    /// Whether the board is flat with one level.
    is_flat: bool,
    is_inferring_board: bool,
}

impl<'a> MoveReader<'a> {
    pub(crate) fn new(chars: CharReader<'a>) -> Self {
        Self {
            chars,
            header: Header::default(),
            offsets: Vec::new(),
            piece: Piece::KNIGHT,
            has_moved: false,
            first_letter: None,
            is_flat: false,
            is_inferring_board: false,
        }
    }

    /// Sets the board and the piece. Must be called before moves are read.
    pub(crate) fn set_moves(&mut self, board: &Board, piece: &Piece) -> Result<(), ReadError> {
        self.offsets = Moves::new(piece, board).offsets().to_vec();
        self.piece = piece.clone();
        self.is_flat = board.surface() == Surface::Flat && !board.is_box();
        if self.offsets.len() > 9 {
            let (moves, piece) = (self.offsets.len(), piece.to_string());
            return Err(ReadErrorKind::TooManyMoves { piece, moves }.into());
        }
        Ok(())
    }

    /// Reads the place of the start, and whether it has a level.
    fn read_start(&mut self) -> Result<(Coord, bool), ReadError> {
        self.has_moved = false;
        loop {
            let first = self.first_letter.take();
            match first.map_or_else(|| self.chars.next_char(), |letter| Ok(Some(letter)))? {
                None => return Err(ReadErrorKind::Empty.into()),
                Some('#') => self.header.read_line(&mut self.chars)?,
                Some(c) if c.is_whitespace() => {}
                Some(c) if c.is_ascii_alphanumeric() => {
                    let position = self.chars.position();
                    let name = read_name(&mut self.chars, c, &mut String::new());
                    return name.map_err(|error| match error.kind() {
                        ReadErrorKind::HalfPair { .. } => {
                            ReadError::new(position, ReadErrorKind::NoStart)
                        }
                        _ => error,
                    });
                }
                Some(_) => return Err(self.chars.error(ReadErrorKind::NoStart)),
            }
        }
    }

    /// Reads the start as a square of a board. Accepts holes of the board.
    pub(crate) fn read_start_on(&mut self, board: &Board) -> Result<(Coord, Square), ReadError> {
        let (place, has_level) = self.read_start()?;
        if (has_level || !board.is_box())
            && let Some(square) = board.at(place)
        {
            return Ok((place, square));
        }
        let error = board.parse_square(&place_name(place, has_level)).err();
        Err(self.chars.error(error.map_or(ReadErrorKind::NoStart, ReadErrorKind::from)))
    }

    /// Returns true if another tour follows. Must be called at the start of the file or at the end of a tour.
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        Ok(self.first_letter.is_some() || self.chars.peek()?.is_some())
    }

    /// Reads the next move, if the board is flat and a valid digit is next in the buffer.
    /// `None` does not mean that the tour ends, and reads nothing.
    #[inline]
    pub(crate) fn next_buffered_place(&mut self, board: &Board, from: Coord) -> Option<Coord> {
        if !self.is_flat {
            return None;
        }
        let digit = self.chars.next_buffered_digit()?;
        if let Some(by) = self.offsets.get(usize::from(digit) - 1) {
            let file = i64::from(from.file.index()) + by.files;
            let rank = i64::from(from.rank.index()) + by.ranks;
            let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
            if (0..files).contains(&file) && (0..ranks).contains(&rank) {
                self.has_moved = true;
                return Some(Coord::flat(File::new(file as u32), Rank::new(rank as u32)));
            }
        }
        self.chars.put_back_digit();
        None
    }

    /// Reads the next move and returns its target; `None` at the end of the tour.
    pub(crate) fn next_place(
        &mut self,
        board: &Board,
        from: Coord,
    ) -> Result<Option<Coord>, ReadError> {
        loop {
            let Some(c) = self.chars.next_char()? else {
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
                    self.first_letter = Some(c);
                    return Ok(None);
                }
                _ => {
                    let expected = "after the start square comes one digit for each move";
                    return Err(self.chars.error(ReadErrorKind::Character { found: c, expected }));
                }
            }
        }
    }

    #[cold]
    fn no_such_move(&self, digit: char) -> ReadError {
        let (moves, piece) = (self.offsets.len(), self.piece.to_string());
        self.chars.error(ReadErrorKind::NoSuchMove { digit, moves, piece })
    }

    #[cold]
    fn leaves_board(&self, digit: char, board: &Board, from: Coord) -> ReadError {
        let square = board.at(from).map(|square| board.name(square)).unwrap_or_default();
        let board = (!self.is_inferring_board).then(|| shorten(&board.to_string()));
        self.chars.error(ReadErrorKind::LeavesBoard { digit, square, board })
    }
}
