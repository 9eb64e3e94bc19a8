mod ends;
mod limits;

use caracole_core::{Board, Outcome, Problem};

use super::sides::wide;
use super::*;
use crate::Random;

fn solve(problem: &Problem) -> Outcome {
    Construct::default().solve(problem, &mut Run::new())
}

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).unwrap()
}

fn between(board: &Board, start: u32, end: u32) -> Problem {
    Problem::new(board.clone()).from(wide(start)).unwrap().to(wide(end)).unwrap()
}

/// Schwenk 1991.
fn has_closed_tour(files: u32, ranks: u32) -> bool {
    let (short, long) = (files.min(ranks), files.max(ranks));
    let both_odd = short % 2 == 1 && long % 2 == 1;
    !both_odd && ![1, 2, 4].contains(&short) && (short != 3 || ![4, 6, 8].contains(&long))
}

fn closed_tours_up_to(side: u32) {
    for files in 1..=side {
        for ranks in 1..=side {
            let outcome = solve(&Problem::new(board(files, ranks)).closed());
            assert_eq!(outcome.is_found(), has_closed_tour(files, ranks), "{files}x{ranks}");
        }
    }
}

#[test]
fn closed_24() {
    closed_tours_up_to(24);
}

#[test]
#[ignore = "some seconds"]
fn closed_64() {
    closed_tours_up_to(64);
}

#[test]
fn every_start_that_the_colours_allow_has_a_tour() {
    for files in 5..=14 {
        for ranks in 5..=14 {
            let board = board(files, ranks);
            let is_even = board.len().is_multiple_of(2);
            let every = if files.max(ranks) <= 9 { 1 } else { 7 };
            for start in board.squares().step_by(every) {
                let problem = Problem::new(board.clone()).from(start).unwrap();
                let expected = is_even || board.colour(start) == 0;
                if !expected && files.min(ranks) == 5 {
                    continue; // a long proof
                }
                assert_eq!(solve(&problem).is_found(), expected, "{board} {start:?}");
                let problem = Problem::new(board.clone()).to(start).unwrap();
                assert_eq!(solve(&problem).is_found(), expected, "{board} {start:?}");
                if files.min(ranks) > 5 {
                    assert_eq!(solve(&problem.open()).is_found(), expected, "{board} {start:?}");
                }
            }
        }
    }
}

/// Counted by others too.
#[test]
fn numbers_of_starts_are_known() {
    for (files, ranks, expected) in [(6, 6, 36), (5, 6, 30), (4, 6, 12), (7, 3, 10), (8, 6, 48)] {
        let board = board(files, ranks);
        let starts = board
            .squares()
            .filter(|&start| solve(&Problem::new(board.clone()).from(start).unwrap()).is_found());
        assert_eq!(starts.count(), expected, "{board}");
    }
}

#[test]
fn a_single_square_is_a_tour() {
    let single = || Problem::new(board(1, 1));
    assert!(solve(&single()).is_found());
    assert!(solve(&single().open().from("a1").unwrap().to("a1").unwrap()).is_found());
    assert!(solve(&single().closed()).is_impossible());
    assert!(solve(&Problem::new(board(u32::MAX - 1, 1))).is_impossible());
}

#[test]
fn long_thin_boards() {
    for (files, ranks) in [(3, 100_000), (100_000, 3), (100_001, 4), (4, 20_000)] {
        let board = board(files, ranks);
        let sides = Sides::of(&board);
        assert!(solve(&Problem::new(board.clone()).open()).is_found(), "{board}");
        let corners = [sides.at(files - 1, ranks - 1), sides.at(0, ranks - 1)];
        let end = corners.into_iter().find(|&corner| sides.colour(corner) == 1).unwrap();
        assert!(solve(&between(&board, 0, end)).is_found(), "{board}");
    }
    let (start, end) = (wide(3 * 1000 + 400), wide(1000 + 777));
    for kind in [Kind::Any, Kind::Open] {
        let five = Problem::new(board(1000, 5)).of_kind(kind);
        assert!(solve(&five.clone().from(start).unwrap()).is_found());
        assert!(solve(&five.from(start).unwrap().to(end).unwrap()).is_found());
    }
}

