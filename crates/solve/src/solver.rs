//! What every method has in common.

use caracole_core::{Outcome, Problem, Stop, StopCause};

use crate::Run;

/// A way to answer problems.
///
/// Laws that the conformance suite holds every solver to:
/// * a tour it finds answers the problem, and `Impossible` is only said where it is proved;
/// * the same problem, seed and limit of steps give the same outcome and the same statistics;
/// * it stops soon after the run says so, whatever the board, and uses no call stack that grows
///   with the board;
/// * every visit and every retreat is told to the run;
/// * a tour belongs to one knight, and several are not supported.
///
/// ```
/// use caracole_core::{Moves, Outcome, Path, Problem, Square, StopCause};
/// use caracole_solve::{Random, Run, Solver, Support};
///
/// /// Goes from square to square as chance will have it, until there is no way on.
/// struct Drunkard;
///
/// impl Drunkard {
///     fn walk(problem: &Problem, run: &mut Run<'_>) -> Result<Path, StopCause> {
///         let (board, moves) = (problem.board(), Moves::new(problem.piece(), problem.board()));
///         let _memory = run.reserve(board.len() * 8)?;
///         let mut random = Random::new(run.get_seed(), "drunkard");
///         let start = problem.start().or_else(|| board.squares().next()).ok_or(StopCause::Fault)?;
///         let mut path = vec![start];
///         run.attempt(start)?;
///         while (path.len() as u64) < board.len() {
///             let near = path.last().into_iter().flat_map(|&last| moves.from(board, last));
///             let mut ways: Vec<Square> = near.filter(|to| !path.contains(to)).collect();
///             random.shuffle(&mut ways);
///             let &to = ways.first().ok_or(StopCause::Heuristic)?;
///             path.push(to);
///             run.visit(path.len() as u64, to)?;
///         }
///         Ok(path.into_iter().collect())
///     }
/// }
///
/// impl Solver for Drunkard {
///     fn name(&self) -> &'static str {
///         "drunkard"
///     }
///
///     fn supports(&self, problem: &Problem) -> Support {
///         if problem.fixes_ends_only() && problem.end().is_none() {
///             return Support::Yes;
///         }
///         Support::No("a drunkard can be told where to start, and nothing else".to_owned())
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
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// assert_eq!(Drunkard.supports(&problem), Support::Yes);
/// let Outcome::Unknown(stop) = Drunkard.solve(&problem, &mut Run::new()) else {
///     return Err("what luck".into());
/// };
/// println!("{}: {stop}", Drunkard.name());
/// assert_eq!(stop.cause, StopCause::Heuristic);
/// let is_lucky = |seed| Drunkard.solve(&problem, &mut Run::new().seed(seed)).is_found();
/// assert!((0..2000).any(is_lucky));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Can it work on this problem at all?
    fn supports(&self, problem: &Problem) -> Support;

    /// Answers a problem that it supports. Of one that it does not support it says `Unknown`,
    /// with [`StopCause::Unsupported`].
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
    /// It cannot, and what it would need instead.
    No(String),
}

impl Support {
    /// The support of a method that finds tours: none for several knights, whose paths
    /// [`cover`](crate::cover()) finds, and otherwise what else the method needs.
    pub(crate) fn of_one_knight(problem: &Problem, otherwise: impl FnOnce() -> Self) -> Self {
        match problem.knights() {
            1 => otherwise(),
            knights => Self::No(format!("it finds tours of a single knight, not of {knights}")),
        }
    }
}

/// The answer to a problem that a method does not support.
pub(crate) fn unsupported(why: impl Into<String>) -> Outcome {
    Outcome::Unknown(Stop::new(StopCause::Unsupported, why))
}
