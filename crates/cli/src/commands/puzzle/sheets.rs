//! Several puzzles on a sheet: `puzzle make -n 12`, and `puzzle sheet` for puzzles from files.

use std::io::Write;
use std::path::{Path, PathBuf};

use caracole::draw::{Drawing, pdf, puzzle_sheets};
use caracole::formats::puzzle::{PuzzleSheet, write_grid};
use caracole::formats::{ReadHint, WriteError, puzzle};
use caracole::puzzle::{Puzzle, Uniqueness, unique};
use caracole::solvers::{Limits, Run};
use caracole::text::pluralize;
use caracole::{Explain, Options, Outcome, Problem, Tour};
use clap::Args;

use super::PuzzleForm;
use crate::args::{GlobalOptions, MemoryArgs, TimeoutArgs};
use crate::commands::solve::exit_of;
use crate::failure::{Failure, print_error};
use crate::input::Source;
use crate::output::Output;
use crate::{Exit, interrupt};

/// Lay your own puzzles out on sheets to print
///
/// Several puzzles stand on a page, and the solutions on pages at the end. Each puzzle must have exactly one
/// solution.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle sheet newspaper.txt -o sheet.pdf
  caracole puzzle sheet newspaper.txt puzzle.json --title 'Week 12' -o sheets.pdf")]
pub(crate) struct PuzzleSheetArgs {
    /// Files of puzzles: grids in which 0, _ or .. is unknown, or JSON
    #[arg(value_name = "PUZZLE", required = true)]
    files: Vec<PathBuf>,
    /// Title of the pages
    #[arg(long, value_name = "TEXT", help_heading = "The sheet")]
    title: Option<String>,
    #[command(flatten, next_help_heading = "Limits")]
    time: TimeoutArgs,
    #[command(flatten, next_help_heading = "Limits")]
    memory: MemoryArgs,
    /// The file, with .pdf
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: PathBuf,
}

/// The title of sheets without one.
pub(super) const TITLE: &str = "Knight's tour puzzles";

/// Writes several puzzles: a PDF with the solutions at the end, or grids.
pub(super) fn write(
    out: &mut dyn Write,
    puzzles: &[Puzzle],
    form: PuzzleForm,
    title: &str,
) -> Result<(), WriteError> {
    if form == PuzzleForm::Pdf {
        let sheets = puzzles.iter().map(|puzzle| PuzzleSheet {
            problem: puzzle.problem(),
            solution: Some(puzzle.solution()),
            grade: puzzle.grade().name(),
        });
        return write_pages(out, title, &sheets.collect::<Vec<_>>());
    }
    for (puzzle, number) in puzzles.iter().zip(1..) {
        if number > 1 {
            writeln!(out)?;
        }
        writeln!(out, "# puzzle {number}, {}", puzzle.grade())?;
        write_grid(out, puzzle.problem())?;
    }
    Ok(())
}

fn write_pages(
    out: &mut dyn Write,
    title: &str,
    sheets: &[PuzzleSheet<'_>],
) -> Result<(), WriteError> {
    let pages = puzzle_sheets(title, sheets);
    let pages: Vec<&dyn Drawing> = pages.iter().map(|page| page as &dyn Drawing).collect();
    pdf::write_pages(&pages, out).map_err(|error| WriteError::Io(std::io::Error::other(error)))
}

pub(super) fn run(args: &PuzzleSheetArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    if args.output.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("pdf")) {
        return Err(Failure::of(args.output.display(), "sheets are PDF: name a file .pdf"));
    }
    let problems: Vec<Problem> =
        args.files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let output = Output::open(Some(&args.output))?;
    let interrupt_guard = interrupt::guard();
    let time = args.time.timeout.map(|limit| limit.0);
    let limits = Limits { time, memory: args.memory.limit(), steps: None };
    let mut solutions: Vec<(Tour, &'static str)> = Vec::new();
    for (problem, file) in problems.iter().zip(&args.files) {
        let options = Options::new().limits(limits).cancel_flag(interrupt_guard.flag());
        let file = file.display();
        match unique(problem, &mut Run::with_options(&options)) {
            Uniqueness::One(only) => {
                let grade = only.grade().name();
                solutions.push((only.tour, grade));
            }
            Uniqueness::Several(_) => {
                print_error(&format!("{file}: several solutions: see caracole puzzle unique"));
                return Ok(Exit::No);
            }
            Uniqueness::None(proof) => {
                print_error(&format!("{file}: no solution: {}", proof.text()));
                return Ok(Exit::No);
            }
            Uniqueness::Unknown(stop, _) => {
                print_error(&format!("{file}: unknown: {stop}"));
                return Ok(exit_of(&<Outcome>::Unknown(stop)));
            }
        }
    }
    interrupt_guard.finish()?;
    let sheets = problems.iter().zip(&solutions);
    let sheets = sheets.map(|(problem, (solution, grade))| PuzzleSheet {
        problem,
        solution: Some(solution),
        grade,
    });
    let sheets: Vec<PuzzleSheet<'_>> = sheets.collect();
    let title = args.title.as_deref().unwrap_or(TITLE);
    output.write(|out| write_pages(out, title, &sheets))?;
    let count = pluralize(sheets.len() as u64, "puzzle");
    global.remark(format_args!("{}: {count}", args.output.display()));
    Ok(Exit::Yes)
}

fn read(file: &Path) -> Result<Problem, Failure> {
    let source = Source::open(file)?;
    puzzle::read(&source.bytes()?, &ReadHint::default()).map_err(|error| source.failure(error))
}
