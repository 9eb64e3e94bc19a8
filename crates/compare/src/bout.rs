//! One contestant, one problem.

use std::time::{Duration, Instant};

use caracole_core::{Outcome, Problem, Stop, StopCause};
use caracole_draw::grouped;
use caracole_solve::{Limits, Run, Stats};

use crate::Contestant;

/// What a contestant is asked, and what it may spend.
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
pub trait Ring {
    /// Lets a contestant answer, and comes back whatever it does.
    fn fight(&mut self, bout: &Bout<'_>) -> Row;

    /// Makes ready for another contestant, or for another board. Methods keep tables for later: who
    /// comes next must not live on those of the last one, or the memory it takes would depend on
    /// who was there before.
    fn clear(&mut self) {}
}

/// In this thread, without a net: contestants stop by themselves, as all solvers should.
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
