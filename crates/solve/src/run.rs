//! One run of a solver: its options, observer and statistics.

mod found;
mod limits;

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use caracole_core::Square;
use caracole_runtime::{Limits, Options, Progress};
use caracole_verify::StopCause;

use crate::{NetworkView, Observer, TrailView};

pub(crate) use found::Answer;
pub use limits::{Reservation, free_memory};

/// The options, the observer and the statistics of one call of a solver.
///
/// A solver reports every step with [`Run::begin_walk`], [`Run::visit`] and [`Run::backtrack`], and stops when one
/// of them returns an error.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use caracole_core::Problem;
/// use caracole_solve::{Auto, Options, Run, Solver};
/// use caracole_verify::{Outcome, StopCause};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let mut run = Run::with_options(&Options::new().seed(7).steps(1000));
/// assert!(Auto.solve(&problem, &mut run).is_found());
/// assert_eq!((run.seed(), run.method()), (7, Some("construct")));
/// assert_eq!((run.limits().steps, run.threads()), (Some(1000), Options::new().get_threads()));
/// println!("{} steps", run.stats().steps);
///
/// // Another thread may raise the flag at any time.
/// let flag = AtomicBool::new(true);
/// let options = Options::new().cancel_flag(&flag);
/// let Outcome::Unknown(stop) = Auto.solve(&problem, &mut Run::with_options(&options)) else {
///     return Err("the flag was raised before".into());
/// };
/// assert_eq!(stop.cause, StopCause::Interrupt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Run<'a> {
    options: Options<'a>,
    observer: Option<&'a mut dyn Observer>,
    pub(crate) stats: Stats,
    method: Option<&'static str>,
    /// The bytes that are reserved now.
    reserved: Arc<AtomicU64>,
    /// The bytes that were refused.
    refused: Cell<Option<u64>>,
    /// The step at which the limits are checked next.
    next_check: u64,
}

impl<'a> Run<'a> {
    /// Returns a run with the default options: no limits, and seed 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a run with options. The time limit counts from the first step, unless the options set its start.
    pub fn with_options(options: &Options<'a>) -> Self {
        Self { options: *options, ..Self::default() }
    }

    /// Sets an observer.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole_core::{Problem, Square};
    /// use caracole_solve::{Observer, Options, Run, Solver, Warnsdorff};
    ///
    /// /// Counts the visits.
    /// struct Visits(u64);
    ///
    /// impl Observer for Visits {
    ///     fn visit(&mut self, _: u64, _: Square) -> ControlFlow<()> {
    ///         self.0 += 1;
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let problem = Problem::new("8x8".parse()?).start("a1")?;
    /// let mut visits = Visits(0);
    /// let mut run = Run::new().observed_by(&mut visits);
    /// assert!(run.is_observed());
    /// Warnsdorff::default().solve(&problem, &mut run);
    /// assert_eq!(visits.0, 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observed_by(self, observer: &'a mut dyn Observer) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Returns the statistics.
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// Sets the method, if one delegates to others.
    pub(crate) const fn set_method(&mut self, method: &'static str) {
        self.method = Some(method);
    }

    /// Returns the method that was used last, if one delegated to others.
    pub const fn method(&self) -> Option<&'static str> {
        self.method
    }

    /// Returns the random seed.
    pub const fn seed(&self) -> u64 {
        self.options.get_seed()
    }

    /// Returns the number of threads that the solver may use.
    pub fn threads(&self) -> NonZeroUsize {
        self.options.get_threads()
    }

    /// Returns the folder for proofs that do not fit in memory.
    pub(crate) const fn proof_folder(&self) -> Option<&'a Path> {
        self.options.get_proof_folder()
    }

    /// Returns true if the first answer of any thread is returned.
    pub(crate) const fn is_race(&self) -> bool {
        self.options.is_race()
    }

    /// Returns the limits.
    pub const fn limits(&self) -> Limits {
        self.options.get_limits()
    }

    /// Runs `work` with another seed, and restores the seed afterwards.
    ///
    /// ```
    /// use caracole_solve::{Options, Run};
    ///
    /// let mut run = Run::with_options(&Options::new().seed(7));
    /// assert_eq!(run.with_seed(1, |run| run.seed()), 1);
    /// assert_eq!(run.seed(), 7);
    /// ```
    pub fn with_seed<T>(&mut self, seed: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.seed();
        self.set_seed(seed);
        let result = work(self);
        self.set_seed(before);
        result
    }

    const fn set_seed(&mut self, seed: u64) {
        self.options = self.options.seed(seed);
    }

    /// Returns true if there is an observer. Without one, solvers can be faster.
    pub const fn is_observed(&self) -> bool {
        self.observer.is_some()
    }
}

