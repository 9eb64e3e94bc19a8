//! Brute force: every path, the most promising first.

use caracole_core::{MoveOrder, Outcome, Problem};

use super::depth_first::{self, AsOrdered, LonelyFirst};
use super::task::support_of_order;
use crate::{Run, Solver, Support};

/// In which order brute force tries the squares it can go to.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{BruteForce, Children, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).from("a1")?;
/// let steps = |children| {
///     let mut run = Run::new();
///     let method = BruteForce { children, ..BruteForce::default() };
///     assert!(method.solve(&problem, &mut run).is_found());
///     run.stats().steps
/// };
/// assert!(steps(Children::LonelyFirst) < steps(Children::AsOrdered));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Children {
    /// Those with the fewest onward moves first; among equals, the order of the moves.
    #[default]
    LonelyFirst,
    /// In the order of the moves: all paths one after the other, without any cunning.
    AsOrdered,
}

/// Brute force: try every path, lonely neighbours first.
///
/// *When to use it*: on boards of up to some hundred squares, where it mostly walks straight to a
/// tour, and if not, mends its way near the end. *Start*: the one asked for, else the top left
/// corner, and if no tour begins there the other squares in reading order. *Answers*: a tour, or
/// impossible once every path was tried.
///
/// *Costs*: with `n` squares, time exponential in `n` at worst, and about `n` steps where the first
/// guess is right. Memory 13 bytes a square beside the list of moves.
///
/// *Why it is right*: the order of the children decides when a path is tried, never whether.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{BruteForce, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).from("e4")?;
/// let mut run = Run::new();
/// assert!(BruteForce::default().solve(&problem, &mut run).is_found());
///
/// let problem = Problem::new("4x4".parse()?);
/// assert!(BruteForce::default().solve(&problem, &mut run).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BruteForce {
    /// The order in which moves are tried; clockwise from "one right, two up" if `None`.
    pub order: Option<MoveOrder>,
    /// Which squares come first.
    pub children: Children,
}

impl Solver for BruteForce {
    fn name(&self) -> &'static str {
        "brute-force"
    }

    fn supports(&self, problem: &Problem) -> Support {
        support_of_order(problem, self.order.as_ref())
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        let order = self.order.as_ref();
        match self.children {
            Children::LonelyFirst => {
                depth_first::solve::<LonelyFirst>(self.name(), problem, order, run)
            }
            Children::AsOrdered => {
                depth_first::solve::<AsOrdered>(self.name(), problem, order, run)
            }
        }
    }
}
