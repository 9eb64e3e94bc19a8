//! The arithmetic of a plain rectangle.

use caracole_core::{Board, Square};

/// A plain rectangle whose squares are numbered as [`Square`] says, in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sides {
    pub(super) files: u32,
    pub(super) ranks: u32,
}

/// The moves of a knight, to the right and up, clockwise.
pub(super) const LEAPS: [(i64, i64); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Sides {
    pub(super) const fn of(board: &Board) -> Self {
        Self { files: board.files(), ranks: board.ranks() }
    }

    pub(super) const fn area(self) -> u64 {
        self.files as u64 * self.ranks as u64
    }

    pub(super) const fn shorter(self) -> u32 {
        if self.files < self.ranks { self.files } else { self.ranks }
    }

    pub(super) const fn at(self, file: u32, rank: u32) -> u32 {
        rank * self.files + file
    }

    /// File and rank of a square.
    pub(super) const fn place(self, square: u32) -> (u32, u32) {
        (square % self.files, square / self.files)
    }

    /// 0 for the colour of the first square, 1 for the other.
    pub(super) const fn colour(self, square: u32) -> u32 {
        let (file, rank) = self.place(square);
        (file ^ rank) & 1
    }

    /// May these be the ends of a tour, as far as their colours tell? Colours alternate along a
    /// tour, and of an odd number of squares the first colour has one more.
    pub(super) const fn colours_allow(self, start: u32, end: u32) -> bool {
        let (start, end) = (self.colour(start), self.colour(end));
        if self.area().is_multiple_of(2) { start != end } else { start == 0 && end == 0 }
    }

    /// The squares a knight's move away.
    pub(super) fn moves(self, square: u32) -> impl Iterator<Item = u32> {
        let (file, rank) = self.place(square);
        LEAPS.into_iter().filter_map(move |(right, up)| {
            let (file, rank) = (i64::from(file) + right, i64::from(rank) + up);
            let inside = (0..i64::from(self.files)).contains(&file)
                && (0..i64::from(self.ranks)).contains(&rank);
            inside.then(|| self.at(file as u32, rank as u32))
        })
    }

    /// Are the two squares a knight's move apart?
    pub(super) const fn are_a_move_apart(self, a: u32, b: u32) -> bool {
        let (a, b) = (self.place(a), self.place(b));
        matches!((a.0.abs_diff(b.0), a.1.abs_diff(b.1)), (1, 2) | (2, 1))
    }
}

/// The number of a square of a board with less than 2^32 squares.
pub(super) const fn narrow(square: Square) -> u32 {
    square.index() as u32
}

/// The square with a number.
pub(super) fn wide(square: u32) -> Square {
    Square::from_index(u64::from(square))
}
