//! One contestant, one problem.

use std::time::{Duration, Instant};

use caracole_core::{Outcome, Problem, Stop, StopCause};
use caracole_draw::grouped;
use caracole_solve::{Limits, Run, Stats};

use crate::Contestant;

/// What a contestant is asked, and what it may spend.
///
/// ```
/// use caracole_compare::{Bout, Contestant};
/// use caracole_core::Problem;
/// use caracole_solve::{Limits, Run};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let contestants = Contestant::named("warnsdorff/roth")?;
/// let contestant = contestants.first().ok_or("there is one")?;
/// let limits = Limits { steps: Some(10_000), ..Limits::default() };
/// let bout = Bout { contestant, problem: &problem, limits, seed: 0, repeats: 5 };
/// let row = bout.once();
/// assert!(row.answer.is_found());
/// // The clock is moody: the time becomes the median of five, and nothing else changes.
/// let again = bout.again(row.clone());
/// assert_eq!((again.answer, again.stats), (row.answer, row.stats));
///
/// let flag = std::sync::atomic::AtomicBool::new(true);
/// let row = bout.once_in(Run::new().interrupted_by(&flag));
/// assert_eq!(row.answer.word(), "unknown");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bout<'a> {
    /// Who.
    pub contestant: &'a Contestant,
    /// What.
    pub problem: &'a Problem,
    /// What it may spend.
    pub limits: Limits,
    /// Where its chance begins.
    pub seed: u64,
    /// How often short bouts are fought; the time is then the median.
    pub repeats: u32,
}

/// What a contestant answers: an [`Outcome`] in short.
///
/// ```
/// use caracole_compare::Answer;
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Exact, Run, Solver};
///
/// let ask = |solver: &dyn Solver, board: &str| {
///     let problem = Problem::new(board.parse()?).closed();
///     let outcome = solver.solve(&problem, &mut Run::new());
///     Ok::<_, caracole_core::BoardError>(Answer::from(&outcome))
/// };
/// assert_eq!(ask(&Exact::default(), "6x6")?, Answer::Found { closed: true });
/// assert_eq!(ask(&Exact::default(), "5x5")?.word(), "impossible");
/// let answer = ask(&Construct::default(), "6x6-a1,b1")?;
/// assert!(answer.is_unsupported() && !answer.is_found(), "it builds on rectangles only");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A tour, which was checked.
    Found {
        /// Does it come home?
        closed: bool,
    },
    /// There is none, and this is why.
    Impossible(String),
    /// Nobody knows.
    Unknown(Stop),
}

impl Answer {
    /// In one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Was a tour found?
    pub const fn is_found(&self) -> bool {
        matches!(self, Self::Found { .. })
    }

    /// Is the method not made for this problem?
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::Unknown(Stop { cause: StopCause::Unsupported, .. }))
    }
}

impl From<&Outcome> for Answer {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Found(tour) => Self::Found { closed: tour.is_closed() },
            Outcome::Impossible(proof) => Self::Impossible(proof.text()),
            Outcome::Unknown(stop) => Self::Unknown(stop.clone()),
        }
    }
}

/// What came of a bout.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_compare::{Bout, Contestant, Row};
/// use caracole_core::{Problem, StopCause};
/// use caracole_solve::Limits;
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// for contestant in &Contestant::named("brute-force")? {
///     let bout =
///         Bout { contestant, problem: &problem, limits: Limits::default(), seed: 0, repeats: 1 };
///     let row = bout.once();
///     println!("{:26} {:10} {}", row.name, row.answer.word(), row.work_text());
///     assert_eq!(row.work(), row.stats.steps, "nobody supposed a case, or updated a neuron");
/// }
/// // Who does not come back in time has a row too.
/// let lost = Row::lost(
///     "ants".to_owned(),
///     StopCause::Time,
///     "it was stopped from outside".to_owned(),
///     Duration::from_secs(10),
/// );
/// assert_eq!((lost.answer.word(), lost.work()), ("unknown", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the contestant.
    pub name: String,
    /// What it answered.
    pub answer: Answer,
    /// What it did.
    pub stats: Stats,
    /// How long it took.
    pub elapsed: Duration,
    /// How many bytes it had in use at most, where that is known.
    pub peak_bytes: Option<u64>,
}

