//! Formulas that look things up, and may lie about any of them.

use std::sync::Arc;

use super::super::numbered;
use crate as verify;
use crate::tests::Threads;
use crate::{Defect, FormulaError, check_formula, check_step};
use crate::{Tour, no_progress};
use caracole_core::{Board, Coord, Formula, Problem, Square};

/// A formula that looks things up.
#[derive(Debug)]
struct Table {
    board: Board,
    places: Vec<Coord>,
}

impl Formula for Table {
    fn board(&self) -> &Board {
        &self.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.places[step as usize - 1]
    }

    fn step_of(&self, place: Coord) -> u64 {
        self.places.iter().position(|&other| other == place).expect("on the board") as u64 + 1
    }
}

#[test]
fn two_squares_of_a_knights_tour_change_places() {
    let (board, path) = numbered("1 4 7 10\n8 11 2 5\n3 6 9 12");
    let problem = Problem::new(board.clone());
    let places: Vec<Coord> = path.iter().map(|square| board.coord(square)).collect();
    let table = Table { board: board.clone(), places: places.clone() };
    assert_eq!(check_formula(&problem, &table, &Threads(3), &no_progress), Ok(false));
    assert!((1..=12).all(|step| check_step(&table, step).is_ok()));
    for first in 0..12 {
        for second in first + 1..12 {
            let mut places = places.clone();
            places.swap(first, second);
            let table = Table { board: board.clone(), places };
            let path: Vec<Square> =
                (1..=12).filter_map(|step| board.at(table.coord_at(step))).collect();
            let verdict = verify::check(&problem, || path.iter().copied());
            let expected = verdict.defects().first().copied().map(FormulaError::Defect);
            assert_eq!(check_formula(&problem, &table, &Threads(3), &no_progress).err(), expected);
            let is_seen = |step: usize| check_step(&table, step as u64 + 1).is_err();
            assert_eq!(verdict.is_valid(), !(is_seen(first) || is_seen(second)));
        }
    }
}

/// Tells the truth of many at once, and of single ones something else.
#[derive(Debug)]
struct TwoFaced {
    table: Table,
    step_lie: bool,
}

impl Formula for TwoFaced {
    fn board(&self) -> &Board {
        &self.table.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.table.coord_at(if self.step_lie { step } else { 13 - step })
    }

    fn step_of(&self, place: Coord) -> u64 {
        let step = self.table.step_of(place);
        if self.step_lie { 13 - step } else { step }
    }

    fn walk(&self, step: u64, places: &mut [Coord]) {
        self.table.walk(step, places);
    }

    fn steps_of(&self, places: &[Coord], steps: &mut [u64]) {
        self.table.steps_of(places, steps);
    }
}

#[test]
fn single_answers_that_are_not_the_many_are_found() {
    for step_lie in [false, true] {
        let (board, path) = numbered("1 4 7 10\n8 11 2 5\n3 6 9 12");
        let places = path.iter().map(|square| board.coord(square)).collect();
        let problem = Problem::new(board.clone());
        let two_faced = TwoFaced { table: Table { board, places }, step_lie };
        let refused = check_formula(&problem, &two_faced, &Threads(3), &no_progress);
        assert!(matches!(refused, Err(FormulaError::Defect(Defect::Repeat { .. }))), "{refused:?}");
        assert!((1..=12).all(|step| check_step(&two_faced, step).is_err()));
    }
}

#[test]
fn nobody_asks_for_steps_beyond_the_last() {
    let (board, path) = numbered("1 4 7 10\n8 11 2 5\n3 6 9 12");
    let places: Vec<Coord> = path.iter().map(|square| board.coord(square)).collect();
    // A table ends with the last step: whoever walks beyond finds nothing there.
    let table = Arc::new(Table { board: board.clone(), places });
    let tour =
        Tour::from_formula(&Problem::new(board), table, &Threads(3), &no_progress).expect("a tour");
    assert!(tour.squares().eq(path.iter()));
    let [first, last] = [1, 12].map(|step| tour.square_at(step).expect("an end"));
    assert_eq!((tour.predecessor(first), tour.successor(last)), (None, None), "it is open");
    assert_eq!((tour.square_at(0), tour.square_at(13)), (None, None));
}
