//! A set of squares of one board.

use std::collections::BTreeMap;

use crate::{Board, Square};

/// A set of squares.
///
/// Takes one bit for each square of the board's rectangle or box. On a board of more than 2^35
/// squares, where that would be more than four gigabytes, it takes a few bytes for each square in
/// it instead, so that a short path on a vast board can be looked at.
///
/// ```
/// use caracole_core::{Board, SquareSet};
///
/// let board: Board = "8x8".parse()?;
/// let mut visited = SquareSet::new(&board);
/// let e4 = board.parse_square("e4")?;
/// assert!(visited.insert(e4));
/// assert!(!visited.insert(e4), "a square is in or out, never in twice");
/// assert_eq!(visited.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareSet(Words);

/// Words of 64 bits, one bit per square.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    All(Vec<u64>),
    /// The words that are not 0, by their number.
    Some(BTreeMap<u64, u64>),
}

/// Larger boards store only the words that are not 0.
const MOST_BITS: u64 = 1 << 35;

impl SquareSet {
    /// Returns the empty set for the squares of `board`.
    pub fn new(board: &Board) -> Self {
        Self::with_area(board.area())
    }

    /// Returns the empty set for square numbers below `area`.
    ///
    /// ```
    /// use caracole_core::{Square, SquareSet};
    ///
    /// let mut set = SquareSet::with_area(64);
    /// assert!(set.is_empty());
    /// set.insert(Square::from_index(63));
    /// assert!(set.contains(Square::from_index(63)) && !set.contains(Square::from_index(0)));
    /// ```
    pub fn with_area(area: u64) -> Self {
        Self(if area <= MOST_BITS {
            Words::All(vec![0; area.div_ceil(64) as usize])
        } else {
            Words::Some(BTreeMap::new())
        })
    }

    /// Inserts a square. Returns false if the set contained it.
    ///
    /// # Panics
    /// If the square is beyond the board of the set.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let (word, bit) = split(square);
        let word = match &mut self.0 {
            Words::All(words) => &mut words[word as usize],
            Words::Some(words) => words.entry(word).or_default(),
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns true if the set contains the square.
    pub fn contains(&self, square: Square) -> bool {
        let (word, bit) = split(square);
        let word = match &self.0 {
            Words::All(words) => words.get(word as usize),
            Words::Some(words) => words.get(&word),
        };
        word.is_some_and(|word| word & bit != 0)
    }

    /// Returns the number of squares. Takes time proportional to the number of words.
    pub fn len(&self) -> u64 {
        let count = |word: &u64| u64::from(word.count_ones());
        match &self.0 {
            Words::All(words) => words.iter().map(count).sum(),
            Words::Some(words) => words.values().map(count).sum(),
        }
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Words::All(words) => words.iter().all(|&word| word == 0),
            Words::Some(words) => words.is_empty(),
        }
    }
}

/// The word of a square, and its bit there.
const fn split(square: Square) -> (u64, u64) {
    (square.index() / 64, 1 << (square.index() % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_vast_sets_behave_alike() {
        for area in [1000, MOST_BITS + 1, u64::MAX - 1] {
            let mut set = SquareSet::with_area(area);
            assert!(set.is_empty());
            for (number, is_new) in [(0, true), (63, true), (64, true), (999, true), (64, false)] {
                let square = Square::from_index(number);
                assert_eq!(set.insert(square), is_new, "{number}");
                assert!(set.contains(square));
            }
            assert_eq!(set.len(), 4);
            assert!(
                !set.contains(Square::from_index(1)) && !set.contains(Square::from_index(5000))
            );
        }
    }
}
