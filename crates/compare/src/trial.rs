//! A trial: one run of a method on a problem, and its result.

use caracole_explain::Explain;
use std::time::{Duration, Instant};

use caracole_core::Problem;
use caracole_draw::group_digits;
use caracole_solve::{Limits, Options, Run, Stats};
use caracole_verify::{Outcome, Stop, StopCause};

use crate::MethodVariant;

/// A run of a method on a problem, within limits.
///
/// ```
/// use caracole_compare::{MethodVariant, Trial};
/// use caracole_core::Problem;
/// use caracole_solve::{Limits, Options};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let variants = MethodVariant::named("warnsdorff/roth")?;
/// let variant = variants.first().ok_or("no such variant")?;
/// let limits = Limits { steps: Some(10_000), ..Limits::default() };
/// let trial = Trial { variant, problem: &problem, limits, seed: 0, repeats: 5 };
/// let result = trial.run();
/// assert!(result.outcome.is_found());
/// // The time becomes the median of five. Nothing else changes.
/// let timed = trial.with_median_time(result.clone());
/// assert_eq!((timed.outcome, timed.stats), (result.outcome, result.stats));
///
/// let flag = std::sync::atomic::AtomicBool::new(true);
/// let result = trial.run_with(&Options::new().cancel_flag(&flag));
/// assert_eq!(result.outcome.name(), "unknown");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The method and its settings.
    pub variant: &'a MethodVariant,
    /// The problem.
    pub problem: &'a Problem,
    /// The limits of the run.
    pub limits: Limits,
    /// The random seed.
    pub seed: u64,
    /// How often a short trial is run; the time is then the median.
    pub repeats: u32,
}

/// A trial that took longer is not repeated.
const MAX_REPEATED_TIME: Duration = Duration::from_millis(20);

impl Trial<'_> {
    /// Runs the trial once, in this thread.
    pub fn run(&self) -> TrialResult {
        self.run_with(&Options::new())
    }

    /// Runs the trial once with options, such as a cancel flag. Limits and seed are those of the trial.
    pub fn run_with(&self, options: &Options<'_>) -> TrialResult {
        let solver = self.variant.solver();
        let mut run = Run::with_options(&options.limits(self.limits).seed(self.seed));
        let begun = Instant::now();
        let outcome = solver.solve(self.problem, &mut run);
        let elapsed = begun.elapsed();
        let (outcome, stats) = (OutcomeSummary::from(&outcome), run.stats());
        TrialResult { name: self.variant.name(), outcome, stats, elapsed, peak_bytes: None }
    }

    /// Repeats a short trial and replaces the time of its result by the median. The number of
    /// repetitions depends on the clock, so they change nothing else in the result.
    pub fn with_median_time(&self, result: TrialResult) -> TrialResult {
        let mut times = vec![result.elapsed];
        while times.len() < self.repeats as usize
            && times.iter().sum::<Duration>() < MAX_REPEATED_TIME
        {
            times.push(self.run().elapsed);
        }
        times.sort_unstable();
        TrialResult { elapsed: times[times.len() / 2], ..result }
    }
}

/// An [`Outcome`] without the tour.
///
/// ```
/// use caracole_compare::OutcomeSummary;
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Exact, Run, Solver};
///
/// let solve = |solver: &dyn Solver, board: &str| {
///     let problem = Problem::new(board.parse()?).closed();
///     let outcome = solver.solve(&problem, &mut Run::new());
///     Ok::<_, caracole_core::BoardError>(OutcomeSummary::from(&outcome))
/// };
/// assert_eq!(solve(&Exact::default(), "6x6")?, OutcomeSummary::Found { closed: true });
/// assert_eq!(solve(&Exact::default(), "5x5")?.name(), "impossible");
/// let outcome = solve(&Construct::default(), "6x6-a1,b1")?;
/// assert!(outcome.is_unsupported() && !outcome.is_found(), "it supports only rectangles");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum OutcomeSummary {
    /// A verified tour.
    Found {
        /// True if the tour is closed.
        closed: bool,
    },
    /// No tour exists; the text is the reason.
    Impossible(String),
    /// The run stopped without an answer.
    Unknown(Stop),
}

impl OutcomeSummary {
    /// Returns `found`, `impossible` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Returns true if a tour was found.
    pub const fn is_found(&self) -> bool {
        matches!(self, Self::Found { .. })
    }

    /// Returns true if the method does not support the problem.
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::Unknown(Stop { cause: StopCause::Unsupported, .. }))
    }
}

impl From<&Outcome> for OutcomeSummary {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Found(tour) => Self::Found { closed: tour.is_closed() },
            Outcome::Impossible(proof) => Self::Impossible(proof.text()),
            Outcome::Unknown(stop) => Self::Unknown(stop.clone()),
        }
    }
}

