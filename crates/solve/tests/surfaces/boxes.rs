//! Boxes.
//!
//! J. `DeMaio` and B. Mathew (Electronic Journal of Combinatorics 18, 2011): a box with sides of at least 2 has a
//! closed tour if one side is even, two sides are more than 2, and it is not 2x3x3.

use caracole_core::{Board, Problem};
use caracole_verify::Outcome;

use crate::decided::decided;

#[test]
fn boxes_up_to_4x4x7() {
    let (mut odd, mut touring) = (0, 0);
    for a in 2..=4 {
        for b in a..=4 {
            for c in b..=7 {
                let board = Board::cuboid(a, b, c).expect("small");
                let outcome = decided(&Problem::new(board.clone()).closed());
                let is_odd = a * b * c % 2 == 1;
                let exists = !is_odd && b > 2 && [a, b, c] != [2, 3, 3];
                assert_eq!(outcome.is_found(), exists, "{board}");
                if let (Outcome::Impossible(proof), true) = (&outcome, is_odd) {
                    assert_eq!(proof.reason().name(), "colours", "{board}");
                    odd += 1;
                }
                if exists {
                    touring += 1;
                }
            }
        }
    }
    assert_eq!((odd, touring), (3, 18));
}
