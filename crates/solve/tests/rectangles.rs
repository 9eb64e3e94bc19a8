//! Every rectangle with sides up to 12, against truth.
//!
//! A tour that the verifier accepted is truth. A "no" is confirmed without any theorem: by counting
//! colours, or by the exact sweep on boards with a side of 4 or less.

use caracole_core::{Board, Outcome, Problem};
use caracole_solve::{Auto, Run, Solver, Sweep, starts};

fn rectangles() -> impl Iterator<Item = Board> {
    let sides = 1..=12_u32;
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
    let touring = rectangles().filter(|board| expect(&Problem::new(board.clone()))).count();
    // 1x1, 3x4, 3x7 to 3x12, 4x5 to 4x12 and all with both sides from 5, in both directions.
    assert_eq!(touring, 1 + 2 * (1 + 6 + 8) + 8 * 8);
}

#[test]
fn closed_tours() {
    let touring =
        rectangles().filter(|board| expect(&Problem::new(board.clone()).closed())).count();
    // 3x10, 3x12 in both directions, and all with both sides from 5 and one of them even.
    assert_eq!(touring, 4 + 8 * 8 - 4 * 4);
}

#[test]
fn every_start() {
    for board in rectangles() {
        let all = starts(&Problem::new(board.clone())).expect("rectangles are decided");
        let mut count = 0;
        for square in board.squares() {
            let problem = Problem::new(board.clone()).from(square).expect("a square");
            let is_start = expect(&problem);
            assert_eq!(all.contains(square), is_start, "{board} from {}", board.name(square));
            count += u64::from(is_start);
        }
        assert_eq!(all.count(), count, "{board}");
    }
}

#[test]
fn every_start_of_a_closed_tour() {
    for board in rectangles() {
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
