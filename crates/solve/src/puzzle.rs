//! Clue puzzles: the steps of some squares are given, and one tour fits them.
//!
//! A puzzle is a [`Problem`] with clues. [`unique`] says whether exactly one numbering of the squares
//! fits it, and [`make`] makes one that has this property. Both ask [`Exact`], which lists tours until
//! there are two or no more.

mod grade;
mod make;
mod order;
mod wander;

use caracole_core::{Outcome, Problem, Proof, Stop, StopCause, Tour};

use crate::{Exact, Others, Run, Solver};

pub use grade::Grade;
pub use make::{MakeError, PuzzleSettings, make};

/// How many tours fit a problem: one, several, none, or nobody knows.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{Uniqueness, unique};
///
/// let told = |problem: &Problem| match unique(problem, &mut Run::new()) {
///     Uniqueness::One(only) => only.tour.names(),
///     Uniqueness::Several([one, other]) => format!("{}, or {}", one.names(), other.names()),
///     Uniqueness::None(proof) => proof.text(),
///     Uniqueness::Unknown(stop, _) => stop.to_string(),
/// };
/// let problem = Problem::new("3x4".parse()?).from("a1")?;
/// assert!(told(&problem).contains(", or a1 "));
/// assert!(told(&problem.clone().clue("b1", 12)?).starts_with("a1 "));
/// assert_eq!(told(&problem.closed()), "3x4: the moves that are forced leave too few for b4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Uniqueness {
    /// Exactly one.
    One(Unique),
    /// Two at least.
    Several([Tour; 2]),
    /// None, and this is why.
    None(Proof),
    /// A limit was met. The tour is one that fits, if any was found; there may be others.
    Unknown(Stop, Option<Tour>),
}

/// The one tour that fits a problem, and how hard it is to find.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{Grade, Uniqueness, unique};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?.to("e3")?;
/// let problem = problem.clue("a5", 7)?.clue("b2", 17)?;
/// let Uniqueness::One(only) = unique(&problem, &mut Run::new()) else {
///     return Err("not unique".into());
/// };
/// assert_eq!(only.grade(), Grade::of(only.cases));
/// assert_eq!(only.tour.square_at(7), Some(problem.board().parse_square("a5")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unique {
    /// The tour.
    pub tour: Tour,
    /// How many cases had to be supposed until it was clear that there is no other; none where
    /// each move follows from the clues by the rules of [`Cases`](caracole_core::Cases).
    pub cases: u64,
}

impl Unique {
    /// How hard it is.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.cases)
    }
}

/// Does exactly one tour fit the problem? A tour is one numbering of the squares.
///
/// The seed of the run plays no part: a puzzle has one grade.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{Grade, Uniqueness, unique};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?.to("e3")?;
/// let Uniqueness::Several([one, other]) = unique(&problem, &mut Run::new()) else {
///     return Err("a1 to e3 in one way only".into());
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
    run.seeded(0, |run| {
        // A list that meets a limit is lost; the first tour, which is mostly easy, shall not be.
        let first = match Exact::default().solve(problem, run) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(proof) => return Uniqueness::None(proof),
            Outcome::Unknown(stop) => return Uniqueness::Unknown(stop, None),
        };
        let listing = Exact::default().list(problem, 2, run);
        let cases = listing.cases;
        let mut tours = listing.tours.into_iter();
        match (tours.next(), tours.next(), listing.others) {
            (Some(one), Some(other), _) => Uniqueness::Several([one, other]),
            (Some(tour), None, Others::None(_)) => Uniqueness::One(Unique { tour, cases }),
            (_, _, Others::Unknown(stop)) => Uniqueness::Unknown(stop, Some(first)),
            _ => {
                let story = "a tour was found and then was not";
                Uniqueness::Unknown(Stop::new(StopCause::Fault, story), Some(first))
            }
        }
    })
}

/// A puzzle: clues that exactly one tour fits.
///
/// [`make`] is the only way to one, so a `Puzzle` in hand is unique.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{Grade, PuzzleSettings, make};
///
/// let problem = Problem::new("5x5".parse()?);
/// let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
/// let puzzle = make(&problem, &settings, &mut Run::new().seed(1))?;
/// println!("{} clues, {}", puzzle.clues(), puzzle.grade());
/// assert!(puzzle.is_minimal());
/// assert_eq!(puzzle.grade(), Grade::of(puzzle.cases()));
/// for (step, square) in puzzle.problem().clues() {
///     assert_eq!(puzzle.solution().square_at(step), Some(square));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzle {
    problem: Problem,
    solution: Tour,
    cases: u64,
    is_minimal: bool,
}

impl Puzzle {
    /// The board and the clues: what the solver is shown.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The one tour that fits.
    pub const fn solution(&self) -> &Tour {
        &self.solution
    }

    /// How many squares have a number, the first and the last step among them.
    pub fn clues(&self) -> usize {
        self.problem.clues().count()
    }

    /// How hard it is.
    pub const fn grade(&self) -> Grade {
        Grade::of(self.cases)
    }

    /// How many cases had to be supposed to solve it, as [`Unique::cases`] counts them.
    pub const fn cases(&self) -> u64 {
        self.cases
    }

    /// Returns true if it is proved that no clue can be left out, the ends included; in a symmetric
    /// puzzle no pair of clues. Clues of the problem itself always stay.
    pub const fn is_minimal(&self) -> bool {
        self.is_minimal
    }
}

#[cfg(test)]
mod tests;
