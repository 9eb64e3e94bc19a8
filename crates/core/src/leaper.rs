//! Leapers.

use std::fmt;
use std::str::FromStr;

use crate::{Coord, Offset, shorten};

/// An (a,b)-leaper: it jumps `a` squares one way and `b` the other. The knight is (1,2).
///
/// ```
/// use caracole_core::Leaper;
///
/// assert_eq!("2,1".parse(), Ok(Leaper::KNIGHT));
/// assert_eq!("3,2".parse::<Leaper>()?.to_string(), "2,3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A leaper whose jumps are both even or both odd never leaves its colour:
///
/// ```
/// use caracole_core::Leaper;
///
/// let zebra = Leaper::new(3, 2)?;
/// assert_eq!((zebra.short(), zebra.long()), (2, 3));
/// assert!(zebra.changes_colour() && Leaper::KNIGHT.changes_colour());
/// assert!(!Leaper::new(1, 3)?.changes_colour());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leaper {
    short: u32,
    long: u32,
}

impl Leaper {
    /// The (1,2)-leaper.
    pub const KNIGHT: Self = Self { short: 1, long: 2 };

    /// The leaper with these two jumps, in either order; not both may be 0.
    pub const fn new(a: u32, b: u32) -> Result<Self, LeaperError> {
        if a == 0 && b == 0 {
            return Err(LeaperError::Still);
        }
        let (short, long) = if a <= b { (a, b) } else { (b, a) };
        Ok(Self { short, long })
    }

    /// The shorter jump.
    pub const fn short(self) -> u32 {
        self.short
    }

    /// The longer jump.
    pub const fn long(self) -> u32 {
        self.long
    }

    /// Returns the moves on a flat board, clockwise from `short` files to the right and `long` ranks up. Opposite
    /// moves are four apart. Moves repeat if a jump is 0 or both are equal.
    ///
    /// ```
    /// use caracole_core::{Leaper, Offset};
    ///
    /// let moves = Leaper::KNIGHT.offsets();
    /// assert_eq!((moves[0], moves[4]), (Offset::flat(1, 2), Offset::flat(-1, -2)));
    /// ```
    pub const fn offsets(self) -> [Offset; 8] {
        let (a, b) = (self.short as i64, self.long as i64);
        [
            Offset::flat(a, b),
            Offset::flat(b, a),
            Offset::flat(b, -a),
            Offset::flat(a, -b),
            Offset::flat(-a, -b),
            Offset::flat(-b, -a),
            Offset::flat(-b, a),
            Offset::flat(-a, b),
        ]
    }

    /// Returns true if a move on a flat board leads from one coordinate pair to the other.
    ///
    /// ```
    /// use caracole_core::{Coord, File, Leaper, Rank};
    ///
    /// let coord = |file, rank| Coord::flat(File::new(file), Rank::new(rank));
    /// assert!(Leaper::KNIGHT.is_move(coord(4, 3), coord(5, 5)));
    /// assert!(!Leaper::KNIGHT.is_move(coord(4, 3), coord(5, 4)));
    /// ```
    pub const fn is_move(self, from: Coord, to: Coord) -> bool {
        let files = from.file.index().abs_diff(to.file.index());
        let ranks = from.rank.index().abs_diff(to.rank.index());
        let (short, long) = if files <= ranks { (files, ranks) } else { (ranks, files) };
        short == self.short && long == self.long
    }

    /// Returns true if every move on a flat board changes the colour.
    pub const fn changes_colour(self) -> bool {
        (self.short ^ self.long) & 1 == 1
    }
}

impl FromStr for Leaper {
    type Err = LeaperError;

    fn from_str(text: &str) -> Result<Self, LeaperError> {
        let syntax = || LeaperError::Syntax { text: shorten(text) };
        let (a, b) = text.split_once(',').ok_or_else(syntax)?;
        let jump = |text: &str| text.trim().parse::<u32>().map_err(|_| syntax());
        Self::new(jump(a)?, jump(b)?)
    }
}

impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.short, self.long)
    }
}

/// Why there is no such leaper.
///
/// ```
/// use caracole_core::{Leaper, LeaperError};
///
/// assert_eq!(Leaper::new(0, 0), Err(LeaperError::Still));
/// let error = "knight".parse::<Leaper>().expect_err("no numbers");
/// assert_eq!(
///     error.to_string(),
///     "'knight' is not a leaper: write two numbers, such as 1,2 or 2,3"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeaperError {
    /// Not two numbers.
    Syntax {
        /// What was written.
        text: String,
    },
    /// Both jumps are 0.
    Still,
}

impl fmt::Display for LeaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { text } => {
                write!(f, "'{text}' is not a leaper: write two numbers, such as 1,2 or 2,3")
            }
            Self::Still => f.write_str("a 0,0-leaper does not move: one jump must be above 0"),
        }
    }
}

impl std::error::Error for LeaperError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_are_read_in_either_order() {
        assert_eq!("1,2".parse(), "2, 1".parse::<Leaper>());
        for text in ["", "1", "1,", "a,b", "1,2,3", "-1,2", "0,0"] {
            assert!(text.parse::<Leaper>().is_err(), "{text}");
        }
    }
}
