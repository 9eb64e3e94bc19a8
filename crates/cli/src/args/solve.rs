//! `solve` as it is typed.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use caracole::Look;

use super::values::{knights, looks, steps};
use super::{MemoryArgs, MethodArgs, ProblemArgs, Seed, SeedArgs, TimeoutArgs, TourOutputArgs};

/// Find a tour, or prove that there is none
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 8x8 --closed --from e4
  caracole solve 8x8-a1,h8                          why two corners may not be missing
  caracole solve 8x8 --knights 2 --from a1 --from h8
  caracole solve @heart.txt                         a board drawn in a file
  caracole solve 8x8 --method warnsdorff --from a5 --order 32674158
  caracole solve 5x5 --method brute-force --trace   every visit and every retreat
  caracole solve 8x8 --method neural --repair       a network, its loops joined
  caracole solve 8x8 --method ants --seed 7         a colony of ants
  caracole solve 60x40 --look braided               few turns, few crossings
  caracole solve 1000x1000 --mix 7 -o tour.grid     not tiled
  caracole solve 50000x50000 -o tour.moves          2.5 billion steps, hardly any memory")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Several knights that cover the board together
    ///
    /// Their paths visit every square once, all of them together. Give as many starts as you like,
    /// each with --from. What is asked of one tour (--closed, --open, --to, --clue) does not go with
    /// several knights, and --method is auto or exact.
    #[arg(long, value_name = "K", value_parser = knights, help_heading = "The tour")]
    pub(crate) knights: Option<u32>,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// How a constructed tour looks
    ///
    /// Braided tours are closed, on boards with an even number of squares and sides of at least 12.
    /// They are stored, in about 16 bytes a square.
    #[arg(long, value_parser = looks(), help_heading = "The search", hide_short_help = true)]
    pub(crate) look: Option<Look>,
    /// Mix a constructed tour by random switches, so that it does not look tiled
    ///
    /// The seed is a number, or `random`. A closed tour stays closed, and ends stay where they are.
    /// Boards three or four squares wide leave little to switch. Mixed tours are stored, in about 16
    /// bytes a square.
    #[arg(
        long,
        value_name = "SEED",
        allow_hyphen_values = true,
        conflicts_with = "seed",
        help_heading = "The search",
        hide_short_help = true
    )]
    pub(crate) mix: Option<Seed>,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) time: TimeoutArgs,
    /// Give up after so many steps
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = steps,
        help_heading = "Limits"
    )]
    pub(crate) max_steps: Option<u64>,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    /// Print every visit and every retreat, as text or json
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) trace: Option<TraceForm>,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
    /// Where there is no tour: write the proof, for check-proof
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub(crate) certificate: Option<PathBuf>,
    /// Print trace and outcome as JSON lines
    #[arg(
        long,
        conflicts_with_all = ["json", "format"],
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(crate) jsonl: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceForm {
    Text,
    Json,
}
