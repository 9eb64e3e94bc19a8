//! All contestants, one problem.

use caracole_core::Problem;
use caracole_solve::Limits;

use crate::{Answer, Bout, Contestant, Ring, Row};

/// All contestants on one problem, one after the other.
///
/// ```
/// use caracole_compare::{Contestant, Here, Match};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let contest = Match {
///     problem: Problem::new("6x6".parse()?).from("a1")?,
///     contestants: Contestant::all(),
///     limits: Limits { steps: Some(20_000), ..Limits::default() },
///     seed: 0,
///     repeats: 1,
/// };
/// let mut rows = contest.fight(&mut Here, |done| eprintln!("{done} are done"))?;
/// rows.sort_by_key(|row| row.elapsed);
/// assert_eq!(rows.len(), contest.contestants.len());
///
/// // One by one, for whoever wants to do something between.
/// let row = contest.fight_one(&contest.contestants[0], &mut Here);
/// assert!(contest.check(&[row]).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use caracole_compare::{Answer, Contestant, Here, Match};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let contest = Match {
///     problem: Problem::new("5x5".parse()?).from("a1")?,
///     contestants: Contestant::named("warnsdorff/roth")?,
///     limits: Limits::default(),
///     seed: 0,
///     repeats: 1,
/// };
/// let found = contest.fight_one(&contest.contestants[0], &mut Here);
/// let mut denies = found.clone();
/// denies.name = "liar".to_owned();
/// denies.answer = Answer::Impossible("I do not feel like it".to_owned());
/// let quarrel = contest.check(&[found, denies]).expect_err("one of them is wrong");
/// assert_eq!((&*quarrel.found, &*quarrel.denies), ("warnsdorff/roth", "liar"));
/// println!("{quarrel}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        ring.clear();
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
    use std::time::Duration;

    use caracole_core::{Stop, StopCause};

    use super::*;
    use crate::Here;

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
