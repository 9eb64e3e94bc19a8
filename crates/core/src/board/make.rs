//! How boards are made: sides first, then a surface or holes.

use crate::{Square, SquareSet};

use super::holes::Holes;
use super::{Board, BoardError, Surface};

impl Board {
    /// A plain rectangle.
    pub fn rectangle(files: u32, ranks: u32) -> Result<Self, BoardError> {
        Self::cuboid(files, ranks, 1)
    }

    /// A box of `levels` boards on top of each other. With one level it is a plain rectangle.
    pub fn cuboid(files: u32, ranks: u32, levels: u32) -> Result<Self, BoardError> {
        if files == 0 || ranks == 0 || levels == 0 {
            return Err(BoardError::EmptySide);
        }
        let area = u128::from(files) * u128::from(ranks) * u128::from(levels);
        if area >= u128::from(u64::MAX) {
            return Err(BoardError::TooManySquares);
        }
        Ok(Self { files, ranks, levels, surface: Surface::Flat, holes: Holes::None })
    }

    /// A rectangle with joined edges.
    pub fn wrapped(files: u32, ranks: u32, surface: Surface) -> Result<Self, BoardError> {
        Ok(Self { surface, ..Self::rectangle(files, ranks)? })
    }

    /// The same board with more holes.
    ///
    /// Fails if a hole is not on the board, is a hole already, or none but holes are left.
    pub fn without(self, holes: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        let mut all: Vec<u64> = self.holes.iter().collect();
        for hole in holes {
            if !self.contains(hole) {
                return Err(BoardError::HoleTwice { text: self.name(hole) });
            }
            all.push(hole.index());
        }
        all.sort_unstable();
        if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::HoleTwice { text: self.name(Square::from_index(pair[0])) });
        }
        self.with_holes(all.len() as u64, all.into_iter())
    }

    /// The squares of `set` on a flat rectangle; all else is holes.
    ///
    /// `set` numbers the squares as [`Square`] says, for sides `files` and `ranks`.
    pub fn from_squares(files: u32, ranks: u32, set: &SquareSet) -> Result<Self, BoardError> {
        let board = Self::rectangle(files, ranks)?;
        let is_hole = |&index: &u64| !set.contains(Square::from_index(index));
        // Counted first, for a list of them may be far larger than the board.
        let count = (0..board.area()).filter(is_hole).count() as u64;
        let holes = (0..board.area()).filter(is_hole);
        board.with_holes(count, holes)
    }

    fn with_holes(self, count: u64, sorted: impl Iterator<Item = u64>) -> Result<Self, BoardError> {
        if count == self.area() {
            return Err(BoardError::NoSquares);
        }
        Ok(Self { holes: Holes::from_sorted(count, sorted, self.area()), ..self })
    }
}
