//! Arguments for a method and its settings.

use std::num::{NonZeroU32, NonZeroU64};

use caracole::board::Moves;
use caracole::solvers::{
    Ants, Construct, Evaporation, Exponent, MethodSettings, MoveOrdering, Neural, Strength, Until,
};
use caracole::{Method, MoveOrder, Problem, TieBreak};
use clap::{Args, ValueEnum};

use crate::args::SeedArgs;
use crate::args::values::{methods, ties};
use crate::failure::Failure;

/// The method and its settings.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct MethodArgs {
    /// Search method
    #[arg(short, long, default_value = "auto", value_parser = methods())]
    pub(crate) method: Method,
    /// How Warnsdorff's rule breaks ties
    ///
    /// The rule chooses between squares with equally few onward moves.
    #[arg(long, value_parser = ties())]
    pub(crate) tie: Option<TieBreak>,
    /// The order of moves, such as 34261578
    ///
    /// Move 1 goes one square right and two up; the others are numbered clockwise from there. They are tried from
    /// left to right.
    #[arg(long, value_name = "DIGITS")]
    pub(crate) order: Option<MoveOrder>,
    /// Order of the squares for backtracking-warnsdorff
    #[arg(long, value_name = "ORDER", hide_short_help = true)]
    pub(crate) children: Option<ChildrenArg>,
    #[command(flatten)]
    pub(crate) soft: SoftArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChildrenArg {
    /// Squares with the fewest onward moves first
    LonelyFirst,
    /// In the move order
    AsOrdered,
}

/// The options of `--method neural` and `--method ants`.
#[derive(Debug, Args)]
pub(crate) struct SoftArgs {
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[command(flatten)]
    pub(crate) colony: ColonyArgs,
}

/// The options of `--method neural`.
#[derive(Debug, Args)]
#[command(next_help_heading = "The network")]
pub(crate) struct NetworkArgs {
    /// Join the cycles that a network converges to into one tour
    #[arg(long, hide_short_help = true)]
    repair: bool,
    /// Restarts of a network before it gives up [default: 1]
    #[arg(long, value_name = "N", value_parser = often)]
    #[arg(hide_short_help = true)]
    attempts: Option<NonZeroU32>,
    /// Updates of all neurons before a restart [default: 500]
    #[arg(long, value_name = "N", value_parser = often)]
    #[arg(hide_short_help = true)]
    sweeps: Option<NonZeroU32>,
}

/// The options of `--method ants`.
#[derive(Debug, Args)]
#[command(next_help_heading = "The ants")]
pub(crate) struct ColonyArgs {
    /// Walks of each ant [default: 27000]
    #[arg(long, value_name = "N", value_parser = very_often)]
    #[arg(hide_short_help = true)]
    cycles: Option<NonZeroU64>,
    /// Run all cycles, and count the distinct tours that the ants find
    #[arg(long, hide_short_help = true)]
    gather: bool,
    /// Fraction of each pheromone trail that evaporates per cycle [default: 0.25]
    #[arg(long, value_name = "SHARE", hide_short_help = true)]
    evaporation: Option<Evaporation>,
    /// Pheromone that a complete tour adds to each of its moves [default: 1]
    #[arg(long, value_name = "STRENGTH", hide_short_help = true)]
    deposit: Option<Strength>,
    /// Initial pheromone of every move [default: 0.000001]
    #[arg(long, value_name = "STRENGTH", hide_short_help = true)]
    first_trail: Option<Strength>,
    /// Exponent of the pheromone in the probability of a move [default: 1]
    #[arg(long, value_name = "POWER", hide_short_help = true)]
    exponent: Option<Exponent>,
}

