//! A problem as it is typed.

use clap::Args;

use super::common::{BOARD, LEAPER};

/// A board and what is asked of it.
#[derive(Debug, Args)]
pub(crate) struct ProblemArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// What is asked of a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "The tour")]
pub(crate) struct RuleArgs {
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    /// The step of a square, counted from 1; may be repeated
    #[arg(long, value_name = "SQ=N", allow_hyphen_values = true)]
    pub(crate) clue: Vec<String>,
    /// A move that must be made, such as a1-b3; may be repeated
    #[arg(long = "use", value_name = "SQ-SQ", allow_hyphen_values = true)]
    pub(crate) using: Vec<String>,
    /// A move that must not be made; may be repeated
    #[arg(long, value_name = "SQ-SQ", allow_hyphen_values = true)]
    pub(crate) avoid: Vec<String>,
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER)]
    pub(crate) leaper: Vec<String>,
}

/// What is asked of the ends of a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "The tour")]
pub(crate) struct EndArgs {
    /// The ends must be a move apart
    #[arg(long, conflicts_with = "open")]
    pub(crate) closed: bool,
    /// The ends must not be a move apart
    #[arg(long)]
    pub(crate) open: bool,
    /// The first square, such as e4
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) from: Vec<String>,
    /// The last square
    #[arg(long, value_name = "SQ", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
}
