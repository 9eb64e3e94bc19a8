//! Several method variants on one problem.

use caracole_core::Problem;
use caracole_solve::Limits;

use crate::{Executor, MethodVariant, OutcomeSummary, Trial, TrialResult};

/// Several method variants on one problem, one after the other.
///
/// ```
/// use caracole_compare::{Comparison, CurrentThread, MethodVariant};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let comparison = Comparison {
///     problem: Problem::new("6x6".parse()?).start("a1")?,
///     variants: MethodVariant::all(),
///     limits: Limits { steps: Some(20_000), ..Limits::default() },
///     seed: 0,
///     repeats: 1,
/// };
/// let mut results = comparison.run(&mut CurrentThread, |done| eprintln!("{done} trials done"))?;
/// results.sort_by_key(|result| result.elapsed);
/// assert_eq!(results.len(), comparison.variants.len());
///
/// // One variant at a time.
/// let result = comparison.run_variant(&comparison.variants[0], &mut CurrentThread);
/// assert!(comparison.check(&[result]).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The problem.
    pub problem: Problem,
    /// The method variants.
    pub variants: Vec<MethodVariant>,
    /// The limits of each trial.
    pub limits: Limits,
    /// The random seed of each trial.
    pub seed: u64,
    /// How often a short trial is run; the time is then the median.
    pub repeats: u32,
}

/// Two method variants that contradict each other. One of them has a defect.
///
/// ```
/// use caracole_compare::{Comparison, CurrentThread, MethodVariant, OutcomeSummary};
/// use caracole_core::Problem;
/// use caracole_solve::Limits;
///
/// let comparison = Comparison {
///     problem: Problem::new("5x5".parse()?).start("a1")?,
///     variants: MethodVariant::named("warnsdorff/roth")?,
///     limits: Limits::default(),
///     seed: 0,
///     repeats: 1,
/// };
/// let found = comparison.run_variant(&comparison.variants[0], &mut CurrentThread);
/// let mut denied = found.clone();
/// denied.name = "defective".to_owned();
/// denied.outcome = OutcomeSummary::Impossible("a wrong proof".to_owned());
/// let conflict = comparison.check(&[found, denied]).expect_err("one of them is wrong");
/// assert_eq!((&*conflict.found_by, &*conflict.denied_by), ("warnsdorff/roth", "defective"));
/// println!("{conflict}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found_by} found a tour where {denied_by} says that there is none: one of them is wrong")]
pub struct ConflictingAnswers {
    /// The variant that found a tour.
    pub found_by: String,
    /// The variant that claims that no tour exists.
    pub denied_by: String,
}

impl Comparison {
    /// Runs all variants. After each of them `progress` gets the number of finished trials.
    pub fn run(
        &self,
        executor: &mut dyn Executor,
        mut progress: impl FnMut(usize),
    ) -> Result<Vec<TrialResult>, ConflictingAnswers> {
        let mut results = Vec::with_capacity(self.variants.len());
        for variant in &self.variants {
            results.push(self.run_variant(variant, executor));
            progress(results.len());
        }
        self.check(&results)?;
        Ok(results)
    }

    /// Runs one variant.
    pub fn run_variant(&self, variant: &MethodVariant, executor: &mut dyn Executor) -> TrialResult {
        let &Self { ref problem, limits, seed, repeats, .. } = self;
        executor.reset();
        executor.execute(&Trial { variant, problem, limits, seed, repeats })
    }

    /// Returns an error if one variant found a tour and another claims that no tour exists.
    pub fn check(&self, results: &[TrialResult]) -> Result<(), ConflictingAnswers> {
        find_conflict(results)
    }
}

fn find_conflict(results: &[TrialResult]) -> Result<(), ConflictingAnswers> {
    let found = results.iter().find(|result| result.outcome.is_found());
    let denied =
        results.iter().find(|result| matches!(result.outcome, OutcomeSummary::Impossible(_)));
    match (found, denied) {
        (Some(found), Some(denied)) => {
            Err(ConflictingAnswers { found_by: found.name.clone(), denied_by: denied.name.clone() })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use caracole_verify::{Stop, StopCause};

    use super::*;
    use crate::CurrentThread;

    fn results(board: &str, steps: u64) -> Vec<TrialResult> {
        let problem = Problem::new(board.parse().unwrap());
        let limits = Limits { steps: Some(steps), ..Limits::default() };
        Comparison { problem, variants: MethodVariant::all(), limits, seed: 3, repeats: 1 }
            .run(&mut CurrentThread, |_| {})
            .unwrap()
    }

    #[test]
    fn every_variant_has_a_reproducible_result() {
        let without_times = |results: Vec<TrialResult>| -> Vec<TrialResult> {
            results
                .into_iter()
                .map(|result| TrialResult { elapsed: Duration::ZERO, ..result })
                .collect()
        };
        let first = without_times(results("8x8", 20_000));
        assert_eq!(first.len(), MethodVariant::all().len());
        assert_eq!(first, without_times(results("8x8", 20_000)));
    }

    /// A method that reaches its limit does not claim a proof.
    #[test]
    fn complete_methods_prove_that_a_board_has_no_tour() {
        for result in results("4x4", 1000) {
            assert!(!result.outcome.is_found(), "{}", result.name);
        }
        let proofs = results("3x3", 100_000);
        let proofs = proofs.iter().filter(|result| result.outcome.name() == "impossible");
        assert!(proofs.count() >= 4);
    }

    #[test]
    fn conflicting_answers_are_an_error() {
        let result = |name: &str, outcome| TrialResult {
            outcome,
            ..TrialResult::lost(name.to_owned(), StopCause::Time, String::new(), Duration::ZERO)
        };
        let yes = result("ants", OutcomeSummary::Found { closed: false });
        let no = result("exact", OutcomeSummary::Impossible("a reason".to_owned()));
        let open = result("auto", OutcomeSummary::Unknown(Stop::new(StopCause::Steps, "none")));
        assert_eq!(find_conflict(&[yes.clone(), open.clone()]), Ok(()));
        assert_eq!(find_conflict(&[open, no.clone()]), Ok(()));
        let conflict = find_conflict(&[yes, no]).unwrap_err();
        assert_eq!(
            conflict.to_string(),
            "ants found a tour where exact says that there is none: one of them is wrong"
        );
    }
}
