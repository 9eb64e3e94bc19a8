//! `watch` and `play` as they are typed.

use std::path::PathBuf;

use clap::Args;

use super::common::BOARD;
use super::values::steps;
use super::{MethodArgs, Pause, RuleArgs, SeedArgs};

/// Watch a method at work, step by step
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole watch --method warnsdorff                  the old rule on the chessboard
  caracole watch 6x6 --method backtracking --pause 50ms
  caracole watch 8x8 --method warnsdorff --from f4 --order 76543218
  caracole watch 8x8 --method neural                  a network settling
  caracole watch 6x6 --method ants                    trails growing
  caracole watch 5x5 --plain                          frames as text, for pipes and slides
  caracole watch 5x5 --plain --every 0                the last frame only")]
pub(crate) struct WatchArgs {
    #[arg(value_name = "BOARD", help = BOARD, default_value = "8x8")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// How long a step stays on the screen [default: 200ms; with --plain no time]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "The show")]
    pub(crate) pause: Option<Pause>,
    /// Print frames as text, also where there is no terminal
    #[arg(long, help_heading = "The show")]
    pub(crate) plain: bool,
    /// Print a frame after so many steps; 0: the last one only
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = steps,
        allow_hyphen_values = true,
        requires = "plain",
        help_heading = "The show"
    )]
    pub(crate) every: u64,
}

/// Play a tour yourself, with a coach
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole play 5x5
  caracole play 8x8 --closed --from e4
  caracole play --load game.json       go on where you saved
  caracole play 6x6 --blindfold        type squares, see nothing")]
pub(crate) struct PlayArgs {
    #[arg(value_name = "BOARD", help = BOARD, default_value = "8x8")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Go on with a game that was saved
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "The game",
        conflicts_with_all = [
            "board", "closed", "open", "from", "to", "clue", "using", "avoid", "leaper",
        ]
    )]
    pub(crate) load: Option<PathBuf>,
    /// See no board, type squares
    #[arg(long, help_heading = "The game")]
    pub(crate) blindfold: bool,
}
