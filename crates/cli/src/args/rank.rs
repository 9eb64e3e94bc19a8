//! `rank` and `unrank` as they are typed.

use clap::Args;

use caracole::Count;

use super::{
    CountedArgs, DirectionArgs, ReportArgs, RuleArgs, TableArgs, TourFileArgs, TourOutputArgs,
    WorkArgs,
};

/// Say which number a tour has among all tours of its kind
///
/// All tours of a kind have a fixed order, and numbers from 0 to one less than `count` says. The kind
/// is what the flags say: any tour, with its direction, unless --closed or --open is given. A JSON file
/// that `solve` or `unrank` wrote says by itself what was asked.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole rank tour.txt                    among all tours, with their direction
  caracole rank tour.txt --closed           among the closed ones, without
  caracole unrank 6x6 4711 --closed --json | caracole rank -
  caracole rank tour.squares --closed --tables tables --json")]
pub(crate) struct RankArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Find the tour that has a number among all tours of its kind
///
/// Numbers run from 0 to one less than `count` says with the same flags, and `rank` finds them again.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole unrank 6x6 4711 --closed         one of 9862, numbered from 0 to 9861
  caracole unrank 5x5 1727                  the last of all
  caracole unrank 8x8 1234567890 --closed --tables tables --format squares")]
pub(crate) struct UnrankArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// The number of the tour, counted from 0
    #[arg(value_name = "INDEX", allow_negative_numbers = true, help_heading = None::<&str>)]
    pub(crate) index: Count,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
}
