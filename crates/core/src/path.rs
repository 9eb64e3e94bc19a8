//! A list of squares that is not verified.

use crate::{Board, Square};

/// Any list of squares, in the order in which they are visited.
///
/// Squares may repeat, and steps need not be moves. A `Tour` is a verified path. Takes four bytes per step if the square
/// numbers fit, otherwise eight.
///
///
/// ```
/// use caracole_core::{Board, Path};
///
/// let board: Board = "8x8".parse()?;
/// let path: Path =
///     ["a1", "b3", "c5"].iter().map(|name| board.parse_square(name)).collect::<Result<_, _>>()?;
/// assert_eq!(path.len(), 3);
/// assert_eq!(path.names(&board), "a1 b3 c5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A path can be extended, rotated and reversed:
///
/// ```
/// use caracole_core::{Board, Path, Square};
///
/// let board: Board = "3x3".parse()?;
/// let mut path = Path::new();
/// assert!(path.is_empty() && path.last().is_none());
/// for number in [0, 5, 6, 1] {
///     path.push(Square::from_index(number));
/// }
/// assert_eq!(path, Path::from_indices(vec![0, 5, 6, 1]));
/// assert_eq!(path.names(&board), "a1 c2 a3 b1");
/// assert_eq!(path.get(1), Some(board.parse_square("c2")?), "places count from 0");
///
/// path.rotate(1);
/// assert_eq!(path.names(&board), "c2 a3 b1 a1");
/// path.reverse();
/// assert_eq!(path.names(&board), "a1 b1 a3 c2");
/// assert_eq!((path.first(), path.last()), (path.iter().next(), path.iter().last()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    steps: Steps,
}

#[derive(Clone, Debug)]
enum Steps {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Default for Steps {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl PartialEq for Steps {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && (0..self.len()).all(|at| self.at(at) == other.at(at))
    }
}

impl Eq for Steps {}

impl Steps {
    const fn len(&self) -> usize {
        match self {
            Self::Narrow(steps) => steps.len(),
            Self::Wide(steps) => steps.len(),
        }
    }

    fn at(&self, at: usize) -> u64 {
        match self {
            Self::Narrow(steps) => u64::from(steps[at]),
            Self::Wide(steps) => steps[at],
        }
    }
}

impl Path {
    /// Returns the empty path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the path over squares with these numbers. Solvers on boards below 2^32 squares pass their array without a
    /// copy.
    pub const fn from_indices(indices: Vec<u32>) -> Self {
        Self { steps: Steps::Narrow(indices) }
    }

    /// Returns the number of squares, repeats included.
    pub const fn len(&self) -> u64 {
        self.steps.len() as u64
    }

    /// Returns true if the path is empty.
    pub const fn is_empty(&self) -> bool {
        self.steps.len() == 0
    }

    /// Returns the square at an index, from 0.
    pub fn get(&self, at: u64) -> Option<Square> {
        (at < self.len()).then(|| Square::from_index(self.steps.at(at as usize)))
    }

    /// Returns the first square.
    pub fn first(&self) -> Option<Square> {
        self.get(0)
    }

    /// Returns the last square.
    pub fn last(&self) -> Option<Square> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Appends a square.
    pub fn push(&mut self, square: Square) {
        match (&mut self.steps, u32::try_from(square.index())) {
            (Steps::Narrow(steps), Ok(index)) => steps.push(index),
            (Steps::Narrow(steps), Err(_)) => {
                let wide = steps.iter().copied().map(u64::from).chain([square.index()]).collect();
                self.steps = Steps::Wide(wide);
            }
            (Steps::Wide(steps), _) => steps.push(square.index()),
        }
    }

    /// Returns the squares in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        (0..self.steps.len()).map(|at| Square::from_index(self.steps.at(at)))
    }

    /// Reverses the path.
    pub fn reverse(&mut self) {
        match &mut self.steps {
            Steps::Narrow(steps) => steps.reverse(),
            Steps::Wide(steps) => steps.reverse(),
        }
    }

    /// Rotates the path so that it begins at index `at`. For a closed tour the result is the same tour with another start.
    ///
    /// # Panics
    /// If `at` is beyond the length.
    pub fn rotate(&mut self, at: u64) {
        match &mut self.steps {
            Steps::Narrow(steps) => steps.rotate_left(at as usize),
            Steps::Wide(steps) => steps.rotate_left(at as usize),
        }
    }

    /// Returns a list with, at the number of each square, its step counted from 1, or 0 if the square does not
    /// occur.
    ///
    /// ```
    /// use caracole_core::Path;
    ///
    /// assert_eq!(Path::from_indices(vec![2, 0]).inverse(4), Path::from_indices(vec![2, 0, 1, 0]));
    /// ```
    ///
    /// # Panics
    /// If a square's number is not below `area`.
    #[must_use]
    pub fn inverse(&self, area: u64) -> Self {
        let mut steps = if u32::try_from(self.len()).is_ok() {
            Steps::Narrow(vec![0; area as usize])
        } else {
            Steps::Wide(vec![0; area as usize])
        };
        for (square, step) in self.iter().zip(1..) {
            let at = square.index() as usize;
            match &mut steps {
                Steps::Narrow(steps) => steps[at] = step as u32,
                Steps::Wide(steps) => steps[at] = step,
            }
        }
        Self { steps }
    }

    /// Returns the names of the squares, separated by spaces.
    pub fn names(&self, board: &Board) -> String {
        let mut text = String::new();
        for square in self.iter() {
            if !text.is_empty() {
                text.push(' ');
            }
            text += &board.name(square);
        }
        text
    }
}

impl Extend<Square> for Path {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| self.push(square));
    }
}

impl FromIterator<Square> for Path {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut path = Self::new();
        path.extend(squares);
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_widen_the_path() {
        let numbers = [7, u64::from(u32::MAX), u64::from(u32::MAX) + 1, 3];
        let mut path: Path = numbers.into_iter().map(Square::from_index).collect();
        assert_eq!(path.iter().map(Square::index).collect::<Vec<_>>(), numbers);
        path.rotate(1);
        path.reverse();
        assert_eq!(path.first().map(Square::index), Some(7));
        assert_eq!(path.last().map(Square::index), Some(numbers[1]));
        assert_eq!(path.get(4), None);
    }
}
