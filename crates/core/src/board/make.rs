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
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let cube = Board::cuboid(4, 4, 4)?;
    /// assert!(cube.is_box());
    /// assert_eq!((cube.to_string().as_str(), cube.len()), ("box:4x4x4", 64));
    /// let corner = cube.squares().last().ok_or("a box has squares")?;
    /// assert_eq!(cube.name(corner), "d4:4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use caracole_core::{Board, Offset, Surface};
    ///
    /// let torus = Board::wrapped(6, 6, Surface::Torus)?;
    /// assert_eq!(torus.to_string(), "torus:6x6");
    /// assert_eq!(torus.surface(), Surface::Torus);
    /// let f6 = torus.place(torus.parse_square("f6")?);
    /// let to = torus.shift(f6, Offset::flat(1, 2)).ok_or("a torus has no edge")?;
    /// assert_eq!((to.file.to_string().as_str(), to.rank.to_string().as_str()), ("a", "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrapped(files: u32, ranks: u32, surface: Surface) -> Result<Self, BoardError> {
        Ok(Self { surface, ..Self::rectangle(files, ranks)? })
    }

    /// The same board with more holes.
    ///
    /// Fails if a hole is not on the board, is a hole already, or none but holes are left.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let whole = Board::rectangle(5, 5)?;
    /// let middle = whole.parse_square("c3")?;
    /// let ring = whole.without([middle])?;
    /// assert_eq!(ring.to_string(), "5x5-c3");
    /// assert!(ring.has_holes() && !ring.contains(middle));
    /// assert!(ring.holes().eq([middle]));
    /// assert_eq!((ring.len(), ring.area()), (24, 25));
    /// assert_eq!(ring.colour_counts(), [12, 12]);
    ///
    /// let place = ring.place(middle);
    /// assert_eq!(ring.square(place), None, "no square");
    /// assert_eq!(ring.at(place), Some(middle), "but it has a number");
    /// assert!(ring.without([middle]).is_err(), "a hole cannot be taken out again");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(self, holes: impl IntoIterator<Item = Square>) -> Result<Self, BoardError> {
        let mut all: Vec<u64> = self.holes.iter().collect();
        for hole in holes {
            if hole.index() >= self.area() {
                let (number, area) = (hole.index(), self.area());
                return Err(BoardError::HoleBeyond { number, area });
            }
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
    ///
    /// ```
    /// use caracole_core::{Board, Square, SquareSet};
    ///
    /// // An L: three squares up the first file, and one to the right.
    /// let mut letter = SquareSet::with_area(6);
    /// for number in [0, 1, 2, 4] {
    ///     letter.insert(Square::from_index(number));
    /// }
    /// let board = Board::from_squares(2, 3, &letter)?;
    /// assert_eq!(board.to_string(), "2x3-b2,b3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
