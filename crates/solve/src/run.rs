//! One run of a solver: its limits, its seed, who watches, and what it has done.

mod found;
mod stats;
mod story;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use caracole_core::{Square, StopCause};

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
    fn a_raised_flag_stops_the_run() {
        let flag = AtomicBool::new(false);
        let mut run = Run::new().interrupted_by(&flag);
        assert_eq!(run.look(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(run.look(), Err(StopCause::Interrupt));
    }
}
