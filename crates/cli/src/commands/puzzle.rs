//! `caracole puzzle`: clue puzzles with exactly one solution.

mod letters;
mod make;
mod sheets;

use caracole::Explain;
use std::path::{Path, PathBuf};

use caracole::formats::{Format, ReadHint, WriteOptions, puzzle, recognise, write_tour};
use caracole::puzzle::{Grade, Uniqueness, unique};
use caracole::solvers::{Limits, Run};
use caracole::{Board, Options, Outcome, Problem, Stop, StopCause, Tour, report};
use clap::{Args, Subcommand, ValueEnum};

use super::solve::{Plan, exit_of, run_plan};
use crate::args::values::{base, from_one, grades};
use crate::args::{
    BOARD, DurationArg, GlobalOptions, MemoryArgs, PieceArgs, ReportArgs, SeedArgs, TimeoutArgs,
};
use crate::failure::{self, Failure};
use crate::input::Source;
use crate::output::Output;
use crate::output::{Tone, paint};
use crate::problem::{self, EndArgs, RuleArgs};
use crate::tour_format::TourOutputArgs;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt};

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
    Sheet(sheets::PuzzleSheetArgs),
    Letters(letters::PuzzleLettersArgs),
    Solve(PuzzleSolveArgs),
    Unique(PuzzleUniqueArgs),
}

/// Make a puzzle with exactly one solution
///
/// Clues are removed from a random tour while no other tour fits. The first and the last step stay, except with
/// --hide-ends, and with --minimal if they are not needed. The grade depends on the number of branches of an exact
/// search: easy 0, medium up to 9, hard up to 49, fiendish more.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle make 8x8                             a third of the squares have numbers
  caracole puzzle make 8x8 --clues 14 --closed --solution
  caracole puzzle make 6x6 --minimal --seed random     every clue is needed
  caracole puzzle make 8x8 --symmetric -o sheet.svg    a page to print, solution upside down
  caracole puzzle make 6x6 --grade medium -n 12 --clues-at a1,f6 -o sheets.pdf
  caracole puzzle make @heart.txt --format text")]
pub(crate) struct MakeArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) clues: ClueArgs,
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    #[command(flatten, next_help_heading = "The tour")]
    pub(crate) piece: PieceArgs,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// Time limit: 500ms, 10s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "30s", help_heading = "Limits")]
    pub(crate) timeout: DurationArg,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    /// Output format [default: by the file extension]
    #[arg(short, long, help_heading = "Output")]
    pub(crate) format: Option<PuzzleForm>,
    /// Print the solution below the grid, or write it to a file
    ///
    /// Sheets (text, svg, pdf and png) contain the solution on a second page or upside down, and JSON contains it
    /// too, unless it is written to a file.
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

/// The clues of a puzzle.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// Number of clues [default: a third of the squares]
    #[arg(long, value_name = "N", value_parser = clues)]
    #[arg(conflicts_with = "minimal")]
    pub(crate) clues: Option<usize>,
    /// Clue squares are symmetric under a half turn
    #[arg(long)]
    pub(crate) symmetric: bool,
    /// Remove clues until each one is needed
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Squares whose numbers are shown, such as a1,h8
    #[arg(long, value_name = "SQ,..", value_delimiter = ',')]
    pub(crate) clues_at: Vec<String>,
    /// Grade of the puzzle
    ///
    /// Several puzzles are made until one has the grade. Small boards have no hard puzzles.
    #[arg(long, value_parser = grades(), conflicts_with_all = ["clues", "minimal"])]
    pub(crate) grade: Option<Grade>,
    /// Number of puzzles; several go to a PDF with the solutions at the end, or to grids
    #[arg(short = 'n', long = "number", value_name = "N", default_value = "1")]
    #[arg(value_parser = from_one)]
    pub(crate) number: u64,
    /// Title of a PDF with several puzzles
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Allow the first and the last step to be hidden too
    #[arg(long)]
    pub(crate) hide_ends: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleForm {
    /// Rows of numbers; _ is an unknown step, . a hole
    Grid,
    /// A text sheet with frames
    Text,
    /// A page to print, as vector graphics
    Svg,
    /// A page to print
    Pdf,
    /// A page as an image
    Png,
    /// One JSON object
    Json,
}

