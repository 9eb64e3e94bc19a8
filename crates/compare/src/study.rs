//! Method variants on boards of growing size: success rates and growth curves.

use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use caracole_core::{Board, Kind, Piece, Problem, Square};
use caracole_solve::{Limits, Random, Stats, Support, starts};
use caracole_verify::{Stop, StopCause};

use crate::{ConflictingAnswers, Executor, MethodVariant, OutcomeSummary, Trial, TrialResult};

/// Method variants on square boards of many sizes, from many starts.
///
/// ```
/// use caracole_compare::{MethodVariant, CurrentThread, StudyStarts, Study};
///
/// let study = Study {
///     sizes: 5..=7,
///     starts: StudyStarts::All,
///     variants: MethodVariant::named("warnsdorff/roth")?,
///     ..Study::default()
/// };
/// let points = study.run(&mut CurrentThread, |_| {})?;
/// // 25 squares of 7x7 are starts of tours, and Roth's rule fails from some of them.
/// assert_eq!(points[2].runs, 25);
/// assert!(points[2].found < 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// The sides of the boards.
    pub sizes: RangeInclusive<u32>,
    /// The starts of the tours.
    pub starts: StudyStarts,
    /// The kind of the tours.
    pub kind: Kind,
    /// The piece that moves.
    pub piece: Piece,
    /// The method variants.
    pub variants: Vec<MethodVariant>,
    /// The limits of each tour.
    pub limits: Limits,
    /// The limit of a variant on one size, in steps. No trial begins after the limit is reached. A
    /// branch counts as one step per square of the board, and eight updates as one step.
    pub work: u64,
    /// The random seed.
    pub seed: u64,
}

impl Default for Study {
    fn default() -> Self {
        Self {
            sizes: 5..=8,
            starts: StudyStarts::default(),
            kind: Kind::Any,
            piece: Piece::KNIGHT,
            variants: MethodVariant::all(),
            limits: Limits { steps: Some(4_000_000), ..Limits::default() },
            work: 16_000_000,
            seed: 0,
        }
    }
}

/// A median is of more times than this, unless the times are long.
const MIN_TIMES: u32 = 10;

/// One variant on one size.
///
/// ```
/// use caracole_compare::{MethodVariant, CurrentThread, StudyStarts, Study, StudyPart};
///
/// let study = Study {
///     sizes: 5..=6,
///     starts: StudyStarts::Corner(3.try_into()?),
///     variants: MethodVariant::named("neural")?,
///     ..Study::default()
/// };
/// // One part at a time.
/// let mut points = Vec::new();
/// for part in study.parts() {
///     let StudyPart { variant, size } = &part;
///     eprintln!("{variant} on {size}x{size}");
///     points.push(study.run_part(&part, &mut CurrentThread));
/// }
/// assert_eq!(points.len(), 4, "two variants, two sizes");
/// study.check(&points)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StudyPart<'a> {
    /// The method variant.
    pub variant: &'a MethodVariant,
    /// The side of the board.
    pub size: u32,
}

