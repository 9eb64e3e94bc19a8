//! A method as it is typed, with all that it can be told.

use clap::{Args, ValueEnum};

use caracole::{Children, Construct, Method, MethodSettings, MoveOrder, Moves, Problem, Tie};

use super::SoftArgs;
use super::values::{methods, ties};
use crate::failure::Failure;

/// How a tour is looked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct MethodArgs {
    /// How to look for it
    #[arg(
        short,
        long,
        default_value = "auto",
        value_parser = methods()
    )]
    pub(crate) method: Method,
    /// Which of several lonely squares Warnsdorff's rule takes
    #[arg(long, value_parser = ties())]
    pub(crate) tie: Option<Tie>,
    /// The order of moves, such as 34261578; 1 is one right, two up
    ///
    /// The moves are numbered clockwise from there, and tried from left to right.
    #[arg(long, value_name = "DIGITS", allow_hyphen_values = true)]
    pub(crate) order: Option<MoveOrder>,
    /// In which order brute force tries the moves from a square
    #[arg(long, value_name = "ORDER", hide_short_help = true)]
    pub(crate) children: Option<ChildrenArg>,
    #[command(flatten)]
    pub(crate) soft: SoftArgs,
}

impl MethodArgs {
    /// What the method is told. A setting that it would pass over is a mistake.
    pub(crate) fn settings(&self, problem: &Problem) -> Result<MethodSettings, Failure> {
        let method = self.method;
        if self.tie.is_some() && method != Method::Warnsdorff {
            return Err(Failure::of("--tie", "goes with --method warnsdorff"));
        }
        if self.children.is_some() && method != Method::BruteForce {
            return Err(Failure::of("--children", "goes with --method brute-force"));
        }
        if let Some(order) = &self.order {
            if !method.takes_order() {
                let why = "goes with --method warnsdorff, backtracking or brute-force";
                return Err(Failure::of("--order", why));
            }
            Moves::ordered(problem.piece(), problem.board(), order)
                .map_err(|error| Failure::of("--order", error))?;
        }
        Ok(MethodSettings {
            order: self.order.clone(),
            tie: self.tie.unwrap_or_default(),
            children: self.children.map(Into::into).unwrap_or_default(),
            construct: Construct::default(),
            neural: self.soft.network.neural(method)?,
            ants: self.soft.colony.ants(method)?,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChildrenArg {
    /// Squares with the fewest ways on first
    LonelyFirst,
    /// As the order of moves has them
    AsOrdered,
}

impl From<ChildrenArg> for Children {
    fn from(children: ChildrenArg) -> Self {
        match children {
            ChildrenArg::LonelyFirst => Self::LonelyFirst,
            ChildrenArg::AsOrdered => Self::AsOrdered,
        }
    }
}