impl Row {
    /// Of a contestant that never came back.
    pub fn lost(name: String, cause: StopCause, why: String, elapsed: Duration) -> Self {
        let answer = Answer::Unknown(Stop::new(cause, why));
        Self { name, answer, stats: Stats::default(), elapsed, peak_bytes: None }
    }

    /// All that was done, be it steps of a walk, cases of a search or updates of neurons.
    pub const fn work(&self) -> u64 {
        let Stats { steps, cases, updates, .. } = self.stats;
        steps.saturating_add(cases).saturating_add(updates)
    }

    /// What was done, in the unit of the method, as a table has it: all units are equally long.
    pub fn work_text(&self) -> String {
        let Stats { steps, cases, updates, .. } = self.stats;
        match (cases, updates) {
            (0, 0) => format!("{} steps  ", grouped(steps)),
            (cases, 0) => format!("{} cases  ", grouped(cases)),
            (_, updates) => format!("{} updates", grouped(updates)),
        }
    }
}

/// Where bouts are fought.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_compare::{Bout, Contestant, Here, Match, Ring, Row};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// /// Fights here, and writes down who came.
/// #[derive(Default)]
/// struct Guestbook {
///     names: Vec<String>,
///     cleared: usize,
/// }
///
/// impl Ring for Guestbook {
///     fn fight(&mut self, bout: &Bout<'_>) -> Row {
///         self.names.push(bout.contestant.name());
///         Here.fight(bout)
///     }
///
///     fn clear(&mut self) {
///         self.cleared += 1;
///     }
/// }
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let contestants = Contestant::named("neural")?;
/// let contest =
///     Match { problem, contestants, limits: Limits::default(), seed: 0, repeats: 1 };
/// let mut book = Guestbook::default();
/// contest.fight(&mut book, |_| {})?;
/// assert_eq!((book.names.len(), book.cleared), (2, 2));
/// assert_eq!(book.names, ["neural/plain", "neural/repair"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ring {
    /// Lets a contestant answer, and comes back whatever it does.
    fn fight(&mut self, bout: &Bout<'_>) -> Row;

    /// Makes ready for another contestant, or for another board. Methods keep tables for later: who
    /// comes next must not live on those of the last one, or the memory it takes would depend on
    /// who was there before.
    fn clear(&mut self) {}
}

/// In this thread, without a net: contestants stop by themselves, as all solvers should.
///
/// ```
/// use caracole_compare::{Bout, Contestant, Here, Ring};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let problem = Problem::new("8x8".parse()?);
/// let contestants = Contestant::named("construct")?;
/// let contestant = contestants.first().ok_or("there is one")?;
/// let limits = Limits::default();
/// let bout = Bout { contestant, problem: &problem, limits, seed: 0, repeats: 3 };
/// assert!(Here.fight(&bout).answer.is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

impl Ring for Here {
    fn fight(&mut self, bout: &Bout<'_>) -> Row {
        bout.again(bout.once())
    }
}

/// Bouts that took longer are not fought again for the sake of the clock.
const SHORT: Duration = Duration::from_millis(20);

impl Bout<'_> {
    /// Fights it once, in this thread.
    pub fn once(&self) -> Row {
        self.once_in(Run::new())
    }

    /// The same in a run that somebody may stop or watch. Limits and seed are those of the bout.
    pub fn once_in(&self, run: Run<'_>) -> Row {
        let solver = self.contestant.solver();
        let mut run = run.limits(self.limits).seed(self.seed);
        let begun = Instant::now();
        let outcome = solver.solve(self.problem, &mut run);
        let elapsed = begun.elapsed();
        let (answer, stats) = (Answer::from(&outcome), run.stats());
        Row { name: self.contestant.name(), answer, stats, elapsed, peak_bytes: None }
    }

    /// Fights it again, if it was short, and makes the time the median. How often that is depends
    /// on the clock, so nothing else in the row comes of it.
    pub fn again(&self, row: Row) -> Row {
        let mut times = vec![row.elapsed];
        while times.len() < self.repeats as usize && times.iter().sum::<Duration>() < SHORT {
            times.push(self.once().elapsed);
        }
        times.sort_unstable();
        Row { elapsed: times[times.len() / 2], ..row }
    }
}