impl Study {
    /// Returns the parts of the study, size by size.
    ///
    /// ```
    /// use caracole_compare::{MethodVariant, CurrentThread, Study};
    ///
    /// let variants = MethodVariant::named("construct")?;
    /// let study = Study { sizes: 5..=7, variants, ..Study::default() };
    /// let points: Vec<_> =
    ///     study.parts().iter().map(|part| study.run_part(part, &mut CurrentThread)).collect();
    /// assert!(study.check(&points).is_ok());
    /// assert_eq!(points.iter().map(|point| point.size).collect::<Vec<_>>(), [5, 6, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self) -> Vec<StudyPart<'_>> {
        let of_size = |size| self.variants.iter().map(move |variant| StudyPart { variant, size });
        self.sizes.clone().flat_map(of_size).collect()
    }

    /// Runs all parts. After each of them `progress` gets the number of finished parts.
    pub fn run(
        &self,
        executor: &mut dyn Executor,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<DataPoint>, ConflictingAnswers> {
        let mut points = Vec::new();
        for part in self.parts() {
            points.push(self.run_part(&part, executor));
            progress(points.len());
        }
        self.check(&points)?;
        Ok(points)
    }

    /// Runs one part.
    pub fn run_part(&self, part: &StudyPart<'_>, executor: &mut dyn Executor) -> DataPoint {
        let &StudyPart { variant, size } = part;
        let bare = self.problem(size).filter(|_| !executor.is_over());
        let Some(bare) = bare else { return DataPoint::of(variant.name(), size, &[]) };
        let plan = self.plan(part, &bare);
        // If the plan is short, each tour is timed more than once: a first run has cold caches.
        let repeats = MIN_TIMES / plan.len().max(1) as u32 + 1;
        executor.reset();
        let mut results = Vec::new();
        let mut done = 0_u64;
        for &(start, seed) in &plan {
            if done >= self.work || executor.is_over() {
                break;
            }
            let Ok(problem) = bare.clone().start(start) else { continue };
            let limits = self.limits;
            let trial = Trial { variant, problem: &problem, limits, seed, repeats };
            let result = executor.execute(&trial);
            let is_late = matches!(
                &result.outcome,
                OutcomeSummary::Unknown(Stop { cause: StopCause::Time, .. })
            );
            if is_late && executor.is_over() {
                break;
            }
            done = done.saturating_add(self.effort(&result, problem.board().len()));
            results.push(result);
        }
        DataPoint { planned: plan.len() as u64, ..DataPoint::of(variant.name(), size, &results) }
    }

    /// Returns an error if one variant found a tour on a size and another claims that none exists.
    /// Only sizes with tours from all starts are checked.
    pub fn check(&self, points: &[DataPoint]) -> Result<(), ConflictingAnswers> {
        for size in self.sizes.clone() {
            let of_size = || points.iter().filter(move |point| point.size == size);
            let found = of_size().find(|point| point.found > 0);
            let denied = of_size().find(|point| point.impossible > 0);
            let (Some(found), Some(denied)) = (found, denied) else { continue };
            if self.problem(size).is_some_and(|problem| starts(&problem).is_some()) {
                return Err(ConflictingAnswers {
                    found_by: found.name.clone(),
                    denied_by: denied.name.clone(),
                });
            }
        }
        Ok(())
    }

    /// Returns the problem on a board of this size, without a start.
    fn problem(&self, size: u32) -> Option<Problem> {
        let board = Board::rectangle(size, size).ok()?;
        Some(Problem::with_piece(board, self.piece.clone()).of_kind(self.kind))
    }

    /// Returns the starts of the tours, with a seed for each. The starts of a deterministic variant
    /// are distinct, and the variant supports all of them.
    fn plan(&self, part: &StudyPart<'_>, problem: &Problem) -> Vec<(Square, u64)> {
        let &StudyPart { variant, size } = part;
        let mut starts = self.starts.of(problem, self.seed);
        if !variant.uses_seed() {
            let mut seen = HashSet::new();
            starts.retain(|start| seen.insert(*start));
        }
        let solver = variant.solver();
        let is_supported = |start: Square| {
            let problem = problem.clone().start(start);
            problem.is_ok_and(|problem| solver.supports(&problem) == Support::Yes)
        };
        starts.retain(|&start| is_supported(start));
        let mut seeds = Random::numbered(self.seed, "runs", size.into());
        let mut plan: Vec<(Square, u64)> =
            starts.into_iter().map(|start| (start, seeds.bits())).collect();
        if self.starts == StudyStarts::All {
            // The work limit may end the part before all starts are tried. The starts tried by then
            // must be a sample of the whole board and not its first ranks.
            Random::numbered(self.seed, "order", size.into()).shuffle(&mut plan);
        }
        plan
    }

    /// Returns the work of a trial in steps: a branch propagates over the whole board, and an update of
    /// a neuron is an eighth of a step. A trial that was stopped by another limit counts at least as
    /// much as one that was stopped by the step limit.
    fn effort(&self, result: &TrialResult, squares: u64) -> u64 {
        let Stats { steps, decisions, updates, .. } = result.stats;
        let counted =
            steps.saturating_add(decisions.saturating_mul(squares)).saturating_add(updates / 8);
        match &result.outcome {
            OutcomeSummary::Unknown(Stop {
                cause: StopCause::Time | StopCause::Memory | StopCause::Fault,
                ..
            }) => counted.max(self.limits.steps.unwrap_or(self.work)),
            _ => counted,
        }
    }
}

/// The results of one variant on boards of one size.
///
/// ```
/// use caracole_compare::{MethodVariant, CurrentThread, StudyStarts, Study};
///
/// let study = Study {
///     sizes: 5..=6,
///     starts: StudyStarts::All,
///     variants: MethodVariant::named("warnsdorff/first")?,
///     ..Study::default()
/// };
/// for point in study.run(&mut CurrentThread, |_| {})? {
///     let percent = 100.0 * point.rate().ok_or("no runs")?;
///     println!("{0}x{0}: {percent} % of {1} starts", point.size, point.runs);
///     assert!(point.found <= point.runs && point.runs == point.planned);
///     assert_eq!(point.backtracks, Some(0.0), "the rule never backtracks");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DataPoint {
    /// The name of the variant.
    pub name: String,
    /// The side of the board.
    pub size: u32,
    /// The number of trials, each with its own start or seed. 0 if the method does not support the
    /// board.
    pub runs: u64,
    /// The number of trials without the work limit.
    pub planned: u64,
    /// The number of tours found.
    pub found: u64,
    /// The number of proofs that no tour exists.
    pub impossible: u64,
    /// The median time of the tours found.
    pub elapsed: Option<Duration>,
    /// The mean number of steps, branches and updates for the tours found.
    pub work: Option<f64>,
    /// The mean number of backtracks for the tours found.
    pub backtracks: Option<f64>,
    /// The largest peak memory of a trial in bytes, if it was measured.
    pub peak_bytes: Option<u64>,
}

