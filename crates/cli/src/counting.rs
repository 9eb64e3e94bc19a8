//! Arguments and limits of the commands about all tours of a board.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use caracole::counting::{CountError, CountProgress, Direction, Job, Question};
use caracole::solvers::Limits;
use caracole::{Options, Outcome, Problem, ProblemExt, Stop, StopCause};
use clap::Args;

use crate::args::values::threads;
use crate::args::{GlobalOptions, SizeArg, TimeoutArgs};
use crate::commands::solve::{exit_of, print_reason};
use crate::failure::{self, Failure, error_text};
use crate::problem::ProblemArgs;
use crate::progress::LayerProgress;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt, memory};

/// A problem, and the convention of what counts as one tour.
#[derive(Debug, Args)]
pub(crate) struct CountedArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
}

/// What counts as one tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "What counts as one")]
pub(crate) struct DirectionArgs {
    /// A tour and its reverse are two [default for any tours]
    #[arg(long, conflicts_with = "undirected")]
    pub(crate) directed: bool,
    /// A tour and its reverse are one [default with --closed and with --open]
    #[arg(long)]
    pub(crate) undirected: bool,
}

/// Limits of the work.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) time: TimeoutArgs,
    /// Memory limit: 512M, 8G; the rest is stored on disk
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<SizeArg>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
}

/// The tables that rank all tours.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Keep the tables in a folder for the next time
    #[arg(long, value_name = "DIR", help_heading = "The work")]
    pub(crate) tables: Option<PathBuf>,
}

impl CountedArgs {
    /// Returns the question.
    pub(crate) fn question(&self) -> Result<Question, Failure> {
        Ok(self.direction.question(&self.problem.problem()?))
    }
}

impl DirectionArgs {
    /// Returns the question about a problem, with the given or the default direction.
    pub(crate) fn question(&self, problem: &Problem) -> Question {
        match (self.directed, self.undirected) {
            (true, _) => problem.question().counting(Direction::Directed),
            (_, true) => problem.question().counting(Direction::Undirected),
            (false, false) => problem.question(),
        }
    }
}

impl TableArgs {
    /// Returns the folder of the tables, and creates it if it does not exist.
    pub(crate) fn folder(&self, question: &Question) -> Result<Option<&Path>, Failure> {
        if self.tables.is_some() && !question.has_layers() {
            return Err(Failure::of(
                "--tables",
                format!("no tables are built: {COUNTED_ONE_BY_ONE}"),
            ));
        }
        self.tables.as_deref().map(|path| create("--tables", path)).transpose()
    }
}

/// The reason why a count has no layers to store.
pub(crate) const COUNTED_ONE_BY_ONE: &str =
    "tours with clues, and of boards of up to three squares, are counted one by one: leave it out";

/// Creates a folder if it does not exist.
pub(crate) fn create<'a>(flag: &str, path: &'a Path) -> Result<&'a Path, Failure> {
    let failure = |why: &str| Failure::of(format!("{flag} {}", path.display()), why);
    if path.as_os_str().is_empty() {
        return Err(Failure::of(flag, "the name of the folder is missing"));
    }
    if path.exists() && !path.is_dir() {
        return Err(failure("is a file: name a folder"));
    }
    std::fs::create_dir_all(path).map_err(|error| failure(&error_text(&error)))?;
    Ok(path)
}

/// The limits and the progress of a count.
pub(crate) struct CountRun<'a> {
    threads: Option<usize>,
    global: &'a GlobalOptions,
    limits: Limits,
    /// True if other output goes to the terminal.
    is_hidden: bool,
}

impl<'a> CountRun<'a> {
    /// Creates a run with the limits of the arguments. Time counts from the start of the program.
    pub(crate) fn new(args: &WorkArgs, global: &'a GlobalOptions) -> Self {
        let limits = Limits {
            time: args.time.timeout.map(|pause| pause.0),
            memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
            steps: None,
        };
        Self { threads: args.threads, ..Self::within(limits, global) }
    }

    /// Creates a run with limits.
    pub(crate) const fn within(limits: Limits, global: &'a GlobalOptions) -> Self {
        Self { threads: None, global, limits, is_hidden: false }
    }

    /// Adds the limit to the reason for a stop.
    pub(crate) fn at_limit(&self, stop: Stop) -> Stop {
        watchdog::at_limit(stop, &self.limits)
    }

    /// Hides the progress bar if other output goes to the terminal.
    pub(crate) const fn hidden_if(mut self, is_hidden: bool) -> Self {
        self.is_hidden = is_hidden;
        self
    }

    /// Returns true if the time limit is reached.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.time.is_some_and(|limit| watchdog::started().elapsed() >= limit)
    }

    /// Calls a function with the limits and with signals as its stop flag. Returns the answer, or why there
    /// is none. If it does not stop in time, the process is ended with `report`.
    pub(crate) fn run<T>(
        &self,
        ask: impl FnOnce(&Job<'_>) -> Result<T, CountError>,
        report: impl FnOnce(&Stop) -> Report + Send + 'static,
    ) -> Result<Result<T, Stop>, Failure> {
        let layer: Arc<[AtomicUsize; 2]> = Arc::default();
        let at = Arc::clone(&layer);
        let doing = move || match [&at[0], &at[1]].map(|number| number.load(Ordering::Relaxed)) {
            [0, _] => "while preparing".to_owned(),
            [layer, layers] => format!("while counting, layer {layer} of {layers}"),
        };
        let watch = watchdog::start(&self.limits, doing, report);
        let layers = LayerProgress::new(self.global).hidden_if(self.is_hidden);
        let interrupt_guard = interrupt::guard();
        let tell = |progress: &CountProgress| {
            layer[1].store(progress.layer.1, Ordering::Relaxed);
            layer[0].store(progress.layer.0, Ordering::Relaxed);
            layers.tell(progress);
        };
        let options = Options::new()
            .limits(self.limits)
            .threads(self.threads.unwrap_or_default())
            .started_at(watchdog::started())
            .cancel_flag(interrupt_guard.flag());
        let answer = ask(&Job::with_options(&options).on_progress(&tell));
        watch.end();
        layers.end(answer.is_ok());
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.at_limit(stop_of(error)?)),
        };
        // The stop names an interruption itself, unless the signal came too late.
        if !matches!(&answer, Err(stop) if stop.cause == StopCause::Interrupt) {
            interrupt_guard.finish()?;
        }
        Ok(answer)
    }
}

/// Returns the reason for a stop, if the error is one.
pub(crate) fn stop_of(error: CountError) -> Result<Stop, Failure> {
    match error {
        CountError::Stopped(stop) => Ok(stop),
        CountError::File { path, why } => Err(Failure::of(path.display(), error_text(&why))),
        error => Err(Failure::new(error)),
    }
}

/// Returns the exit status of a stopped command.
pub(crate) fn stopped(stop: &Stop) -> Exit {
    exit_of(&<Outcome>::Unknown(stop.clone()))
}

/// Prints why there is no answer, on standard output unless the user interrupted.
pub(crate) fn print_stop(stop: &Stop) -> Result<Exit, Failure> {
    let outcome = <Outcome>::Unknown(stop.clone());
    let exit = exit_of(&outcome);
    if exit == Exit::Interrupted {
        failure::print_error(&interrupt::with_hint(stop));
    } else {
        print_reason(&outcome)?;
    }
    Ok(exit)
}
