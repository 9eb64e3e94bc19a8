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
//! digits; `#` begins a comment; a line that begins with a letter begins another tour.

mod walk;

use std::io::Write as _;

use caracole_core::{Board, Moves, Offset, Place, Surface, Tour};

use crate::error::{ReadError, WriteError};
use crate::head::{self, Head};
use crate::pieces::walk;
use crate::read::ReadHint;
use crate::sink::Sink;
use crate::stream::Extent;
use crate::text::Text;
pub(crate) use walk::Walk;

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

/// The board of a file, given, written in it or guessed from where the moves of its first tour
/// lead, and its comments.
pub(crate) fn frame(mut walk: Walk<'_>, hint: &ReadHint) -> Result<(Board, Head), ReadError> {
    let (start, has_level) = walk.start()?;
    let piece = walk.head.piece(hint);
    if let Some(board) = walk.head.board(hint) {
        return Ok((board, walk.head));
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
    Ok((extent.board()?, walk.head))
}
