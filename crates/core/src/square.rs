//! One square of a board.

use std::num::NonZeroU64;

/// A square, as the number that its [`Board`](crate::Board) gave it.
///
/// *Inside* squares are numbered from 0, file by file along the first rank, then rank by rank
/// upwards, then level by level; holes keep their number, so that arithmetic stays simple.
/// *Outside* a square is written as chess players write it: `a1` is the bottom left corner, file
/// letters come first, ranks count from 1. *Drawings* put the highest rank on top.
///
/// The number is stored one higher, so that `Option<Square>` costs nothing:
///
/// ```
/// use caracole_core::{Board, Square};
///
/// let board: Board = "8x8".parse()?;
/// let square = board.parse_square("b3")?;
/// assert_eq!(square.index(), 17);
/// assert_eq!(size_of::<Option<Square>>(), size_of::<u64>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU64);

impl Square {
    /// The square with this inside number.
    ///
    /// A square made this way need not be on any board; [`Board::contains`](crate::Board::contains)
    /// tells. The last number that can be written down is `u64::MAX - 1`; boards are smaller.
    ///
    /// ```
    /// use caracole_core::{Board, Square};
    ///
    /// let board: Board = "8x8".parse()?;
    /// assert_eq!(board.name(Square::from_index(0)), "a1");
    /// assert_eq!(board.name(Square::from_index(63)), "h8");
    /// assert!(!board.contains(Square::from_index(64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `index` is `u64::MAX`.
    pub const fn from_index(index: u64) -> Self {
        match NonZeroU64::new(index.wrapping_add(1)) {
            Some(stored) => Self(stored),
            None => panic!("no board has a square u64::MAX"),
        }
    }

    /// The inside number of the square.
    pub const fn index(self) -> u64 {
        self.0.get() - 1
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Square#{}", self.index())
    }
}
