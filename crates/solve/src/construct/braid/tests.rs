use caracole_core::{Board, Path, Piece, Problem};
use caracole_explain::{Facts, describe};

use super::super::sides::wide;
use super::*;
use crate::{Limits, Options};

/// Returns the facts of the braided tour of a board after the verifier has accepted it as closed.
fn facts(files: u32, ranks: u32) -> Facts {
    let board = Board::rectangle(files, ranks).unwrap();
    let tour = path(files, ranks);
    let problem = Problem::new(board.clone()).closed();
    assert!(Run::new().found(&problem, tour.clone()).is_found(), "{board}");
    describe(&board, &Piece::KNIGHT, || tour.iter())
}

fn path(files: u32, ranks: u32) -> Path {
    let links = braid(Sides { files, ranks }, &mut Run::new()).unwrap();
    let links = links.unwrap_or_else(|| panic!("{files}x{ranks} has no braid"));
    let mut path = Path::new();
    path.extend(links.walk(0).map(wide));
    path
}

fn check(files: u32, ranks: u32) {
    let Facts { closed, turns, crossings, .. } = facts(files, ranks);
    assert!(closed, "{files}x{ranks}");
    let is_even = |side: u32| side.is_multiple_of(2);
    let heels_along_files = is_even(files) && (files <= ranks || !is_even(ranks));
    let (n, m) = if heels_along_files { (files, ranks) } else { (ranks, files) };
    let (n, m) = (u64::from(n), u64::from(m));
    assert!(turns + 9 <= 5 * n + 4 * m, "{files}x{ranks}: {turns} turns");
    let crossings = crossings.unwrap();
    assert!(4 * crossings <= 23 * n + 20 * m, "{files}x{ranks}: {crossings} crossings");
}

#[test]
fn every_even_board_from_12_to_60_is_one_closed_tour() {
    for files in SHORTEST..=60 {
        for ranks in (SHORTEST..=60).filter(|ranks| (files * ranks).is_multiple_of(2)) {
            check(files, ranks);
        }
    }
}

/// With more files than twice the ranks, the strands in the middle join two heels. Only boards with an odd
/// number of ranks have this shape, and the test covers all residues.
#[test]
fn wide_boards_of_all_residues() {
    for ranks in (13..=27).step_by(2) {
        for files in (2 * ranks + 10..2 * ranks + 42).step_by(2) {
            check(files, ranks);
            check(ranks, files);
        }
    }
}

#[test]
fn long_boards_and_large_ones() {
    for along in 997..=1012 {
        for across in [12, 14, 16, 18, 202, 204, 206, 208] {
            check(across, along);
        }
        for across in [13, 15, 17, 19, 201, 203, 205, 207] {
            if along % 2 == 0 {
                check(along, across);
            }
        }
    }
}

/// The known numbers are those of the demo program of "Taming the Knight's Tour", measured.
#[test]
fn squares_have_fewer_turns_and_crossings_than_known() {
    for (side, known, ours) in [
        (16, (138, 208), (123, 163)),
        (20, (171, 249), (163, 208)),
        (40, (366, 520), (339, 421)),
        (100, (931, 1289), (883, 1068)),
        (140, (1311, 1809), (1243, 1498)),
    ] {
        let facts = facts(side, side);
        let (turns, crossings) = (facts.turns, facts.crossings.unwrap());
        assert_eq!((turns, crossings), ours, "{side}");
        assert!(turns < known.0 && crossings < known.1, "{side}");
    }
}

#[test]
fn other_boards_have_no_braid() {
    for (files, ranks) in [(11, 12), (12, 11), (10, 100), (13, 13), (15, 101), (0, 12), (1, 2)] {
        let links = braid(Sides { files, ranks }, &mut Run::new());
        assert!(matches!(links, Ok(None)), "{files}x{ranks}");
    }
}

#[test]
fn limits_are_kept() {
    let sides = Sides { files: 100, ranks: 100 };
    let limits =
        |limits: Limits| braid(sides, &mut Run::with_options(&Options::new().limits(limits))).err();
    let memory = Limits { memory: Some(10_000), ..Limits::default() };
    assert_eq!(limits(memory), Some(StopCause::Memory));
    let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(limits(time), Some(StopCause::Time));
}
