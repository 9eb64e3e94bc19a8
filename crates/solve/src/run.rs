//! One run of a solver: its limits, its seed, who watches, and what it has done.

mod found;
mod limits;
mod stats;
mod story;
mod told;

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::Observer;

pub use limits::Limits;
pub use stats::{ColonyStats, NetworkStats, Stats};

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
}