impl DataPoint {
    /// Returns the share of the trials that found a tour, or `None` if no trial was run.
    pub fn rate(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.found as f64 / self.runs as f64)
    }

    /// Summarises the results of trials.
    fn of(name: String, size: u32, results: &[TrialResult]) -> Self {
        let found: Vec<&TrialResult> =
            results.iter().filter(|result| result.outcome.is_found()).collect();
        let impossible =
            results.iter().filter(|result| result.outcome.name() == "impossible").count() as u64;
        let mut times: Vec<Duration> = found.iter().map(|result| result.elapsed).collect();
        times.sort_unstable();
        let mean = |of: fn(&TrialResult) -> u64| {
            let sum: f64 = found.iter().map(|result| of(result) as f64).sum();
            (!found.is_empty()).then(|| sum / found.len() as f64)
        };
        Self {
            name,
            size,
            runs: results.len() as u64,
            planned: results.len() as u64,
            found: found.len() as u64,
            impossible,
            elapsed: times.get(times.len() / 2).copied(),
            work: mean(TrialResult::work),
            backtracks: mean(|result| result.stats.backtracks),
            peak_bytes: results.iter().filter_map(|result| result.peak_bytes).max(),
        }
    }
}

/// The squares that the tours of a study start from. If a theorem determines the squares that have a
/// tour, the others are left out.
///
/// ```
/// use caracole_compare::StudyStarts;
///
/// assert_eq!("all".parse(), Ok(StudyStarts::All));
/// assert_eq!("random:20".parse::<StudyStarts>().map(|starts| starts.to_string()), Ok("random:20".into()));
/// assert!("random:0".parse::<StudyStarts>().is_err());
/// assert!("random:1000001".parse::<StudyStarts>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyStarts {
    /// Every square, once.
    All,
    /// The corner `a1`, a number of times, each time with another seed.
    Corner(NonZeroU32),
    /// A number of squares, chosen uniformly at random.
    Random(NonZeroU32),
}

impl Default for StudyStarts {
    fn default() -> Self {
        Self::Random(NonZeroU32::new(20).unwrap_or(NonZeroU32::MIN))
    }
}

impl StudyStarts {
    /// Returns the starts for a problem, possibly with repetitions.
    fn of(self, problem: &Problem, seed: u64) -> Vec<Square> {
        let board = problem.board();
        let known = starts(problem);
        let may_start =
            |square: &Square| known.as_ref().is_none_or(|known| known.contains(*square));
        match self {
            Self::All => board.squares().filter(may_start).collect(),
            Self::Corner(times) => {
                let corner = board.squares().next().filter(may_start);
                corner.into_iter().cycle().take(times.get() as usize).collect()
            }
            Self::Random(times) => {
                let all: Vec<Square> = board.squares().filter(may_start).collect();
                if all.is_empty() {
                    return all;
                }
                let mut random = Random::numbered(seed, "starts", board.len());
                let draw = |_| all[random.below(all.len() as u64) as usize];
                (0..times.get()).map(draw).collect()
            }
        }
    }
}

impl fmt::Display for StudyStarts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Corner(NonZeroU32::MIN) => f.write_str("corner"),
            Self::Corner(times) => write!(f, "corner:{times}"),
            Self::Random(times) => write!(f, "random:{times}"),
        }
    }
}

impl FromStr for StudyStarts {
    type Err = StudyStartsError;

    fn from_str(text: &str) -> Result<Self, StudyStartsError> {
        let times =
            |text: &str| text.parse().ok().filter(|times: &NonZeroU32| times.get() <= MAX_STARTS);
        let (word, times) = match text.split_once(':') {
            Some((word, text)) => (word, Some(times(text).ok_or(StudyStartsError)?)),
            None => (text, None),
        };
        match (word, times) {
            ("all", None) => Ok(Self::All),
            ("corner", times) => Ok(Self::Corner(times.unwrap_or(NonZeroU32::MIN))),
            ("random", Some(times)) => Ok(Self::Random(times)),
            _ => Err(StudyStartsError),
        }
    }
}

/// The largest number of starts on one size.
const MAX_STARTS: u32 = 1_000_000;

/// An error: a text that is not a value of [`StudyStarts`].
///
/// ```
/// use caracole_compare::{StudyStarts, StudyStartsError};
///
/// assert_eq!("everywhere".parse::<StudyStarts>(), Err(StudyStartsError));
/// assert_eq!(
///     StudyStartsError.to_string(),
///     "write all, corner, corner:20 or random:20, with a number up to 1000000"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write all, corner, corner:20 or random:20, with a number up to {MAX_STARTS}")]
pub struct StudyStartsError;

#[cfg(test)]
mod tests;
