//! What can be typed.

mod problem;
mod report;
mod values;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use caracole::formats::Format;
use caracole::{Children, Method, MoveOrder, Tie};

pub(crate) use problem::{ProblemArgs, RuleArgs};
pub(crate) use report::report;
pub(crate) use values::{Bytes, Pause, Seed};
use values::{formats, methods, ties};

/// Finds, proves impossible, checks and converts knight's tours.
#[derive(Debug, Parser)]
#[command(
    name = "caracole",
    version,
    max_term_width = 100,
    disable_help_subcommand = true,
    before_long_help = "Examples:
  caracole solve 8x8                       a tour of the chessboard
  caracole solve 8x8 --closed --from e4    one that comes home to e4
  caracole solve 6x5 --from b3 --to c4     impossible, and why
  caracole check homework.txt              what is wrong with this tour?
  caracole starts 7x3                      the squares a tour can start from",
    after_help = "Exit codes: 0 found or valid, 1 impossible or invalid, 2 bad usage or input, \
                  3 unknown, 130 Ctrl-C."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) manners: Manners,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Check(CheckArgs),
    Starts(StartsArgs),
    Graph(GraphArgs),
    Convert(ConvertArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// How we speak, on every command.
#[derive(Debug, Args)]
pub(crate) struct Manners {
    /// Say nothing but the answer
    #[arg(short, long, global = true, help_heading = "Manners", hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "Manners", hide_short_help = true)]
    pub(crate) verbose: u8,
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Manners",
        hide_short_help = true
    )]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Manners {
    /// Makes the choice of colour hold for the whole program.
    pub(crate) fn apply(&self) {
        match self.color {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
    }

    /// A remark on standard error, if we are to say more.
    pub(crate) fn detail(&self, line: impl std::fmt::Display) {
        if self.verbose > 0 {
            self.remark(line);
        }
    }

    /// A remark on standard error, unless we are to be quiet.
    pub(crate) fn remark(&self, line: impl std::fmt::Display) {
        use std::io::Write;
        if !self.quiet {
            // When standard error is closed there is nobody left to tell.
            let _ = writeln!(anstream::stderr(), "{line}");
        }
    }
}

/// Find a tour, or prove that there is none
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 8x8 --closed --from e4
  caracole solve 8x8-a1,h8                          why two corners may not be missing
  caracole solve @heart.txt                         a board drawn in a file
  caracole solve 8x8 --method warnsdorff --from a5 --order 32674158
  caracole solve 5x5 --method brute-force --trace   every visit and every retreat
  caracole solve 1000x1000 --format moves -o tour.moves")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// How to look for it
    #[arg(short, long, default_value = "auto", value_parser = methods(), help_heading = "The search")]
    pub(crate) method: Method,
    /// Which of several lonely squares Warnsdorff's rule takes
    #[arg(long, value_parser = ties(), help_heading = "The search")]
    pub(crate) tie: Option<Tie>,
    /// The order of moves, such as 34261578; 1 is one right, two up
    ///
    /// The moves are numbered clockwise from there, and tried from left to right.
    #[arg(long, value_name = "DIGITS", allow_hyphen_values = true, help_heading = "The search")]
    pub(crate) order: Option<MoveOrder>,
    /// In which order brute force tries the moves from a square
    #[arg(long, value_name = "ORDER", help_heading = "The search", hide_short_help = true)]
    pub(crate) children: Option<ChildrenArg>,
    /// Where chance begins: a number, or `random`
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        allow_hyphen_values = true,
        help_heading = "The search"
    )]
    pub(crate) seed: Seed,
    /// Give up after this time: 500ms, 10s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) timeout: Option<Pause>,
    /// Give up after so many steps
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) max_steps: Option<u64>,
    /// Give up rather than use more memory: 512M, 8G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<Bytes>,
    /// Print every visit and every retreat
    #[arg(long, value_name = "AS", num_args = 0..=1, require_equals = true, default_missing_value = "text", help_heading = "Output")]
    pub(crate) trace: Option<TraceForm>,
    /// Number of the first step in grid and csv: 0 or 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(0..=1), help_heading = "Output", hide_short_help = true)]
    pub(crate) base: u8,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// Print trace and outcome as JSON lines
    #[arg(long, conflicts_with_all = ["json", "format"], help_heading = "Output")]
    pub(crate) jsonl: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceForm {
    Text,
    Json,
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

/// Where the answer goes, and how it is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = formats())]
    pub(crate) format: Option<Format>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// A file that holds a tour.
#[derive(Debug, Args)]
pub(crate) struct TourFileArgs {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The board, where the file does not tell
    #[arg(short, long, value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) board: Option<String>,
    /// How the file is written; else it is recognised
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(crate) from_format: Option<Format>,
}

/// Check a tour and say everything that is wrong with it
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole check homework.txt               a grid as textbooks and blogs print it
  caracole check tour.squares --closed      must it be closed?
  caracole solve 6x6 --json | caracole check -")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

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
    /// The board: 8x8, 8x8-a1,h8, @shape.txt, torus:6x6, box:4x4x4
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) board: String,
    /// A leaper other than the knight, such as 2,3; several make one piece
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) leaper: Vec<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Write a tour in another format
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole convert tour.txt -o tour.squares
  caracole convert tour.json --format csv")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    /// A leaper other than the knight, such as 2,3; several make one piece
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) leaper: Vec<String>,
    /// Number of the first step in grid and csv: 0 or 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(0..=1))]
    pub(crate) base: u8,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(before_long_help = "Example:
  caracole completions bash > ~/.local/share/bash-completion/completions/caracole")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole man > caracole.1
  caracole man solve | man -l -")]
pub(crate) struct ManArgs {
    /// The command it is about; without one, all of them in short
    pub(crate) command: Option<String>,
}