#[test]
fn closed_1000() {
    assert!(solve(&Problem::new(board(1000, 1000)).closed()).is_found());
    assert!(solve(&Problem::new(board(10, 3)).closed().from("e2").unwrap()).is_found());
    assert!(solve(&Problem::new(board(3, 4444)).closed()).is_found());
}

#[test]
#[ignore = "takes a gigabyte"]
fn closed_8000() {
    assert!(solve(&Problem::new(board(8000, 8000)).closed()).is_found());
    assert!(solve(&between(&board(8001, 7999), 0, 8001 * 7999 - 1)).is_found());
    assert!(solve(&Problem::new(board(3, 1_000_001))).is_found());
    assert!(solve(&Problem::new(board(1_000_000, 4))).is_found());
    assert!(solve(&between(&board(1_000_000, 5), 70, 2_000_071)).is_found());
}

#[test]
fn a_seed_gives_one_tour_and_another_another() {
    let problem = between(&board(40, 31), 17, 1001);
    let path = |seed| {
        Construct::default().solve(&problem, &mut Run::new().seed(seed)).tour().unwrap().into_path()
    };
    assert_eq!(path(3), path(3));
    assert_ne!(path(3), path(4));
}

#[test]
fn tour_5000() {
    let tour = solve(&Problem::new(board(5000, 5000))).tour().unwrap();
    assert_eq!(tour.len(), 25_000_000);
}

/// Ends that are a move apart stay where they are too: a mixed tour begins at one of them and ends
/// at the other, though it could begin anywhere else on its round.
#[test]
fn mixing_keeps_both_given_ends() {
    let asked = between(&board(8, 8), 0, 17);
    for problem in [asked.clone(), asked.closed()] {
        for seed in 0..20 {
            let mixing = Construct { mix: Some(seed), ..Construct::default() };
            let tour = mixing.solve(&problem, &mut Run::new()).tour().unwrap();
            let ends = [1, 64].map(|step| tour.square_at(step));
            assert_eq!(ends, [problem.start(), problem.end()], "{seed}");
            assert!(tour.is_closed());
        }
    }
}

#[test]
fn what_is_no_plain_rectangle_is_refused_in_words() {
    for text in ["8x8-a1", "torus:6x6", "box:4x4x4"] {
        let problem = Problem::new(text.parse().unwrap());
        assert!(matches!(Construct::default().supports(&problem), Support::No(_)), "{text}");
        assert!(matches!(solve(&problem), Outcome::Unknown(_)), "{text}");
    }
    let clue = Problem::new(board(8, 8)).clue("c3", 7).unwrap();
    let needs = "the construction needs nothing fixed but the ends";
    assert_eq!(Construct::default().supports(&clue), Support::No(needs.to_owned()));
}

/// What no method is needed for is answered with the true reason, and in words as `decide` does.
#[test]
fn what_is_seen_at_once_is_not_called_tried() {
    let open = between(&board(8, 8), 0, 17).open();
    let closed = between(&board(8, 8), 0, 1).closed();
    let single = Problem::new(board(1, 1)).closed();
    for (problem, kind) in [
        (open, "ends-a-move-apart"),
        (closed, "ends-not-a-move-apart"),
        (single, "too-few-squares"),
    ] {
        let Outcome::Impossible(proof) = solve(&problem) else { panic!("{problem:?}") };
        assert_eq!(proof.reason().kind(), kind, "{}", proof.text());
        let Outcome::Impossible(swept) = Sweep.solve(&problem, &mut Run::new()) else { continue };
        assert_eq!(swept, proof);
    }
}
