//! `caracole longest`: the longest path.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use caracole::formats::{Format, WriteError, WriteOptions, write_path, write_tour};
use caracole::solvers::{Limits, Run};
use caracole::solvers::{LongestFound, longest_with};
use caracole::text::pluralize;
use caracole::{Longest, Options, Problem, Stop, StopCause, report};
use clap::Args;
use serde_json::Value;

use crate::args::values::formats_of_paths;
use crate::args::{BOARD, BaseArgs, DurationArg, GlobalOptions, PieceArgs, SeedArgs, SizeArg};
use crate::failure::{self, Failure};
use crate::output::{Output, OutputArgs, write_now};
use crate::output::{Tone, paint};
use crate::problem::{EndArgs, ProblemArgs, RuleArgs};
use crate::tour_format::TourFormat;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt, memory};

/// Find a longest path on a board without a tour
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole longest 4x4                      misses one square
  caracole longest 8x8-a1,h8 --from b1      with a fixed start
  caracole longest @heart.png --json        as JSON
  caracole longest 9x9-a1,b1,c3 --timeout 1m",
    after_help = "Exit codes: 0 no path is longer, 2 bad usage or input, 3 a path and an upper bound \
                  that do not meet, 130 Ctrl-C."
)]
pub(crate) struct LongestArgs {
    #[arg(value_name = "BOARD", help = BOARD)]
    pub(crate) board: String,
    /// Start square, such as e4
    #[arg(long, value_name = "SQ", help_heading = "The path")]
    pub(crate) from: Option<String>,
    /// End square of the path
    #[arg(long, value_name = "SQ", help_heading = "The path")]
    pub(crate) to: Option<String>,
    /// Forbid a move; may be repeated
    #[arg(long, value_name = "SQ-SQ", help_heading = "The path")]
    pub(crate) avoid: Vec<String>,
    #[command(flatten, next_help_heading = "The path")]
    pub(crate) piece: PieceArgs,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// Time limit: 500ms, 10s, 5m, 1h; the best path so far is the answer
    #[arg(long, value_name = "TIME", default_value = "10s", help_heading = "Limits")]
    pub(crate) timeout: DurationArg,
    /// Memory limit: 512M, 8G; the best path so far is the answer
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory: Option<SizeArg>,
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = formats_of_paths(), help_heading = "Output")]
    pub(crate) format: Option<Format>,
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The largest board on which an incomplete path is written as a grid.
const MAX_IN_GRID: u64 = 1 << 27;

