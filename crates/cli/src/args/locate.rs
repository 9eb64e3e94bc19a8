//! `locate` as it is typed.

use clap::Args;

use super::{EndArgs, ReportArgs, SeedArgs};

/// Say which square is a step of the constructed tour, and which step is a square
///
/// The tour is the one that `solve` constructs for the same board, ends and seed. It is a formula:
/// nothing is walked and nothing is stored, so a board may have 10^19 squares. Each answer is
/// checked: the square has the step, and the squares beside it are a knight's move away.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole locate 8x8 --step 17
  caracole locate 8x8 --closed --from e4 --square c5 --neighbours
  caracole locate 1000000x1000000 --step 1..10
  caracole locate 4294967295x4294967295 --square 123456789,987654321 --json")]
pub(crate) struct LocateArgs {
    /// The board, a rectangle without holes: 8x8, 1000000x1000000
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) questions: QuestionArgs,
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    #[command(flatten, next_help_heading = "The tour")]
    pub(crate) seed: SeedArgs,
    /// Tell the squares before and after too; JSON always does
    #[arg(long, help_heading = "Output")]
    pub(crate) neighbours: bool,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// What is asked of the tour: one question at least. Steps are answered first.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
#[command(next_help_heading = "Questions")]
pub(crate) struct QuestionArgs {
    /// Which square is this step? Counted from 1; 5..10 asks for six of them; may be repeated
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) step: Vec<String>,
    /// Which step is this square? May be repeated
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) square: Vec<String>,
}
