//! Warnsdorff's rule: go where there are the fewest ways on.
//!
//! One walk has no way back; it is in `walk.rs`, and how it chooses among equals in `tie.rs`.
//! `quest.rs` has what is done around it: which starts are tried (`candidate.rs`), what is done for
//! closed tours (`turn.rs`), and what is told when all fails.

mod candidate;
mod fast;
mod on_graph;
mod quest;
mod rectangle;
mod squirrel;
mod tie;
mod turn;
mod walk;

use caracole_core::{MoveOrder, Outcome, Problem, Stop, StopCause};

use super::task::{self, support_of_order};
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

pub use on_graph::{GraphWalk, GraphWalkError, on_graph};
use quest::{GaveUp, Quest};
pub use rectangle::{Rectangle, RectangleTie, Stuck};
pub use tie::Tie;

/// Warnsdorff's rule (1823): go to the unvisited square from which the fewest unvisited squares
/// can be reached; what to do about ties is a rule of its own, see [`Tie`].
///
/// *When to use it*: for a tour at once. It fails from some squares of the 8x8 board already, and
/// more often the larger the board; with [`Tie::Roth`] it rarely fails below 200x200. A failure
/// proves nothing, and the answer is then unknown, never impossible.
///
/// *Start*: the one asked for, and no other. If the start is left open, every square is tried
/// until one leads to a tour: those with the fewest moves first, which are the corners of a
/// rectangle, and among equals in reading order from the top left. A lonely square is best left
/// at once, and success from corners is indeed far more frequent.
///
/// *Ends and clues*: a square that is fixed at a later step is not entered before, but counts as
/// unvisited until then.
///
/// *Closed tours*: the rule knows nothing of the way home, so tours are walked until one happens
/// to close. A closed tour can be begun anywhere: if nothing but the ends is fixed, then after the
/// start asked for the other squares are tried as well, and a closed tour found from elsewhere is
/// turned, if necessary walked backwards, so that it begins and ends where it should.
///
/// *Costs*: `n` squares with `d` moves each take `n * d` time for each start, and 9 bytes a square
/// beside the list of moves. The knight on a plain rectangle needs no list: see [`Rectangle`].
///
/// *Reference*: H. C. von Warnsdorf, *Des Rösselsprungs einfachste und allgemeinste Lösung*, 1823.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("6x6".parse()?).from("a6")?;
/// let tour = Warnsdorff::default().solve(&problem, &mut Run::new()).tour().ok_or("no tour")?;
/// assert_eq!(tour.numbering()[30..], [1, 32, 9, 18, 3, 34]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnsdorff {
    /// The order in which moves are looked at; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
    /// What is done about ties.
    pub tie: Tie,
}

impl Solver for Warnsdorff {
    fn name(&self) -> &'static str {
        "warnsdorff"
    }

    fn supports(&self, problem: &Problem) -> Support {
        match self.tie {
            Tie::Squirrel => {
                Support::of_one_knight(problem, || squirrel::supports(problem, self.order.as_ref()))
            }
            _ => support_of_order(problem, self.order.as_ref()),
        }
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        let moves = match task::moves(problem, self.order.as_ref()) {
            Ok(moves) => moves,
            Err(error) => return unsupported(error.to_string()),
        };
        let mut quest = Quest::new(self, problem, moves);
        match quest.tour(run) {
            Ok(Some(path)) => run.found(problem, path),
            Ok(None) => Outcome::Unknown(Stop::new(StopCause::Heuristic, quest.story())),
            Err(GaveUp::Stopped(cause)) => run.stopped(problem, cause, self.name()),
            Err(GaveUp::NotBegun(stop)) => Outcome::Unknown(stop),
        }
    }
}

#[cfg(test)]
mod tests;
