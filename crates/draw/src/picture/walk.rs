//! The way of a knight.

use caracole_core::{Path, Square};

/// The way of one knight.
///
/// ```
/// use caracole_core::Path;
/// use caracole_draw::Walk;
///
/// // a1, c2 and b4 of a board 3x4, and home again.
/// let walk = Walk { path: Path::from_indices(vec![0, 5, 10]), is_closed: true };
/// let [a1, _, b4] = [0, 1, 2].map(|at| walk.path.get(at));
/// assert_eq!((walk.at(1), walk.at(3)), (a1, b4), "moments count from 1");
/// assert_eq!(walk.at(4), a1);
/// assert_eq!(walk.moved(4), b4.zip(a1));
/// assert_eq!(walk.moved(1), None, "it begins there");
/// ```
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
