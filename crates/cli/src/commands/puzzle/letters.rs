//! `caracole puzzle letters`: a text along a tour, as newspapers print it.

use std::io::Write;
use std::path::PathBuf;

use caracole::draw::{Drawing, PictureFormat, letter_pages, pdf, png, svg};
use caracole::formats::{Format, WriteError, WriteOptions, write_tour};
use caracole::solvers::{Limits, MethodSettings, Run};
use caracole::{Board, Method, Options, Outcome, Problem, Square, Tour};
use clap::Args;

use super::super::solve::{exit_of, print_reason};
use crate::args::{BOARD, GlobalOptions, SeedArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::problem::{EndArgs, needs_coordinates};
use crate::tour_format::NOT_FOR_THE_TERMINAL;
use crate::{Exit, interrupt, memory};

/// Lay a text along a tour: a letter puzzle
///
/// The reader starts at the marked square and follows knight's moves. Letters and digits of the text are
/// used, in capitals; with | in the text, the parts between are written into the squares, such as syllables.
/// A board of at least that many squares is chosen, unless one is given, and the last squares are filled.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole puzzle letters 'The knight visits every square once'
  caracole puzzle letters 'Knights move in an L' 4x5 -o letters.pdf
  caracole puzzle letters 'ca|ra|cole|a|half|turn|of|a|horse|or|a|snail' 3x4")]
pub(crate) struct PuzzleLettersArgs {
    /// The text
    #[arg(value_name = "TEXT")]
    text: String,
    #[arg(value_name = "BOARD", help = BOARD)]
    board: Option<String>,
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    #[command(flatten, next_help_heading = "The tour")]
    pub(crate) seed: SeedArgs,
    /// What fills the squares behind the text
    #[arg(long, value_name = "LETTER", default_value = "*", help_heading = "The sheet")]
    fill: String,
    /// Title of the page
    #[arg(long, value_name = "TEXT", default_value = "Letter puzzle", help_heading = "The sheet")]
    title: String,
    /// Write .pdf, .svg, .png or .txt; a PDF has the solution on its second page
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Print the numbers of the solution below, as comments
    #[arg(long, help_heading = "Output")]
    solution: bool,
}

/// The most letters.
const MAX_LETTERS: usize = 400;

pub(super) fn run(args: &PuzzleLettersArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let letters = letters(&args.text)?;
    if args.fill.chars().count() != 1 {
        return Err(Failure::of("--fill", "write one letter, such as X"));
    }
    let picture = args.output.as_deref().and_then(PictureFormat::from_extension);
    if picture.is_some_and(PictureFormat::is_animated) {
        return Err(Failure::of("--output", "letters are written as .pdf, .svg, .png or .txt"));
    }
    if args.solution && picture.is_some() {
        return Err(Failure::of("--solution", "goes with text: a PDF has the solution anyway"));
    }
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let output = Output::open(args.output.as_deref())?;
    if picture.is_some() && output.is_terminal() {
        return Err(Failure::new(NOT_FOR_THE_TERMINAL));
    }
    let interrupt_guard = interrupt::guard();
    let limits = Limits { time: None, memory: memory::free(), steps: None };
    let options = Options::new().limits(limits).seed(seed).cancel_flag(interrupt_guard.flag());
    let solve = |problem: &Problem| {
        let solver = Method::Auto.solver(&MethodSettings::default());
        solver.solve(problem, &mut Run::with_options(&options))
    };
    let outcome = match &args.board {
        Some(text) => {
            let problem = args.ends.problem(text)?;
            needs_coordinates("puzzle letters", problem.board())?;
            if problem.board().len() < letters.len() as u64 {
                let (squares, count) = (problem.board().len(), letters.len());
                let why = format!("has {squares} squares, and the text has {count} letters");
                return Err(Failure::of(problem.board().title(), why));
            }
            solve(&problem)
        }
        None => first_board(letters.len(), |board| {
            args.ends.problem(&board.to_string()).map(|problem| solve(&problem))
        })?,
    };
    interrupt_guard.finish()?;
    let Outcome::Found(tour) = &outcome else {
        print_reason(&outcome)?;
        return Ok(exit_of(&outcome));
    };
    let filled = (letters.len() as u64..tour.len()).map(|_| args.fill.clone());
    let cells: Vec<String> = letters.iter().cloned().chain(filled).collect();
    output.write(|out| match picture {
        Some(format) => draw(out, tour, &cells, &args.title, format),
        None => write_text(out, tour, &cells, args.solution),
    })?;
    let (board, count) = (tour.board().title(), letters.len());
    global.remark(format_args!("{board}: {count} letters, seed {seed}; read from {}", start(tour)));
    Ok(Exit::Yes)
}

/// Returns the contents of the squares: letters and digits, or the parts between bars.
fn letters(text: &str) -> Result<Vec<String>, Failure> {
    let cells: Vec<String> = if text.contains('|') {
        let parts = text.split('|').map(|part| part.trim().to_uppercase());
        parts.filter(|part| !part.is_empty()).collect()
    } else {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.map(|letter| letter.to_uppercase().to_string()).collect()
    };
    match cells.len() {
        0 => Err(Failure::of("TEXT", "has no letters")),
        count if count > MAX_LETTERS => {
            Err(Failure::of("TEXT", format!("has {count} letters: at most {MAX_LETTERS}")))
        }
        _ => Ok(cells),
    }
}

/// Returns the outcome on the smallest board with room for the letters that has a tour: nearly square, and
/// of the same size the squarest first.
fn first_board(
    count: usize,
    mut solve: impl FnMut(&Board) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    const LONGEST: u32 = 2;
    const SPARE: u32 = 40;
    let count = count.max(12) as u32;
    let mut last = None;
    for area in count..=count + SPARE {
        let sides = (3..=area).rev().filter(|ranks| area % ranks == 0);
        let boards = sides.map(|ranks| (area / ranks, ranks));
        let boards = boards.filter(|&(files, ranks)| files >= ranks && files <= LONGEST * ranks);
        for (files, ranks) in boards {
            let board = Board::rectangle(files, ranks).map_err(Failure::new)?;
            let outcome = solve(&board)?;
            if !matches!(outcome, Outcome::Impossible(_)) {
                return Ok(outcome);
            }
            last = Some(outcome);
        }
    }
    last.ok_or_else(|| Failure::of("TEXT", "no board has room for it: name one"))
}

fn start(tour: &Tour) -> String {
    tour.squares().next().map(|square| tour.board().name(square)).unwrap_or_default()
}

/// Writes the letters as rows, top rank first. A star marks the start.
fn write_text(
    out: &mut dyn Write,
    tour: &Tour,
    cells: &[String],
    has_solution: bool,
) -> Result<(), WriteError> {
    let board = tour.board();
    let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let step_of = |square: Square| tour.step_of(square);
    for level in 0..board.levels() {
        for rank in (0..board.ranks()).rev() {
            let row = (0..board.files()).map(|file| {
                let index = (u64::from(level) * u64::from(board.ranks()) + u64::from(rank))
                    * u64::from(board.files())
                    + u64::from(file);
                let step = step_of(Square::from_index(index));
                let cell = step.and_then(|step| cells.get(step as usize - 1));
                let mark = if step == Some(1) { ">" } else { " " };
                format!("{mark}{:<widest$}", cell.map_or(" ", String::as_str))
            });
            writeln!(out, "{}", row.collect::<Vec<_>>().concat().trim_end())?;
        }
    }
    if has_solution {
        let mut grid = Vec::new();
        write_tour(&mut grid, tour, Format::Grid, &WriteOptions::default())?;
        writeln!(out, "# The solution:")?;
        for line in String::from_utf8_lossy(&grid).lines() {
            writeln!(out, "# {line}")?;
        }
    }
    Ok(())
}

fn draw(
    out: &mut dyn Write,
    tour: &Tour,
    cells: &[String],
    title: &str,
    format: PictureFormat,
) -> Result<(), WriteError> {
    /// Pixels per unit, so that a page is sharp in print.
    const SHARPNESS: f64 = 2.0;
    let [puzzle, solution] = letter_pages(title, tour, cells);
    let failed = |error| WriteError::Io(std::io::Error::other(error));
    match format {
        PictureFormat::Pdf => {
            let pages = [&puzzle as &dyn Drawing, &solution];
            pdf::write_pages(&pages, out).map_err(failed)
        }
        PictureFormat::Png => {
            let pixels = png::encode(&puzzle, SHARPNESS).map_err(failed)?;
            Ok(out.write_all(&pixels)?)
        }
        _ => Ok(svg::write(&puzzle, out)?),
    }
}
