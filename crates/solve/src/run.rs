//! One run of a solver: its limits, its seed, who watches, and what it has done.

mod found;
mod limits;
mod stats;
mod story;
mod told;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use crate::Observer;

pub use limits::{Limits, Reservation};
pub use stats::{ColonyStats, NetworkStats, Stats};

/// Everything a solver needs beside the problem.
///
/// A solver tells the run of every step through [`Run::attempt`], [`Run::visit`] and
/// [`Run::retreat`], and stops when one of them says so.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use caracole_core::{Outcome, Problem, StopCause};
/// use caracole_solve::{Auto, Limits, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let mut run = Run::new().seed(7).limits(Limits { steps: Some(1000), ..Limits::default() });
/// assert!(Auto.solve(&problem, &mut run).is_found());
/// assert_eq!((run.get_seed(), run.method()), (7, Some("construct")));
/// println!("{} steps", run.stats().steps);
///
/// // Another thread may raise the flag at any time.
/// let flag = AtomicBool::new(true);
/// let outcome = Auto.solve(&problem, &mut Run::new().interrupted_by(&flag));
/// let Outcome::Unknown(stop) = outcome else { return Err("it was stopped before".into()) };
/// assert_eq!(stop.cause, StopCause::Interrupt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// The bytes that are reserved at present.
    reserved: Arc<AtomicU64>,
    /// The bytes that were asked for in vain.
    refused: Cell<Option<u64>>,
    /// The step at which the clock and the stop flag are looked at next.
    next_look: u64,
}

/// Told how many squares of how many are done.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Progress, Run, Solver};
///
/// let is_told = AtomicBool::new(false);
/// let tell: &Progress = &|done, squares| {
///     is_told.store(true, Ordering::Relaxed);
///     eprint!("\r{} %", 100 * done / squares);
/// };
/// let problem = Problem::new("100x100".parse()?);
/// Construct::default().solve(&problem, &mut Run::new().told_to(tell));
/// assert!(is_told.into_inner());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Progress<'a> = dyn Fn(u64, u64) + Sync + 'a;

impl<'a> Run<'a> {
    /// A run without limits, with seed 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// With limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With a seed for all chance.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With a time limit that counts from an earlier instant than the first step.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use caracole_core::StopCause;
    /// use caracole_solve::{Limits, Run};
    ///
    /// let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    /// let asked = Instant::now();
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert_eq!(Run::new().limits(limits).begun_at(asked).look(), Err(StopCause::Time));
    /// ```
    #[must_use]
    pub fn begun_at(self, begun: Instant) -> Self {
        Self { begun: Some(begun), ..self }
    }

    /// With a flag that stops the run when it is raised.
    #[must_use]
    pub fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// With somebody watching.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::film::Camera;
    /// use caracole_solve::{Run, Solver, Warnsdorff};
    ///
    /// let problem = Problem::new("8x8".parse()?).from("a1")?;
    /// let mut camera = Camera::new(&problem);
    /// let mut run = Run::new().observed_by(&mut camera);
    /// assert!(run.is_observed());
    /// Warnsdorff::default().solve(&problem, &mut run);
    /// assert_eq!(camera.film().len(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observed_by(self, observer: &'a mut dyn Observer) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// With somebody who is told how far long work has come: the mixing of a tour, and the check of
    /// a formula.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use caracole_core::Problem;
    /// use caracole_solve::{Construct, Run, Solver};
    ///
    /// let checked = AtomicU64::new(0);
    /// let tell = |done: u64, squares: u64| {
    ///     assert!(done <= squares);
    ///     checked.fetch_max(done, Ordering::Relaxed);
    /// };
    /// let problem = Problem::new("100x100".parse()?);
    /// assert!(Construct::default().solve(&problem, &mut Run::new().told_to(&tell)).is_found());
    /// assert_eq!(checked.into_inner(), 10_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn told_to(self, progress: &'a Progress<'a>) -> Self {
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
