//! Commands about a board and nothing else.

use clap::Args;

use caracole::formats::Format;

use super::values::formats_of_graphs;
use super::{OutputArgs, Pause, ProblemArgs};

/// Show the squares a tour can start from
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole starts 7x3
  caracole starts 5x6 --to a1
  caracole starts 1000000x999999            the rule, at once")]
pub(crate) struct StartsArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// On boards without a theorem: give up on a square after this time
    #[arg(long, value_name = "TIME", default_value = "1s", allow_hyphen_values = true)]
    pub(crate) timeout: Pause,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Show the graph of a board's moves, or write it for other programs
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole graph 8x8
  caracole graph 8x8-a1,h8 --json
  caracole graph 8x8 -o board.dot           for graphviz: neato -n2 -Tsvg board.dot
  caracole graph 8x8 --format tsplib        for LKH and concorde")]
pub(crate) struct GraphArgs {
    /// The board: 8x8, 8x8-a1,h8, @shape.txt, @shape.png, torus:6x6, box:4x4x4
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) board: String,
    /// A leaper other than the knight, such as 2,3; several make one piece
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) leaper: Vec<String>,
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = formats_of_graphs(), help_heading = "Output")]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
