//! All small rectangles with every start and every pair of ends.
//!
//! The verifier confirms tours. A "no" is confirmed without theorems: by colours, or by frontier dynamic
//! programming on boards with a side of at most 4.

use caracole_core::{Board, Problem, Square};
use caracole_solve::{Auto, Decision, FrontierDp, Random, Run, Solver, decide, starts};
use caracole_verify::Outcome;

/// Returns all rectangles with sides up to `most`.
fn rectangles(most: u32) -> impl Iterator<Item = Board> {
    let sides = 1..=most;
    sides.clone().flat_map(move |files| {
        sides.clone().map(move |ranks| Board::rectangle(files, ranks).expect("small"))
    })
}

fn solve(problem: &Problem) -> Outcome {
    Auto.solve(problem, &mut Run::new())
}

/// Asserts that no tour exists, without theorems.
fn confirm_impossible(problem: &Problem) {
    let board = problem.board();
    let [first, second] = board.colour_counts();
    let needs_equal = problem.kind() == caracole_core::Kind::Closed;
    if first != second && needs_equal {
        return;
    }
    // If the first colour has one more square, both ends have this colour.
    let is_second = |square| board.colour(square) == 1;
    if first != second && problem.start_square().is_some_and(is_second) {
        return;
    }
    assert!(board.files().min(board.ranks()) <= 4, "{board}: why should there be no tour?");
    let outcome = FrontierDp.solve(problem, &mut Run::new());
    assert!(outcome.is_impossible(), "{board} {:?}: {}", problem.start_square(), outcome.name());
}

fn expect(problem: &Problem) -> bool {
    match solve(problem) {
        Outcome::Found(tour) => {
            assert_eq!(tour.len(), problem.board().len());
            true
        }
        Outcome::Impossible(_) => {
            confirm_impossible(problem);
            false
        }
        Outcome::Unknown(stop) => panic!("{}: {stop}", problem.board()),
    }
}

#[test]
fn any_tour() {
    let touring = rectangles(12).filter(|board| expect(&Problem::new(board.clone()))).count();
    // 1x1, 3x4, 3x7 to 3x12, 4x5 to 4x12 and all with both sides from 5, in both directions.
    assert_eq!(touring, 1 + 2 * (1 + 6 + 8) + 8 * 8);
}

#[test]
fn closed_tours_up_to_40() {
    let touring =
        rectangles(40).filter(|board| expect(&Problem::new(board.clone()).closed())).count();
    // 3x10, 3x12, ..., 3x40 in both directions, and all with both sides from 5, one of them even.
    assert_eq!(touring, 2 * 16 + 36 * 36 - 18 * 18);
}

#[test]
fn every_start_up_to_20() {
    for board in rectangles(20) {
        let all = starts(&Problem::new(board.clone())).expect("rectangles are decided");
        let mut count = 0;
        for square in board.squares() {
            let problem = Problem::new(board.clone()).start(square).expect("a square");
            // The absence of tours is tested for sides up to 12.
            let is_start = if board.files().max(board.ranks()) <= 12 {
                expect(&problem)
            } else {
                solve(&problem).is_found()
            };
            assert_eq!(all.contains(square), is_start, "{board} from {}", board.name(square));
            if is_start {
                count += 1;
            }
        }
        assert_eq!(all.count(), count, "{board}");
    }
}

/// A tour between two squares exists if the theorems imply it, on every rectangle with sides up to 9. The tests of
/// the theorems confirm the other pairs by exhaustive search.
#[test]
fn every_pair_of_ends_up_to_9() {
    let mut found = 0;
    for board in rectangles(9) {
        for start in board.squares() {
            for end in board.squares().filter(|&end| end != start) {
                let from = Problem::new(board.clone()).start(start).expect("a square");
                let problem = from.end(end).expect("another square");
                let (start, end) = (board.name(start), board.name(end));
                match (decide(&problem), solve(&problem)) {
                    (Decision::Exists, Outcome::Found(_)) => found += 1,
                    (Decision::Impossible(_), Outcome::Impossible(_)) => {}
                    (_, outcome) => panic!("{board} {start} {end}: {}", outcome.name()),
                }
            }
        }
    }
    // Pairs on 3x4, 3x7 to 3x9, 4x5 to 4x9 and 5x6 to 5x9, found by frontier dynamic programming, and on larger
    // boards all that the colours allow.
    let thin = 7 + 17 + 72 + 50 + 18 + 32 + 49 + 64 + 81 + 178 + 153 + 365 + 253;
    let wide = 21 * 21 + 24 * 24 + 27 * 27 + 28 * 28 + 32 * 31 / 2 + 36 * 36;
    let square = 42 + 18 * 18 + 25 * 24 / 2 + 32 * 32 + 41 * 40 / 2;
    // Both orientations of a board, and both orders of a pair.
    assert_eq!(found, 2 * (2 * (thin + wide) + square));
}

/// Random ends on random boards with sides of at least 5.
fn random_pairs(side: u64, boards: u32) {
    let mut random = Random::new(side, "rectangles and ends");
    let mut left = boards;
    while left > 0 {
        let [files, ranks] = [(); 2].map(|()| 5 + random.below(side - 4) as u32);
        let board = Board::rectangle(files, ranks).expect("small");
        let [start, end] = [(); 2].map(|()| Square::from_index(random.below(board.len())));
        if start == end {
            continue;
        }
        let from = Problem::new(board.clone()).start(start).expect("a square");
        let problem = from.end(end).expect("another square");
        if decide(&problem) == Decision::Exists {
            left -= 1;
            let is_found = solve(&problem).is_found();
            assert!(is_found, "{board} {} {}", board.name(start), board.name(end));
        }
    }
}

#[test]
fn random_pairs_of_ends_up_to_300() {
    random_pairs(300, 300);
}

#[test]
#[ignore = "some seconds"]
fn ten_thousand_random_pairs_of_ends_up_to_300() {
    random_pairs(300, 10_000);
}

#[test]
fn every_start_of_a_closed_tour() {
    for board in rectangles(12) {
        let problem = Problem::new(board.clone()).closed();
        let all = starts(&problem).expect("rectangles are decided");
        for square in board.squares() {
            let is_start = solve(&problem.clone().start(square).expect("a square")).is_found();
            assert_eq!(all.contains(square), is_start, "{board} from {}", board.name(square));
        }
    }
}

/// Numbers of starts for which a well-known course has wrong values (35, 20, 10, 4, 47).
#[test]
fn the_course_with_the_wrong_numbers() {
    for (text, count) in [("6x6", 36), ("5x6", 30), ("4x6", 12), ("7x3", 10), ("8x6", 48)] {
        let problem = Problem::new(text.parse().expect("a board"));
        assert_eq!(starts(&problem).map(|all| all.count()), Some(count), "{text}");
    }
}
