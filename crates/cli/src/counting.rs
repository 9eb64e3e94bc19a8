//! What the commands about all tours of a board do alike.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use caracole::{
    CountError, CountProgress, Direction, Job, Limits, Outcome, Problem, Question, Stop, StopCause,
};

use crate::Exit;
use crate::args::{CountedArgs, DirectionArgs, Manners, TableArgs, WorkArgs};
use crate::commands::solve::{exit_of, tell_why};
use crate::failure::{self, Failure, error_text};
use crate::interrupt;
use crate::memory;
use crate::progress::Layers;
use crate::watchdog::{self, Report};

impl CountedArgs {
    /// What is asked.
    pub(crate) fn question(&self) -> Result<Question, Failure> {
        Ok(self.direction.question(&self.problem.problem()?))
    }
}

impl DirectionArgs {
    /// What counts as one tour of a problem: what was said, or what is custom.
    pub(crate) fn question(&self, problem: &Problem) -> Question {
        match (self.directed, self.undirected) {
            (true, _) => problem.question().counting(Direction::Directed),
            (_, true) => problem.question().counting(Direction::Undirected),
            (false, false) => problem.question(),
        }
    }
}

impl TableArgs {
    /// The folder of the tables, which is there from now on.
    pub(crate) fn folder(&self) -> Result<Option<&Path>, Failure> {
        self.tables.as_deref().map(|path| create("--tables", path)).transpose()
    }
}

/// Makes sure that there is a folder.
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

/// Work on a question, from when it was asked.
pub(crate) struct Work<'a> {
    args: &'a WorkArgs,
    manners: &'a Manners,
    deadline: Option<Instant>,
    limits: Limits,
    /// True if the answer is written piece by piece.
    writes_meanwhile: bool,
    /// True if something else is written on the terminal meanwhile.
    is_in_the_way: bool,
}

impl<'a> Work<'a> {
    /// The time runs from now on.
    pub(crate) fn new(args: &'a WorkArgs, manners: &'a Manners) -> Self {
        // A time too long for the clock never comes.
        let deadline = args.time.timeout.and_then(|pause| watchdog::started().checked_add(pause.0));
        let limits = Limits {
            time: args.time.timeout.map(|pause| pause.0),
            memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
            steps: None,
        };
        Self { args, manners, deadline, limits, is_in_the_way: false, writes_meanwhile: false }
    }

    /// The same for work that writes its answer piece by piece.
    pub(crate) const fn writing_meanwhile(mut self) -> Self {
        self.writes_meanwhile = true;
        self
    }

    /// Names the limit that stopped the work.
    pub(crate) fn at_limit(&self, stop: Stop) -> Stop {
        watchdog::at_limit(stop, &self.limits)
    }

    /// The same without a bar, if something else is written on the terminal.
    pub(crate) const fn unless(mut self, is_in_the_way: bool) -> Self {
        self.is_in_the_way = is_in_the_way;
        self
    }

    /// Is the time over?
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn job(&self) -> Job<'a> {
        let job = Job::new().threads(self.args.threads.unwrap_or_default());
        let job = match self.limits.memory {
            Some(bytes) => job.memory(bytes),
            None => job,
        };
        match self.deadline {
            Some(deadline) => job.until(deadline),
            None => job,
        }
    }

    /// Asks within the limits, watched, and stopped by signals; gives the answer, or why there is
    /// none.
    pub(crate) fn ask<T>(
        &self,
        ask: impl FnOnce(&Job<'_>) -> Result<T, CountError>,
    ) -> Result<Result<T, Stop>, Failure> {
        let remarks = self.writes_meanwhile;
        self.ask_or_report(ask, move |stop| match Report::unknown(stop) {
            Report::Answer(text) if remarks => Report::Remark(format!("caracole: {text}")),
            report => report,
        })
    }

    /// The same with a report of its own for work that does not stop by itself.
    pub(crate) fn ask_or_report<T>(
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
        let layers = Layers::new(self.manners).unless(self.is_in_the_way);
        let heed = interrupt::heed();
        let tell = |progress: &CountProgress| {
            layer[1].store(progress.layer.1, Ordering::Relaxed);
            layer[0].store(progress.layer.0, Ordering::Relaxed);
            layers.tell(progress);
        };
        let answer = ask(&self.job().interrupted_by(heed.flag()).told_to(&tell));
        watch.end();
        layers.end(answer.is_ok());
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.at_limit(stop_of(error)?)),
        };
        // A stop tells by itself that it was interrupted, unless the signal came too late.
        if !matches!(&answer, Err(stop) if stop.cause == StopCause::Interrupt) {
            heed.end()?;
        }
        Ok(answer)
    }
}

/// What stopped the work, if it is no failure.
pub(crate) fn stop_of(error: CountError) -> Result<Stop, Failure> {
    match error {
        CountError::Stopped(stop) => Ok(stop),
        CountError::File { path, why } => Err(Failure::of(path.display(), error_text(&why))),
        error => Err(Failure::new(error)),
    }
}

/// How a command ends that was stopped.
pub(crate) fn stopped(stop: &Stop) -> Exit {
    exit_of(&<Outcome>::Unknown(stop.clone()))
}

/// No answer: says why, on standard output unless somebody interrupted.
pub(crate) fn tell_stop(stop: &Stop) -> Result<Exit, Failure> {
    let outcome = <Outcome>::Unknown(stop.clone());
    let exit = exit_of(&outcome);
    if exit == Exit::Interrupted {
        failure::tell(&interrupt::with_advice(stop));
    } else {
        tell_why(&outcome)?;
    }
    Ok(exit)
}
