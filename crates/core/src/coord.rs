//! Coordinates of squares, and their text form.

use std::fmt;

/// A file: a column of the board, counted from 0, written in letters.
///
/// After `z` comes `aa`, as in spreadsheets.
///
/// ```
/// use caracole_core::File;
///
/// assert_eq!(File::new(0).to_string(), "a");
/// assert_eq!(File::new(26).to_string(), "aa");
/// assert_eq!(File::parse("ZZ").map(File::index), Some(701));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u32);

/// A rank: a row of the board, counted from 0 at the bottom, written as a number from 1.
///
/// ```
/// use caracole_core::Rank;
///
/// let lowest = Rank::new(0);
/// assert_eq!((lowest.index(), lowest.to_string().as_str()), (0, "1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u32);

/// A level of a box, counted from 0, written as a number from 1. Flat boards have level 0 only.
///
/// ```
/// use caracole_core::{Board, Level};
///
/// let cube: Board = "box:4x4x4".parse()?;
/// let level = cube.coord(cube.parse_square("a1:3")?).level;
/// assert_eq!(level, Level::new(2));
/// assert_eq!((level.index(), level.to_string().as_str()), (2, "3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u32);

/// The coordinates of a square: file, rank and level.
///
/// ```
/// use caracole_core::{Board, File, Coord, Rank};
///
/// let board: Board = "8x8".parse()?;
/// let place = Coord::flat(File::new(4), Rank::new(3));
/// assert_eq!(board.square(place).map(|square| board.name(square)), Some("e4".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coord {
    /// The column.
    pub file: File,
    /// The row.
    pub rank: Rank,
    /// The level, 0 on flat boards.
    pub level: Level,
}

impl File {
    /// Returns the file with this number, from 0.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the file, from 0.
    pub const fn index(self) -> u32 {
        self.0
    }

    /// Reads file letters in either case; `None` for anything else, or beyond file 2^32-1.
    pub fn parse(letters: &str) -> Option<Self> {
        let mut number = 0_u64;
        for byte in letters.bytes() {
            let digit = u64::from(byte.to_ascii_lowercase().checked_sub(b'a')?);
            if digit >= 26 {
                return None;
            }
            number = number * 26 + digit + 1;
            if number > u64::from(u32::MAX) + 1 {
                return None;
            }
        }
        u32::try_from(number.checked_sub(1)?).ok().map(Self)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0_u8; 7];
        let mut at = letters.len();
        let mut number = u64::from(self.0) + 1;
        while number > 0 {
            number -= 1;
            at -= 1;
            letters[at] = b'a' + (number % 26) as u8;
            number /= 26;
        }
        f.pad(std::str::from_utf8(&letters[at..]).unwrap_or_default())
    }
}

impl Rank {
    /// Returns the rank with this number, from 0 at the bottom.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the rank, from 0.
    pub const fn index(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u64::from(self.0) + 1).fmt(f)
    }
}

impl Level {
    /// Returns the level with this number, from 0.
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the level, from 0.
    pub const fn index(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u64::from(self.0) + 1).fmt(f)
    }
}

impl Coord {
    /// Returns the coordinates of a square on a flat board.
    pub const fn flat(file: File, rank: Rank) -> Self {
        Self { file, rank, level: Level::new(0) }
    }

    /// Returns the coordinates as text. Files with more than four letters are written as `x,y` from `0,0`. Only boxes have
    /// a level in the text.
    pub(crate) fn name(self, with_level: bool) -> String {
        let letters = self.file.to_string();
        let level = if with_level { format!(":{}", self.level) } else { String::new() };
        if letters.len() > 4 {
            format!("{},{}{level}", self.file.0, self.rank.0)
        } else {
            format!("{letters}{}{level}", self.rank)
        }
    }

    /// Reads `a1`, `x,y` and, with a level, `a1:3` or `x,y:3`; the flag tells whether a level
    /// was written. No board is consulted.
    ///
    /// ```
    /// use caracole_core::Coord;
    ///
    /// assert!(Coord::parse("e4").is_some_and(|(place, has_level)| {
    ///     place.file.index() == 4 && place.rank.index() == 3 && !has_level
    /// }));
    /// ```
    pub fn parse(text: &str) -> Option<(Self, bool)> {
        let (flat, level) = match text.split_once(':') {
            Some((flat, level)) => (flat, Some(from_one(level)?)),
            None => (text, None),
        };
        let (file, rank) = if let Some((x, y)) = flat.split_once(',') {
            (File::new(number(x.trim())?), Rank::new(number(y.trim())?))
        } else {
            let digits = flat.find(|c: char| c.is_ascii_digit())?;
            (File::parse(&flat[..digits])?, Rank::new(from_one(&flat[digits..])?))
        };
        let place = Self { file, rank, level: Level::new(level.unwrap_or(0)) };
        Some((place, level.is_some()))
    }
}

/// Digits only: no sign, no spaces.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A number from 1, as a count from 0.
fn from_one(text: &str) -> Option<u32> {
    number(text)?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_read_back() {
        for index in (0..2000).chain([18_277, 18_278, 475_253, 475_254, u32::MAX - 1, u32::MAX]) {
            assert_eq!(File::parse(&File::new(index).to_string()), Some(File::new(index)));
        }
        assert_eq!(File::parse("mwlqkwv"), Some(File::new(u32::MAX)));
        assert_eq!(File::parse("mwlqkww"), None);
        assert_eq!(File::parse(""), None);
        assert_eq!(File::parse("a1"), None);
    }

    #[test]
    fn places_print_as_pairs_beyond_four_letters() {
        let place = |file| Coord::flat(File::new(file), Rank::new(4)).name(false);
        assert_eq!(place(475_253), "zzzz5");
        assert_eq!(place(475_254), "475254,4");
    }

    #[test]
    fn odd_texts_are_refused() {
        for text in
            ["", "a", "1", "a0", "1a", "a1:", "a1:0", "+1,2", "a-1", "a1b", "é1", "a99999999999"]
        {
            assert_eq!(Coord::parse(text), None, "{text}");
        }
        assert!(
            Coord::parse("A1:3").is_some_and(|(place, level)| level && place.level.index() == 2)
        );
    }
}
