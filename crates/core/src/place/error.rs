//! Why a text names no square.

use std::fmt;

use crate::Board;

/// Why a text does not name a square of a board.
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
    /// Not the name of any square.
    Syntax {
        /// What was written.
        text: String,
    },
    /// The name of a square beyond the edge.
    OffBoard {
        /// What was written.
        text: String,
        /// What the board has, in words.
        extent: String,
    },
    /// The name of a hole.
    Hole {
        /// What was written.
        text: String,
    },
    /// A box needs a level, a flat board has none.
    Level {
        /// What was written.
        text: String,
        /// Whether the board is a box.
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

/// A text as it can stand in a one-line message: without control characters, 40 characters at
/// most.
///
/// ```
/// assert_eq!(caracole_core::shorten("a\tb"), "a?b");
/// assert_eq!(caracole_core::shorten(&"x".repeat(1000)).len(), 40);
/// ```
pub fn shorten(text: &str) -> String {
    // Looks no further than it must: the text may be a whole file.
    let clean = || text.chars().map(|c| if c.is_control() { '?' } else { c });
    if clean().nth(40).is_none() {
        return clean().collect();
    }
    clean().take(37).chain("...".chars()).collect()
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text } => {
                write!(f, "'{text}' is not a square: write it as e4, or as x,y from 0,0 = a1")
            }
            Self::OffBoard { text, extent } => write!(f, "'{text}' is not on the board: {extent}"),
            Self::Hole { text } => write!(f, "'{text}' is a hole of the board, not a square"),
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