/// The source of a puzzle.
#[derive(Debug, Args)]
pub(crate) struct PuzzleFileArgs {
    /// A file, - for standard input, or a board for --clue
    ///
    /// A grid in which 0, _ or .. is an unknown step, or JSON. A text such as 8x8 or @shape.txt is a board.
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The board, if the file does not state it
    #[arg(short, long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// The number of the first step in a grid, 0 or 1, if it is not clear
    #[arg(long, value_name = "N", value_parser = base)]
    pub(crate) from_base: Option<u8>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten, next_help_heading = "Limits")]
    time: TimeoutArgs,
    #[command(flatten, next_help_heading = "Limits")]
    memory: MemoryArgs,
}

/// Solve a puzzle, or prove that it has no solution
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle solve newspaper.txt               a grid with 0, _ or .. for unknown steps
  caracole puzzle make 8x8 | caracole puzzle solve -
  caracole puzzle solve 5x5 --clue a1=1 --clue b4=8")]
pub(crate) struct PuzzleSolveArgs {
    #[command(flatten)]
    pub(crate) file: PuzzleFileArgs,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
}

/// Decide whether a puzzle has exactly one solution
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

pub(crate) fn run(args: &PuzzleArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    match &args.command {
        PuzzleCommand::Make(args) => make::run(args, global),
        PuzzleCommand::Sheet(args) => sheets::run(args, global),
        PuzzleCommand::Letters(args) => letters::run(args, global),
        PuzzleCommand::Unique(args) => run_unique(args),
        PuzzleCommand::Solve(args) => {
            let problem = args.file.problem()?;
            run_plan(Plan::exact(problem, args.file.limits(), &args.output)?, global)
        }
    }
}

impl PuzzleFileArgs {
    /// Returns the problem of a puzzle file or of a board with clues.
    fn problem(&self) -> Result<Problem, Failure> {
        let text = &self.puzzle;
        let names_board = text.starts_with('@') || text.parse::<Board>().is_ok();
        if names_board {
            if self.board.is_some() || self.from_base.is_some() {
                let flag = if self.board.is_some() { "--board" } else { "--from-base" };
                return Err(Failure::of(flag, format!("goes with a file, and {text} is a board")));
            }
            return problem::of_board(text, &self.rules);
        }
        let source = Source::open(Path::new(text))?;
        let board = self.board.as_deref().map(problem::board).transpose()?;
        let hint = ReadHint {
            board: board.map(|typed| typed.board),
            piece: self.rules.piece.stated()?,
            format: None,
            base: self.from_base,
        };
        let bytes = source.bytes()?;
        if self.from_base.is_some() && recognise(&bytes) == Some(Format::Json) {
            let why = format!("goes with a grid, and {text} is JSON: leave it out");
            return Err(Failure::of("--from-base", why));
        }
        let read = puzzle::read(&bytes, &hint).map_err(|error| source.failure(error))?;
        self.rules.apply(read)
    }
}

impl MakeArgs {
    /// Returns the file of the solution, if it is separate.
    pub(crate) fn solution_file(&self) -> Option<&Path> {
        self.solution.as_deref().filter(|path| *path != Path::new("-"))
    }
}

impl PuzzleFileArgs {
    /// Returns the limits of the search.
    pub(crate) fn limits(&self) -> Limits {
        let time = self.time.timeout.map(|pause| pause.0);
        Limits { time, memory: self.memory.limit(), ..Limits::default() }
    }
}

fn clues(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number, such as 14".to_owned())
}