/// Reports of a solver.
impl Run<'_> {
    /// Reports that a walk begins from `start`, which becomes step 1.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Options, Run};
    ///
    /// let problem = Problem::new("3x3".parse()?);
    /// let square = |name| problem.board().parse_square(name);
    /// let mut run = Run::new();
    /// assert_eq!(run.begin_walk(square("a1")?), Ok(()));
    /// assert_eq!(run.visit(2, square("b3")?), Ok(()));
    /// assert_eq!(run.visit(3, square("c1")?), Ok(()));
    /// assert_eq!(run.backtrack(2, square("b3")?), Ok(()));
    /// let stats = run.stats();
    /// assert_eq!((stats.walks, stats.steps, stats.backtracks, stats.longest_path), (1, 2, 1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_walk(&mut self, start: Square) -> Result<(), StopCause> {
        self.stats.walks += 1;
        self.stats.longest_path = self.stats.longest_path.max(1);
        self.check_limits()?;
        if let Some(observer) = &mut self.observer {
            proceed(observer.begin_walk(start))?;
            proceed(observer.visit(1, start))?;
        }
        Ok(())
    }

    /// Reports that the knight visits `square` as step `step`.
    #[inline]
    pub fn visit(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        if self.stats.steps >= self.next_check {
            self.check_limits()?;
        }
        self.stats.steps += 1;
        self.stats.longest_path = self.stats.longest_path.max(step);
        match &mut self.observer {
            Some(observer) => proceed(observer.visit(step, square)),
            None => Ok(()),
        }
    }

    /// Reports that the knight backtracks to `square`, which is step `step`.
    #[inline]
    pub fn backtrack(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        self.stats.backtracks += 1;
        match &mut self.observer {
            Some(observer) => proceed(observer.backtrack(step, square)),
            None => Ok(()),
        }
    }

    /// Returns the number of steps before [`Run::check_limits`] must be called again. Without an observer, a solver
    /// can take that many steps and report them together with [`Run::count_steps`].
    pub const fn steps_until_check(&self) -> u64 {
        self.next_check.saturating_sub(self.stats.steps)
    }

    /// Reports that `steps` squares were visited, the last of them as step `step`.
    ///
    /// ```
    /// use caracole_solve::{Limits, Options, Run};
    ///
    /// let mut run = Run::with_options(&Options::new().steps(1500));
    /// let mut squares = 1;
    /// // The limit allows only a part of a million squares.
    /// while run.check_limits().is_ok() && squares < 1_000_000 {
    ///     let steps = run.steps_until_check();
    ///     squares += steps;
    ///     run.count_steps(steps, squares);
    /// }
    /// assert_eq!((squares, run.stats().steps), (1501, 1500));
    /// ```
    pub fn count_steps(&mut self, steps: u64, step: u64) {
        self.stats.steps += steps;
        self.stats.longest_path = self.stats.longest_path.max(step);
    }

    /// Reports that a decision is about to be made.
    pub(crate) fn count_decision(&mut self) -> Result<(), StopCause> {
        self.check_limits()?;
        self.stats.decisions += 1;
        Ok(())
    }

    /// Reports decisions that were made on other threads.
    pub(crate) const fn add_decisions(&mut self, decisions: u64) {
        self.stats.decisions += decisions;
    }

    /// Passes the state of a network to the observer.
    pub(crate) fn observe_network(&mut self, network: &NetworkView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.network(network)),
            None => Ok(()),
        }
    }

    /// Passes the trails of a colony to the observer.
    pub(crate) fn observe_trails(&mut self, trails: &TrailView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.trails(trails)),
            None => Ok(()),
        }
    }

    /// Calls the progress callback.
    pub(crate) fn report_progress(&self, done: u64, squares: u64) {
        self.options.report(&Progress::Squares { done, total: squares });
    }
}

