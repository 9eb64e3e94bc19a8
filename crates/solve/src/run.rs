//! One run of a solver: its limits, its seed, who watches, and what it has done.

mod stats;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use caracole_core::verify::Refusal;
use caracole_core::{Cover, Formula, Outcome, Path, Problem, Square, Stop, StopCause, Tour};

use crate::{NetworkView, Observer, TrailView};

pub use stats::{ColonyStats, NetworkStats, Stats};

/// How much a solver may spend. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps: squares gone to, starts not counted, cases looked at, and neurons updated.
    pub steps: Option<u64>,
    /// Time from the start of the run.
    pub time: Option<Duration>,
    /// Bytes.
    pub memory: Option<u64>,
}

/// Everything a solver needs beside the problem.
///
/// A solver tells the run of every step through [`Run::attempt`], [`Run::visit`] and
/// [`Run::retreat`], and stops when one of them says so.
///
/// ```
/// use caracole_solve::{Limits, Run};
///
/// let run = Run::new().seed(7).limits(Limits { steps: Some(1000), ..Limits::default() });
/// assert_eq!(run.stats().steps, 0);
/// ```
#[derive(Default)]
pub struct Run<'a> {
    limits: Limits,
    seed: u64,
    interrupt: Option<&'a AtomicBool>,
    observer: Option<&'a mut dyn Observer>,
    progress: Option<&'a Progress<'a>>,
    stats: Stats,
    begun: Option<Instant>,
    method: Option<&'static str>,
    /// The bytes that were asked for in vain.
    refused: Cell<Option<u64>>,
    /// The step at which the clock and the stop flag are looked at next.
    next_look: u64,
}

/// Told how many squares of how many are done.
pub type Progress<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// Looking at the clock costs as much as some steps; so many of them pass between two looks.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

impl<'a> Run<'a> {
    /// A run without limits, with seed 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// With limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With a seed for all chance.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With a flag that stops the run when it is raised.
    #[must_use]
    pub const fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// With somebody watching.
    #[must_use]
    pub fn observed_by(self, observer: &'a mut dyn Observer) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// With somebody who is told how far long work has come: the mixing of a tour, and the check of
    /// a formula.
    #[must_use]
    pub const fn told_to(self, progress: &'a Progress<'a>) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Says that work on so many squares of so many is done.
    pub(crate) fn tell(&self, done: u64, squares: u64) {
        if let Some(tell) = self.progress {
            tell(done, squares);
        }
    }

    /// What has been done.
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// Says which method is at work, where one hands over to others.
    pub(crate) const fn work_by(&mut self, method: &'static str) {
        self.method = Some(method);
    }

    /// The method that worked last, where one handed over to others.
    pub const fn method(&self) -> Option<&'static str> {
        self.method
    }

