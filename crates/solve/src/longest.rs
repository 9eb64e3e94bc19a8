//! The longest path of a board without a tour.

mod bound;
mod component;
mod frontier_dp;
mod local_search;
mod search;

use caracole_core::{Kind, Moves, Path, Problem, Square};
use caracole_explain::Explain;
use caracole_verify::{Outcome, SimplePath, Stop, StopCause, Tour};

use crate::instance::Instance;
use crate::{Auto, Decision, Run, Solver, Support, decide};
use component::Component;
use search::Search;

/// Larger boards are not searched.
const MAX_SQUARES: u64 = 1 << 22;

/// The bytes of the search per square: two copies of its moves, and paths.
const BYTES_PER_SQUARE: u64 = 160;

/// Returns whether [`longest`] supports a problem.
///
/// It supports all boards and pieces, forbidden moves, and given ends. It does not support constraints that
/// are defined only for tours: a kind, clues between the ends, required moves, several knights.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Support, supports_longest};
///
/// let problem = Problem::new("4x4".parse()?).start("a1")?;
/// assert_eq!(supports_longest(&problem), Support::Yes);
/// let Support::No(why) = supports_longest(&problem.closed()) else {
///     return Err("a kind of tour is not supported".into());
/// };
/// assert_eq!(why, "the longest path does not support open or closed tours: leave this out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn supports_longest(problem: &Problem) -> Support {
    let what = if problem.kind() != Kind::Any {
        "open or closed tours"
    } else if problem.knights() > 1 {
        "several knights"
    } else if !problem.required().is_empty() {
        "required moves"
    } else if !problem.clues().all(|(step, _)| step == 1 || step == problem.board().len()) {
        "clues"
    } else {
        return Support::Yes;
    };
    Support::No(format!("the longest path does not support {what}: leave this out"))
}

/// Finds a longest path: as many squares as possible, each visited at most once.
///
/// If the problem has a tour, the result is a tour. Otherwise local search finds a long path, and upper
/// bounds limit the length of all paths: connected components, colours, dead ends, and the maximum number of
/// edges with at most two at each square. If path and bound do not meet, frontier dynamic programming over
/// all paths decides on small or thin boards. Its frontier has up to 25 squares; a knight on a strip needs
/// two for each rank and two more. Strips of up to five ranks are fast, wider ones may have too many states.
/// A search that reaches a limit returns a path and a bound.
///
/// A given start is the first square of the path, and a given end the last. Fails for problems that
/// [`supports_longest`] excludes, and if the verifier rejects a path.
///
/// The bounds take `O(moves * sqrt(squares))` time and about 160 bytes per square, for up to four million
/// squares. Frontier dynamic programming takes memory for all its states.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, longest};
///
/// let answer = longest(&Problem::new("4x4".parse()?), &mut Run::new())?;
/// assert_eq!((answer.len(), answer.upper_bound()), (15, 15));
/// assert!(answer.is_proved());
///
/// let path = longest(&Problem::new("3x3".parse()?).start("a1")?, &mut Run::new())?;
/// assert_eq!(path.len(), 8, "no move leads to the middle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(problem: &Problem, run: &mut Run<'_>) -> Result<Longest, Stop> {
    longest_with(problem, run, &drop)
}

/// Finds a longest path as [`longest`], and calls `improved` with each path that is longer than those before.
///
/// The verifier has accepted every such path. The first call comes before the search, so that a caller with
/// its own deadline always has a result.
///
/// ```
/// use std::cell::RefCell;
///
/// use caracole_core::Problem;
/// use caracole_solve::{Run, longest_with};
///
/// let lengths = RefCell::new(Vec::new());
/// let improved = |answer: caracole_solve::Longest| lengths.borrow_mut().push(answer.len());
/// longest_with(&Problem::new("4x4".parse()?), &mut Run::new(), &improved)?;
/// assert_eq!(lengths.borrow().first(), Some(&1));
/// assert_eq!(lengths.borrow().last(), Some(&15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest_with(
    problem: &Problem,
    run: &mut Run<'_>,
    improved: &dyn Fn(Longest),
) -> Result<Longest, Stop> {
    if let Support::No(why) = supports_longest(problem) {
        return Err(Stop::new(StopCause::Unsupported, why));
    }
    let mut search = Search::new(problem, improved);
    let mut stop = None;
    let outcome = match decide(problem) {
        Decision::Impossible(certificate) => {
            Some(run.impossible(problem, certificate.into_reason()))
        }
        Decision::Exists => Some(Auto.solve(problem, run)),
        Decision::Undecided => None,
    };
    match outcome {
        Some(Outcome::Found(tour)) => return Ok(Longest::tour(tour)),
        Some(Outcome::Impossible(evidence)) => search.exclude_tour(evidence.text()),
        Some(Outcome::Unknown(other)) => stop = Some(other),
        None => {}
    }
    if stop.is_none() {
        stop = search_components(problem, &mut search, run)
            .err()
            .map(|cause| search.stopped(cause, run));
    }
    let Search { best, upper, why, .. } = search;
    let found = accept(problem, best)?;
    if let LongestFound::Whole(tour) = found {
        return Ok(Longest::tour(tour));
    }
    // A path that meets the bound is optimal, even after a stop.
    let stop = stop.filter(|_| found.len() < upper);
    Ok(Longest::new(found, upper, why, stop))
}

