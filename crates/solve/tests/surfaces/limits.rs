//! The exact search on hard problems: the answer does not depend on the number of threads, and the time limit holds.

use std::num::NonZeroUsize;
use std::time::Duration;

use caracole_core::{Board, Problem, Square};
use caracole_solve::{Exact, Limits, Options, Random, Run, Solver};
use caracole_verify::{Outcome, StopCause};

use crate::{GIRAFFE, leaping};

/// Returns the problem of closed tours of a square board with random holes, the same number of each colour.
fn with_holes(side: u32, pairs: usize) -> Problem {
    let board = Board::rectangle(side, side).expect("not empty");
    let mut squares: Vec<Square> = board.squares().collect();
    Random::new(0, "holes of large boards").shuffle(&mut squares);
    let (light, dark): (Vec<Square>, Vec<Square>) =
        squares.into_iter().partition(|&square| board.colour(square) == 1);
    let holes: Vec<Square> = [&light[..pairs], &dark[..pairs]].concat();
    Problem::new(board.without(holes).expect("different squares")).closed()
}

/// Returns the squares of the answer, and the number of decisions.
fn answer(problem: &Problem, threads: usize) -> (Vec<Square>, u64) {
    let exact = Exact { threads: NonZeroUsize::new(threads), max_restarts: None };
    let mut run = Run::new();
    let tour = exact.solve(problem, &mut run).found();
    (tour.map(|tour| tour.squares().collect()).unwrap_or_default(), run.stats().decisions)
}

#[test]
fn the_number_of_cores_changes_nothing() {
    for (problem, squares) in [
        (leaping(GIRAFFE, 9, 10).closed(), 90),
        (leaping(GIRAFFE, 10, 11).closed(), 110),
        (leaping(GIRAFFE, 11, 12), 132),
        (leaping(GIRAFFE, 9, 13), 117),
        (leaping([1, 6], 14, 14).closed(), 196),
        (with_holes(40, 16), 1568),
    ] {
        let alone = answer(&problem, 1);
        assert_eq!(alone.0.len(), squares, "{:?}", problem.board());
        assert!(alone.1 > 100, "{} cases are not hard", alone.1);
        for threads in [2, 3] {
            assert!(answer(&problem, threads) == alone, "{:?} {threads}", problem.board());
        }
    }
}

#[test]
fn the_time_limit_holds() {
    let undecided = [("a1", 1), ("h8", 101), ("o16", 180)]
        .into_iter()
        .fold(leaping([1, 6], 15, 16).closed(), |problem, (square, step)| {
            problem.clue(square, step).expect("squares of the board")
        });
    for (problem, milliseconds) in [
        (leaping(GIRAFFE, 9, 10).closed(), 5),
        // Some seconds are not enough to decide this problem: clause learning does not support its clues.
        (undecided, 200),
        (with_holes(100, 50), 5),
        (with_holes(300, 450), 5),
    ] {
        for threads in [1, 2, 3] {
            let time = Some(Duration::from_millis(milliseconds));
            let mut run =
                Run::with_options(&Options::new().limits(Limits { time, ..Limits::default() }));
            let exact = Exact { threads: NonZeroUsize::new(threads), max_restarts: None };
            match exact.solve(&problem, &mut run) {
                Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Time),
                outcome => panic!("{}: {}", problem.board().title(), outcome.name()),
            }
        }
    }
}
