//! Verified tours.

mod numbering;

use std::fmt;
use std::iter::FusedIterator;
use std::sync::{Arc, OnceLock};

use caracole_core::{
    Board, Coord, File, Formula, Path, Piece, Problem, Rank, Square, Workers, pluralize,
};

use crate::formula::{coord_at, step_of};
use crate::{FormulaError, ProgressFn, Verdict};

/// A tour: a path that visits every square of its board once, by moves of its piece.
///
/// Only [`Tour::verify`] and [`Tour::from_formula`] construct it, and both call the verifier, so every `Tour` is valid. A
/// formula must meet the conditions of [`Formula`].
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
///
/// let problem = Problem::new("3x4".parse()?);
/// let names = "a1 c2 a3 b1 c3 a2 c1 b3 a1 c2 a4 b2";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let rejected = Tour::verify(&problem, path).expect_err("a1 comes twice");
/// assert!(!rejected.verdict.is_valid());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Methods of a tour:
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
///
/// let problem = Problem::new("3x4".parse()?);
/// let names = "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path.clone())?;
/// assert_eq!((tour.len(), tour.is_closed()), (12, false));
/// assert!(tour.piece().is_knight());
/// assert!(tour.squares().eq(path.iter()));
/// assert!(tour.squares_from(3).eq(path.iter().skip(2)), "steps count from 1");
/// assert_eq!(tour.into_path(), path);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tour {
    board: Board,
    piece: Piece,
    route: Route,
    closed: bool,
}

/// The representation of the squares.
#[derive(Clone, Debug)]
enum Route {
    /// A stored path, and the step of each square once it was needed.
    Stored { path: Path, steps: OnceLock<Path> },
    Formula {
        formula: Arc<dyn Formula>,
        /// Set once [`Formula::number_rank_u32`] was compared with the checked steps on every rank.
        ranks_checked: OnceLock<()>,
    },
}

impl Tour {
    /// Verifies a path against a problem.
    pub fn verify(problem: &Problem, path: Path) -> Result<Self, Box<InvalidTour>> {
        let verdict = crate::check(problem, || path.iter());
        if !verdict.is_valid() {
            return Err(Box::new(InvalidTour { path, verdict }));
        }
        let route = Route::Stored { path, steps: OnceLock::new() };
        Ok(Self::accepted(problem, route, verdict.is_closed()))
    }

