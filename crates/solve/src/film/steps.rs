//! The step of each square.

use std::collections::HashMap;

use caracole_core::{Board, Square};

/// The step of each square of a path; 0 for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// Of all squares.
    All(Vec<u32>),
    /// Of the squares that have one, on boards of which no path will ever visit but a little.
    Some(HashMap<Square, u32>),
}

/// Boards of more squares than this are not kept whole.
const MOST_KEPT: u64 = 1 << 24;

impl Steps {
    pub(super) fn new(board: &Board) -> Self {
        match board.area() {
            area @ ..=MOST_KEPT => Self::All(vec![0; area as usize]),
            _ => Self::Some(HashMap::new()),
        }
    }

    /// The step of a square of the board.
    #[inline]
    pub(super) fn get(&self, square: Square) -> u32 {
        match self {
            Self::All(steps) => steps.get(square.index() as usize).copied().unwrap_or_default(),
            Self::Some(steps) => steps.get(&square).copied().unwrap_or_default(),
        }
    }

    /// Sets the step of a square of the board.
    #[inline]
    pub(super) fn set(&mut self, square: Square, step: u32) {
        match self {
            Self::All(steps) => {
                if let Some(kept) = steps.get_mut(square.index() as usize) {
                    *kept = step;
                }
            }
            Self::Some(steps) => match step {
                0 => drop(steps.remove(&square)),
                step => drop(steps.insert(square, step)),
            },
        }
    }
}
