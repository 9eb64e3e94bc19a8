//! Clue puzzles: the steps of some squares are given, and exactly one tour fits them.
//!
//! A puzzle is a [`Problem`] with clues. [`unique`] decides whether exactly one tour fits a problem, and
//! [`make`] makes problems with this property. Both list tours with [`Exact`] until the second one.

mod make;
mod random_tour;

use std::fmt;
use std::str::FromStr;

use caracole_core::{Problem, UnknownName};
use caracole_solve::{Exact, Others, Run, Solver};
use caracole_verify::{Evidence, Outcome, Stop, StopCause, Tour};

pub use make::{PuzzleError, PuzzleSettings, make};

/// The number of tours that fit a problem: one, several, none, or not decided.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{Uniqueness, unique};
/// use caracole_solve::{Options, Run};
///
/// let text = |problem: &Problem| match unique(problem, &mut Run::new()) {
///     Uniqueness::One(only) => only.tour.names(),
///     Uniqueness::Several([one, other]) => format!("{}, or {}", one.names(), other.names()),
///     Uniqueness::None(proof) => proof.text(),
///     Uniqueness::Unknown(stop, _) => stop.to_string(),
/// };
/// let problem = Problem::new("3x4".parse()?).start("a1")?;
/// assert!(text(&problem).contains(", or a1 "));
/// assert!(text(&problem.clone().clue("b1", 12)?).starts_with("a1 "));
/// assert_eq!(text(&problem.closed()), "3x4: the forced moves leave too few moves for b4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// Exactly one.
    One(Unique),
    /// Two or more.
    Several([Tour; 2]),
    /// None, with a proof.
    None(Evidence),
    /// A limit was reached. If a tour was found, it fits, and others may fit too.
    Unknown(Stop, Option<Tour>),
}

/// The one tour that fits a problem, and how hard it is to find.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{Grade, Uniqueness, unique};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?.end("e3")?;
/// let problem = problem.clue("a5", 7)?.clue("b2", 17)?;
/// let Uniqueness::One(only) = unique(&problem, &mut Run::new()) else {
///     return Err("not unique".into());
/// };
/// assert_eq!(only.grade(), Grade::of(only.branches));
/// assert_eq!(only.tour.square_at(7), Some(problem.board().parse_square("a5")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unique {
    /// The tour.
    pub tour: Tour,
    /// The number of branches of the search that excluded other tours: 0 if constraint propagation by the
    /// rules of [`Cases`](caracole_core::Cases) determines every move.
    pub branches: u64,
}

impl Unique {
    /// Returns the grade.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.branches)
    }
}

/// Decides whether exactly one tour fits the problem. A tour is a numbering of the squares.
///
/// The seed of the run is ignored, so that a puzzle has one grade.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{Grade, Uniqueness, unique};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?.end("e3")?;
/// let Uniqueness::Several([one, other]) = unique(&problem, &mut Run::new()) else {
///     return Err("only one tour from a1 to e3".into());
/// };
/// assert_ne!(one, other);
///
/// let problem = problem.clue("a5", 7)?.clue("b2", 17)?;
/// let Uniqueness::One(only) = unique(&problem, &mut Run::new()) else {
///     return Err("not unique".into());
/// };
/// assert_eq!(only.grade(), Grade::Easy);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unique(problem: &Problem, run: &mut Run<'_>) -> Uniqueness {
    run.with_seed(0, |run| {
        // A list that reaches a limit is lost. The first tour, which is usually easy to find, is kept.
        let first = match Exact::default().solve(problem, run) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(proof) => return Uniqueness::None(proof),
            Outcome::Unknown(stop) => return Uniqueness::Unknown(stop, None),
        };
        let listing = Exact::default().list(problem, 2, run);
        let branches = listing.cases;
        let mut tours = listing.tours.into_iter();
        match (tours.next(), tours.next(), listing.others) {
            (Some(one), Some(other), _) => Uniqueness::Several([one, other]),
            (Some(tour), None, Others::None(_)) => Uniqueness::One(Unique { tour, branches }),
            (_, _, Others::Unknown(stop)) => Uniqueness::Unknown(stop, Some(first)),
            _ => {
                let text = "a tour that was found is missing in the list";
                Uniqueness::Unknown(Stop::new(StopCause::Fault, text), Some(first))
            }
        }
    })
}

/// A puzzle: clues that exactly one tour fits.
///
/// Only [`make`] constructs it.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{Grade, PuzzleSettings, make};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
/// let puzzle = make(&problem, &settings, &mut Run::with_options(&Options::new().seed(1)))?;
/// println!("{} clues, {}", puzzle.clues(), puzzle.grade());
/// assert!(puzzle.is_minimal());
/// assert_eq!(puzzle.grade(), Grade::of(puzzle.branches()));
/// for (step, square) in puzzle.problem().clues() {
///     assert_eq!(puzzle.solution().square_at(step), Some(square));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    problem: Problem,
    solution: Tour,
    branches: u64,
    is_minimal: bool,
}

impl Puzzle {
    /// Returns the board and the clues.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the only tour that fits.
    pub const fn solution(&self) -> &Tour {
        &self.solution
    }

    /// Returns the number of clues, with those for the first and the last step.
    pub fn clues(&self) -> usize {
        self.problem.clues().count()
    }

    /// Returns the grade.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.branches)
    }

    /// Returns the number of branches that solving it takes, as [`Unique::branches`].
    pub const fn branches(&self) -> u64 {
        self.branches
    }

    /// Returns true if it is proved that no clue can be removed, the ends included; in a symmetric puzzle no
    /// pair of clues. Clues of the problem itself are never removed.
    pub const fn is_minimal(&self) -> bool {
        self.is_minimal
    }
}

/// How hard a puzzle is, by the number of branches that solving it takes.
///
/// On 8x8 more than half of the puzzles with a number on every third square are easy, those with 14
/// numbers are mostly hard or fiendish, and nearly all that are minimal are fiendish; on 6x6 minimal
/// puzzles are mostly medium or hard.
///
/// ```
/// use caracole_play::puzzle::Grade;
///
/// assert_eq!([0, 5, 20, 100].map(Grade::of), Grade::ALL);
/// assert_eq!("hard".parse(), Ok(Grade::Hard));
/// assert_eq!(Grade::ALL.map(Grade::name), ["easy", "medium", "hard", "fiendish"]);
/// assert!(Grade::Easy < Grade::Fiendish);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// None: constraint propagation determines every move.
    Easy,
    /// Up to 9.
    Medium,
    /// Up to 49.
    Hard,
    /// 50 or more.
    Fiendish,
}

impl Grade {
    /// All grades, from easy to fiendish.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Fiendish];

    /// Returns the grade for a number of branches.
    pub const fn of(branches: u64) -> Self {
        match branches {
            0 => Self::Easy,
            1..=9 => Self::Medium,
            10..=49 => Self::Hard,
            _ => Self::Fiendish,
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Fiendish => "fiendish",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Grade {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text.trim() {
            text if text.eq_ignore_ascii_case("expert") => Ok(Self::Fiendish),
            text => UnknownName::find("grade", text, Self::ALL, Self::name),
        }
    }
}

#[cfg(test)]
mod tests;
