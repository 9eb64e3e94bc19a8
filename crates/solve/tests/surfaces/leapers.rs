//! Other leapers.

use caracole_core::{Outcome, Reason};

use crate::decided::decided;
use crate::{GIRAFFE, ZEBRA, leaping};

/// No zebra comes round a board with a side from 5 to 9; of the first boards beyond, 10x12 is the
/// only one where it does not.
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

/// J. Waldmann had this proved from a plain formula with a variable for each square and step: in
/// ten hours, with a proof of 29.6 gigabytes. Ours is one cut: without sixteen squares the board
/// falls into eighteen parts.
#[test]
fn no_giraffe_tours_11x11() {
    for problem in [leaping(GIRAFFE, 11, 11), leaping(GIRAFFE, 11, 11).open()] {
        let Outcome::Impossible(proof) = decided(&problem) else { panic!("there is no tour") };
        let Reason::Cut { squares } = proof.reason() else { panic!("{}", proof.text()) };
        assert_eq!(squares.len(), 16);
    }
}