    /// Verifies all steps of a formula against a problem, on the threads of the workers and without storing them. `watch`
    /// receives the number of checked steps and can stop the check.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::sync::Arc;
    ///
    /// use caracole_core::{Board, Coord, File, Formula, Leaper, OneThread, Piece, Problem, Rank};
    /// use caracole_verify::{FormulaError, Tour, no_progress};
    ///
    /// /// Along a board of one rank.
    /// #[derive(Debug)]
    /// struct Row(Board);
    ///
    /// impl Formula for Row {
    ///     fn board(&self) -> &Board {
    ///         &self.0
    ///     }
    ///
    ///     fn coord_at(&self, step: u64) -> Coord {
    ///         Coord::flat(File::new(step as u32 - 1), Rank::new(0))
    ///     }
    ///
    ///     fn step_of(&self, place: Coord) -> u64 {
    ///         u64::from(place.file.index()) + 1
    ///     }
    /// }
    ///
    /// let row = Arc::new(Row("1000000x1".parse()?));
    /// let problem = Problem::with_piece(row.board().clone(), Piece::from(Leaper::new(0, 1)?));
    /// let tour = Tour::from_formula(&problem, row.clone(), &OneThread, &no_progress)?;
    /// assert!(tour.formula().is_some(), "nothing is stored");
    ///
    /// let stopped = Tour::from_formula(&problem, row, &OneThread, &|_| ControlFlow::Break(()));
    /// assert!(matches!(stopped, Err(FormulaError::Stopped)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_formula(
        problem: &Problem,
        formula: Arc<dyn Formula>,
        workers: &dyn Workers,
        progress: ProgressFn<'_>,
    ) -> Result<Self, FormulaError> {
        let closed = crate::check_formula(problem, &*formula, workers, progress)?;
        let route = Route::Formula { formula, ranks_checked: OnceLock::new() };
        Ok(Self::accepted(problem, route, closed))
    }

    fn accepted(problem: &Problem, route: Route, closed: bool) -> Self {
        Self { board: problem.board().clone(), piece: problem.piece().clone(), route, closed }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the formula, if the squares are not stored.
    pub fn formula(&self) -> Option<&dyn Formula> {
        match &self.route {
            Route::Stored { .. } => None,
            Route::Formula { formula, .. } => Some(&**formula),
        }
    }

    /// Returns the path without the guarantee.
    pub fn into_path(self) -> Path {
        match self.route {
            Route::Stored { path, .. } => path,
            Route::Formula { .. } => self.squares().collect(),
        }
    }

    /// Returns the number of squares.
    #[expect(clippy::len_without_is_empty, reason = "a tour has at least one square")]
    pub fn len(&self) -> u64 {
        self.board.len()
    }

    /// Returns true if the tour is closed. A tour of one or two squares is open.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the squares in order.
    pub fn squares(&self) -> Squares<'_> {
        self.squares_from(1)
    }

    /// Returns the squares in order from a step on, counted from 1.
    pub fn squares_from(&self, step: u64) -> Squares<'_> {
        Squares::new(self, step)
    }

    /// Returns the names of the squares with a space between them, as `Display` writes them.
    pub fn names(&self) -> String {
        self.to_string()
    }

    /// Returns the square of a step, counted from 1.
    ///
    /// ```
    /// # use caracole_core::{Path, Problem};
    /// # use caracole_verify::Tour;
    /// # let problem = Problem::new("4x3".parse()?);
    /// # let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
    /// # let path: Path =
    /// #     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
    /// # let tour = Tour::verify(&problem, path)?;
    /// let board = tour.board();
    /// let c2 = board.parse_square("c2")?;
    /// assert_eq!(tour.square_at(2), Some(c2));
    /// assert_eq!(tour.step_of(c2), Some(2));
    /// assert_eq!(tour.successor(c2).map(|square| board.name(square)), Some("a1".to_owned()));
    /// assert_eq!(tour.predecessor(c2).map(|square| board.name(square)), Some("a3".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn square_at(&self, step: u64) -> Option<Square> {
        match &self.route {
            _ if step == 0 || step > self.len() => None,
            Route::Stored { path, .. } => path.get(step - 1),
            Route::Formula { formula, .. } => self.board.at(coord_at(&**formula, step)),
        }
    }

    /// Returns the step of a square, counted from 1; `None` for holes.
    ///
    /// A formula is evaluated. The first call on a stored tour stores the steps of all squares, in four or eight bytes per
    /// square.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        if !self.board.contains(square) {
            return None;
        }
        match &self.route {
            Route::Formula { formula, .. } => Some(step_of(&**formula, self.board.coord(square))),
            Route::Stored { path, steps } => {
                let steps = steps.get_or_init(|| path.inverse(self.board.area()));
                steps.get(square.index()).map(Square::index)
            }
        }
    }

    /// Returns the square after a square. In a closed tour, the first square follows the last.
    pub fn successor(&self, square: Square) -> Option<Square> {
        let [_, after] = adjacent_steps(self.step_of(square)?, self.len(), self.closed);
        self.square_at(after?)
    }

    /// Returns the square before a square. In a closed tour, the last square precedes the first.
    pub fn predecessor(&self, square: Square) -> Option<Square> {
        let [before, _] = adjacent_steps(self.step_of(square)?, self.len(), self.closed);
        self.square_at(before?)
    }
}

/// Tours with the same squares in the same order are equal, whatever their representation.
impl PartialEq for Tour {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.piece == other.piece && self.squares().eq(other.squares())
    }
}

impl Eq for Tour {}

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares().enumerate().try_for_each(|(at, square)| {
            let space = if at == 0 { "" } else { " " };
            write!(f, "{space}{}", self.board.name(square))
        })
    }
}

