//! Arguments of `compare`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use caracole::compare::{MethodVariant, StudyCurve, StudyStarts};

use crate::args::values::{curves, steps, threads};
use crate::args::{BOARD, DurationArg, SeedArgs, SizeArg};
use crate::problem::RuleArgs;

/// Compare all methods, on one problem or on boards of growing size
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole compare 8x8                              every method on one board
  caracole compare 8x8 --closed --from e4 -o bars.svg
  caracole compare 6x6-a1,f6 --methods exact,backtracking
  caracole compare --sizes 5..40 -o curves.svg -o curves.png -o data.csv
  caracole compare --sizes 5..20 --starts all --methods warnsdorff
  caracole compare --sizes 5..20 --methods exact,patch --curve time -o slide.svg
  caracole compare 8x8 --from a1 --command './my_solver {board} {start}'",
    after_long_help = "Exit codes: 0 compared, 2 bad usage or input, 3 stopped by --timeout, 130 Ctrl-C."
)]
pub(crate) struct CompareArgs {
    #[arg(value_name = "BOARD", help = BOARD, required_unless_present = "sizes")]
    pub(crate) board: Option<String>,
    /// Square boards of growing size, such as 5..40, instead of one board
    #[arg(long, value_name = "FROM..TO", value_parser = sizes, conflicts_with = "board")]
    pub(crate) sizes: Option<RangeInclusive<u32>>,
    /// Start squares on growing boards: all, corner, corner:N or random:N
    ///
    /// Only squares from which a tour exists are starts. `all` is every such square, `random:N` is a uniform
    /// sample of N of them, `corner:N` is a1 N times. A deterministic method tries each start once.
    #[arg(long, default_value = "random:20", conflicts_with = "board")]
    pub(crate) starts: StudyStarts,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Methods to compare, such as exact,warnsdorff/roth,ants [default: all]
    #[arg(
        long,
        value_name = "METHOD,..",
        value_delimiter = ',',
        value_parser = method_variants(),
        hide_possible_values = true,
        help_heading = "The contest"
    )]
    pub(crate) methods: Vec<String>,
    /// Another program that competes; it prints a tour
    ///
    /// A line of the shell, in which {board}, {files}, {ranks}, {n} and {start} are replaced, such as
    /// `./my_solver {board} {start}`. The tour that it prints, in any format that `check` reads, is verified.
    /// The time includes the start of the program. May be repeated.
    #[arg(long, value_name = "LINE", conflicts_with = "sizes", help_heading = "The contest")]
    pub(crate) command: Vec<String>,
    #[command(flatten, next_help_heading = "The contest")]
    pub(crate) seed: SeedArgs,
    /// Trials that run at the same time; more than one disturbs the times
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = threads,
        help_heading = "The contest"
    )]
    pub(crate) threads: usize,
    /// Steps for each tour [default: ten million, or four million with --sizes]
    ///
    /// The default adds four steps per square of the board. A step limit stops a method at the same point every
    /// time, so that the same seed gives the same table. Branches of a search and updates of neurons count as
    /// steps. With --sizes, a method that has used four times the limit on one size tries no more starts there;
    /// for this, a branch counts as one step per square, and eight updates as one step. The data contain the
    /// number of starts.
    #[arg(long, value_name = "N", value_parser = steps, help_heading = "Limits")]
    pub(crate) max_steps: Option<u64>,
    /// Time for each tour: 500ms, 5m
    #[arg(long, value_name = "TIME", default_value = "10s", help_heading = "Limits")]
    pub(crate) trial_timeout: DurationArg,
    /// Memory for each tour: 512M, 8G
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory: Option<SizeArg>,
    /// Time for all tours together [default: no limit]
    ///
    /// Results that are complete by then are written; the others are unknown.
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    pub(crate) timeout: Option<DurationArg>,
    /// Draw one curve only, with --sizes
    #[arg(long, value_parser = curves(), help_heading = "Output")]
    pub(crate) curve: Option<StudyCurve>,
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
    let aliases = MethodVariant::aliases().map(|alias| PossibleValue::new(alias).hide(true));
    let names = NAMES.iter().map(|name| PossibleValue::new(name.as_str()));
    PossibleValuesParser::new(names.chain(aliases))
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