pub(crate) fn run(args: &LongestArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let problem = args.problem()?;
    let format = args.output.format(args.format, Format::Grid)?;
    let form = TourFormat::Format(format).of_board(problem.board(), args.format.is_some());
    let format = if form == TourFormat::Format(Format::Squares) { Format::Squares } else { format };
    if !matches!(format, Format::Grid | Format::Squares | Format::Json) {
        let why = "does not hold paths that leave squares out: choose grid, squares or json";
        return Err(Failure::of(format, why));
    }
    let options = args.base.options(TourFormat::Format(format))?;
    let output = Output::open(args.output.output.as_deref())?;
    form.check_output(problem.board(), &output)?;
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let limits = Limits {
        steps: None,
        time: Some(args.timeout.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
    };
    let title = problem.board().title();
    let doing = move || format!("while searching for a long path on {title}");
    let best: Arc<Mutex<Option<Longest>>> = Arc::default();
    // On a vast board without a tour, most of the grid would be empty.
    let is_vast = problem.board().area() > MAX_IN_GRID && args.format.is_none();
    let form = Form { format, is_vast, seed, options };
    let file = args.output.output.clone().filter(|_| !output.is_standard());
    let asked = Asked { problem: problem.clone(), file, is_quiet: global.quiet };
    let report = {
        let best = Arc::clone(&best);
        move |stop: &Stop| report_so_far(&asked, best.lock().ok()?.take(), &form, stop)
    };
    let report = move |stop: &Stop| report(stop).unwrap_or_else(|| Report::unknown(stop));
    let watch = watchdog::start(&limits, doing, report);
    let interrupt_guard = interrupt::guard();
    let run_limits = Limits { time: Some(search_time(args.timeout.0, &problem)), ..limits };
    let options = Options::new()
        .limits(run_limits)
        .seed(seed)
        .cancel_flag(interrupt_guard.flag())
        .started_at(watchdog::started());
    let improved = |answer| {
        if let Ok(mut best) = best.lock() {
            *best = Some(answer);
        }
    };
    let answer = longest_with(&problem, &mut Run::with_options(&options), &improved);
    let answer = answer.map_err(Failure::new)?;
    watch.end();
    let is_interrupted = answer.stop().is_some_and(|stop| stop.cause == StopCause::Interrupt);
    if !is_interrupted {
        interrupt_guard.finish()?;
    } else if output.is_file() {
        failure::print_error(&words(&problem, &answer));
        return Ok(Exit::Interrupted);
    }
    output.write(|out| form.write(out, &problem, &answer))?;
    if format != Format::Json {
        tell(&problem, &answer, &limits, global);
    }
    Ok(match (answer.is_proved(), is_interrupted) {
        (true, _) => Exit::Yes,
        (false, true) => Exit::Interrupted,
        (false, false) => Exit::Unknown,
    })
}

/// The output format of an answer.
#[derive(Clone, Copy)]
struct Form {
    format: Format,
    /// True if a path is written as squares, because a grid would be too large.
    is_vast: bool,
    seed: u64,
    options: WriteOptions,
}

impl Form {
    fn write(
        &self,
        out: &mut dyn Write,
        problem: &Problem,
        answer: &Longest,
    ) -> Result<(), WriteError> {
        let part_format = if self.is_vast { Format::Squares } else { self.format };
        match (self.format, answer.found()) {
            (Format::Json, _) => Ok(write_json(out, problem, answer, self.seed)?),
            (_, LongestFound::Whole(tour)) => write_tour(out, tour, self.format, &self.options),
            (_, LongestFound::Part(path)) => write_path(out, path, part_format, &self.options),
            (_, LongestFound::Nothing) => Ok(writeln!(out, "{}", paint(Tone::Bad, "no path"))?),
        }
    }
}

/// Returns the time for the search: the time limit, less what it takes to check and hand over a path
/// through all squares.
fn search_time(limit: Duration, problem: &Problem) -> Duration {
    const NANOSECONDS_A_SQUARE: u64 = 200;
    let end = Duration::from_nanos(problem.board().len().saturating_mul(NANOSECONDS_A_SQUARE));
    limit.saturating_sub(end.min(limit / 4))
}

/// The data for the report of a search that does not stop by itself.
struct Asked {
    problem: Problem,
    /// The file for the answer, unless it goes to standard output.
    file: Option<PathBuf>,
    is_quiet: bool,
}

/// Reports the best path so far, for a search that does not stop by itself. Returns `None` if there is
/// no path or it cannot be written.
fn report_so_far(
    Asked { problem, file, is_quiet }: &Asked,
    best: Option<Longest>,
    form: &Form,
    stop: &Stop,
) -> Option<Report> {
    let answer = best?.stopped_by(stop.clone());
    let mut text = Vec::new();
    form.write(&mut text, problem, &answer).ok()?;
    let text = match file {
        Some(path) => write_now(path, &text).ok().map(|()| String::new())?,
        None => String::from_utf8(text).ok()?,
    };
    let mut remark = String::new();
    if form.format != Format::Json && !is_quiet {
        let bound = format!("no more than {}: {}", answer.upper_bound(), answer.reason());
        remark = format!("{}\n{bound}\nnot proved: {stop}\n", words(problem, &answer));
    }
    Some(Report { answer: text, remark })
}

impl LongestArgs {
    fn problem(&self) -> Result<Problem, Failure> {
        let ends = EndArgs {
            closed: false,
            open: false,
            from: self.from.iter().cloned().collect(),
            to: self.to.clone(),
            start_seed: self.seed.draw(),
        };
        let rules = RuleArgs {
            ends,
            clue: Vec::new(),
            using: Vec::new(),
            avoid: self.avoid.clone(),
            piece: self.piece.clone(),
        };
        ProblemArgs { board: self.board.clone(), rules }.problem()
    }
}

/// Returns the length in a line.
fn words(problem: &Problem, answer: &Longest) -> String {
    let (length, squares) = (answer.len(), problem.board().len());
    if answer.is_proved() {
        format!("longest path: {length} of {}, proved", pluralize(squares, "square"))
    } else {
        let most = answer.upper_bound();
        let squares = pluralize(squares, "square");
        format!("longest path: at least {length}, at most {most} of {squares}")
    }
}

fn tell(problem: &Problem, answer: &Longest, limits: &Limits, global: &GlobalOptions) {
    global.remark(words(problem, answer));
    global.remark(format_args!("no more than {}: {}", answer.upper_bound(), answer.reason()));
    if let Some(stop) = answer.stop() {
        let stop = watchdog::at_limit(stop.clone(), limits);
        global.remark(format_args!("not proved: {stop}"));
    }
}

/// Writes one object on a line. The squares are streamed, because there may be many.
fn write_json(
    out: &mut dyn Write,
    problem: &Problem,
    answer: &Longest,
    seed: u64,
) -> io::Result<()> {
    let object = report::longest(problem, answer, seed);
    for (at, (field, value)) in object.iter().enumerate() {
        write!(out, "{}{}:", if at == 0 { '{' } else { ',' }, Value::from(field.as_str()))?;
        if field != "squares" {
            write!(out, "{value}")?;
            continue;
        }
        for (at, square) in answer.squares().enumerate() {
            let name = Value::from(problem.board().name(square));
            write!(out, "{}{name}", if at == 0 { '[' } else { ',' })?;
        }
        write!(out, "{}", if answer.len() == 0 { "[]" } else { "]" })?;
    }
    writeln!(out, "}}")
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_search_that_does_not_stop_is_reported_with_its_best_path() {
        let problem = Problem::new("3x4".parse().expect("a board")).start("b1").expect("a square");
        let all = RefCell::new(Vec::new());
        let improved = |answer: Longest| all.borrow_mut().push(answer);
        longest_with(&problem, &mut Run::new(), &improved).expect("a path");
        let stop = Stop::new(StopCause::Time, "while walking");
        let folder = tempfile::tempdir().expect("a folder");
        let mut asked = Asked { problem, file: None, is_quiet: false };
        for best in all.into_inner() {
            let form = Form {
                format: Format::Json,
                is_vast: false,
                seed: 7,
                options: WriteOptions::default(),
            };
            let report =
                |asked: &Asked, form: &Form| report_so_far(asked, Some(best.clone()), form, &stop);
            let json = report(&asked, &form).expect("a report");
            let document: Value = serde_json::from_str(&json.answer).expect("JSON");
            assert_eq!(
                document["squares"].as_array().map(|all| all.len() as u64),
                Some(best.len())
            );
            assert_eq!(document["stopped_by"], "time");
            assert_eq!(json.remark, "");
            let form = Form { format: Format::Squares, ..form };
            let squares = report(&asked, &form).expect("a report");
            let named =
                squares.answer.lines().rfind(|line| !line.starts_with('#')).expect("a line");
            assert_eq!(named.split_whitespace().count() as u64, best.len());
            assert!(squares.remark.contains("not proved: "), "{}", squares.remark);
            let path = folder.path().join("path.squares");
            asked.file = Some(path.clone());
            let written = report(&asked, &form).expect("a report");
            assert_eq!(std::fs::read_to_string(path).expect("a file"), squares.answer);
            assert_eq!((written.answer, written.remark), (String::new(), squares.remark));
            // A file that cannot be written contains no answer.
            asked.file = Some(folder.path().join("missing").join("path.squares"));
            assert!(report(&asked, &form).is_none());
            asked = Asked { file: None, is_quiet: true, ..asked };
            assert_eq!(report(&asked, &form).expect("a report").remark, "");
            asked.is_quiet = false;
        }
    }

    #[test]
    fn the_search_leaves_time_to_hand_over_its_path() {
        let time = |board: &str, millis| {
            let problem = Problem::new(board.parse().expect("a board"));
            search_time(Duration::from_millis(millis), &problem).as_millis()
        };
        assert_eq!((time("8x8", 300), time("1000x1000", 1000)), (299, 800));
        assert_eq!(time("1000x1000", 100), 75, "most of the time is left for the search");
    }
}