    /// The seed.
    pub const fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Lets somebody work with another seed.
    pub(crate) fn seeded<T>(&mut self, seed: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.seed, seed);
        let done = work(self);
        self.seed = before;
        done
    }

    /// Is somebody watching? Solvers may take a faster way if not.
    pub const fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Says that a walk begins from `start`, which becomes step 1.
    pub fn attempt(&mut self, start: Square) -> Result<(), StopCause> {
        self.stats.attempts += 1;
        self.stats.farthest = self.stats.farthest.max(1);
        self.look()?;
        if let Some(observer) = &mut self.observer {
            proceed(observer.attempt(start))?;
            proceed(observer.visit(1, start))?;
        }
        Ok(())
    }

    /// Says that the knight goes to `square` as step `step`.
    #[inline]
    pub fn visit(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        if self.stats.steps >= self.next_look {
            self.look()?;
        }
        self.stats.steps += 1;
        self.stats.farthest = self.stats.farthest.max(step);
        match &mut self.observer {
            Some(observer) => proceed(observer.visit(step, square)),
            None => Ok(()),
        }
    }

    /// Says that the knight goes back to `square`, which is step `step`.
    #[inline]
    pub fn retreat(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        self.stats.retreats += 1;
        match &mut self.observer {
            Some(observer) => proceed(observer.retreat(step, square)),
            None => Ok(()),
        }
    }

    /// How many steps may be taken before [`Run::look`] must be called again. Solvers that nobody
    /// watches take that many at once and report them with [`Run::take`].
    pub const fn steps_until_look(&self) -> u64 {
        self.next_look.saturating_sub(self.stats.steps)
    }

    /// Says that `steps` squares were gone to, the last of them as step `step`.
    pub fn take(&mut self, steps: u64, step: u64) {
        self.stats.steps += steps;
        self.stats.farthest = self.stats.farthest.max(step);
    }

    /// Says that a case is about to be looked at.
    pub(crate) fn suppose(&mut self) -> Result<(), StopCause> {
        self.look()?;
        self.stats.cases += 1;
        Ok(())
    }

    /// Says that cases were looked at elsewhere.
    pub(crate) const fn add_cases(&mut self, cases: u64) {
        self.stats.cases += cases;
    }

    /// Says that neurons were updated. A network asks [`Run::look`] before.
    pub(crate) const fn add_updates(&mut self, updates: u64) {
        self.stats.updates += updates;
    }

    /// Says what a network has done so far.
    pub(crate) const fn tell_of_network(&mut self, network: NetworkStats) {
        self.stats.network = Some(network);
    }

    /// Says what a colony has done so far.
    pub(crate) const fn tell_of_colony(&mut self, colony: ColonyStats) {
        self.stats.colony = Some(colony);
    }

    /// Shows the state of a network to whoever watches.
    pub(crate) fn show_network(&mut self, network: &NetworkView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.network(network)),
            None => Ok(()),
        }
    }

    /// Shows the trails of a colony to whoever watches.
    pub(crate) fn show_trails(&mut self, trails: &TrailView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.trails(trails)),
            None => Ok(()),
        }
    }

    /// How many steps are left of the limit.
    pub(crate) fn steps_left(&self) -> u64 {
        let Stats { steps, cases, updates, .. } = self.stats;
        self.limits.steps.map_or(u64::MAX, |limit| limit.saturating_sub(steps + cases + updates))
    }

    /// Is there a limit of steps?
    pub(crate) const fn limits_steps(&self) -> bool {
        self.limits.steps.is_some()
    }

    /// Looks at the limits, the clock and the stop flag.
    pub fn look(&mut self) -> Result<(), StopCause> {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(StopCause::Interrupt);
        }
        if self.limits.time.is_some_and(|limit| begun.elapsed() >= limit) {
            return Err(StopCause::Time);
        }
        let left = self.steps_left();
        if left == 0 {
            return Err(StopCause::Steps);
        }
        self.next_look = self.stats.steps + left.min(STEPS_BETWEEN_LOOKS);
        Ok(())
    }

    /// A run for a part of the work: the same seed, memory and stop flag, and of the time and the
    /// steps that are left at most so much.
    pub(crate) fn aside(&self, time: Duration, steps: u64) -> Self {
        let gone = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let time_left = self.limits.time.map_or(time, |limit| limit.saturating_sub(gone).min(time));
        let limits = Limits {
            steps: Some(self.steps_left().min(steps)),
            time: Some(time_left),
            memory: self.limits.memory,
        };
        Run { limits, seed: self.seed, interrupt: self.interrupt, ..Run::default() }
    }

    /// Asks for memory before it is taken.
    pub fn reserve(&self, bytes: u64) -> Result<(), StopCause> {
        match self.limits.memory {
            Some(limit) if bytes > limit => {
                self.refused.set(Some(bytes));
                Err(StopCause::Memory)
            }
            _ => Ok(()),
        }
    }

    /// Hands a path to the verifier; what it accepts is the answer.
    ///
    /// A path that it rejects is a fault of the solver, [`StopCause::Fault`]. It never leaves as a
    /// tour.
    pub fn found(&self, problem: &Problem, path: Path) -> Outcome {
        verified(problem, path).unwrap_or_else(|fault| {
            debug_assert!(false, "{}: {fault}", problem.board());
            Outcome::Unknown(fault)
        })
    }

    /// Hands a formula to the verifier, which goes through all its steps on all cores; what it
    /// accepts is the answer.
    ///
    /// The time limit, the limit of steps and the stop flag hold meanwhile.
    pub fn found_formula(
        &mut self,
        problem: &Problem,
        formula: Arc<dyn Formula>,
    ) -> Result<Outcome, StopCause> {
        let (board, len) = (problem.board(), problem.board().len());
        let square_at = |step| board.at(formula.place_at(step)).ok_or(StopCause::Fault);
        self.attempt(square_at(1)?)?;
        let is_walked = self.is_observed();
        if is_walked {
            (2..=len).try_for_each(|step| self.visit(step, square_at(step)?))?;
        } else {
            let left = self.steps_left();
            if left < len - 1 {
                self.take(left, left + 1);
                return Err(StopCause::Steps);
            }
        }
        let checked = AtomicU64::new(1);
        let (flag, progress, begun) = (self.interrupt, self.progress, self.begun);
        let deadline =
            begun.zip(self.limits.time).and_then(|(begun, time)| begun.checked_add(time));
        let watch = |done: u64| {
            checked.fetch_max(done, Ordering::Relaxed);
            if let Some(tell) = progress {
                tell(done, len);
            }
            let is_over = flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let answer = Tour::from_formula(problem, formula, &watch);
        if !is_walked {
            let checked = checked.into_inner();
            self.take(checked - 1, checked);
        }
        match answer {
            Ok(tour) => Ok(Outcome::Found(tour)),
            Err(Refusal::Stopped) => self.look().and(Err(StopCause::Interrupt)),
            Err(Refusal::Defect(defect)) => {
                let text = defect.text(problem.board());
                debug_assert!(false, "{}: {text}", problem.board());
                Ok(Outcome::Unknown(fault(&text)))
            }
        }
    }

    /// Hands the paths of several knights to the verifier, as [`Run::found`] does with one.
    pub fn found_cover(&self, problem: &Problem, paths: Vec<Path>) -> Outcome<Cover> {
        Cover::verify(problem, paths).map_or_else(
            |rejected| {
                let first = rejected.verdict.defects().first();
                let text = first.map(|defect| defect.text(problem.board())).unwrap_or_default();
                debug_assert!(false, "{}: {text}", problem.board());
                Outcome::Unknown(fault(&text))
            },
            Outcome::Found,
        )
    }

    /// The answer of a solver that gives up: what ended it, and how far the knight came.
    pub fn stopped(&self, problem: &Problem, cause: StopCause, method: &str) -> Outcome {
        Outcome::Unknown(self.stop(problem, cause, method))
    }

    /// Why a solver gives up, whatever it was looking for.
    pub(crate) fn stop(&self, problem: &Problem, cause: StopCause, method: &str) -> Stop {
        let story = match cause {
            StopCause::Memory => self.lack_of_memory(problem, method),
            _ => self.efforts(problem, method),
        };
        Stop::new(cause, story)
    }

    fn efforts(&self, problem: &Problem, method: &str) -> String {
        let Stats { steps, retreats, attempts, farthest, cases, .. } = self.stats;
        let squares = problem.board().len();
        if attempts == 0 && cases > 0 {
            return format!("{method} looked at {cases} cases on {squares} squares");
        }
        if attempts == 0 {
            return format!("{method} was at work on {squares} squares, and had not begun to walk");
        }
        let starts = if attempts == 1 { String::new() } else { format!(" from {attempts} starts") };
        let longest = if farthest == squares {
            format!("it visited all {squares} squares, but not as asked")
        } else {
            format!("its longest path has {farthest} of {squares} squares")
        };
        format!("{method} took {steps} steps and {retreats} retreats{starts}; {longest}")
    }

    fn lack_of_memory(&self, problem: &Problem, method: &str) -> String {
        let squares = problem.board().len();
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        match (self.refused.get(), self.limits.memory) {
            (Some(bytes), Some(limit)) => {
                let (needed, limit) = (megabytes(bytes), limit >> 20);
                format!(
                    "{method} needs {needed} MiB for {squares} squares, and may use {limit} MiB"
                )
            }
            _ => format!("{method} keeps fewer than 2^32 squares in memory, and not {squares}"),
        }
    }
}