const fn proceed(flow: ControlFlow<()>) -> Result<(), StopCause> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopCause::Interrupt),
    }
}

/// The statistics of a run.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Backtracking, Neural, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let mut run = Run::new();
/// Backtracking::default().solve(&problem, &mut run);
/// let stats = run.stats();
/// assert_eq!((stats.walks, stats.longest_path), (1, 25));
/// assert_eq!(stats.steps, 24 + stats.backtracks, "each backtrack undoes one step");
/// assert!(stats.counts().is_empty());
///
/// let mut run = Run::new();
/// Neural::default().solve(&Problem::new("6x6".parse()?).closed(), &mut run);
/// for (name, number) in run.stats().counts() {
///     println!("{name}: {number}");
/// }
/// assert_eq!(run.stats().counts()[0], ("updates", run.stats().updates));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stats {
    /// Squares visited, starts not counted.
    pub steps: u64,
    /// Steps undone by backtracking.
    pub backtracks: u64,
    /// The number of walks.
    pub walks: u64,
    /// The length of the longest path, in squares.
    pub longest_path: u64,
    /// Decisions of a search that branches on moves anywhere on the board.
    pub decisions: u64,
    /// Updates of neurons.
    pub updates: u64,
    /// The statistics of a neural network, if one was used.
    pub network: Option<NetworkStats>,
    /// The statistics of an ant colony, if one was used.
    pub colony: Option<ColonyStats>,
}

impl Stats {
    /// Returns the counts of single methods, with their names.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = Vec::new();
        if let Some(NetworkStats { sweeps, cycles }) = self.network {
            counts.extend([("updates", self.updates), ("sweeps", sweeps)]);
            counts.extend(cycles.map(|cycles| ("subtours", cycles)));
        }
        if let Some(ColonyStats { cycles, tours, distinct }) = self.colony {
            let ants = self.walks;
            counts.extend([("ants", ants), ("cycles", cycles), ("tours", tours)]);
            counts.push(("distinct", distinct));
        }
        counts
    }
}

/// The statistics of a neural network.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut run = Run::new();
/// let outcome = Neural::default().solve(&problem, &mut run);
/// let network = run.stats().network.ok_or("no network")?;
/// assert!(network.sweeps > 0);
/// assert_eq!(network.cycles == Some(1), outcome.is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct NetworkStats {
    /// The number of sweeps over all neurons, in all restarts.
    pub sweeps: u64,
    /// The number of cycles to which the last restart converged; `None` if it did not converge.
    pub cycles: Option<u64>,
}

/// The statistics of an ant colony.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Run, Solver, Until};
///
/// let ants = Ants { cycles: 100.try_into()?, until: Until::LastCycle, ..Ants::default() };
/// let mut run = Run::new();
/// ants.solve(&Problem::new("5x5".parse()?), &mut run);
/// let colony = run.stats().colony.ok_or("no colony")?;
/// assert_eq!(colony.cycles, 100);
/// assert!(colony.tours >= colony.distinct && colony.distinct > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ColonyStats {
    /// Cycles completed, in each of which every ant walks once.
    pub cycles: u64,
    /// Walks over all squares that solve the problem.
    pub tours: u64,
    /// The number of different tours; each direction and each start counts as a separate tour.
    pub distinct: u64,
}
