//! A set of squares of one board.

use crate::{Board, Square};

/// A set of squares, one bit for each square of the board's rectangle or box.
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
pub struct SquareSet {
    words: Vec<u64>,
    len: u64,
}

impl SquareSet {
    /// The empty set for the squares of `board`.
    ///
    /// Takes `board.area() / 8` bytes.
    pub fn new(board: &Board) -> Self {
        Self::with_area(board.area())
    }

    /// The empty set for square numbers below `area`.
    pub fn with_area(area: u64) -> Self {
        Self { words: vec![0; area.div_ceil(64) as usize], len: 0 }
    }

    /// Puts a square in; `false` if it was there already.
    ///
    /// # Panics
    /// If the square is beyond the board the set was made for.
    pub fn insert(&mut self, square: Square) -> bool {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        let word = &mut self.words[word as usize];
        let new = *word & bit == 0;
        *word |= bit;
        // Not `self.len += u64::from(new)`: where that is inlined into a branch on the answer,
        // optimised builds by rustc 1.95 without overflow checks add nothing.
        if new {
            self.len += 1;
        }
        new
    }

    /// Takes a square out; `false` if it was not there.
    pub fn remove(&mut self, square: Square) -> bool {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        let Some(word) = self.words.get_mut(word as usize) else {
            return false;
        };
        let there = *word & bit != 0;
        *word &= !bit;
        if there {
            self.len -= 1;
        }
        there
    }

    /// Is the square in the set?
    pub fn contains(&self, square: Square) -> bool {
        self.words
            .get((square.index() / 64) as usize)
            .is_some_and(|word| word >> (square.index() % 64) & 1 == 1)
    }

    /// How many squares are in the set.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Is the set empty?
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The squares of the set in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().zip(0_u64..).flat_map(|(&word, at)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| Square::from_index(at * 64 + u64::from(rest.trailing_zeros())))
        })
    }
}
