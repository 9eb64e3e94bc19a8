//! Verified paths that need not visit all squares.

use crate::InvalidTour;
use caracole_core::{Board, Path, Piece, Problem, Square};

/// A simple path: its squares are different, consecutive squares are a move apart, and it meets the constraints of its
/// problem.
///
/// Only [`SimplePath::verify`] constructs it, so every `SimplePath` is valid. It answers a problem that has no
/// [`Tour`](crate::Tour). A given end is its last square, whatever its length.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::SimplePath;
///
/// let problem = Problem::new("3x3".parse()?).start("a1")?;
/// let walk = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let path = SimplePath::verify(&problem, walk("a1 c2 a3 b1 c3 a2 c1 b3")?)?;
/// assert_eq!(path.len(), 8);
/// assert!(SimplePath::verify(&problem, walk("a1 b2")?).is_err(), "no knight's move");
/// assert!(SimplePath::verify(&problem, walk("c2 a1")?).is_err(), "another start");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplePath {
    board: Board,
    piece: Piece,
    path: Path,
}

impl SimplePath {
    /// Verifies a path against the constraints of a problem.
    pub fn verify(problem: &Problem, path: Path) -> Result<Self, Box<InvalidTour>> {
        let verdict = crate::check_simple_path(problem, || path.iter());
        if !verdict.is_valid() {
            return Err(Box::new(InvalidTour { path, verdict }));
        }
        Ok(Self { board: problem.board().clone(), piece: problem.piece().clone(), path })
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    ///
    /// ```
    /// # use caracole_verify::SimplePath;
    /// # use caracole_core::{Path, Problem};
    /// let problem = Problem::new("3x3".parse()?);
    /// let walk = Path::from_indices(vec![0, 5, 6]);
    /// let path = SimplePath::verify(&problem, walk.clone())?;
    /// assert!(path.piece().is_knight() && path.board() == problem.board());
    /// assert_eq!(path.names(), "a1 c2 a3");
    /// assert!(path.squares().eq(walk.iter()));
    /// assert_eq!(path.into_path(), walk);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the number of squares.
    #[expect(clippy::len_without_is_empty, reason = "a path that was checked has a square")]
    pub const fn len(&self) -> u64 {
        self.path.len()
    }

    /// Returns the squares in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        self.path.iter()
    }

    /// Returns the names of the squares, separated by spaces.
    pub fn names(&self) -> String {
        self.path.names(&self.board)
    }

    /// Returns the path without the guarantee.
    pub fn into_path(self) -> Path {
        self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_core::Kind;

    fn texts(problem: &Problem, names: &str) -> Vec<String> {
        let board = problem.board();
        let path: Path =
            names.split_whitespace().map(|name| board.parse_square(name).unwrap()).collect();
        match SimplePath::verify(problem, path) {
            Ok(_) => Vec::new(),
            Err(rejected) => {
                rejected.verdict.defects().iter().map(|defect| defect.text(board)).collect()
            }
        }
    }

    #[test]
    fn everything_but_missing_squares_is_a_defect() {
        let plain = Problem::new("8x8".parse().unwrap());
        assert!(texts(&plain, "a1").is_empty() && texts(&plain, "a1 b3 c5 a4").is_empty());
        assert_eq!(texts(&plain, ""), ["a1 is never visited"]);
        assert_eq!(texts(&plain, "a1 b3 a1"), ["step 3: a1 was visited at step 1"]);
        assert_eq!(texts(&plain, "a1 a2"), ["step 2: from a1 to a2 is no move"]);
        let from_to = plain.clone().start("a1").unwrap().end("c5").unwrap();
        assert!(texts(&from_to, "a1 b3 c5").is_empty());
        assert_eq!(texts(&from_to, "a1 b3"), ["step 2: should be c5 and is b3"]);
        assert_eq!(texts(&from_to, "b3 c5"), ["step 1: should be a1 and is b3"]);
        let avoiding = plain.clone().forbid("a1", "b3").unwrap();
        assert_eq!(texts(&avoiding, "b3 a1"), ["step 2: the move from b3 to a1 is forbidden"]);
        let using = plain.clone().require("c5", "b3").unwrap();
        assert_eq!(texts(&using, "a1 b3"), ["the move between b3 and c5 is not made"]);
        assert!(texts(&using, "a1 b3 c5").is_empty());
        let closed = plain.of_kind(Kind::Closed);
        assert_eq!(texts(&closed, "a1 b3 c5").len(), 1);
        assert!(texts(&closed, "a1 b3 d4 c2").is_empty());
    }

    #[test]
    fn the_single_square_is_start_and_end() {
        let single = Problem::new("1x1".parse().unwrap()).start("a1").unwrap().end("a1").unwrap();
        assert!(texts(&single, "a1").is_empty());
    }
}
