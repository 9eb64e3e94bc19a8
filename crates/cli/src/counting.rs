//! What the commands about all tours of a board do alike.

use std::path::Path;
use std::time::Instant;

use caracole::{
    CountError, CountProgress, Direction, Job, Outcome, Problem, Question, Stop, StopCause,
};

use crate::Exit;
use crate::args::{CountedArgs, DirectionArgs, Manners, TableArgs, WorkArgs};
use crate::commands::solve::{exit_of, tell_why};
use crate::failure::{self, Failure, error_text};
use crate::interrupt;
use crate::memory;
use crate::progress::Layers;

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
    /// Is something else written on the terminal meanwhile?
    is_in_the_way: bool,
}

impl<'a> Work<'a> {
    /// The time runs from now on.
    pub(crate) fn new(args: &'a WorkArgs, manners: &'a Manners) -> Self {
        // A time too long for the clock never comes.
        let deadline = args.time.timeout.and_then(|pause| Instant::now().checked_add(pause.0));
        Self { args, manners, deadline, is_in_the_way: false }
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
        let job = match self.args.memory.map(|bytes| bytes.0).or_else(memory::free) {
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
        let layers = Layers::new(self.manners).unless(self.is_in_the_way);
        let heed = interrupt::heed();
        let tell = |progress: &CountProgress| layers.tell(progress);
        let answer = ask(&self.job().interrupted_by(heed.flag()).told_to(&tell));
        layers.end(answer.is_ok());
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(stop_of(error)?),
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
