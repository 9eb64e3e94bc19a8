//! `longest` as it is typed.

use clap::Args;

use caracole::formats::Format;

use super::common::{BOARD, LEAPER};
use super::values::formats_of_paths;
use super::{BaseArgs, Bytes, OutputArgs, Pause, SeedArgs};

/// Find a longest path where there is no tour
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole longest 4x4                      one square must be left out
  caracole longest 8x8-a1,h8 --from b1      from a square of your choice
  caracole longest @heart.png --json        for other programs
  caracole longest 9x9-a1,b1,c3 --timeout 1m",
    after_help = "Exit codes: 0 no path is longer, 2 bad usage or input, 3 a path and an upper bound \
                  that do not meet, 130 Ctrl-C."
)]
pub(crate) struct LongestArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    /// The first square, such as e4
    #[arg(long, value_name = "SQ", allow_hyphen_values = true, help_heading = "The path")]
    pub(crate) from: Option<String>,
    /// The last square, however long the path is
    #[arg(long, value_name = "SQ", allow_hyphen_values = true, help_heading = "The path")]
    pub(crate) to: Option<String>,
    /// A move that must not be made; may be repeated
    #[arg(long, value_name = "SQ-SQ", allow_hyphen_values = true, help_heading = "The path")]
    pub(crate) avoid: Vec<String>,
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER, help_heading = "The path")]
    pub(crate) leaper: Vec<String>,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// Take what is known by then: 500ms, 10s, 5m, 1h
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    pub(crate) timeout: Pause,
    /// Take what is known rather than use more memory: 512M, 8G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<Bytes>,
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = formats_of_paths(), help_heading = "Output")]
    pub(crate) format: Option<Format>,
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
