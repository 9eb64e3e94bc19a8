//! `caracole starts`: the squares from which a tour can start.

use std::io::{self, Write};
use std::time::Duration;

use caracole::board::{Coord, File, Level, Rank};
use caracole::solvers::{Limits, StartVerdict};
use caracole::text::pluralize;
use caracole::{Board, Options, Problem, StartMap, Stop, StopCause};
use clap::Args;

use crate::Exit;
use crate::args::{DurationArg, GlobalOptions, MemoryArgs, ReportArgs, TimeoutArgs};
use crate::failure::Failure;
use crate::output::{Tone, paint};
use crate::problem::ProblemArgs;
use crate::watchdog::{self, Report};

/// Show the start squares of all tours
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole starts 7x3
  caracole starts 5x6 --to a1
  caracole starts 1000000x999999            by a theorem",
    // It is always refused, with a better message than that of an unknown flag.
    mut_arg("from", |from| from.hide(true))
)]
pub(crate) struct StartsArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) time: TimeoutArgs,
    /// Time limit of each square, if no theorem applies
    #[arg(long, value_name = "TIME", default_value = "1s", help_heading = "Limits")]
    pub(crate) square_timeout: DurationArg,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The most starts that are searched if no theorem applies.
const MAX_TRIED: u64 = 1 << 12;

/// The widest board with a map.
const WIDEST_MAP: u32 = 120;

pub(crate) fn run(args: &StartsArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    if !args.problem.rules.ends.from.is_empty() {
        return Err(Failure::of("--from", "starts tries every square: leave it out"));
    }
    let problem = args.problem.problem()?;
    let output = args.report.open()?;
    let limits = Limits {
        time: args.time.timeout.map(|pause| pause.0),
        memory: args.memory.limit(),
        steps: None,
    };
    let prints_json = args.report.is_json() && output.is_standard();
    let asked = problem.clone();
    let report = move |stop: &Stop| {
        let document = || StartMap::undecided_by(&asked, stop.clone()).json(&asked).to_string();
        Report::json_or_words(prints_json, stop, document)
    };
    let watch = watchdog::start(&limits, || "while trying every start".to_owned(), report);
    let map = match StartMap::by_theorem(&problem) {
        Some(map) => map,
        None => by_search(&problem, args.square_timeout.0, &limits)?,
    };
    watch.end();
    output.write(|out| {
        if args.report.is_json() {
            return Ok(writeln!(out, "{}", map.json(&problem))?);
        }
        Ok(print(out, problem.board(), &map)?)
    })?;
    if map.undecided() > 0 {
        let unknown = pluralize(map.undecided(), "square");
        let is_late = limits.time.is_some_and(|time| watchdog::started().elapsed() >= time);
        if is_late {
            let stop = Stop::new(StopCause::Time, format!("{unknown} undecided"));
            global.remark(format_args!("{}", watchdog::at_limit(stop, &limits)));
        } else {
            global.remark(format_args!("{unknown} undecided; try a longer --square-timeout"));
        }
        return Ok(Exit::Unknown);
    }
    Ok(if map.count() > 0 { Exit::Yes } else { Exit::No })
}

fn print(out: &mut dyn Write, board: &Board, map: &StartMap) -> io::Result<()> {
    let (title, squares) = (
        board.title(),
        pluralize(board.len(), if board.graph().is_some() { "vertex" } else { "square" }),
    );
    writeln!(out, "{title}: a tour can start from {} of {squares}", map.count())?;
    if let Some(rule) = map.rule() {
        writeln!(out, "{rule}")?;
    }
    if let Some(listed) = map.listed().filter(|_| board.graph().is_some()) {
        for (square, verdict) in listed {
            let verdict = match verdict {
                StartVerdict::Yes => paint(Tone::Good, "yes"),
                StartVerdict::No => paint(Tone::Bad, "no"),
                StartVerdict::Unknown => paint(Tone::Open, "undecided"),
            };
            writeln!(out, "{} {verdict}", board.name(*square))?;
        }
        return Ok(());
    }
    let Some(listed) = map.listed().filter(|_| board.files() <= WIDEST_MAP) else {
        return Ok(());
    };
    writeln!(out, "\nx a tour starts here, - none does, ? undecided, blank a hole\n")?;
    let mark = |place| match board.square(place) {
        None => " ".to_owned(),
        // The list is in the order of square numbers.
        Some(square) => match listed[listed.partition_point(|(other, _)| *other < square)].1 {
            StartVerdict::Yes => paint(Tone::Good, "x"),
            StartVerdict::No => paint(Tone::Bad, "-"),
            StartVerdict::Unknown => paint(Tone::Open, "?"),
        },
    };
    for level in 0..board.levels() {
        if board.is_box() {
            writeln!(out, "level {}", level + 1)?;
        }
        for rank in (0..board.ranks()).rev() {
            write!(out, "{:>4} ", Rank::new(rank))?;
            for file in 0..board.files() {
                let (file, rank, level) = (File::new(file), Rank::new(rank), Level::new(level));
                write!(out, " {}", mark(Coord { file, rank, level }))?;
            }
            writeln!(out)?;
        }
        if board.files() <= 26 {
            let letters: Vec<String> =
                (0..board.files()).map(|file| File::new(file).to_string()).collect();
            writeln!(out, "      {}", letters.join(" "))?;
        }
    }
    Ok(())
}

/// Searches a tour from each start.
fn by_search(
    problem: &Problem,
    square_time: Duration,
    limits: &Limits,
) -> Result<StartMap, Failure> {
    let squares = problem.board().len();
    if squares > MAX_TRIED {
        let why = format!("no theorem applies, and more than {MAX_TRIED} starts are not searched");
        return Err(Failure::of(format!("a board of {squares} squares"), why));
    }
    let options = Options::new().limits(*limits).started_at(watchdog::started());
    Ok(StartMap::by_search(problem, &options, Some(square_time)))
}
