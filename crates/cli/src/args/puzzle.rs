//! `puzzle` as it is typed.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use caracole::Limits;

use super::common::{BOARD, LEAPER};
use super::values::base;
use super::{
    EndArgs, MemoryArgs, Pause, ReportArgs, RuleArgs, SeedArgs, TimeoutArgs, TourOutputArgs,
};

/// Make, solve and check clue puzzles
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle make 8x8 --seed 7
  caracole puzzle make 6x6 --minimal --format svg -o puzzle.svg
  caracole puzzle solve newspaper.txt
  caracole puzzle unique newspaper.txt")]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    pub(crate) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    Make(MakeArgs),
    Solve(PuzzleSolveArgs),
    Unique(PuzzleUniqueArgs),
}

/// Make a puzzle that has exactly one solution
///
/// Clues are taken away from a random tour as long as no other tour fits. First and last step are
/// always shown, except with --hide-ends, and with --minimal if they can be spared. The grade tells how many cases a solver must
/// suppose: easy none, medium up to 9, hard up to 49, fiendish more.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle make 8x8                             a third of the squares have numbers
  caracole puzzle make 8x8 --clues 14 --closed --solution
  caracole puzzle make 6x6 --minimal --seed random     no number can be left out
  caracole puzzle make 8x8 --symmetric -o sheet.svg    a page to print, solution upside down
  caracole puzzle make @heart.txt --format text")]
pub(crate) struct MakeArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) clues: ClueArgs,
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER, help_heading = "The tour")]
    pub(crate) leaper: Vec<String>,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// Give up after this time: 500ms, 10s, 5m, 1h
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        allow_hyphen_values = true,
        help_heading = "Limits"
    )]
    pub(crate) timeout: Pause,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    /// How to write it; else the file's ending decides
    #[arg(short, long, help_heading = "Output")]
    pub(crate) format: Option<PuzzleForm>,
    /// Print the solution below the grid, or write it to a file
    ///
    /// Sheets, which are text, svg, pdf and png, have it on a second page or upside down, and JSON has
    /// it too, unless it goes to a file.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        help_heading = "Output"
    )]
    pub(crate) solution: Option<PathBuf>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub(crate) json: bool,
}

/// Which numbers are shown.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// So many squares have numbers [default: a third]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clues)]
    #[arg(conflicts_with = "minimal")]
    pub(crate) clues: Option<usize>,
    /// The numbers stand on squares that look the same after a half turn
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// No number can be left out
    #[arg(long)]
    pub(crate) minimal: bool,
    /// The first step and the last may be hidden like all others
    #[arg(long)]
    pub(crate) hide_ends: bool,
}

impl MakeArgs {
    /// The file that the solution goes to, if it has one of its own.
    pub(crate) fn solution_file(&self) -> Option<&Path> {
        self.solution.as_deref().filter(|path| *path != Path::new("-"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleForm {
    /// Rows of numbers; _ is unknown, . is a hole
    Grid,
    /// A sheet of text with frames
    Text,
    /// A page to print, as lines and words for any size
    Svg,
    /// A page to print
    Pdf,
    /// A page as pixels
    Png,
    /// An object with everything
    Json,
}

/// Where a puzzle is read from.
#[derive(Debug, Args)]
pub(crate) struct PuzzleFileArgs {
    /// A file, - for standard input, or a board for --clue
    ///
    /// A grid in which 0, _ or .. is unknown, or JSON. What reads as a board, such as 8x8 or
    /// @shape.txt, is one.
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The board, where the file does not tell
    #[arg(short, long, value_name = "BOARD", allow_hyphen_values = true)]
    pub(crate) board: Option<String>,
    /// The first step in a grid, 0 or 1, where it does not tell
    #[arg(long, value_name = "N", value_parser = base)]
    pub(crate) from_base: Option<u8>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten, next_help_heading = "Limits")]
    time: TimeoutArgs,
    #[command(flatten, next_help_heading = "Limits")]
    memory: MemoryArgs,
}

impl PuzzleFileArgs {
    /// What the search may take.
    pub(crate) fn limits(&self) -> Limits {
        let time = self.time.timeout.map(|pause| pause.0);
        Limits { time, memory: self.memory.limit(), ..Limits::default() }
    }
}

/// Solve a puzzle, or prove that it has no solution
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle solve newspaper.txt               a grid with 0, _ or .. where it is unknown
  caracole puzzle make 8x8 | caracole puzzle solve -
  caracole puzzle solve 5x5 --clue a1=1 --clue b4=8")]
pub(crate) struct PuzzleSolveArgs {
    #[command(flatten)]
    pub(crate) file: PuzzleFileArgs,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
}

/// Does a puzzle have exactly one solution?
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole puzzle unique newspaper.txt
  caracole puzzle unique puzzle.json --json
  caracole puzzle unique 5x5 --clue a1=1 --clue c3=25",
    after_help = "Exit codes: 0 exactly one, 1 several or none, 2 bad usage or input, 3 unknown."
)]
pub(crate) struct PuzzleUniqueArgs {
    #[command(flatten)]
    pub(crate) file: PuzzleFileArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

fn clues(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number, such as 14".to_owned())
}
