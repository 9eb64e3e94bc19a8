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
