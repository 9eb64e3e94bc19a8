//! Files that hold tours: where they come from, where they go, and the commands about them.

use std::path::PathBuf;

use clap::Args;

use caracole::formats::Format;

use super::common::LEAPER;
use super::values::{all_forms, formats_to_read, forms_of_tours};
use super::{BaseArgs, Bytes, ReportArgs, RuleArgs};
use crate::form::TourForm;

/// Where an answer goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// How a tour is written, and where it goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TourOutputArgs {
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = forms_of_tours())]
    pub(crate) format: Option<TourForm>,
    #[command(flatten)]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
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
    #[arg(long, value_name = "FORMAT", value_parser = formats_to_read())]
    pub(crate) from_format: Option<Format>,
    /// Which tour of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tour: Option<u64>,
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
    /// Leave out facts that take more memory [default: 512M]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<Bytes>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Write a tour, or a graph, in another format
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole convert tour.txt -o tour.squares
  caracole convert tour.json --format csv
  caracole convert board.hcp -o board.g6       a graph")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER)]
    pub(crate) leaper: Vec<String>,
    /// How to write it; else the file's ending decides
    #[arg(short, long, value_parser = all_forms(), help_heading = "Output")]
    pub(crate) format: Option<TourForm>,
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
