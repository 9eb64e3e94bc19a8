//! `list` and `sample` as they are typed.

use clap::Args;

use super::values::from_one;
use super::{CountedArgs, SeedArgs, TableArgs, ToursOutputArgs, WorkArgs};

/// List all tours
///
/// Tours are written as they are found, always in the same order, and none is stored. There are as
/// many as `count` says with the same flags: a tour without direction is written once, and a closed one
/// is not written again for each square on which it could start.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole list 5x5                         1728 lines
  caracole list 6x6 --closed --limit 3
  caracole list 5x5 --from c3 --format grid
  caracole list 5x5 --open -o tours.squares
  caracole list 6x6 --closed --jsonl        one object a tour",
    after_help = "Exit codes: 0 listed, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// Stop after so many tours
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = from_one,
        help_heading = "The work"
    )]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: ToursOutputArgs,
}

/// Pick tours at random, each with the same chance
///
/// Every tour of the asked kind is equally likely, each time anew: the tours are counted first, and
/// then a number is drawn. The tables of the count can be kept with --tables, for the next time and for
/// `rank` and `unrank`.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole sample 6x6 --closed
  caracole sample 6x6 --closed -o tour.svg             drawn by chance, and drawn
  caracole sample 6x6 --closed -n 10 --seed random
  caracole sample 8x8 --closed -n 1000 --tables tables -o tours.squares
  caracole sample 7x5 --from a1 --format grid
  caracole sample 6x6 -n 5 --jsonl",
    after_help = "Exit codes: 0 drawn, 1 no tour, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// How many
    #[arg(
        short = 'n',
        long = "number",
        value_name = "K",
        default_value = "1",
        allow_hyphen_values = true,
        value_parser = from_one,
        help_heading = "Chance"
    )]
    pub(crate) number: u64,
    #[command(flatten, next_help_heading = "Chance")]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: ToursOutputArgs,
}