/// Returns the steps before and after a step of a tour of `len` squares. In a closed tour the last step precedes the
/// first.
///
/// ```
/// use caracole_verify::adjacent_steps;
///
/// assert_eq!(adjacent_steps(1, 64, true), [Some(64), Some(2)]);
/// assert_eq!(adjacent_steps(64, 64, false), [Some(63), None]);
/// ```
pub const fn adjacent_steps(step: u64, len: u64, is_closed: bool) -> [Option<u64>; 2] {
    let before = match step {
        0 | 1 if is_closed => Some(len),
        0 | 1 => None,
        _ => Some(step - 1),
    };
    let after = if step < len {
        Some(step + 1)
    } else if is_closed {
        Some(1)
    } else {
        None
    };
    [before, after]
}

/// An iterator over the squares of a tour from a step on. [`Tour::squares`] and [`Tour::squares_from`] return it.
///
/// ```
/// # use caracole_core::{Path, Problem};
/// # use caracole_verify::Tour;
/// # let problem = Problem::new("3x4".parse()?);
/// # let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
/// let tour = Tour::verify(&problem, Path::from_indices(steps))?;
/// assert_eq!(tour.names(), "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
/// let last: Vec<_> = tour.squares_from(10).map(|square| tour.board().name(square)).collect();
/// assert_eq!(last, ["a4", "b2", "c4"]);
/// assert_eq!(tour.squares().len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Squares<'a> {
    /// The next step, and the last.
    step: u64,
    last: u64,
    source: Source<'a>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Stored(&'a Path),
    /// Squares of a formula, evaluated in chunks.
    Formula {
        formula: &'a dyn Formula,
        places: Vec<Coord>,
        at: usize,
    },
}

/// The number of steps of a chunk.
const PIECE: u64 = 512;

impl<'a> Squares<'a> {
    pub(super) fn new(tour: &'a Tour, step: u64) -> Self {
        let source = match &tour.route {
            Route::Stored { path, .. } => Source::Stored(path),
            Route::Formula { formula, .. } => {
                Source::Formula { formula: &**formula, places: Vec::new(), at: 0 }
            }
        };
        Self { step: step.max(1), last: tour.len(), source }
    }

    const fn left(&self) -> u64 {
        (self.last + 1).saturating_sub(self.step)
    }
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let left = self.left();
        if left == 0 {
            return None;
        }
        let square = match &mut self.source {
            Source::Stored(path) => path.get(self.step - 1)?,
            Source::Formula { formula, places, at } => {
                if *at == places.len() {
                    let origin = Coord::flat(File::new(0), Rank::new(0));
                    places.resize(left.min(PIECE) as usize, origin);
                    formula.walk(self.step, places);
                    *at = 0;
                }
                let place = places[*at];
                *at += 1;
                let files = u64::from(formula.board().files());
                let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
                Square::from_index(rank * files + file)
            }
        };
        self.step += 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (usize::try_from(left).unwrap_or(usize::MAX), usize::try_from(left).ok())
    }
}

impl ExactSizeIterator for Squares<'_> {}
impl FusedIterator for Squares<'_> {}

/// A path that is not a tour, with its defects.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
///
/// let problem = Problem::new("3x1".parse()?);
/// let rejected = Tour::verify(&problem, Path::from_indices(vec![0, 1])).expect_err("no move");
/// assert_eq!(rejected.to_string(), "the path is no tour: it has 2 defects");
/// let texts: Vec<_> =
///     rejected.verdict.defects().iter().map(|defect| defect.text(problem.board())).collect();
/// assert_eq!(texts, ["step 2: from a1 to b1 is no move", "c1 is never visited"]);
/// assert_eq!(rejected.path.len(), 2, "the path comes back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InvalidTour {
    /// The path.
    pub path: Path,
    /// The verdict.
    pub verdict: Verdict,
}

impl fmt::Display for InvalidTour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.verdict.defect_count();
        write!(f, "the path is no tour: it has {}", pluralize(count, "defect"))
    }
}

impl std::error::Error for InvalidTour {}
