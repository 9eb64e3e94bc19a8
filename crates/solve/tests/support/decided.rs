//! Problems that the exact search decides.

use caracole_explain::Explain;
use std::num::NonZeroUsize;

use caracole_core::Problem;
use caracole_solve::{Exact, Run, Solver};
use caracole_verify::Checked;
use caracole_verify::{Evidence, Outcome};

/// Returns the exact search on one thread.
pub(crate) const EXACT: Exact = Exact { threads: Some(NonZeroUsize::MIN), max_restarts: None };

/// Returns the answer. The verifier has accepted a tour, and the checker must have accepted the evidence for a "no".
pub(crate) fn decided(problem: &Problem) -> Outcome {
    let outcome = EXACT.solve(problem, &mut Run::new());
    match &outcome {
        Outcome::Found(tour) => assert_eq!(tour.len(), problem.board().len()),
        Outcome::Impossible(proof) => check(proof),
        Outcome::Unknown(stop) => panic!("{} {:?}: {stop}", problem.board(), problem.kind()),
    }
    outcome
}

/// Asserts that a "no" has a reason with a description, and that the checker accepts it.
fn check(proof: &Evidence) {
    let text = proof.text();
    assert!(!text.is_empty());
    let checked = proof.checked();
    let is_proved = matches!(checked, Checked::Proved { .. } | Checked::ProvedByClauses { .. });
    assert!(is_proved, "{text}: {checked:?}");
}
