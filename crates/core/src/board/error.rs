//! Why a text or a set of sides is no board.

use std::fmt;

use crate::{GraphError, SquareError, UnknownName};

/// Why there is no such board.
///
/// ```
/// use caracole_core::{Board, BoardError};
///
/// assert_eq!("8x0".parse::<Board>(), Err(BoardError::EmptySide));
/// let error = "8x8-a1,i9".parse::<Board>().expect_err("a board of eight files");
/// assert_eq!(error.to_string(), "hole 'i9' is not on the board: files a to h, ranks 1 to 8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not `FILESxRANKS` in one of its forms.
    Syntax {
        /// The text.
        text: String,
        /// The board that was probably meant.
        meant: Option<String>,
    },
    /// A side is zero.
    EmptySide,
    /// A side is above 2^32-1.
    SideTooLong {
        /// The side that was written.
        text: String,
    },
    /// More than 2^64-2 squares.
    TooManySquares,
    /// A word before the colon that names no surface.
    UnknownSurface(UnknownName),
    /// A hole that names no square.
    Hole(SquareError),
    /// A hole whose number is beyond the last square.
    HoleBeyond {
        /// The number of the hole, from 0.
        number: u64,
        /// The squares of the rectangle, holes included.
        area: u64,
    },
    /// The same hole twice.
    HoleTwice {
        /// The hole.
        text: String,
    },
    /// Only holes are left.
    NoSquares,
    /// Holes on a graph.
    HolesOfGraph,
    /// An invalid graph.
    Graph(GraphError),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text, meant: Some(meant) } => {
                write!(f, "'{text}' is not a board: did you mean {meant}?")
            }
            Self::Syntax { text, meant: None } => write!(
                f,
                "'{text}' is not a board: write FILESxRANKS, such as 8x8, 8x8-a1,h8, torus:6x6 or box:4x4x4"
            ),
            Self::EmptySide => f.write_str("a side of 0 leaves no squares: sides start at 1"),
            Self::SideTooLong { text } => {
                write!(f, "a side of {text} is too long: sides go up to 4294967295")
            }
            Self::TooManySquares => {
                f.write_str("the board has 2^64-1 squares or more: steps could not be numbered")
            }
            Self::UnknownSurface(word) => word.fmt(f),
            Self::Hole(error) => write!(f, "hole {error}"),
            Self::HoleBeyond { number, area } => {
                let last = area - 1;
                write!(
                    f,
                    "hole {number} is not on the board: squares are numbered from 0 to {last}"
                )
            }
            Self::HoleTwice { text } => write!(f, "hole '{text}' is given twice"),
            Self::NoSquares => f.write_str("the board has no squares: only holes are left"),
            Self::HolesOfGraph => {
                f.write_str("a graph has no holes: leave out the vertex and its edges")
            }
            Self::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoardError {}

impl From<GraphError> for BoardError {
    fn from(error: GraphError) -> Self {
        Self::Graph(error)
    }
}

impl From<SquareError> for BoardError {
    fn from(error: SquareError) -> Self {
        Self::Hole(error)
    }
}
