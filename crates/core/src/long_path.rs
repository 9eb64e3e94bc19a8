//! A path that was checked, and need not visit all squares.

use crate::{Board, Path, Piece, Problem, Rejected, Square, verify};

/// A path whose squares are all different, joined by moves of its piece, and as its problem asks.
///
/// The only way to make one is [`LongPath::verify`], so a `LongPath` in hand is a valid path. It
/// is what is left to ask for where there is no [`Tour`](crate::Tour). A given end is its last
/// square, however long it is.
///
/// ```
/// use caracole_core::{LongPath, Path, Problem};
///
/// let problem = Problem::new("3x3".parse()?).from("a1")?;
/// let walk = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let path = LongPath::verify(&problem, walk("a1 c2 a3 b1 c3 a2 c1 b3")?)?;
/// assert_eq!(path.len(), 8);
/// assert!(LongPath::verify(&problem, walk("a1 b2")?).is_err(), "no knight's move");
/// assert!(LongPath::verify(&problem, walk("c2 a1")?).is_err(), "another start");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongPath {
    board: Board,
    piece: Piece,
    path: Path,
}

impl LongPath {
    /// Checks a path against everything the problem asks, but for the squares it does not visit.
    pub fn verify(problem: &Problem, path: Path) -> Result<Self, Box<Rejected>> {
        let verdict = verify::check_part(problem, || path.iter());
        if !verdict.is_valid() {
            return Err(Box::new(Rejected { path, verdict }));
        }
        Ok(Self { board: problem.board().clone(), piece: problem.piece().clone(), path })
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    ///
    /// ```
    /// # use caracole_core::{LongPath, Path, Problem};
    /// let problem = Problem::new("3x3".parse()?);
    /// let walk = Path::from_indices(vec![0, 5, 6]);
    /// let path = LongPath::verify(&problem, walk.clone())?;
    /// assert!(path.piece().is_knight() && path.board() == problem.board());
    /// assert_eq!(path.names(), "a1 c2 a3");
    /// assert!(path.squares().eq(walk.iter()));
    /// assert_eq!(path.into_path(), walk);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// How many squares the path visits.
    #[expect(clippy::len_without_is_empty, reason = "a path that was checked has a square")]
    pub const fn len(&self) -> u64 {
        self.path.len()
    }

    /// The squares in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        self.path.iter()
    }

    /// The names of the squares with a space between them.
    pub fn names(&self) -> String {
        self.path.names(&self.board)
    }

    /// The squares as a path, no longer bound to the board.
    pub fn into_path(self) -> Path {
        self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn texts(problem: &Problem, names: &str) -> Vec<String> {
        let board = problem.board();
        let path: Path =
            names.split_whitespace().map(|name| board.parse_square(name).unwrap()).collect();
        match LongPath::verify(problem, path) {
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
        let from_to = plain.clone().from("a1").unwrap().to("c5").unwrap();
        assert!(texts(&from_to, "a1 b3 c5").is_empty());
        assert_eq!(texts(&from_to, "a1 b3"), ["step 2: should be c5 and is b3"]);
        assert_eq!(texts(&from_to, "b3 c5"), ["step 1: should be a1 and is b3"]);
        let avoiding = plain.clone().avoiding("a1", "b3").unwrap();
        assert_eq!(texts(&avoiding, "b3 a1"), ["step 2: the move from b3 to a1 is forbidden"]);
        let using = plain.clone().using("c5", "b3").unwrap();
        assert_eq!(texts(&using, "a1 b3"), ["the move between b3 and c5 is not made"]);
        assert!(texts(&using, "a1 b3 c5").is_empty());
        let closed = plain.of_kind(Kind::Closed);
        assert_eq!(texts(&closed, "a1 b3 c5").len(), 1);
        assert!(texts(&closed, "a1 b3 d4 c2").is_empty());
    }

    #[test]
    fn the_single_square_is_start_and_end() {
        let single = Problem::new("1x1".parse().unwrap()).from("a1").unwrap().to("a1").unwrap();
        assert!(texts(&single, "a1").is_empty());
    }
}
