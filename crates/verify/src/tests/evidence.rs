//! Only what the checker accepted counts as a proof.

use std::ops::ControlFlow;

use super::board;
use crate::{Checked, Evidence, Outcome, Stop, StopCause, Tour, UncheckedCause, no_progress};
use caracole_core::{Certificate, Path, Problem, Reason};

#[test]
fn evidence_is_checked_only_if_the_checker_accepted_it() {
    let problem = Problem::new(board("7x7")).closed();
    let certificate = Certificate::new(problem, Reason::Colours { counts: [25, 24] });
    let proof = Evidence::check(certificate.clone(), &no_progress).unwrap();
    assert!(proof.is_checked() && matches!(proof, Evidence::Checked(_)));
    assert_eq!(proof.checked(), Checked::Proved { cases: 1 });
    let stopped = Evidence::check(certificate.clone(), &|_| ControlFlow::Break(())).unwrap();
    assert!(!stopped.is_checked() && stopped.certificate() == &certificate);
    assert_eq!(stopped.checked(), Checked::NotChecked(UncheckedCause::Stopped));
    let reason = Reason::Exhausted { method: "backtracking", steps: 1 };
    let search =
        Evidence::check(Certificate::new(Problem::new(board("4x4")), reason), &no_progress);
    let search = search.unwrap();
    assert!(!search.is_checked());
    assert_eq!(search.checked(), Checked::NotChecked(UncheckedCause::Search));
}

#[test]
fn an_invalid_certificate_is_returned_with_its_error() {
    let problem = Problem::new(board("8x8")).closed();
    let certificate = Certificate::new(problem, Reason::Colours { counts: [33, 31] });
    let invalid = Evidence::check(certificate.clone(), &no_progress).unwrap_err();
    assert_eq!(invalid.certificate, certificate);
    let text = "the board has 32 squares of a1's colour and 32 of the other";
    assert_eq!(invalid.to_string(), text);
}

#[test]
fn an_outcome_is_found_impossible_or_unknown() {
    let single = Problem::new(board("1x1"));
    let tour = Tour::verify(&single, Path::from_indices(vec![0])).unwrap();
    let certificate = Certificate::new(single.closed(), Reason::TooFewSquares);
    let evidence = Evidence::check(certificate, &no_progress).unwrap();
    let stop = Stop::new(StopCause::Memory, "while counting").at_limit("1 MiB");
    assert_eq!(stop.to_string(), "memory limit (1 MiB) reached while counting");
    let outcomes =
        [Outcome::Found(tour.clone()), Outcome::Impossible(evidence), Outcome::Unknown(stop)];
    assert_eq!(outcomes.each_ref().map(Outcome::name), ["found", "impossible", "unknown"]);
    assert_eq!(outcomes.each_ref().map(Outcome::is_found), [true, false, false]);
    assert_eq!(outcomes.each_ref().map(Outcome::is_impossible), [false, true, false]);
    assert_eq!(outcomes.each_ref().map(|outcome| outcome.stop().is_some()), [false, false, true]);
    let errors =
        outcomes.clone().map(|outcome| outcome.into_result().map_err(|error| error.to_string()));
    let [found, impossible, unknown] = errors;
    assert_eq!(found, Ok(tour.clone()));
    assert_eq!(impossible, Err("impossible: too-few-squares".to_owned()));
    assert_eq!(unknown, Err("memory limit (1 MiB) reached while counting".to_owned()));
    assert_eq!(outcomes.map(Outcome::found), [Some(tour), None, None]);
}
