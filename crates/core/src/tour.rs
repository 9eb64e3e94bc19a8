//! A path that was checked.

use crate::verify::{self, Facts, Verdict};
use crate::{Board, Path, Piece, Problem, Square};

/// A tour: a path that visits every square of its board once, by moves of its piece.
///
/// There is one way to make one, [`Tour::verify`], so a `Tour` in hand is a valid tour.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
///
/// let problem = Problem::new("3x4".parse()?);
/// let names = "a1 c2 a3 b1 c3 a2 c1 b3 a1 c2 a4 b2";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let rejected = Tour::verify(&problem, path).expect_err("a1 comes twice");
/// assert!(!rejected.verdict.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tour {
    board: Board,
    piece: Piece,
    path: Path,
    closed: bool,
}

/// A path that is no tour, with everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The path.
    pub path: Path,
    /// What the verifier says.
    pub verdict: Verdict,
}

impl Tour {
    /// Checks a path against everything the problem asks.
    pub fn verify(problem: &Problem, path: Path) -> Result<Self, Box<Rejected>> {
        let verdict = verify::check(problem, || path.iter());
        if !verdict.is_valid() {
            return Err(Box::new(Rejected { path, verdict }));
        }
        Ok(Self {
            board: problem.board().clone(),
            piece: problem.piece().clone(),
            path,
            closed: verdict.is_closed(),
        })
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// The squares in the order of the tour.
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// The path, no longer bound to its board.
    pub fn into_path(self) -> Path {
        self.path
    }

    /// How many squares the tour has.
    #[expect(clippy::len_without_is_empty, reason = "a tour has at least one square")]
    pub const fn len(&self) -> u64 {
        self.path.len()
    }

    /// Are the ends a move apart? A tour of one or two squares is open: it has no other way home.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The squares in order.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> + Clone + '_ {
        self.path.iter()
    }

    /// What is to be seen in the tour: its symmetry, magic sums, turns, crossings.
    ///
    /// Looks at every step, and takes a byte for each square meanwhile.
    pub fn facts(&self) -> Facts {
        verify::describe(&self.board, &self.piece, || self.path.iter())
    }

    /// The square of a step, counted from 1.
    pub fn square_at(&self, step: u64) -> Option<Square> {
        self.path.get(step.checked_sub(1)?)
    }

    /// The step of every square: at a square's number its step from 1, and 0 at a hole.
    ///
    /// Takes four bytes a square.
    ///
    /// # Panics
    /// If the tour has 2^32 squares or more, whose steps need more than that.
    pub fn numbering(&self) -> Vec<u32> {
        assert!(u32::try_from(self.len()).is_ok(), "steps of 32 bits cannot number {}", self.len());
        let mut numbering = vec![0; self.board.area() as usize];
        for (square, step) in self.path.iter().zip(1..) {
            numbering[square.index() as usize] = step;
        }
        numbering
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.verdict.defect_count();
        write!(f, "the path is no tour: it has {count} defect{}", if count == 1 { "" } else { "s" })
    }
}

impl std::error::Error for Rejected {}
