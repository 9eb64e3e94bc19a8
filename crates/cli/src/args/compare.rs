//! `compare` as it is typed.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;
use clap::builder::PossibleValuesParser;

use caracole::compare::{MethodVariant, StudyStarts};

use crate::args::values::{steps, threads};
use crate::args::{BOARD, DurationArg, SeedArgs, SizeArg};
use crate::problem::RuleArgs;

/// Let all methods compete, on one problem or on boards that grow
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole compare 8x8                              every method on one board
  caracole compare 8x8 --closed --from e4 -o bars.svg
  caracole compare 6x6-a1,f6 --methods exact,backtracking
  caracole compare --sizes 5..40 -o curves.svg -o curves.png -o data.csv
  caracole compare --sizes 5..20 --starts all --methods warnsdorff",
    after_long_help = "Exit codes: 0 compared, 2 bad usage or input, 3 stopped by --timeout, 130 Ctrl-C."
)]
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
    pub(crate) starts: StudyStarts,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Who competes, such as exact,warnsdorff/roth,ants; everybody if left out
    #[arg(
        long,
        value_name = "METHOD,..",
        value_delimiter = ',',
        value_parser = method_variants(),
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
        help_heading = "Limits"
    )]
    pub(crate) max_steps: Option<u64>,
    /// Time for each tour: 500ms, 5m
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    pub(crate) trial_timeout: DurationArg,
    /// Memory for each tour: 512M, 8G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<SizeArg>,
    /// Time for all tours together [default: no limit]
    ///
    /// Results that are complete by then are written, and the others are unknown.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) timeout: Option<DurationArg>,
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

/// The names of methods and of their variants.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> = Vec::new();
    for variant in MethodVariant::all() {
        for name in [variant.method().name().to_owned(), variant.name()] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
});

/// Parses names of method variants. An error suggests the nearest name.
fn method_variants() -> PossibleValuesParser {
    PossibleValuesParser::new(NAMES.iter().map(String::as_str))
}

/// The largest side of a board.
const MAX_SIDE: u32 = 1000;

/// Parses the sides of square boards: `5..40`, both included, or a single side.
fn sizes(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || format!("write sides such as 5..40, from 1 to {MAX_SIDE}");
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
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
