//! Answers of the exact search, none of them left open.

use std::num::NonZeroUsize;

use caracole_core::verify::{Checked, check_proof};
use caracole_core::{Outcome, Problem, Proof};
use caracole_solve::{Exact, Run, Solver};

/// The exact search on one core.
pub(crate) const EXACT: Exact = Exact { threads: Some(NonZeroUsize::MIN), attempts: None };

/// The answer, which must be one. Tours have passed the verifier before they get here; a "no" is
/// checked.
pub(crate) fn decided(problem: &Problem) -> Outcome {
    let outcome = EXACT.solve(problem, &mut Run::new());
    match &outcome {
        Outcome::Found(tour) => assert_eq!(tour.len(), problem.board().len()),
        Outcome::Impossible(proof) => check(proof),
        Outcome::Unknown(stop) => panic!("{} {:?}: {stop}", problem.board(), problem.kind()),
    }
    outcome
}

/// Every "no" has a reason that can be told, and that the checker follows step by step.
fn check(proof: &Proof) {
    let text = proof.text();
    assert!(!text.is_empty());
    let checked = check_proof(proof.problem(), proof.reason());
    assert!(matches!(checked, Ok(Checked::Proved { .. })), "{text}: {checked:?}");
}
