//! The interface of every method.

use caracole_core::Problem;
use caracole_verify::{Outcome, Stop, StopCause};

use crate::auto::proved;
use crate::{Decision, Run, decide};

/// A method that solves problems.
///
/// The conformance suite checks these laws for every solver:
/// * a tour that it finds answers the problem, and `Impossible` is only returned with a proof;
/// * the same problem, seed and limit of steps give the same outcome and the same statistics;
/// * it stops soon after the limits of the run are reached, on any board, and its call stack does not
///   grow with the board;
/// * every visit and every backtrack is reported to the run;
/// * a tour belongs to one knight, and several are not supported.
///
/// ```
/// use caracole_core::{Moves, Path, Problem, Square};
/// use caracole_verify::{Outcome, StopCause};
/// use caracole_solve::{Random, Options, Run, Solver, Support};
///
/// /// A random walk to unvisited squares, until there is none.
/// struct RandomWalk;
///
/// impl RandomWalk {
///     fn walk(problem: &Problem, run: &mut Run<'_>) -> Result<Path, StopCause> {
///         let (board, moves) = (problem.board(), Moves::new(problem.piece(), problem.board()));
///         let _memory = run.reserve(board.len() * 8)?;
///         let mut random = Random::new(run.seed(), "random walk");
///         let start = problem.start_square().or_else(|| board.squares().next()).ok_or(StopCause::Fault)?;
///         let mut path = vec![start];
///         run.begin_walk(start)?;
///         while (path.len() as u64) < board.len() {
///             let near = path.last().into_iter().flat_map(|&last| moves.from(board, last));
///             let mut free: Vec<Square> = near.filter(|to| !path.contains(to)).collect();
///             random.shuffle(&mut free);
///             let &to = free.first().ok_or(StopCause::Heuristic)?;
///             path.push(to);
///             run.visit(path.len() as u64, to)?;
///         }
///         Ok(path.into_iter().collect())
///     }
/// }
///
/// impl Solver for RandomWalk {
///     fn name(&self) -> &'static str {
///         "random walk"
///     }
///
///     fn supports(&self, problem: &Problem) -> Support {
///         if problem.fixes_ends_only() && problem.end_square().is_none() {
///             return Support::Yes;
///         }
///         Support::No("a random walk takes a start, and nothing else".to_owned())
///     }
///
///     fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
///         match Self::walk(problem, run) {
///             Ok(path) => run.found(problem, path),
///             Err(cause) => run.stopped(problem, cause, self.name()),
///         }
///     }
/// }
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// assert_eq!(RandomWalk.supports(&problem), Support::Yes);
/// let Outcome::Unknown(stop) = RandomWalk.solve(&problem, &mut Run::new()) else {
///     return Err("a random walk rarely succeeds".into());
/// };
/// println!("{}: {stop}", RandomWalk.name());
/// assert_eq!(stop.cause, StopCause::Heuristic);
/// let succeeds = |seed| RandomWalk.solve(&problem, &mut Run::with_options(&Options::new().seed(seed))).is_found();
/// assert!((0..2000).any(succeeds));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns whether the solver can work on a problem.
    fn supports(&self, problem: &Problem) -> Support;

    /// Solves a problem. The outcome of a problem that is not supported is `Unknown`, with
    /// [`StopCause::Unsupported`].
    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome;
}

/// Whether a solver can work on a problem.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Method, MethodSettings, Support};
///
/// let construct = Method::Construct.solver(&MethodSettings::default());
/// assert_eq!(construct.supports(&Problem::new("8x8".parse()?)), Support::Yes);
/// let Support::No(why) = construct.supports(&Problem::new("8x8-a1,h1".parse()?)) else {
///     return Err("there are holes".into());
/// };
/// assert_eq!(why, "the construction needs a plain rectangle: flat, without holes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// It can.
    Yes,
    /// It cannot, and this is what it would need.
    No(String),
}

impl Support {
    /// Returns the support of a method that finds tours: none for several knights, whose paths
    /// [`cover`](crate::cover()) finds, and otherwise what else the method needs.
    pub(crate) fn of_one_knight(problem: &Problem, otherwise: impl FnOnce() -> Self) -> Self {
        match problem.knights() {
            1 => otherwise(),
            knights => Self::No(format!("it finds tours of a single knight, not of {knights}")),
        }
    }
}

/// Returns the outcome of a problem that a method does not support.
pub(crate) fn unsupported(why: impl Into<String>) -> Outcome {
    Outcome::Unknown(Stop::new(StopCause::Unsupported, why))
}

/// Returns the outcome of a problem that needs no search by a method: one that it does not support, or
/// that is known to have no tour.
pub(crate) fn outcome_without_search(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
) -> Option<Outcome> {
    if let Support::No(why) = solver.supports(problem) {
        return Some(unsupported(why));
    }
    match decide(problem) {
        Decision::Impossible(certificate) => Some(proved(problem, certificate, run)),
        Decision::Exists | Decision::Undecided => None,
    }
}
