//! What the commands about all tours of a board have in common.

use std::path::PathBuf;

use clap::Args;

use caracole::formats::Format;

use super::values::{formats_of_many_tours, threads};
use super::{BaseArgs, Bytes, OutputArgs, ProblemArgs, TimeoutArgs};

/// A problem, and what counts as one tour of it.
#[derive(Debug, Args)]
pub(crate) struct CountedArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
}

/// What counts as one tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "What counts as one")]
pub(crate) struct DirectionArgs {
    /// A tour and its reverse are two [default for any tours]
    #[arg(long, conflicts_with = "undirected")]
    pub(crate) directed: bool,
    /// They are one [default with --closed and with --open]
    #[arg(long)]
    pub(crate) undirected: bool,
}

/// What the work may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) time: TimeoutArgs,
    /// Use no more memory: 512M, 8G; the rest goes to disk
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) memory: Option<Bytes>,
    /// Use so many cores [default: all]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

/// The tables in which every tour has a number.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Keep the tables in a folder for the next time
    #[arg(long, value_name = "DIR", help_heading = "The work")]
    pub(crate) tables: Option<PathBuf>,
}

/// How many tours are written, and where they go.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ToursOutputArgs {
    /// How to write them; else the file's ending decides
    #[arg(short, long, value_parser = formats_of_many_tours())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// Print one JSON object a tour, each on its line
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub(crate) jsonl: bool,
}
