//! Covers: the paths of several knights, and their verification.

use std::collections::{HashMap, HashSet};
use std::fmt;

use caracole_core::{Board, Path, Piece, Problem, Square, pluralize};

use crate::path_check::PathCheck;
use crate::{Defect, Defects};

/// A cover: paths of knights that together visit every square of a board once.
///
/// Only [`Cover::verify`] constructs it, so every `Cover` is valid. The tour of one knight is a cover with one path.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Cover;
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

/// Paths that are not a cover, with their defects.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Cover;
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["a1"])?;
/// let both_on_a1 = vec![Path::from_indices(vec![0]), Path::from_indices(vec![0])];
/// let rejected = Cover::verify(&problem, both_on_a1).expect_err("nobody visits b1");
/// assert_eq!(rejected.to_string(), "the paths do not cover the board as asked: 2 defects");
/// assert_eq!(rejected.paths.len(), 2, "the paths come back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InvalidCover {
    /// The paths.
    pub paths: Vec<Path>,
    /// The verdict.
    pub verdict: CoverVerdict,
}

impl Cover {
    /// Verifies paths, one for each knight, against a problem.
    pub fn verify(problem: &Problem, paths: Vec<Path>) -> Result<Self, Box<InvalidCover>> {
        let verdict = check_cover(problem, &paths);
        if !verdict.is_valid() {
            return Err(Box::new(InvalidCover { paths, verdict }));
        }
        Ok(Self { board: problem.board().clone(), piece: problem.piece().clone(), paths })
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    ///
    /// ```
    /// # use caracole_verify::Cover;
    /// # use caracole_core::{Path, Problem};
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

    /// Returns the path of each knight.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Returns the paths without the guarantee.
    pub fn into_paths(self) -> Vec<Path> {
        self.paths
    }

    /// Returns the number of knights.
    pub const fn knights(&self) -> usize {
        self.paths.len()
    }

    /// Returns the number of squares.
    #[expect(clippy::len_without_is_empty, reason = "a board has at least one square")]
    pub fn len(&self) -> u64 {
        self.board.len()
    }

    /// Returns the names of the squares of each knight, separated by spaces.
    pub fn names(&self) -> Vec<String> {
        self.paths.iter().map(|path| path.names(&self.board)).collect()
    }

    /// Returns all visits: the knight, counted from 0, its step, counted from 1, and the square.
    ///
    /// ```
    /// # use caracole_verify::Cover;
    /// # use caracole_core::{Path, Problem};
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

impl fmt::Display for InvalidCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.verdict.defect_count();
        write!(f, "the paths do not cover the board as asked: {}", pluralize(count, "defect"))
    }
}

impl std::error::Error for InvalidCover {}

/// The verdict of the verifier on the paths of several knights.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify as verify;
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["a1"])?;
/// let good = [Path::from_indices(vec![1]), Path::from_indices(vec![0])];
/// assert!(verify::check_cover(&problem, &good).is_valid());
///
/// let verdict = verify::check_cover(&problem, &[Path::from_indices(vec![1]), Path::new()]);
/// assert_eq!(verdict.defect_count(), 3);
/// let kinds: Vec<_> = verdict.defects().iter().map(|defect| defect.name()).collect();
/// assert_eq!(kinds, ["empty-path", "no-start", "missing"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverVerdict {
    defects: Vec<CoverDefect>,
    defect_count: u64,
}

impl CoverVerdict {
    /// Returns true if the paths fit the problem.
    pub const fn is_valid(&self) -> bool {
        self.defect_count == 0
    }

    /// Returns the defects: first those of steps, knight by knight, then those of the whole. As in a
    /// [`Verdict`](super::Verdict), the first [`Verdict::LISTED`](super::Verdict::LISTED) of each are listed.
    pub fn defects(&self) -> &[CoverDefect] {
        &self.defects
    }

    /// Returns the number of defects, listed or not.
    pub const fn defect_count(&self) -> u64 {
        self.defect_count
    }
}

/// A defect of the paths of several knights. Knights and steps count from 1.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::CoverDefect;
/// use caracole_verify as verify;
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["a1", "b1"])?;
/// let verdict = verify::check_cover(&problem, &[Path::from_indices(vec![0])]);
/// let first = verdict.defects()[0];
/// assert_eq!(first, CoverDefect::Paths { knights: 2, paths: 1 });
/// assert_eq!(first.name(), "paths");
/// assert_eq!(first.text(problem.board()), "one path, and 2 knights were asked for");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoverDefect {
    /// A defect of a single step.
    Step {
        /// The knight.
        knight: u64,
        /// The defect.
        defect: Defect,
    },
    /// A square that is visited twice.
    Repeat {
        /// The square.
        square: Square,
        /// The knights of the first and of the second visit.
        knights: [u64; 2],
        /// Their steps.
        steps: [u64; 2],
    },
    /// A path without squares.
    Empty {
        /// The knight.
        knight: u64,
    },
    /// Too many paths, or too few.
    Paths {
        /// The number of knights.
        knights: u32,
        /// The number of paths.
        paths: u64,
    },
    /// No path begins on a given start.
    NoStart {
        /// The start.
        square: Square,
    },
    /// A defect of all paths together.
    Whole(Defect),
}

