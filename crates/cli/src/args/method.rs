//! A method as it is typed, with all that it can be told.

use clap::{Args, ValueEnum};

use caracole::{Children, Construct, Method, MethodSettings, MoveOrder, Moves, Problem, Tie};

use super::values::{methods, ties};
use super::{SeedArgs, SoftArgs};
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
    /// How Warnsdorff's rule breaks ties
    ///
    /// Which of several squares that have the fewest ways on it takes.
    #[arg(long, value_parser = ties())]
    pub(crate) tie: Option<Tie>,
    /// The order of moves, such as 34261578
    ///
    /// Move 1 goes one right and two up; the others are numbered clockwise from there. They are tried
    /// from left to right.
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
    pub(crate) fn settings(
        &self,
        problem: &Problem,
        seed: &SeedArgs,
    ) -> Result<MethodSettings, Failure> {
        let method = self.method;
        let flags = [
            ("--seed", seed.is_given()),
            ("--tie", self.tie.is_some()),
            ("--children", self.children.is_some()),
            ("--order", self.order.is_some()),
        ];
        heeds(method, &flags)?;
        let tie = self.tie.unwrap_or_default();
        if seed.is_given() && method == Method::Warnsdorff && !tie.is_random() {
            return Err(Failure::of("--seed", "goes with --tie random, pohl or pohl-least"));
        }
        if let Some(order) = &self.order {
            Moves::ordered(problem.piece(), problem.board(), order)
                .map_err(|error| Failure::of("--order", error))?;
        }
        Ok(MethodSettings {
            order: self.order.clone(),
            tie,
            children: self.children.map(Into::into).unwrap_or_default(),
            construct: Construct::default(),
            neural: self.soft.network.neural(method)?,
            ants: self.soft.colony.ants(method)?,
        })
    }
}

/// Does the method heed all flags that are given? One that it would pass over is a mistake.
pub(crate) fn heeds(method: Method, flags: &[(&str, bool)]) -> Result<(), Failure> {
    let given = flags.iter().filter(|(_, is_given)| *is_given);
    let passed_over = given.filter_map(|(flag, _)| {
        method.passes_over(flag.trim_start_matches('-')).map(|others| (flag, others))
    });
    passed_over.take(1).try_for_each(|(flag, others)| {
        Err(Failure::of(flag, format!("goes with --method {others}")))
    })
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
