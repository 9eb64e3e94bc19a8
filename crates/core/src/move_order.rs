//! Move orders.

use std::fmt;
use std::str::FromStr;

use crate::Offset;
use crate::shorten;

/// The order in which moves are tried, written as their numbers.
///
/// Moves are numbered clockwise from 1, "one right, two up" for the knight.
///
/// ```
/// use caracole_core::{Board, MoveOrder, Moves, Offset, Piece};
///
/// let board: Board = "8x8".parse()?;
/// let order: MoveOrder = "32674158".parse()?;
/// let moves = Moves::ordered(&Piece::KNIGHT, &board, &order)?;
/// assert_eq!(moves.offsets()[0], Offset::flat(2, -1));
/// assert!("11345678".parse::<MoveOrder>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder {
    /// The numbers from 1 to their count, each once.
    numbers: Vec<u8>,
}

impl MoveOrder {
    /// Returns the offsets in this order.
    pub(crate) fn arrange(&self, natural: &[Offset]) -> Result<Vec<Offset>, OrderError> {
        if natural.len() != self.numbers.len() {
            return Err(OrderError::OtherPiece { given: self.numbers.len(), moves: natural.len() });
        }
        Ok(self.numbers.iter().map(|&number| natural[usize::from(number) - 1]).collect())
    }
}

impl FromStr for MoveOrder {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let mut numbers = Vec::with_capacity(8);
        for byte in text.bytes() {
            let number = byte.wrapping_sub(b'0');
            if !(1..=8).contains(&number) {
                return Err(OrderError::Syntax { text: shorten(text) });
            }
            if numbers.contains(&number) {
                return Err(OrderError::Twice { text: shorten(text), number });
            }
            numbers.push(number);
        }
        match (1..=8).find(|number| !numbers.contains(number)) {
            None => Ok(Self { numbers }),
            // A leaper with equal jumps, or one jump of 0, has four moves.
            Some(5) if numbers.len() == 4 => Ok(Self { numbers }),
            Some(missing) => Err(OrderError::Missing { text: shorten(text), missing }),
        }
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numbers.iter().try_for_each(|number| write!(f, "{number}"))
    }
}

/// The error for a text that is not a move order.
///
/// ```
/// use caracole_core::{MoveOrder, OrderError};
///
/// let error = "12345677".parse::<MoveOrder>().expect_err("no move 8");
/// assert!(matches!(error, OrderError::Twice { number: 7, .. }));
/// assert_eq!(
///     error.to_string(),
///     "'12345677' has move 7 twice: give each of the moves 1 to 8 once, such as 34261578"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// Not digits from 1.
    Syntax {
        /// The text.
        text: String,
    },
    /// A move is repeated.
    Twice {
        /// The text.
        text: String,
        /// The move.
        number: u8,
    },
    /// A move is missing.
    Missing {
        /// The text.
        text: String,
        /// The move.
        missing: u8,
    },
    /// The piece has another number of moves.
    OtherPiece {
        /// The number of moves of the order.
        given: usize,
        /// The number of moves of the piece on this board.
        moves: usize,
    },
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fix = "give each of the moves 1 to 8 once, such as 34261578";
        match self {
            Self::Syntax { text } => write!(f, "'{text}' is not an order of moves: {fix}"),
            Self::Twice { text, number } => write!(f, "'{text}' has move {number} twice: {fix}"),
            Self::Missing { text, missing } => write!(f, "'{text}' lacks move {missing}: {fix}"),
            Self::OtherPiece { given, moves } => {
                write!(
                    f,
                    "an order of {given} moves does not fit: the piece has {moves} moves here"
                )
            }
        }
    }
}

impl std::error::Error for OrderError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_each_move_once() {
        for text in ["12345678", "87654321", "34261578", "4321"] {
            assert_eq!(text.parse::<MoveOrder>().unwrap().to_string(), text);
        }
        for text in
            ["", "1234567", "11345678", "123456789", "12345670", "abcdefgh", "1235", "123456781"]
        {
            assert!(text.parse::<MoveOrder>().is_err(), "{text}");
        }
    }
}
