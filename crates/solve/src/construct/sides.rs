//! Square arithmetic of a plain rectangle.

use caracole_core::{Board, Kind, Problem, Square};

use crate::KNIGHT_MOVES;

/// A plain rectangle whose squares have the indices of [`Square`] in 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sides {
    pub(super) files: u32,
    pub(super) ranks: u32,
}

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

    /// Returns file and rank of a square.
    pub(super) const fn place(self, square: u32) -> (u32, u32) {
        (square % self.files, square / self.files)
    }

    /// Returns the image of a place under the reflections of files and ranks that are set.
    pub(super) const fn mirrored(self, mirrors: [bool; 2], (file, rank): (u32, u32)) -> (u32, u32) {
        (
            if mirrors[0] { self.files - 1 - file } else { file },
            if mirrors[1] { self.ranks - 1 - rank } else { rank },
        )
    }

    /// Returns 0 for the colour of the first square, 1 for the other.
    pub(super) const fn colour(self, square: u32) -> u32 {
        let (file, rank) = self.place(square);
        (file ^ rank) & 1
    }

    /// Returns true if the colours allow these ends of a tour. Colours alternate along a tour, and with an odd
    /// number of squares the first colour has one more.
    pub(super) const fn colours_allow(self, start: u32, end: u32) -> bool {
        let (start, end) = (self.colour(start), self.colour(end));
        if self.area().is_multiple_of(2) { start != end } else { start == 0 && end == 0 }
    }

    /// Returns the squares a knight's move away.
    pub(super) fn moves(self, square: u32) -> impl Iterator<Item = u32> {
        let (file, rank) = self.place(square);
        KNIGHT_MOVES.into_iter().filter_map(move |by| {
            let (file, rank) = (i64::from(file) + by.files, i64::from(rank) + by.ranks);
            let inside = (0..i64::from(self.files)).contains(&file)
                && (0..i64::from(self.ranks)).contains(&rank);
            inside.then(|| self.at(file as u32, rank as u32))
        })
    }

    /// Returns true if the two squares are a knight's move apart.
    pub(super) const fn are_adjacent(self, a: u32, b: u32) -> bool {
        let (a, b) = (self.place(a), self.place(b));
        matches!((a.0.abs_diff(b.0), a.1.abs_diff(b.1)), (1, 2) | (2, 1))
    }
}

/// Returns the problem of tours of a kind with these given ends, if it does not contradict itself.
pub(super) fn problem_with_ends(
    board: Board,
    kind: Kind,
    [start, end]: [Option<Square>; 2],
) -> Option<Problem> {
    let problem = Problem::new(board).of_kind(kind);
    let problem = match start {
        Some(start) => problem.start(start).ok()?,
        None => problem,
    };
    match end {
        Some(end) => problem.end(end).ok(),
        None => Some(problem),
    }
}

/// Returns the index of a square of a board with fewer than 2^32 squares.
pub(super) const fn narrow(square: Square) -> u32 {
    square.index() as u32
}

/// Returns the square with an index.
pub(super) fn wide(square: u32) -> Square {
    Square::from_index(u64::from(square))
}
