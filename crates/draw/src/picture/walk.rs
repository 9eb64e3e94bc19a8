//! The way of a knight.

use caracole_core::{Path, Square};

/// The way of one knight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Its squares.
    pub path: Path,
    /// Does it go back to where it began?
    pub is_closed: bool,
}

impl Walk {
    /// How many moments it takes.
    pub(super) fn moments(&self) -> u64 {
        self.path.len() + u64::from(self.is_closed && !self.path.is_empty())
    }

    /// Where the knight stands at a moment.
    pub fn at(&self, moment: u64) -> Option<Square> {
        let last = self.path.len();
        if self.is_closed && moment > last {
            return self.path.first();
        }
        self.path.get(moment.min(last).checked_sub(1)?)
    }

    /// The move that a moment brings.
    pub fn moved(&self, moment: u64) -> Option<(Square, Square)> {
        if moment < 2 || moment > self.moments() {
            return None;
        }
        Some((self.at(moment - 1)?, self.at(moment)?))
    }
}
