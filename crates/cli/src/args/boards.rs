//! Commands about a board and nothing else.

use clap::Args;

use caracole::formats::Format;

use super::common::{BOARD, LEAPER};
use super::values::formats_of_graphs;
use super::{MemoryArgs, OutputArgs, Pause, ProblemArgs, ReportArgs};

/// Show the squares a tour can start from
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole starts 7x3
  caracole starts 5x6 --to a1
  caracole starts 1000000x999999            the rule, at once")]
pub(crate) struct StartsArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Without a theorem: give up on a square after this time
    #[arg(
        long,
        value_name = "TIME",
        default_value = "1s",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    pub(crate) timeout: Pause,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Show the graph of a board's moves, or write it for other programs
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole graph 8x8
  caracole graph 8x8-a1,h8 --json
  caracole graph 8x8 -o board.dot           for graphviz: neato -n2 -Tsvg board.dot
  caracole graph 8x8 --format tsplib        for LKH and concorde")]
pub(crate) struct GraphArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER)]
    pub(crate) leaper: Vec<String>,
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = formats_of_graphs(), help_heading = "Output")]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