/// Searches all components for the best path and an upper bound.
fn search_components(
    problem: &Problem,
    search: &mut Search<'_>,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let board = problem.board();
    if board.len() > MAX_SQUARES {
        return Err(StopCause::Unsupported);
    }
    run.check_limits()?;
    let moves = Moves::new(problem.piece(), board);
    let instance = Instance::new(problem, moves, board.len() * BYTES_PER_SQUARE, run)?;
    let components = Component::all(&instance)?;
    if components.is_empty() {
        search.exclude_paths(problem);
        return Ok(());
    }
    search.in_components(&instance, &components, run)
}

/// Passes a path to the verifier.
fn accept(problem: &Problem, path: Path) -> Result<LongestFound, Stop> {
    if path.is_empty() {
        return Ok(LongestFound::Nothing);
    }
    let accepted = if path.len() == problem.board().len() {
        Tour::verify(problem, path).map(LongestFound::Whole)
    } else {
        SimplePath::verify(problem, path).map(LongestFound::Part)
    };
    accepted.map_err(|rejected| {
        let first = rejected.verdict.defects().first().map(|defect| defect.text(problem.board()));
        debug_assert!(false, "{}: {first:?}", problem.board());
        let text = first.unwrap_or_default();
        Stop::new(StopCause::Fault, format!("the verifier rejected a path: {text}"))
    })
}

/// The longest path found, and an upper bound on the length of all paths.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{LongestFound, Run, longest};
///
/// let problem = Problem::new("4x4".parse()?);
/// let answer = longest(&problem, &mut Run::new())?;
/// assert_eq!((answer.len(), answer.upper_bound()), (15, 15));
/// assert!(answer.is_proved() && answer.stop().is_none());
/// assert!(matches!(answer.found(), LongestFound::Part(_)), "4x4 has no tour");
/// let names: Vec<_> = answer.squares().map(|square| problem.board().name(square)).collect();
/// println!("{}, because {}", names.join(" "), answer.reason());
/// assert_eq!(names.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Longest {
    found: LongestFound,
    upper_bound: u64,
    reason: String,
    stop: Option<Stop>,
}

/// The path of a [`Longest`].
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{LongestFound, Run, longest};
///
/// for (board, expected) in [("3x3", 8), ("5x5", 25)] {
///     let answer = longest(&Problem::new(board.parse()?), &mut Run::new())?;
///     match answer.found() {
///         LongestFound::Whole(tour) => assert_eq!(tour.len(), expected),
///         LongestFound::Part(path) => assert_eq!(path.len(), expected),
///         LongestFound::Nothing => unreachable!("no end is given"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum LongestFound {
    /// No path between the given ends exists, or none was found.
    Nothing,
    /// A path that does not visit all squares.
    Part(SimplePath),
    /// A tour.
    Whole(Tour),
}

impl LongestFound {
    /// Returns the number of visited squares.
    fn len(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Part(path) => path.len(),
            Self::Whole(tour) => tour.len(),
        }
    }
}

impl Longest {
    fn new(found: LongestFound, upper_bound: u64, reason: String, stop: Option<Stop>) -> Self {
        debug_assert!(found.len() <= upper_bound, "{} of {upper_bound}: {reason}", found.len());
        Self { found, upper_bound, reason, stop }
    }

    /// Returns the same result with another stop, which ended the search before a proof.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_verify::{Stop, StopCause};
    /// use caracole_solve::{Run, longest};
    ///
    /// let stop = Stop::new(StopCause::Time, "while walking");
    /// let answer = longest(&Problem::new("4x4".parse()?), &mut Run::new())?.stopped_by(stop);
    /// assert_eq!(answer.stop().map(|stop| stop.cause), Some(StopCause::Time));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stopped_by(self, stop: Stop) -> Self {
        Self { stop: Some(stop), ..self }
    }

    fn tour(tour: Tour) -> Self {
        let upper_bound = tour.len();
        let reason = "a tour visits every square".to_owned();
        Self { found: LongestFound::Whole(tour), upper_bound, reason, stop: None }
    }

    /// Returns the path.
    pub const fn found(&self) -> &LongestFound {
        &self.found
    }

    /// Returns the number of squares of the path; 0 if there is none.
    #[expect(clippy::len_without_is_empty, reason = "the length is a result, not a size")]
    pub fn len(&self) -> u64 {
        self.found.len()
    }

    /// Returns an upper bound on the number of squares of a path.
    pub const fn upper_bound(&self) -> u64 {
        self.upper_bound
    }

    /// Returns the reason for the upper bound, as text.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns true if no path is longer.
    pub fn is_proved(&self) -> bool {
        self.len() == self.upper_bound
    }

    /// Returns what ended the search before that was proved.
    pub const fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Returns the squares in order.
    pub fn squares(&self) -> Box<dyn Iterator<Item = Square> + '_> {
        match &self.found {
            LongestFound::Nothing => Box::new(std::iter::empty()),
            LongestFound::Part(path) => Box::new(path.squares()),
            LongestFound::Whole(tour) => Box::new(tour.squares()),
        }
    }
}

#[cfg(test)]
mod tests;
