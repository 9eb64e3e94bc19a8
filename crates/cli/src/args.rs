//! What can be typed.

mod boards;
mod common;
mod compare;
mod count;
mod counting;
mod draw;
mod files;
mod generated;
mod list;
mod locate;
mod longest;
mod method;
mod problem;
mod proof;
mod puzzle;
mod rank;
mod report;
mod serve;
mod soft;
mod solve;
mod terminal;
mod values;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

pub(crate) use boards::{GraphArgs, StartsArgs};
pub(crate) use common::{BaseArgs, MemoryArgs, ReportArgs, SeedArgs, TimeoutArgs};
pub(crate) use compare::CompareArgs;
pub(crate) use count::{CheckpointArgs, ClusterArgs, CountArgs};
pub(crate) use counting::{CountedArgs, DirectionArgs, TableArgs, ToursOutputArgs, WorkArgs};
pub(crate) use draw::{DrawArgs, PictureFormat};
pub(crate) use files::{CheckArgs, ConvertArgs, OutputArgs, TourFileArgs, TourOutputArgs};
pub(crate) use generated::{CompletionsArgs, ManArgs};
pub(crate) use list::{ListArgs, SampleArgs};
pub(crate) use locate::{LocateArgs, QuestionArgs};
pub(crate) use longest::LongestArgs;
pub(crate) use method::{MethodArgs, heeds};
pub(crate) use problem::{EndArgs, ProblemArgs, RuleArgs};
pub(crate) use proof::CheckProofArgs;
pub(crate) use puzzle::{
    MakeArgs, PuzzleArgs, PuzzleCommand, PuzzleFileArgs, PuzzleForm, PuzzleUniqueArgs,
};
pub(crate) use rank::{RankArgs, UnrankArgs};
pub(crate) use report::{command_named, report};
pub(crate) use serve::ServeArgs;
pub(crate) use soft::SoftArgs;
pub(crate) use solve::{SolveArgs, TraceForm};
pub(crate) use terminal::{PlayArgs, WatchArgs};
pub(crate) use values::{Bytes, Pause, Seed, holds_many_tours};

/// Finds, proves impossible, counts, checks, draws and teaches knight's tours.
#[derive(Debug, Parser)]
#[command(
    name = "caracole",
    version,
    max_term_width = 100,
    before_long_help = "Examples:
  caracole solve 8x8                       a tour of the chessboard
  caracole solve 8x8 --closed --from e4    one that comes home to e4
  caracole solve 6x5 --from b3 --to c4     impossible, and why
  caracole check homework.txt              what is wrong with this tour?
  caracole count 6x6 --closed              how many tours come home?
  caracole draw tour.txt -o tour.svg       a picture
  caracole watch 8x8                       a method at work
  caracole serve                           all of it, in a browser
  caracole starts 7x3                      the squares a tour can start from
  caracole locate 9999x9999 --step 12345    the square of a step, at once",
    after_help = "Exit codes: 0 found, valid or counted, 1 impossible or invalid, 2 bad usage or input, \
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
    CheckProof(CheckProofArgs),
    Count(CountArgs),
    List(ListArgs),
    Sample(SampleArgs),
    Rank(RankArgs),
    Unrank(UnrankArgs),
    Starts(StartsArgs),
    Locate(LocateArgs),
    Longest(LongestArgs),
    Compare(CompareArgs),
    Puzzle(PuzzleArgs),
    Draw(DrawArgs),
    Watch(WatchArgs),
    Play(PlayArgs),
    Serve(ServeArgs),
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
    #[arg(
        short,
        long,
        global = true,
        action = ArgAction::Count,
        help_heading = "Manners",
        hide_short_help = true
    )]
    pub(crate) verbose: u8,
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "COLOR",
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
