//! `caracole puzzle make`: makes a puzzle.

use std::io::Write;
use std::time::Instant;

use caracole::draw::puzzle_sheet;
use caracole::draw::{pdf, png, svg};
use caracole::formats::puzzle::{PuzzleSheet, write_grid, write_text};
use caracole::formats::{Format, RunRecord, WriteError, WriteOptions, json, write_tour};
use caracole::puzzle::{Puzzle, PuzzleError, PuzzleSettings, make};
use caracole::solvers::{Limits, Run};
use caracole::text::pluralize;
use caracole::{Options, Outcome, Problem, Stop, StopCause, report};

use super::super::solve::{at_limit, exit_of, print_reason};
use super::{branches, sheets};
use crate::args::GlobalOptions;
use crate::commands::puzzle::{MakeArgs, PuzzleForm};
use crate::failure::Failure;
use crate::output::Output;
use crate::output::{Tone, paint};
use crate::tour_format::NOT_FOR_THE_TERMINAL;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt, problem};

/// The pixels per unit of the page in a PNG: 200 per inch, which is sharp in print.
const SHARPNESS: f64 = 2.0;

/// The validated arguments, with open outputs.
struct Plan {
    problem: Problem,
    settings: PuzzleSettings,
    limits: Limits,
    seed: u64,
    form: PuzzleForm,
    output: Output,
}

impl Plan {
    /// Returns true if JSON is written to standard output.
    fn prints_json(&self) -> bool {
        self.form == PuzzleForm::Json && self.output.is_standard()
    }

    fn record(&self) -> RunRecord {
        RunRecord { seed: Some(self.seed), method: "puzzle".into(), ..RunRecord::default() }
    }
}

pub(super) fn run(args: &MakeArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let plan = plan(args)?;
    args.seed.print_drawn(plan.seed, global);
    let begun = Instant::now();
    let title = plan.problem.board().title();
    let doing = move || format!("while making a puzzle on {title}");
    let (problem, record) = (plan.problem.clone(), plan.record());
    let prints_json = plan.prints_json();
    let report = move |stop: &Stop| {
        let outcome = Outcome::Unknown(stop.clone());
        let document = || json::outcome(&problem, &outcome, &record).to_string();
        Report::json_or_words(prints_json, stop, document)
    };
    let watch = watchdog::start(&plan.limits, doing, report);
    let interrupt_guard = interrupt::guard();
    let options = Options::new()
        .limits(plan.limits)
        .cancel_flag(interrupt_guard.flag())
        .started_at(watchdog::started());
    let made: Result<Vec<(Puzzle, u64)>, PuzzleError> =
        (0..args.clues.number).map(|number| make_one(args, &plan, number, &options)).collect();
    watch.end();
    let mut puzzles = match made {
        Ok(puzzles) => puzzles,
        Err(error) => return print_error(plan, error),
    };
    interrupt_guard.finish()?;
    let Plan { form, output, .. } = plan;
    if args.clues.number > 1 {
        let puzzles: Vec<Puzzle> = puzzles.into_iter().map(|(puzzle, _)| puzzle).collect();
        let title = args.clues.title.as_deref().unwrap_or(sheets::TITLE);
        output.write(|out| sheets::write(out, &puzzles, form, title))?;
        for puzzle in &puzzles {
            global.remark(remark(puzzle, begun));
        }
        return Ok(Exit::Yes);
    }
    let Some((puzzle, seed)) = puzzles.pop() else { return Ok(Exit::Yes) };
    output.write(|out| write(out, &puzzle, form, args, seed))?;
    if let Some(path) = args.solution_file() {
        let file = Output::open(Some(path))?;
        let format = Format::from_extension(path).unwrap_or(Format::Grid);
        let options = WriteOptions::default();
        file.write(|out| write_tour(out, puzzle.solution(), format, &options))?;
    }
    global.remark(remark(&puzzle, begun));
    Ok(Exit::Yes)
}

/// How many puzzles are made until one has the grade.
const TRIES: u64 = 200;

