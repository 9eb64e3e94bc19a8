//! Rectangles without gaps: every one up to some side, every start, every pair of ends, against
//! truth.
//!
//! A tour that the verifier accepted is truth. A "no" is confirmed without any theorem: by counting
//! colours, or by the exact sweep on boards with a side of 4 or less.

use caracole_core::{Board, Outcome, Problem, Square};
use caracole_solve::{Auto, Decision, Random, Run, Solver, Sweep, decide, starts};

/// All rectangles with sides up to `most`.
fn rectangles(most: u32) -> impl Iterator<Item = Board> {
    let sides = 1..=most;
    sides.clone().flat_map(move |files| {
        sides.clone().map(move |ranks| Board::rectangle(files, ranks).expect("small"))
    })
}

fn solve(problem: &Problem) -> Outcome {
    Auto.solve(problem, &mut Run::new())
}

/// Asserts that there is no tour, by means that know no theorem.
fn confirm_impossible(problem: &Problem) {
    let board = problem.board();
    let [first, second] = board.colour_counts();
    let needs_equal = problem.kind() == caracole_core::Kind::Closed;
    if first != second && needs_equal {
        return;
    }
    // With one square more of the first colour, a tour starts and ends on it.
    let is_second = |square| board.colour(square) == 1;
    if first != second && problem.start().is_some_and(is_second) {
        return;
    }
    assert!(board.files().min(board.ranks()) <= 4, "{board}: why should there be no tour?");
    let outcome = Sweep.solve(problem, &mut Run::new());
    assert!(outcome.is_impossible(), "{board} {:?}: {}", problem.start(), outcome.word());
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
            let problem = Problem::new(board.clone()).from(square).expect("a square");
            // A tour of a large board proves more than its absence; that was looked at up to 12.
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

/// A tour between two squares exists where the theorems say so, on every rectangle with sides up
/// to 9. That they are right in saying no is tested beside them, by searching all tours.
#[test]
fn every_pair_of_ends_up_to_9() {
    let mut found = 0;
    for board in rectangles(9) {
        for start in board.squares() {
            for end in board.squares().filter(|&end| end != start) {
                let from = Problem::new(board.clone()).from(start).expect("a square");
                let problem = from.to(end).expect("another square");
                let (start, end) = (board.name(start), board.name(end));
                match (decide(&problem), solve(&problem)) {
                    (Decision::Exists, Outcome::Found(_)) => found += 1,
                    (Decision::Impossible(_), Outcome::Impossible(_)) => {}
                    (_, outcome) => panic!("{board} {start} {end}: {}", outcome.word()),
                }
            }
        }
    }
    // Pairs on 3x4, 3x7 to 3x9, 4x5 to 4x9 and 5x6 to 5x9, found by exact sweeps over all of them,
    // and on larger boards all that the colours allow.
    let thin = 7 + 17 + 72 + 50 + 18 + 32 + 49 + 64 + 81 + 178 + 153 + 365 + 253;
    let wide = 21 * 21 + 24 * 24 + 27 * 27 + 28 * 28 + 32 * 31 / 2 + 36 * 36;
    let square = 42 + 18 * 18 + 25 * 24 / 2 + 32 * 32 + 41 * 40 / 2;
    // A board and its other direction; a pair and its other order.
    assert_eq!(found, 2 * (2 * (thin + wide) + square));
}

/// Random ends on random boards with sides from 5 on.
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
        let from = Problem::new(board.clone()).from(start).expect("a square");
        let problem = from.to(end).expect("another square");
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
            let is_start = solve(&problem.clone().from(square).expect("a square")).is_found();
            assert_eq!(all.contains(square), is_start, "{board} from {}", board.name(square));
        }
    }
}

/// The numbers of starting squares that a well-known course got wrong (35, 20, 10, 4, 47).
#[test]
fn the_course_with_the_wrong_numbers() {
    for (text, count) in [("6x6", 36), ("5x6", 30), ("4x6", 12), ("7x3", 10), ("8x6", 48)] {
        let problem = Problem::new(text.parse().expect("a board"));
        assert_eq!(starts(&problem).map(|all| all.count()), Some(count), "{text}");
    }
}