fn run_unique(args: &PuzzleUniqueArgs) -> Result<Exit, Failure> {
    let problem = args.file.problem()?;
    let output = args.report.open()?;
    let interrupt_guard = interrupt::guard();
    let limits = args.file.limits();
    let doing = || "while searching for a second solution".to_owned();
    let (asked, prints_json) = (problem.clone(), args.report.is_json() && output.is_standard());
    let report = move |stop: &Stop| {
        let answer = Uniqueness::Unknown(stop.clone(), None);
        Report::json_or_words(prints_json, stop, || report::unique(&asked, answer).to_string())
    };
    let watch = watchdog::start(&limits, doing, report);
    let options = Options::new()
        .limits(limits)
        .cancel_flag(interrupt_guard.flag())
        .started_at(watchdog::started());
    let answer = match unique(&problem, &mut Run::with_options(&options)) {
        Uniqueness::Unknown(stop, tour) => {
            Uniqueness::Unknown(watchdog::at_limit(stop, &limits), tour)
        }
        answer => answer,
    };
    watch.end();
    if !matches!(&answer, Uniqueness::Unknown(stop, _) if stop.cause == StopCause::Interrupt) {
        interrupt_guard.finish()?;
    }
    let exit = match &answer {
        Uniqueness::One(_) => Exit::Yes,
        Uniqueness::Several(_) | Uniqueness::None(_) => Exit::No,
        Uniqueness::Unknown(stop, _) => exit_of(&<Outcome>::Unknown(stop.clone())),
    };
    if let Uniqueness::Unknown(stop, _) = &answer
        && exit == Exit::Interrupted
        && output.is_file()
    {
        failure::print_error(&stop.to_string());
        return Ok(exit);
    }
    if args.report.is_json() {
        let object = report::unique(&problem, answer);
        output.write(|out| Ok(writeln!(out, "{object}")?))?;
    } else {
        tell(output, &answer)?;
    }
    Ok(exit)
}

fn tell(output: Output, answer: &Uniqueness) -> Result<(), Failure> {
    let (line, tours) = match answer {
        Uniqueness::None(proof) => {
            (format!("{}: {}", paint(Tone::Bad, "impossible"), proof.text()), Vec::new())
        }
        Uniqueness::One(only) => {
            let (grade, branches) = (only.grade(), branches(only.branches));
            (format!("{}: {grade}, {branches}", paint(Tone::Good, "unique")), vec![&only.tour])
        }
        Uniqueness::Several([one, other]) => {
            let difference = difference(one, other);
            let line = format!("{}: {difference}", paint(Tone::Bad, "several solutions"));
            (line, vec![one, other])
        }
        Uniqueness::Unknown(stop, tour) => {
            let others = if tour.is_some() { "; this is one, others may be" } else { "" };
            (format!("{}: {stop}{others}", paint(Tone::Open, "unknown")), tour.iter().collect())
        }
    };
    output.write(|out| {
        writeln!(out, "{line}")?;
        for tour in tours {
            writeln!(out)?;
            let is_graph = tour.board().graph().is_some();
            let format = if is_graph { Format::Squares } else { Format::Grid };
            write_tour(out, tour, format, &WriteOptions::default())?;
        }
        Ok(())
    })
}

/// Returns the number of branches in words.
fn branches(branches: u64) -> String {
    match branches {
        0 => "by logic alone".to_owned(),
        1 => "1 branch".to_owned(),
        branches => format!("{branches} branches"),
    }
}

/// Returns the first step that differs.
fn difference(one: &Tour, other: &Tour) -> String {
    let name = |square| one.board().name(square);
    let mut steps = (1..).zip(one.squares().zip(other.squares()));
    steps
        .find(|(_, (here, there))| here != there)
        .map_or_else(String::new, |(step, (here, there))| {
            format!("step {step} can be {} or {}", name(here), name(there))
        })
}