impl CoverDefect {
    /// Returns the name of the defect in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Step { defect, .. } | Self::Whole(defect) => defect.name(),
            Self::Repeat { .. } => "repeat",
            Self::Empty { .. } => "empty-path",
            Self::Paths { .. } => "paths",
            Self::NoStart { .. } => "no-start",
        }
    }

    /// Returns a description with the names of squares.
    pub fn text(&self, board: &Board) -> String {
        match self {
            Self::Step { knight, defect } => format!("knight {knight}, {}", defect.text(board)),
            Self::Repeat { square, knights: [first, again], steps: [before, step] } => {
                let name = board.name(*square);
                let by = if first == again { String::new() } else { format!(" by knight {first}") };
                format!("knight {again}, step {step}: {name} was visited{by} at step {before}")
            }
            Self::Empty { knight } => format!("knight {knight} has no squares, not even a start"),
            Self::Paths { knights, paths } => {
                let paths =
                    if *paths == 1 { "one path".to_owned() } else { format!("{paths} paths") };
                let asked = if *knights == 1 {
                    "one knight was".to_owned()
                } else {
                    format!("{knights} knights were")
                };
                format!("{paths}, and {asked} asked for")
            }
            Self::NoStart { square } => {
                format!("no path begins on {}, where a knight starts", board.name(*square))
            }
            Self::Whole(defect) => defect.text(board),
        }
    }
}

/// Checks the paths of several knights against a problem, and returns all defects.
///
/// Each knight has one path, which is not empty; every square is on one path, once; each step is a move that is not
/// forbidden; each required move is a step of one path; and every given start is the first square of a path. Different
/// starts then belong to different paths.
///
/// Takes time proportional to the paths, and one bit per square of the board.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify as verify;
///
/// let problem = Problem::new("2x3".parse()?).with_knights(4, ["a1"])?;
/// let path = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let paths = [path("a1 b3")?, path("b1 a3")?, path("a2 b2")?, path("a1")?];
/// let verdict = verify::check_cover(&problem, &paths);
/// let texts: Vec<_> =
///     verdict.defects().iter().map(|defect| defect.text(problem.board())).collect();
/// assert_eq!(
///     texts,
///     [
///         "knight 3, step 2: from a2 to b2 is no move",
///         "knight 4, step 1: a1 was visited by knight 1 at step 1",
///     ]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_cover(problem: &Problem, paths: &[Path]) -> CoverVerdict {
    let mut walk = PathCheck::new(problem, problem.clues());
    let mut of_steps = Defects::default();
    let mut of_whole = Defects::default();
    for (path, knight) in paths.iter().zip(1..) {
        if knight > 1 {
            of_steps.absorb(walk.next_path(), |defect| of_knight(knight - 1, defect));
        }
        path.iter().for_each(|square| walk.step(square));
        if path.is_empty() {
            of_whole.push(CoverDefect::Empty { knight });
        }
    }
    let (knights, count) = (problem.knights(), paths.len() as u64);
    if u64::from(knights) != count {
        of_whole.push(CoverDefect::Paths { knights, paths: count });
    }
    let firsts: HashSet<Square> = paths.iter().filter_map(Path::first).collect();
    for &square in problem.knight_starts().iter().filter(|start| !firsts.contains(start)) {
        of_whole.push(CoverDefect::NoStart { square });
    }
    let [of_last, of_all] = walk.end_of_last();
    of_steps.absorb(of_last, |defect| of_knight(count, defect));
    of_whole.absorb(of_all, CoverDefect::Whole);
    let defect_count = of_steps.count() + of_whole.count();
    let mut defects = of_steps.into_kept();
    date_repeats(&mut defects, paths);
    defects.append(&mut of_whole.into_kept());
    CoverVerdict { defects, defect_count }
}

/// Returns the defect of a step with its knight. A second walk finds the first visit of a repeated square.
const fn of_knight(knight: u64, defect: Defect) -> CoverDefect {
    match defect {
        Defect::Repeat { square, steps } => {
            CoverDefect::Repeat { square, knights: [0, knight], steps }
        }
        defect => CoverDefect::Step { knight, defect },
    }
}

/// Adds the knight and the step of the first visit of each repeated square.
fn date_repeats(defects: &mut [CoverDefect], paths: &[Path]) {
    let repeated: HashSet<Square> = defects
        .iter()
        .filter_map(|defect| match defect {
            CoverDefect::Repeat { square, .. } => Some(*square),
            _ => None,
        })
        .collect();
    if repeated.is_empty() {
        return;
    }
    let mut firsts: HashMap<Square, (u64, u64)> = HashMap::new();
    for (path, knight) in paths.iter().zip(1..) {
        for (square, step) in path.iter().zip(1..) {
            if repeated.contains(&square) {
                firsts.entry(square).or_insert((knight, step));
            }
        }
    }
    for defect in defects {
        if let CoverDefect::Repeat { square, knights, steps } = defect {
            (knights[0], steps[0]) = firsts[square];
        }
    }
}
