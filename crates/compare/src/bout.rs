//! One contestant, one problem.

use std::time::{Duration, Instant};

use caracole_core::{Outcome, Problem, Stop, StopCause};
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
}

/// Where bouts are fought.
pub trait Ring {
    /// Lets a contestant answer, and comes back whatever it does.
    fn fight(&mut self, bout: &Bout<'_>) -> Row;
}

/// In this thread, without a net: contestants stop by themselves, as all solvers should.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

/// Bouts that took longer are not fought again for the sake of the clock.
const SHORT: Duration = Duration::from_millis(20);

impl Ring for Here {
    fn fight(&mut self, bout: &Bout<'_>) -> Row {
        let solver = bout.contestant.solver();
        let once = || {
            let mut run = Run::new().limits(bout.limits).seed(bout.seed);
            let begun = Instant::now();
            let outcome = solver.solve(bout.problem, &mut run);
            (Answer::from(&outcome), run.stats(), begun.elapsed())
        };
        let (answer, stats, elapsed) = once();
        let mut times = vec![elapsed];
        while times.len() < bout.repeats as usize && times.iter().sum::<Duration>() < SHORT {
            times.push(once().2);
        }
        times.sort_unstable();
        let elapsed = times[times.len() / 2];
        Row { name: bout.contestant.name(), answer, stats, elapsed, peak_bytes: None }
    }
}

/// All contestants on one problem, one after the other.
#[derive(Clone, Debug)]
pub struct Match {
    /// What all are asked.
    pub problem: Problem,
    /// Who competes.
    pub contestants: Vec<Contestant>,
    /// What each may spend.
    pub limits: Limits,
    /// Where the chance of each begins.
    pub seed: u64,
    /// How often short bouts are fought; the time is then the median.
    pub repeats: u32,
}

/// Two contestants that cannot both be right: a fault of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} found a tour where {denies} says that there is none: one of them is wrong")]
pub struct Quarrel {
    /// Who found a tour.
    pub found: String,
    /// Who says that there is none.
    pub denies: String,
}

impl Match {
    /// Lets all compete. `done` is told how many are done.
    pub fn fight(
        &self,
        ring: &mut dyn Ring,
        mut done: impl FnMut(usize),
    ) -> Result<Vec<Row>, Quarrel> {
        let mut rows = Vec::with_capacity(self.contestants.len());
        for contestant in &self.contestants {
            rows.push(self.fight_one(contestant, ring));
            done(rows.len());
        }
        self.check(&rows)?;
        Ok(rows)
    }

    /// Lets one of them compete.
    pub fn fight_one(&self, contestant: &Contestant, ring: &mut dyn Ring) -> Row {
        let Self { problem, limits, seed, repeats, .. } = self;
        ring.fight(&Bout { contestant, problem, limits: *limits, seed: *seed, repeats: *repeats })
    }

    /// Nobody may deny what another has found.
    pub fn check(&self, rows: &[Row]) -> Result<(), Quarrel> {
        agree(rows)
    }
}

fn agree(rows: &[Row]) -> Result<(), Quarrel> {
    let found = rows.iter().find(|row| row.answer.is_found());
    let denies = rows.iter().find(|row| matches!(row.answer, Answer::Impossible(_)));
    match (found, denies) {
        (Some(found), Some(denies)) => {
            Err(Quarrel { found: found.name.clone(), denies: denies.name.clone() })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(board: &str, steps: u64) -> Vec<Row> {
        let problem = Problem::new(board.parse().unwrap());
        let limits = Limits { steps: Some(steps), ..Limits::default() };
        Match { problem, contestants: Contestant::all(), limits, seed: 3, repeats: 1 }
            .fight(&mut Here, |_| {})
            .unwrap()
    }

    #[test]
    fn everybody_has_a_row_and_the_same_one_again() {
        let without_times = |rows: Vec<Row>| -> Vec<Row> {
            rows.into_iter().map(|row| Row { elapsed: Duration::ZERO, ..row }).collect()
        };
        let first = without_times(rows("8x8", 20_000));
        assert_eq!(first.len(), Contestant::all().len());
        assert_eq!(first, without_times(rows("8x8", 20_000)));
    }

    /// Who runs out says so, and is not taken for a proof.
    #[test]
    fn impossible_boards_are_denied_by_those_who_can_prove() {
        for row in rows("4x4", 1000) {
            assert!(!row.answer.is_found(), "{}", row.name);
        }
        let proofs = rows("3x3", 100_000);
        let proofs = proofs.iter().filter(|row| row.answer.word() == "impossible");
        assert!(proofs.count() >= 4);
    }

    #[test]
    fn a_quarrel_is_seen() {
        let row = |name: &str, answer| Row {
            answer,
            ..Row::lost(name.to_owned(), StopCause::Time, String::new(), Duration::ZERO)
        };
        let yes = row("ants", Answer::Found { closed: false });
        let no = row("exact", Answer::Impossible("so it is".to_owned()));
        let open = row("auto", Answer::Unknown(Stop::new(StopCause::Steps, "none")));
        assert_eq!(agree(&[yes.clone(), open.clone()]), Ok(()));
        assert_eq!(agree(&[open, no.clone()]), Ok(()));
        let quarrel = agree(&[yes, no]).unwrap_err();
        assert_eq!(
            quarrel.to_string(),
            "ants found a tour where exact says that there is none: one of them is wrong"
        );
    }
}
