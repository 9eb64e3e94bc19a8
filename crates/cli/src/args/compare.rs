//! `compare` as it is typed.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;
use clap::builder::PossibleValuesParser;

use caracole::compare::{Contestant, Starts};

use super::common::BOARD;
use super::values::{steps, threads};
use super::{Bytes, Pause, RuleArgs, SeedArgs};

/// Let all methods compete, on one problem or on boards that grow
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole compare 8x8                              every method on one board
  caracole compare 8x8 --closed --from e4 -o bars.svg
  caracole compare 6x6-a1,f6 --methods exact,backtracking
  caracole compare --sizes 5..40 -o curves.svg -o curves.png -o data.csv
  caracole compare --sizes 5..20 --starts all --methods warnsdorff")]
pub(crate) struct CompareArgs {
    #[arg(value_name = "BOARD", help = BOARD, required_unless_present = "sizes")]
    pub(crate) board: Option<String>,
    /// Square boards that grow, such as 5..40, instead of one board
    #[arg(
        long,
        value_name = "FROM..TO",
        value_parser = sizes,
        conflicts_with = "board",
        allow_hyphen_values = true
    )]
    pub(crate) sizes: Option<RangeInclusive<u32>>,
    /// Where tours of growing boards start: all, corner, corner:N or random:N
    ///
    /// Only squares that have a tour are starts. `all` is every such square, `random:N` draws N of
    /// them with equal chance, `corner:N` is a1 N times. A method without chance tries no start
    /// twice.
    #[arg(long, default_value = "random:20", conflicts_with = "board", allow_hyphen_values = true)]
    pub(crate) starts: Starts,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Who competes, such as exact,warnsdorff/roth,ants; everybody if left out
    #[arg(
        long,
        value_name = "METHOD,..",
        value_delimiter = ',',
        value_parser = contestants(),
        hide_possible_values = true,
        help_heading = "The contest"
    )]
    pub(crate) methods: Vec<String>,
    #[command(flatten, next_help_heading = "The contest")]
    pub(crate) seed: SeedArgs,
    /// How many compete at a time; more than one disturbs the times
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = threads,
        allow_hyphen_values = true,
        help_heading = "The contest"
    )]
    pub(crate) threads: usize,
    /// Steps for each tour [default: ten million, or four million with --sizes]
    ///
    /// And by default four more for every square of the board. Steps end a method at the same place
    /// each time, so that the same seed gives the same table; cases of a search and updates of
    /// neurons count as steps. With --sizes, a method that has taken four times as many on one size
    /// tries no more starts there, where a case counts as one for every square and eight updates as
    /// one; how many starts it tried stands in the data.
    #[arg(
        long,
        value_name = "N",
        value_parser = steps,
        allow_hyphen_values = true,
        help_heading = "Limits, for each method"
    )]
    pub(crate) max_steps: Option<u64>,
    /// Time for each tour
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        allow_hyphen_values = true,
        help_heading = "Limits, for each method"
    )]
    pub(crate) timeout: Pause,
    /// Memory for each tour: 512M, 8G
    #[arg(
        long,
        value_name = "SIZE",
        allow_hyphen_values = true,
        help_heading = "Limits, for each method"
    )]
    pub(crate) memory: Option<Bytes>,
    /// Write .svg, .png, .csv, .json or .txt; may be repeated
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Vec<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long, conflicts_with = "csv", help_heading = "Output")]
    pub(crate) json: bool,
    /// Print comma-separated values instead of a table
    #[arg(long, help_heading = "Output")]
    pub(crate) csv: bool,
}

/// Methods, and the contestants of each.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> = Vec::new();
    for contestant in Contestant::all() {
        for name in [contestant.method().name().to_owned(), contestant.name()] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
});

/// Names of contestants, so that a wrong one is answered with the nearest.
fn contestants() -> PossibleValuesParser {
    PossibleValuesParser::new(NAMES.iter().map(String::as_str))
}

/// The longest side of boards that grow.
const LONGEST_SIDE: u32 = 1000;

/// Sides of square boards: `5..40`, both included, or a single one.
fn sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("write sides such as 5..40, from 1 to {LONGEST_SIDE}");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
    let (from, to) = side(from).zip(side(to.trim_start_matches('='))).ok_or_else(wrong)?;
    if from > to {
        return Err(format!("the sides go down: write {to}..{from}"));
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_ranges() {
        assert_eq!(sizes("5..40"), Ok(5..=40));
        assert_eq!(sizes("5..=40"), Ok(5..=40));
        assert_eq!(sizes("8"), Ok(8..=8));
        for wrong in ["", "..", "5..", "..5", "0..5", "5..1001", "-5..5", "5-40", "5...40", "40..5"]
        {
            assert!(sizes(wrong).is_err(), "{wrong}");
        }
    }
}