/// The verifier's answer to a path.
fn verified(problem: &Problem, path: Path) -> Result<Outcome, Stop> {
    Tour::verify(problem, path).map(Outcome::Found).map_err(|rejected| {
        let first = rejected.verdict.defects().first();
        fault(&first.map(|defect| defect.text(problem.board())).unwrap_or_default())
    })
}

fn fault(defect: &str) -> Stop {
    Stop::new(StopCause::Fault, format!("a path was rejected by the verifier: {defect}"))
}

const fn proceed(flow: ControlFlow<()>) -> Result<(), StopCause> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopCause::Interrupt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_of_steps_is_exact() {
        for limit in [0, 1, 1023, 1024, 1025, 5000] {
            let mut run = Run::new().limits(Limits { steps: Some(limit), ..Limits::default() });
            let square = Square::from_index(0);
            let stop = (0..10_000).find_map(|_| run.visit(1, square).err());
            assert_eq!(stop, Some(StopCause::Steps));
            assert_eq!(run.stats().steps, limit);
        }
    }

    #[test]
    fn a_path_that_is_no_tour_is_a_fault() {
        let problem = Problem::new("1x2".parse().unwrap());
        let stop = verified(&problem, Path::from_indices(vec![0, 1])).unwrap_err();
        assert_eq!(stop.cause.word(), "fault");
        assert_eq!(
            stop.to_string(),
            "a fault of ours: a path was rejected by the verifier: step 2: from a1 to a2 is no move"
        );
    }

    #[test]
    fn a_raised_flag_stops_the_run() {
        let flag = AtomicBool::new(false);
        let mut run = Run::new().interrupted_by(&flag);
        assert_eq!(run.look(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(run.look(), Err(StopCause::Interrupt));
    }
}