/// Makes one of several puzzles, with its seed. With a grade, makes puzzles until one has it.
fn make_one(
    args: &MakeArgs,
    plan: &Plan,
    number: u64,
    options: &Options<'_>,
) -> Result<(Puzzle, u64), PuzzleError> {
    // The first puzzle has the seed itself, so that it is the one of a command for a single puzzle.
    const BETWEEN: u64 = 1_000_003;
    let first = plan.seed.wrapping_add(number.wrapping_mul(BETWEEN));
    let one = |seed: u64| {
        let options = options.seed(seed);
        make(&plan.problem, &plan.settings, &mut Run::with_options(&options))
    };
    let Some(grade) = args.clues.grade else { return one(first).map(|puzzle| (puzzle, first)) };
    for seed in (first..).take(TRIES as usize) {
        let puzzle = match one(seed) {
            Ok(puzzle) => puzzle,
            // It has more clues than planned, and exactly one solution.
            Err(PuzzleError::NotReached { fewest, stop: None, .. }) => *fewest,
            Err(error) => return Err(error),
        };
        if puzzle.grade() == grade {
            return Ok((puzzle, seed));
        }
    }
    let board = plan.problem.board().title();
    let tried = format!("none of {TRIES} puzzles of {board} was {grade}: choose another grade");
    Err(PuzzleError::Unknown(Stop::new(StopCause::Heuristic, tried)))
}

/// Returns the settings for the clues.
fn settings(args: &MakeArgs, problem: &Problem) -> Result<PuzzleSettings, Failure> {
    let board = problem.board();
    let square =
        |name: &String| board.parse_square(name).map_err(|error| Failure::of("--clues-at", error));
    let clues_at = args.clues.clues_at.iter().map(square).collect::<Result<_, _>>()?;
    let usual = match args.clues.grade {
        Some(grade) => PuzzleSettings::for_grade(grade, board.len() as usize),
        None => PuzzleSettings {
            clues: args.clues.clues,
            minimal: args.clues.minimal,
            ..PuzzleSettings::default()
        },
    };
    let (symmetric, hide_ends) = (args.clues.symmetric, args.clues.hide_ends);
    Ok(PuzzleSettings { symmetric, hide_ends, clues_at, ..usual })
}

/// Checks that several puzzles can be written.
fn check_number(args: &MakeArgs, form: PuzzleForm) -> Result<(), Failure> {
    let is_one = args.clues.number == 1;
    if args.clues.title.is_some() && (is_one || form != PuzzleForm::Pdf) {
        return Err(Failure::of(
            "--title",
            "goes with several puzzles in a PDF: add -n 6 -o x.pdf",
        ));
    }
    if is_one {
        return Ok(());
    }
    if !matches!(form, PuzzleForm::Pdf | PuzzleForm::Grid) {
        let why = "several puzzles are written as pdf or grid: name a file .pdf";
        return Err(Failure::of("--number", why));
    }
    if args.solution.is_some() {
        let why = "goes with one puzzle; a PDF with several has the solutions at the end";
        return Err(Failure::of("--solution", why));
    }
    Ok(())
}

fn plan(args: &MakeArgs) -> Result<Plan, Failure> {
    let problem = args.ends.problem_of(&args.board, &args.piece)?;
    problem::needs_coordinates("puzzle make", problem.board())?;
    let settings = settings(args, &problem)?;
    if let Some(path) = args.solution_file()
        && Format::from_extension(path)
            .map_or(path.extension().is_some(), |format| !format.writes_tours())
    {
        return Err(Failure::of(path.display(), "a solution is written as a tour: use .txt"));
    }
    if let Some(path) = args.solution_file() {
        // It is written last, but must fail before any work is done.
        drop(Output::open(Some(path))?);
    }
    let form = form(args)?;
    check_number(args, form)?;
    if args.solution.is_some() && args.solution_file().is_none() && form != PuzzleForm::Grid {
        let why =
            "has no effect: only a grid leaves the solution out: name a file, --solution=FILE";
        return Err(Failure::of("--solution", why));
    }
    let output = Output::open(args.output.as_deref())?;
    if matches!(form, PuzzleForm::Svg | PuzzleForm::Pdf | PuzzleForm::Png) && output.is_terminal() {
        return Err(Failure::new(NOT_FOR_THE_TERMINAL));
    }
    Ok(Plan {
        problem,
        settings,
        limits: Limits { time: Some(args.timeout.0), memory: args.memory.limit(), steps: None },
        seed: args.seed.draw(),
        form,
        output,
    })
}

