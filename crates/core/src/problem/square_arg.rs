//! What can stand for a square.

use crate::{Board, Square, SquareError};

/// Something that names a square of a board: a [`Square`], or a text such as `"e4"`.
///
/// ```
/// use caracole_core::{Board, Square, SquareArg};
///
/// let board: Board = "8x8".parse()?;
/// assert_eq!("b1".on(&board)?, Square::from_index(1));
/// assert_eq!(Square::from_index(1).on(&board)?, "b1".on(&board)?);
/// assert!(Square::from_index(64).on(&board).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SquareArg {
    /// The square on this board.
    fn on(self, board: &Board) -> Result<Square, SquareError>;
}

impl SquareArg for Square {
    fn on(self, board: &Board) -> Result<Square, SquareError> {
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

impl SquareArg for &str {
    fn on(self, board: &Board) -> Result<Square, SquareError> {
        board.parse_square(self)
    }
}