/// The result of a trial.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_compare::{MethodVariant, Trial, TrialResult};
/// use caracole_core::Problem;
/// use caracole_verify::StopCause;
/// use caracole_solve::Limits;
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let limits = Limits::default();
/// for variant in &MethodVariant::named("backtracking-warnsdorff")? {
///     let result = Trial { variant, problem: &problem, limits, seed: 0, repeats: 1 }.run();
///     println!("{:26} {:10} {}", result.name, result.outcome.name(), result.work_text());
///     assert_eq!(result.work(), result.stats.steps, "brute force only makes steps");
/// }
/// // A trial that was killed has a result too.
/// let lost = TrialResult::lost(
///     "ants".to_owned(),
///     StopCause::Time,
///     "its process was ended".to_owned(),
///     Duration::from_secs(10),
/// );
/// assert_eq!((lost.outcome.name(), lost.work()), ("unknown", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TrialResult {
    /// The name of the method variant.
    pub name: String,
    /// The outcome.
    pub outcome: OutcomeSummary,
    /// The statistics of the run.
    pub stats: Stats,
    /// The time of the run.
    pub elapsed: Duration,
    /// The peak memory in bytes, if it was measured.
    pub peak_bytes: Option<u64>,
}

impl TrialResult {
    /// Returns the result of a trial that never returned.
    pub fn lost(name: String, cause: StopCause, why: String, elapsed: Duration) -> Self {
        let outcome = OutcomeSummary::Unknown(Stop::new(cause, why));
        Self { name, outcome, stats: Stats::default(), elapsed, peak_bytes: None }
    }

    /// Returns the total work: steps of a path, branches of a search and updates of neurons.
    pub const fn work(&self) -> u64 {
        let Stats { steps, decisions, updates, .. } = self.stats;
        steps.saturating_add(decisions).saturating_add(updates)
    }

    /// Returns the work with the unit of the method, padded so that all units have the same width.
    pub fn work_text(&self) -> String {
        let Stats { steps, decisions, updates, .. } = self.stats;
        match (decisions, updates) {
            (0, 0) => format!("{} steps    ", group_digits(steps)),
            (decisions, 0) => format!("{} decisions", group_digits(decisions)),
            (_, updates) => format!("{} updates  ", group_digits(updates)),
        }
    }
}

/// Runs trials, in this thread, another thread or another process.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_compare::{
///     Comparison, CurrentThread, Executor, MethodVariant, Trial, TrialResult,
/// };
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// /// Runs trials in this thread and logs their names.
/// #[derive(Default)]
/// struct Logger {
///     names: Vec<String>,
///     resets: usize,
/// }
///
/// impl Executor for Logger {
///     fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
///         self.names.push(trial.variant.name());
///         CurrentThread.execute(trial)
///     }
///
///     fn reset(&mut self) {
///         self.resets += 1;
///     }
/// }
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let variants = MethodVariant::named("neural")?;
/// let comparison =
///     Comparison { problem, variants, limits: Limits::default(), seed: 0, repeats: 1 };
/// let mut logger = Logger::default();
/// comparison.run(&mut logger, |_| {})?;
/// assert_eq!((logger.names.len(), logger.resets), (2, 2));
/// assert!(!logger.is_over(), "no limit for all trials together");
/// assert_eq!(logger.names, ["neural/plain", "neural/repair"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Executor {
    /// Runs a trial. Returns a result even if the method fails or does not stop.
    fn execute(&mut self, trial: &Trial<'_>) -> TrialResult;

    /// Prepares for another method variant or another board. Methods cache tables; without a reset the
    /// memory that a trial takes would depend on the trials before it.
    fn reset(&mut self) {}

    /// Returns true if no further trial may start, because a time limit of all trials together is
    /// reached. A study then ends, and does not count a trial that this limit stopped.
    fn is_over(&self) -> bool {
        false
    }
}

/// Runs trials in the calling thread. A method that ignores its limits is not stopped.
///
/// ```
/// use caracole_compare::{CurrentThread, Executor, MethodVariant, Trial};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let problem = Problem::new("8x8".parse()?);
/// let variants = MethodVariant::named("construct")?;
/// let variant = variants.first().ok_or("no such variant")?;
/// let limits = Limits::default();
/// let trial = Trial { variant, problem: &problem, limits, seed: 0, repeats: 3 };
/// assert!(CurrentThread.execute(&trial).outcome.is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CurrentThread;

impl Executor for CurrentThread {
    fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
        trial.with_median_time(trial.run())
    }
}
