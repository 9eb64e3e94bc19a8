//! Plain backtracking.

use caracole_core::{MoveOrder, Outcome, Problem};

use super::depth_first::{self, AsOrdered};
use super::task::support_of_order;
use crate::{Run, Solver, Support};

/// Backtracking in a fixed order of moves: go on as long as there is a move, else take the last
/// one back and try the next.
///
/// *When to use it*: on boards of up to some forty squares, to be sure; beyond, to see why one
/// wants better. *Start*: the one asked for, else the top left corner, and if no tour begins there
/// the other squares in reading order. *Answers*: a tour, or impossible once every path was tried.
///
/// *Costs*: with `n` squares, time exponential in `n`: on 8x8 from the corner good orders of the
/// moves take millions of steps, most take longer than anyone waits. Memory 9 bytes a square
/// beside the list of moves.
///
/// *Why it is right*: a path is only given up when each of its continuations was.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).from("a5")?;
/// let mut run = Run::new();
/// let tour = Backtracking::default().solve(&problem, &mut run).tour().ok_or("no tour")?;
/// assert_eq!(tour.numbering()[20..], [1, 20, 17, 12, 3]);
///
/// let problem = Problem::new("5x5".parse()?).from("b5")?;
/// let outcome = Backtracking::default().solve(&problem, &mut Run::new());
/// assert!(outcome.is_impossible(), "b5 has the colour of which there are fewer squares");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backtracking {
    /// The order in which moves are tried; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
}

impl Solver for Backtracking {
    fn name(&self) -> &'static str {
        "backtracking"
    }

    fn supports(&self, problem: &Problem) -> Support {
        support_of_order(problem, self.order.as_ref())
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        depth_first::solve::<AsOrdered>(self.name(), problem, self.order.as_ref(), run)
    }
}