impl MethodArgs {
    /// Returns the settings of the method. An option that it would ignore is an error.
    pub(crate) fn settings(
        &self,
        problem: &Problem,
        seed: &SeedArgs,
    ) -> Result<MethodSettings, Failure> {
        let method = self.method;
        let flags = [
            ("--seed", seed.is_for_method()),
            ("--tie", self.tie.is_some()),
            ("--children", self.children.is_some()),
            ("--order", self.order.is_some()),
        ];
        check_flags(method, &flags)?;
        if let Some(order) = &self.order {
            if self.tie == Some(TieBreak::Squirrel) {
                let why = "--tie squirrel has its own orders of moves: leave out one of them";
                return Err(Failure::of("--order", why));
            }
            Moves::ordered(problem.piece(), problem.board(), order)
                .map_err(|error| Failure::of("--order", error))?;
        }
        let settings = MethodSettings {
            order: self.order.clone(),
            tie: self.tie.unwrap_or_default(),
            ordering: self.children.map(Into::into).unwrap_or_default(),
            construct: Construct::default(),
            neural: self.soft.network.neural(method)?,
            ants: self.soft.colony.ants(method)?,
        };
        if seed.is_for_method() && !settings.uses_seed(method) {
            let why = format!("goes with --tie {}", TieBreak::random_names());
            return Err(Failure::of("--seed", why));
        }
        Ok(settings)
    }
}

/// Returns an error for the first option that the method would ignore.
pub(crate) fn check_flags(method: Method, flags: &[(&str, bool)]) -> Result<(), Failure> {
    let given = flags.iter().filter(|(_, is_given)| *is_given);
    let passed_over = given.filter_map(|(flag, _)| {
        method.passes_over(flag.trim_start_matches('-')).map(|others| (flag, others))
    });
    passed_over.take(1).try_for_each(|(flag, others)| {
        Err(Failure::of(flag, format!("goes with --method {others}")))
    })
}

impl From<ChildrenArg> for MoveOrdering {
    fn from(children: ChildrenArg) -> Self {
        match children {
            ChildrenArg::LonelyFirst => Self::LowestDegreeFirst,
            ChildrenArg::AsOrdered => Self::AsOrdered,
        }
    }
}

impl NetworkArgs {
    /// Returns the network. An option that the method would ignore is an error.
    pub(crate) fn neural(&self, method: Method) -> Result<Neural, Failure> {
        let flags = [
            ("--repair", self.repair),
            ("--attempts", self.attempts.is_some()),
            ("--sweeps", self.sweeps.is_some()),
        ];
        check_flags(method, &flags)?;
        let usual = Neural::default();
        Ok(Neural {
            repair: self.repair,
            attempts: self.attempts.unwrap_or(usual.attempts),
            sweeps: self.sweeps.unwrap_or(usual.sweeps),
        })
    }
}

impl ColonyArgs {
    /// Returns the colony. An option that the method would ignore is an error.
    pub(crate) fn ants(&self, method: Method) -> Result<Ants, Failure> {
        let flags = [
            ("--cycles", self.cycles.is_some()),
            ("--gather", self.gather),
            ("--evaporation", self.evaporation.is_some()),
            ("--deposit", self.deposit.is_some()),
            ("--first-trail", self.first_trail.is_some()),
            ("--exponent", self.exponent.is_some()),
        ];
        check_flags(method, &flags)?;
        let usual = Ants::default();
        Ok(Ants {
            cycles: self.cycles.unwrap_or(usual.cycles),
            until: if self.gather { Until::LastCycle } else { usual.until },
            evaporation: self.evaporation.unwrap_or(usual.evaporation),
            deposit: self.deposit.unwrap_or(usual.deposit),
            first_trail: self.first_trail.unwrap_or(usual.first_trail),
            exponent: self.exponent.unwrap_or(usual.exponent),
        })
    }
}

/// Parses a 32-bit number from 1.
fn often(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("write a whole number from 1 to {}", u32::MAX))
}

/// Parses a 64-bit number from 1.
fn very_often(text: &str) -> Result<NonZeroU64, String> {
    text.parse().map_err(|_| format!("write a whole number from 1 to {}", u64::MAX))
}
