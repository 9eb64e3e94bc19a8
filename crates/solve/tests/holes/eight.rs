//! The chessboard with a few holes.

use std::collections::BTreeMap;

use caracole_core::{Board, Kind, Problem, Square, Symmetry};
use caracole_verify::Outcome;

use crate::KINDS;
use crate::decided::decided;

/// Returns the sets of up to a number of holes, one of each orbit.
fn classes(most: usize) -> Vec<Vec<Square>> {
    let board = chessboard();
    let symmetries = Symmetry::of(&board);
    let is_first = |holes: &[Square]| {
        symmetries.iter().all(|symmetry| {
            let mut image: Vec<Square> =
                holes.iter().map(|&hole| symmetry.apply(&board, hole)).collect();
            image.sort_unstable();
            image.as_slice() >= holes
        })
    };
    let mut all = vec![vec![]];
    let mut last: Vec<Vec<Square>> = all.clone();
    for _ in 0..most {
        let longer = |holes: &Vec<Square>| {
            let next = holes.last().map_or(0, |hole| hole.index() + 1);
            let holes = holes.clone();
            let with = move |hole| [&holes[..], &[Square::from_index(hole)]].concat();
            (next..64).map(with)
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().filter(|holes| is_first(holes)).cloned());
    }
    all
}

fn chessboard() -> Board {
    "8x8".parse().expect("a board")
}

/// Decides all sets. Returns the number of tours, and of each reason.
fn tally(all: &[Vec<Square>], kind: Kind) -> BTreeMap<&'static str, u32> {
    let mut tally = BTreeMap::new();
    for holes in all {
        let board = chessboard().without(holes.iter().copied()).expect("different squares");
        let word = match decided(&Problem::new(board).of_kind(kind)) {
            Outcome::Impossible(proof) => proof.reason().name(),
            outcome => outcome.name(),
        };
        *tally.entry(word).or_insert(0) += 1;
    }
    tally
}

fn assert_tallies(most: usize, classes_of: usize, expected: [&[(&'static str, u32)]; 3]) {
    let all = classes(most);
    assert_eq!(all.len(), classes_of);
    for (kind, expected) in KINDS.into_iter().zip(expected) {
        let tally = tally(&all, kind);
        assert_eq!(tally, expected.iter().copied().collect(), "{kind:?}");
    }
}

#[test]
fn every_set_of_up_to_three_holes() {
    let any =
        &[("cases", 459), ("colours", 1420), ("dead-ends", 4), ("found", 3665), ("no-move", 19)];
    let closed = &[("colours", 5430), ("dead-ends", 30), ("found", 107)];
    assert_tallies(3, 5567, [any, closed, any]);
}

#[test]
#[ignore = "80 thousand boards"]
fn every_set_of_up_to_four_holes() {
    let any = &[
        ("cases", 785),
        ("colours", 50_268),
        ("dead-ends", 124),
        ("found", 34_042),
        ("no-move", 268),
    ];
    let closed = &[("colours", 54_278), ("dead-ends", 12_997), ("found", 17_963), ("no-move", 249)];
    assert_tallies(4, 85_487, [any, closed, any]);
}
