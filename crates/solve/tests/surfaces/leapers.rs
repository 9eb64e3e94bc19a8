//! Other leapers.

use caracole_core::Reason;
use caracole_explain::Explain;
use caracole_verify::Outcome;

use crate::decided::decided;
use crate::{GIRAFFE, ZEBRA, leaping};

/// No board with a side from 5 to 9 has a closed tour of the zebra; of the next boards only 10x12 has none.
#[test]
fn zebras() {
    for ranks in 5..=9 {
        for files in ranks..=14 {
            let outcome = decided(&leaping(ZEBRA, files, ranks).closed());
            assert!(outcome.is_impossible(), "{files}x{ranks}");
        }
    }
    for files in 10..=14 {
        let outcome = decided(&leaping(ZEBRA, files, 10).closed());
        assert_eq!(outcome.is_found(), files != 12, "{files}x10");
    }
}

/// A. H. Frost found a closed giraffe's tour of 10x10 in the 1880s.
#[test]
fn a_giraffe_comes_round_10x10() {
    assert!(decided(&leaping(GIRAFFE, 10, 10).closed()).is_found());
}

/// J. Waldmann proved this by a SAT formula with a variable for each square and step, in ten hours, with a proof of
/// 29.6 gigabytes. This proof is one vertex cut: without sixteen squares the board has eighteen components.
#[test]
fn no_giraffe_tours_11x11() {
    for problem in [leaping(GIRAFFE, 11, 11), leaping(GIRAFFE, 11, 11).open()] {
        let Outcome::Impossible(proof) = decided(&problem) else { panic!("there is no tour") };
        let Reason::VertexCut { squares } = proof.reason() else { panic!("{}", proof.text()) };
        assert_eq!(squares.len(), 16);
    }
}
