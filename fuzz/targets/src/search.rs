//! Searches against brute force.

use caracole_explain::Explain;
use caracole_verify::no_progress;
use std::num::NonZeroUsize;

use caracole_core::{Certificate, Problem, Reason, Square};
use caracole_formats::json::{certificate, read_certificate};
use caracole_play::puzzle::{Uniqueness, unique as ask_unique};
use caracole_solve::{
    Auto, Decision, Exact, Limits, Method, MethodSettings, Options, Others, Run, Solver, decide,
};
use caracole_verify::{Checked, check_proof};
use caracole_verify::{Outcome, Tour};

use crate::bytes::Bytes;
use crate::{brute, small};

/// Boards that brute force walks over in a moment.
const SMALL: u32 = 16;

/// The number of listed tours.
const LISTED: usize = 40;

const ONE: Exact = Exact { threads: NonZeroUsize::new(1), max_restarts: None };

/// A problem as in `small`, with all of its tours.
pub(crate) fn with_tours(bytes: &mut Bytes<'_>) -> Option<(Problem, Vec<Vec<Square>>)> {
    let problem = small::problem(bytes, SMALL)?;
    let tours = brute::tours(&problem)?;
    Some((problem, tours))
}

/// The exact search finds a tour where there is one, proves it where there is none, and lists all.
pub fn exact(data: &[u8]) {
    let Some((problem, tours)) = with_tours(&mut Bytes::new(data)) else { return };
    let outcome = ONE.solve(&problem, &mut Run::new());
    if let Outcome::Impossible(proof) = &outcome {
        assert!(!matches!(proof.reason(), Reason::Searched { .. }), "{problem:?}: no proof");
    }
    settle(&problem, &tours, outcome);
    settle(&problem, &tours, Auto.solve(&problem, &mut Run::new()));
    match decide(&problem) {
        Decision::Exists => assert!(!tours.is_empty(), "{problem:?}"),
        Decision::Impossible(proof) => assert_proved(&tours, &proof),
        Decision::Undecided => {}
    }
    let listing = ONE.list(&problem, LISTED, &mut Run::new());
    let mut listed: Vec<_> = listing.tours.iter().map(squares).collect();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), tours.len().min(LISTED), "{problem:?}");
    assert!(listed.iter().all(|tour| tours.contains(tour)), "{problem:?}");
    match listing.others {
        Others::None(_) => assert_eq!(listed.len(), tours.len(), "{problem:?}"),
        Others::NotAsked => assert_eq!(listed.len(), LISTED, "{problem:?}"),
        Others::Unknown(stop) => panic!("{problem:?}: {stop}"),
    }
}

/// An outcome that must be the truth, and no less.
fn settle(problem: &Problem, tours: &[Vec<Square>], outcome: Outcome) {
    match outcome {
        Outcome::Found(tour) => assert!(tours.contains(&squares(&tour)), "{problem:?}: {tour:?}"),
        Outcome::Impossible(proof) => assert_proved(tours, proof.certificate()),
        Outcome::Unknown(stop) => panic!("{problem:?}: {stop}"),
    }
}

/// There is no tour, the checker agrees, and the certificate holds all that it needs.
fn assert_proved(tours: &[Vec<Square>], proof: &Certificate) {
    let problem = proof.problem();
    assert!(tours.is_empty(), "{problem:?}: {}, but {:?}", proof.text(), tours[0]);
    let checked = check_proof(problem, proof.reason(), &no_progress);
    // What was found out about small rectangles once and for all is not searched again.
    let is_known = matches!(proof.reason(), Reason::Searched { .. }) && problem.board().is_plain();
    let is_checked = matches!(
        checked,
        Ok(Checked::Proved { .. } | Checked::ProvedByClauses { .. } | Checked::ByTheorem(_))
    );
    assert!(
        is_checked || is_known && checked.is_ok(),
        "{problem:?}: {}: {checked:?}",
        proof.text()
    );
    let file = certificate(proof).to_string();
    assert_eq!(read_certificate(file.as_bytes()).ok().as_ref(), Some(proof), "{file}");
}

pub(crate) fn squares(tour: &Tour) -> Vec<Square> {
    tour.squares().collect()
}

/// A puzzle is unique where brute force finds one tour.
pub fn unique(data: &[u8]) {
    let Some((problem, tours)) = with_tours(&mut Bytes::new(data)) else { return };
    match ask_unique(&problem, &mut Run::new()) {
        Uniqueness::One(only) => assert_eq!(tours, [squares(&only.tour)], "{problem:?}"),
        Uniqueness::Several([one, other]) => {
            assert_ne!(one, other);
            assert!(tours.contains(&squares(&one)) && tours.contains(&squares(&other)));
        }
        Uniqueness::None(proof) => assert_proved(&tours, proof.certificate()),
        Uniqueness::Unknown(stop, _) => panic!("{problem:?}: {stop}"),
    }
}

/// Every method, within limits: what it finds is a tour, and what it calls impossible is.
pub fn methods(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let Some((problem, tours)) = with_tours(&mut bytes) else { return };
    let seed = u64::from(bytes.byte());
    let limits = Limits { steps: Some(20_000), ..Limits::default() };
    for method in Method::ALL {
        let solver = method.solver(&MethodSettings::default());
        match solver
            .solve(&problem, &mut Run::with_options(&Options::new().limits(limits).seed(seed)))
        {
            Outcome::Found(tour) => {
                assert!(tours.contains(&squares(&tour)), "{}: {problem:?}", solver.name());
            }
            Outcome::Impossible(proof) => {
                assert!(tours.is_empty(), "{}: {problem:?}: {}", solver.name(), proof.text());
                assert!(
                    check_proof(&problem, proof.reason(), &no_progress).is_ok(),
                    "{}",
                    proof.text()
                );
            }
            Outcome::Unknown(stop) => crate::words::one_line(&stop),
        }
    }
}
