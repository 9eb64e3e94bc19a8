//! Closed tours of odd boards without one square.
//!
//! For 3xn this is a theorem of A. M. Miller and D. L. Farnsworth (Open Journal of Discrete Mathematics 3, 2013).
//! On larger boards every square of the corners' colour can be missing: B. Bi, S. Butler, S. `DeGraaf` and E.
//! Doebel (Involve 8, 2015).

use caracole_core::{Board, Problem, Square};

use crate::board_of;
use crate::decided::decided;

/// Returns the names of the squares without which the board has a closed tour.
fn removable(files: u32, ranks: u32) -> Vec<String> {
    let whole = Board::rectangle(files, ranks).expect("small");
    let can_go = |&hole: &Square| {
        let board = board_of(files, ranks, whole.squares().filter(|&square| square != hole));
        decided(&Problem::new(board).closed()).is_found()
    };
    whole.squares().filter(can_go).map(|square| whole.name(square)).collect()
}

/// Returns the names of the squares of the corners' colour.
fn colour_of_corners(files: u32, ranks: u32) -> Vec<String> {
    let board = Board::rectangle(files, ranks).expect("small");
    let same = board.squares().filter(|&square| board.colour(square) == 0);
    same.map(|square| board.name(square)).collect()
}

#[test]
fn three_ranks() {
    assert_eq!(removable(3, 3), ["b2"]);
    assert!(removable(5, 3).is_empty());
    assert_eq!(removable(7, 3), ["b2", "f2"]);
    assert_eq!(removable(9, 3), ["a1", "e1", "i1", "a3", "e3", "i3"]);
    for files in [11, 13, 15, 17] {
        let file = |index| caracole_core::File::new(index).to_string();
        let (third, fourth) = (file(files - 3), file(files - 4));
        let never = [
            "c1".to_owned(),
            "c3".to_owned(),
            "d2".to_owned(),
            format!("{third}1"),
            format!("{third}3"),
            format!("{fourth}2"),
        ];
        let mut expected = colour_of_corners(files, 3);
        expected.retain(|name| !never.contains(name));
        assert_eq!(expected.len() as u32, (3 * files).div_ceil(2) - 6);
        assert_eq!(removable(files, 3), expected, "{files}x3");
    }
}

#[test]
fn five_and_more_ranks() {
    assert_eq!(removable(5, 5), ["a1", "e1", "a5", "e5"]);
    for (files, ranks) in [(7, 5), (9, 5), (7, 7), (9, 7), (9, 9)] {
        assert_eq!(removable(files, ranks), colour_of_corners(files, ranks), "{files}x{ranks}");
    }
}
