//! The manners of the exact search on hard problems: how many cores there are changes nothing, and
//! the clock is heeded.

use std::num::NonZeroUsize;
use std::time::Duration;

use caracole_core::{Board, Outcome, Problem, Square, StopCause};
use caracole_solve::{Exact, Limits, Random, Run, Solver};

use crate::{GIRAFFE, leaping};

/// A closed tour of a square board that lacks some squares, equally many of each colour.
fn with_holes(side: u32, pairs: usize) -> Problem {
    let board = Board::rectangle(side, side).expect("not empty");
    let mut squares: Vec<Square> = board.squares().collect();
    Random::new(0, "holes of large boards").shuffle(&mut squares);
    let (light, dark): (Vec<Square>, Vec<Square>) =
        squares.into_iter().partition(|&square| board.colour(square) == 1);
    let holes: Vec<Square> = [&light[..pairs], &dark[..pairs]].concat();
    Problem::new(board.without(holes).expect("different squares")).closed()
}

/// What is answered, square by square, and after how many cases.
fn answer(problem: &Problem, threads: usize) -> (Vec<Square>, u64) {
    let exact = Exact { threads: NonZeroUsize::new(threads), attempts: None };
    let mut run = Run::new();
    let tour = exact.solve(problem, &mut run).tour();
    (tour.map(|tour| tour.squares().collect()).unwrap_or_default(), run.stats().cases)
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
fn the_clock_is_heeded() {
    for (problem, milliseconds) in [
        (leaping(GIRAFFE, 9, 10).closed(), 5),
        // Seconds do not settle this one.
        (leaping([1, 6], 15, 16).closed(), 200),
        (with_holes(100, 50), 5),
        (with_holes(300, 450), 5),
    ] {
        for threads in [1, 2, 3] {
            let time = Some(Duration::from_millis(milliseconds));
            let mut run = Run::new().limits(Limits { time, ..Limits::default() });
            let exact = Exact { threads: NonZeroUsize::new(threads), attempts: None };
            match exact.solve(&problem, &mut run) {
                Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Time),
                outcome => panic!("{}: {}", problem.board().title(), outcome.word()),
            }
        }
    }
}
