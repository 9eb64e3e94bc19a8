//! Squares of a board.

use std::fmt;
use std::num::NonZeroU64;

use crate::{Board, shorten};

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

    /// Returns the index of the square.
    pub const fn index(self) -> u64 {
        self.0.get() - 1
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square#{}", self.index())
    }
}

/// A value that names a square of a board: a [`Square`], or a text such as `"e4"`.
///
/// ```
/// use caracole_core::{Board, Square, IntoSquare};
///
/// let board: Board = "8x8".parse()?;
/// assert_eq!("b1".into_square(&board)?, Square::from_index(1));
/// assert_eq!(Square::from_index(1).into_square(&board)?, "b1".into_square(&board)?);
/// assert!(Square::from_index(64).into_square(&board).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait IntoSquare {
    /// Returns the square on this board.
    fn into_square(self, board: &Board) -> Result<Square, SquareError>;
}

impl IntoSquare for Square {
    fn into_square(self, board: &Board) -> Result<Square, SquareError> {
        if board.contains(self) {
            return Ok(self);
        }
        let text = format!("square number {}", self.index());
        Err(if self.index() < board.area() {
            SquareError::Hole { text }
        } else {
            SquareError::off_board(&text, board)
        })
    }
}

impl IntoSquare for &str {
    fn into_square(self, board: &Board) -> Result<Square, SquareError> {
        board.parse_square(self)
    }
}

/// The error for a text that does not name a square of a board.
///
/// ```
/// use caracole_core::{Board, SquareError};
///
/// let board: Board = "8x8-a1".parse()?;
/// let error = board.parse_square("j1").expect_err("eight files");
/// assert_eq!(error.to_string(), "'j1' is not on the board: files a to h, ranks 1 to 8");
/// assert!(matches!(board.parse_square("a1"), Err(SquareError::Hole { .. })));
/// assert!(matches!(board.parse_square("a1:2"), Err(SquareError::Level { needed: false, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SquareError {
    /// The graph has no vertex with this name.
    Vertex {
        /// The text.
        text: String,
        /// How many vertices the graph has.
        vertices: u64,
    },
    /// The text is not a square name.
    Syntax {
        /// The text.
        text: String,
    },
    /// The square is beyond the edge.
    OffBoard {
        /// The text.
        text: String,
        /// The range of the squares in words.
        extent: String,
    },
    /// The square is a hole.
    Hole {
        /// The text.
        text: String,
    },
    /// A level is missing on a box, or given on a flat board.
    Level {
        /// The text.
        text: String,
        /// True if the board is a box.
        needed: bool,
    },
}

impl SquareError {
    pub(crate) fn off_board(text: &str, board: &Board) -> Self {
        Self::OffBoard { text: shorten(text), extent: board.extent() }
    }

    pub(crate) fn syntax(text: &str) -> Self {
        Self::Syntax { text: shorten(text) }
    }
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text } => {
                write!(f, "'{text}' is not a square: write it as e4, or as x,y from 0,0 = a1")
            }
            Self::OffBoard { text, extent } => write!(f, "'{text}' is not on the board: {extent}"),
            Self::Hole { text } => write!(f, "'{text}' is a hole of the board, not a square"),
            Self::Vertex { text, vertices } => {
                write!(f, "the graph has no vertex '{text}' among its {vertices} vertices")
            }
            Self::Level { text, needed: true } => {
                write!(f, "'{text}' needs a level on a box: write it as a1:1")
            }
            Self::Level { text, needed: false } => {
                write!(
                    f,
                    "'{text}' names a level, but the board is flat: leave out what follows ':'"
                )
            }
        }
    }
}

impl std::error::Error for SquareError {}
