//! The ways on from every square, one byte each.

use caracole_core::{Offset, Square};

/// The knight's moves, clockwise from "one right, two up". Opposite moves are four apart.
pub(super) const MOVES: [Offset; 8] = [
    Offset::flat(1, 2),
    Offset::flat(2, 1),
    Offset::flat(2, -1),
    Offset::flat(1, -2),
    Offset::flat(-1, -2),
    Offset::flat(-2, -1),
    Offset::flat(-2, 1),
    Offset::flat(-1, 2),
];

/// For each unvisited square how many of its neighbours are unvisited, and for all else a number
/// that says so.
///
/// A margin around the board lets the knight look at eight neighbours wherever it stands: two
/// ranks below and above, and two files or more between the end of a rank and the beginning of the
/// next, where they serve both. The *place* of a square is its index with the margin counted in.
///
/// Whoever visits a square takes one from all eight neighbours without a question. So what is
/// closed must still read as closed after eight such visits.
#[derive(Debug)]
pub(super) struct Field {
    ways: Vec<u8>,
    files: usize,
    /// From a place to the one above.
    width: usize,
}

/// Visited, kept for later, or in the margin.
pub(super) const CLOSED: u8 = 31;
/// What is closed reads as this or more, what is open as less.
pub(super) const LEAST_CLOSED: u8 = 16;
const _: () = assert!(CLOSED - 8 >= LEAST_CLOSED && LEAST_CLOSED > 8);

/// How far the knight looks beyond the edge.
const MARGIN: usize = 2;

/// Places from one rank to the next: the files, the margin, and more if that makes whole pages.
///
/// Bytes whole pages apart compete for the same few lines of a processor's cache. On a board
/// nearly so wide that holds for all squares of a file, and walks along the left and right edges
/// would wait for memory: a quarter longer on 4094x4094. One line more puts every rank elsewhere.
const fn width(files: u32) -> u64 {
    const PAGE: u64 = 4096;
    const LINE: u64 = 64;
    let least = files as u64 + MARGIN as u64;
    let beyond = (least + LINE) % PAGE;
    if least > PAGE - LINE && beyond < 2 * LINE { least + 2 * LINE - beyond } else { least }
}

impl Field {
    /// The bytes that a board of these sides takes.
    pub(super) const fn bytes(files: u32, ranks: u32) -> u64 {
        let margin = MARGIN as u64;
        width(files) * (ranks as u64 + 2 * margin) + margin
    }

    /// A board on which nothing is visited; `None` if there is no memory for it.
    pub(super) fn new(files: u32, ranks: u32) -> Option<Self> {
        let bytes = usize::try_from(Self::bytes(files, ranks)).ok()?;
        let mut ways = Vec::new();
        ways.try_reserve_exact(bytes).ok()?;
        ways.resize(bytes, CLOSED);
        let mut field = Self { ways, files: files as usize, width: width(files) as usize };
        for rank in 0..ranks {
            field.fill_rank(rank, ranks);
        }
        Some(field)
    }

    fn fill_rank(&mut self, rank: u32, ranks: u32) {
        let files = self.files;
        let is_inside = |at: i64, side: i64| (0..side).contains(&at);
        let degree = |file: usize| {
            let on_board = MOVES.iter().filter(|by| {
                is_inside(file as i64 + by.files, files as i64)
                    && is_inside(i64::from(rank) + by.ranks, ranks.into())
            });
            on_board.count() as u8
        };
        let first = self.place(Square::from_index(u64::from(rank) * files as u64));
        let row = &mut self.ways[first..first + files];
        // All files but the outer ones are alike.
        row.fill(degree(files / 2));
        for file in (0..files.min(MARGIN)).chain(files.saturating_sub(MARGIN)..files) {
            row[file] = degree(file);
        }
    }

    /// Where a square stands.
    pub(super) const fn place(&self, square: Square) -> usize {
        let (rank, file) =
            (square.index() as usize / self.files, square.index() as usize % self.files);
        (rank + MARGIN) * self.width + MARGIN + file
    }

    /// What a move adds to a place. Adding wraps, so that this can stand for less than 0.
    pub(super) const fn jump(&self, by: Offset) -> usize {
        (by.ranks as usize).wrapping_mul(self.width).wrapping_add(by.files as usize)
    }

    /// What a move adds to the number of a square. Adding wraps.
    pub(super) const fn jump_of_number(&self, by: Offset) -> u32 {
        (by.ranks as u32).wrapping_mul(self.files as u32).wrapping_add(by.files as u32)
    }

    /// Keeps a square from being entered. Its neighbours still count it.
    pub(super) fn close(&mut self, square: Square) {
        let place = self.place(square);
        self.ways[place] = CLOSED;
    }

    /// The bytes, by place.
    pub(super) fn ways(&mut self) -> &mut [u8] {
        &mut self.ways
    }
}
