//! The paths of several knights that were checked.

use std::fmt;

use crate::verify::{self, CoverVerdict};
use crate::{Board, Path, Piece, Problem, Square, counted};

/// A cover: paths of knights that visit every square of a board once, all of them together.
///
/// The only way to make one is [`Cover::verify`], so a `Cover` in hand is a valid one. One knight
/// makes a cover as well, whose only path is a tour.
///
/// ```
/// use caracole_core::{Cover, Path, Problem};
///
/// let problem = Problem::new("3x3-b2".parse()?).with_knights(2, ["a1"])?;
/// let path = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let cover = Cover::verify(&problem, vec![path("c3 b1 a3 c2")?, path("a1 b3 c1 a2")?])?;
/// assert_eq!(cover.names(), ["c3 b1 a3 c2", "a1 b3 c1 a2"]);
///
/// let rejected = Cover::verify(&problem, vec![path("b3 a1 c2 a3 b1 c3 a2 c1")?]).unwrap_err();
/// let texts: Vec<_> =
///     rejected.verdict.defects().iter().map(|defect| defect.text(problem.board())).collect();
/// assert_eq!(
///     texts,
///     ["one path, and 2 knights were asked for", "no path begins on a1, where a knight starts"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    board: Board,
    piece: Piece,
    paths: Vec<Path>,
}

/// Paths that are no cover, with everything that is wrong with them.
///
/// ```
/// use caracole_core::{Cover, Path, Problem};
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["a1"])?;
/// let both_on_a1 = vec![Path::from_indices(vec![0]), Path::from_indices(vec![0])];
/// let rejected = Cover::verify(&problem, both_on_a1).expect_err("nobody visits b1");
/// assert_eq!(rejected.to_string(), "the paths do not cover the board as asked: 2 defects");
/// assert_eq!(rejected.paths.len(), 2, "the paths come back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RejectedCover {
    /// The paths.
    pub paths: Vec<Path>,
    /// What the verifier says.
    pub verdict: CoverVerdict,
}

impl Cover {
    /// Checks paths, one for each knight, against everything the problem asks.
    pub fn verify(problem: &Problem, paths: Vec<Path>) -> Result<Self, Box<RejectedCover>> {
        let verdict = verify::check_cover(problem, &paths);
        if !verdict.is_valid() {
            return Err(Box::new(RejectedCover { paths, verdict }));
        }
        Ok(Self { board: problem.board().clone(), piece: problem.piece().clone(), paths })
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    ///
    /// ```
    /// # use caracole_core::{Cover, Path, Problem};
    /// let problem = Problem::new("3x1".parse()?).with_knights(3, ["b1"])?;
    /// let paths: Vec<Path> = (0..3).map(|square| Path::from_indices(vec![square])).collect();
    /// let cover = Cover::verify(&problem, paths.clone())?;
    /// assert!(cover.piece().is_knight());
    /// assert_eq!((cover.knights(), cover.len()), (3, 3));
    /// assert_eq!(cover.into_paths(), paths);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// The path of each knight.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The paths, no longer bound to the board.
    pub fn into_paths(self) -> Vec<Path> {
        self.paths
    }

    /// How many knights there are.
    pub const fn knights(&self) -> usize {
        self.paths.len()
    }

    /// How many squares they visit together.
    #[expect(clippy::len_without_is_empty, reason = "a board has at least one square")]
    pub fn len(&self) -> u64 {
        self.board.len()
    }

    /// For each knight the names of its squares with a space between them.
    pub fn names(&self) -> Vec<String> {
        self.paths.iter().map(|path| path.names(&self.board)).collect()
    }

    /// Every visit: the knight, counted from 0, its step, counted from 1, and the square.
    ///
    /// ```
    /// # use caracole_core::{Cover, Path, Problem};
    /// let problem = Problem::new("2x1".parse()?).with_knights(2, ["b1"])?;
    /// let paths = vec![Path::from_indices(vec![1]), Path::from_indices(vec![0])];
    /// let cover = Cover::verify(&problem, paths)?;
    /// let visits: Vec<_> =
    ///     cover.visits().map(|(knight, step, at)| (knight, step, at.index())).collect();
    /// assert_eq!(visits, [(0, 1, 1), (1, 1, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visits(&self) -> impl Iterator<Item = (usize, u64, Square)> + '_ {
        let knights = self.paths.iter().enumerate();
        knights.flat_map(|(knight, path)| {
            path.iter().zip(1..).map(move |(square, step)| (knight, step, square))
        })
    }
}

impl fmt::Display for RejectedCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.verdict.defect_count();
        write!(f, "the paths do not cover the board as asked: {}", counted(count, "defect"))
    }
}

impl std::error::Error for RejectedCover {}
