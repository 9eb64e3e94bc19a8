//! Warnsdorff's rule: go to the neighbour of lowest degree.
//!
//! `walk.rs` contains one walk, without backtracking, and `tie.rs` the tie-break rules. `starts.rs` tries
//! one start after the other and rotates closed tours.

mod rectangle;
mod squirrel;
mod starts;
mod tie_break;
mod walk;

use caracole_core::{MoveOrder, Problem};
use caracole_verify::{Outcome, Stop, StopCause};

use super::support_of_order;
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

pub use rectangle::{Rectangle, RectangleTie};
use starts::{Abort, StartSearch};
pub use tie_break::TieBreak;
pub use walk::Stuck;

/// Warnsdorff's rule (1823): go to the unvisited neighbour of lowest degree, which is its number of unvisited
/// neighbours. Ties are broken by a separate rule, see [`TieBreak`].
///
/// *Use*: for a quick tour. It fails from some squares of the 8x8 board, and more often on larger boards;
/// with [`TieBreak::Roth`] it rarely fails below 200x200. After a failure the answer is unknown, never impossible.
///
/// *Start*: the given one only. If the start is open, one square after the other is tried until one leads to a
/// tour: squares of lowest degree first, which are the corners of a rectangle, then in reading order from the
/// top left. Walks from corners succeed far more often. The number of starts is bounded: all squares of boards
/// of up to 2000, then fewer, and 32 on large boards. The stop names the first of them.
///
/// *Ends and clues*: a square with a clue for a later step is not entered before, but counts as unvisited
/// until then.
///
/// *Closed tours*: the rule does not plan the closing move, so walks are repeated until one closes. If the
/// problem fixes nothing except the ends, the other squares are tried after the given start, and a closed
/// tour is then rotated, and reversed if necessary, to its ends.
///
/// *Complexity*: `n` squares with `d` moves each take `n * d` time for each start, and 9 bytes per square
/// beside the list of moves. The knight on a plain rectangle needs no list: see [`Rectangle`].
///
/// *Reference*: H. C. von Warnsdorf, *Des Rösselsprungs einfachste und allgemeinste Lösung*, 1823.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("6x6".parse()?).start("a6")?;
/// let tour = Warnsdorff::default().solve(&problem, &mut Run::new()).found().ok_or("no tour")?;
/// assert_eq!(tour.numbering()[30..], [1, 32, 9, 18, 3, 34]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnsdorff {
    /// The move order; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
    /// The tie-break rule.
    pub tie: TieBreak,
}

impl Solver for Warnsdorff {
    fn name(&self) -> &'static str {
        "warnsdorff"
    }

    fn supports(&self, problem: &Problem) -> Support {
        if problem.board().graph().is_some() && self.tie.needs_board() {
            return Support::No(format!("ties {} needs a board, and this is a graph", self.tie));
        }
        match self.tie {
            TieBreak::Squirrel => {
                Support::of_one_knight(problem, || squirrel::supports(problem, self.order.as_ref()))
            }
            _ => support_of_order(problem, self.order.as_ref()),
        }
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        let moves = match super::moves(problem, self.order.as_ref()) {
            Ok(moves) => moves,
            Err(error) => return unsupported(error.to_string()),
        };
        let mut search = StartSearch::new(self, problem, moves);
        match search.tour(run) {
            Ok(Some(path)) => run.found(problem, path),
            Ok(None) => Outcome::Unknown(Stop::new(StopCause::Heuristic, search.summary())),
            Err(Abort::Stopped(cause)) => run.stopped(problem, cause, self.name()),
            Err(Abort::NotStarted(stop)) => Outcome::Unknown(stop),
        }
    }
}

#[cfg(test)]
mod tests;