fn form(args: &MakeArgs) -> Result<PuzzleForm, Failure> {
    if args.json {
        return Ok(PuzzleForm::Json);
    }
    if let Some(form) = args.format {
        return Ok(form);
    }
    let path = args.output.as_deref().filter(|path| path.extension().is_some());
    let Some(path) = path else { return Ok(PuzzleForm::Grid) };
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => Ok(PuzzleForm::Svg),
        Some("pdf") => Ok(PuzzleForm::Pdf),
        Some("png") => Ok(PuzzleForm::Png),
        Some("json") => Ok(PuzzleForm::Json),
        Some("txt" | "grid") => Ok(PuzzleForm::Grid),
        _ => Err(Failure::of(
            path.display(),
            "this file extension is not a puzzle format: use --format",
        )),
    }
}

fn write(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    form: PuzzleForm,
    args: &MakeArgs,
    seed: u64,
) -> Result<(), WriteError> {
    let goes_to_file = args.solution_file().is_some();
    let solution = Some(puzzle.solution()).filter(|_| !goes_to_file);
    let grade = puzzle.grade();
    let sheet = PuzzleSheet { problem: puzzle.problem(), solution, grade: grade.name() };
    match form {
        PuzzleForm::Text => write_text(out, &sheet),
        PuzzleForm::Svg => Ok(svg::write(&puzzle_sheet(&sheet), out)?),
        PuzzleForm::Pdf => {
            pdf::write(&puzzle_sheet(&sheet), out).map_err(|error| WriteError::Io(error.into()))
        }
        PuzzleForm::Png => {
            let pixels = png::encode(&puzzle_sheet(&sheet), SHARPNESS);
            Ok(out.write_all(&pixels.map_err(|error| WriteError::Io(error.into()))?)?)
        }
        PuzzleForm::Json => Ok(writeln!(out, "{}", report::puzzle(puzzle, seed, !goes_to_file))?),
        PuzzleForm::Grid => {
            write_grid(out, puzzle.problem())?;
            if args.solution.is_some() && !goes_to_file {
                // As comments, so that the puzzle can still be read.
                let mut grid = Vec::new();
                let options = WriteOptions::default();
                write_tour(&mut grid, puzzle.solution(), Format::Grid, &options)?;
                writeln!(out, "# The solution:")?;
                for line in String::from_utf8_lossy(&grid).lines() {
                    writeln!(out, "# {line}")?;
                }
            }
            Ok(())
        }
    }
}

fn remark(puzzle: &Puzzle, begun: Instant) -> String {
    let board = puzzle.problem().board().title();
    let clues = pluralize(puzzle.clues() as u64, "clue");
    let minimal = if puzzle.is_minimal() { ", none to spare" } else { "" };
    let (grade, branches) = (puzzle.grade(), branches(puzzle.branches()));
    let elapsed = begun.elapsed();
    format!("{board}: a puzzle with {clues}{minimal}; {grade}, {branches}, {elapsed:.1?}")
}

/// Prints an error: an impossible request is bad usage, a failed search is an outcome.
fn print_error(plan: Plan, error: PuzzleError) -> Result<Exit, Failure> {
    let text = error.to_string();
    let outcome = match error.into_outcome() {
        Ok(outcome) => outcome,
        Err(PuzzleError::ClueCount { .. }) => return Err(Failure::of("--clues", text)),
        Err(PuzzleError::NoHalfTurn) => return Err(Failure::of("--symmetric", text)),
        Err(_) => return Err(Failure::of(plan.problem.board().title(), text)),
    };
    let outcome = at_limit(outcome, &plan.limits);
    let exit = exit_of(&outcome);
    // Without a puzzle no file is written.
    if plan.prints_json() {
        let record = plan.record();
        plan.output.write(|out| json::write_outcome(out, &plan.problem, &outcome, &record))?;
    } else if let Outcome::Unknown(stop) = &outcome
        && !matches!(stop.cause, StopCause::Time | StopCause::Memory)
    {
        let line = format!("{}: {text}", paint(Tone::Open, "unknown"));
        Output::standard().write(|out| Ok(writeln!(out, "{line}")?))?;
    } else {
        print_reason(&outcome)?;
    }
    Ok(exit)
}
