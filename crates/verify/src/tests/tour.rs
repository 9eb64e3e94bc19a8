//! What a tour and a path return of themselves.

use std::sync::Arc;

use super::{SIX, board, numbered, path};
use crate::tests::Threads;
use crate::{SimplePath, Tour, adjacent_steps, no_progress};
use caracole_core::{Board, Coord, File, Formula, Leaper, Path, Piece, Problem, Rank};

/// One row from left to right, by steps to the next square.
#[derive(Debug)]
struct Row(Board);

impl Formula for Row {
    fn board(&self) -> &Board {
        &self.0
    }

    fn coord_at(&self, step: u64) -> Coord {
        Coord::flat(File::new(step as u32 - 1), Rank::new(0))
    }

    fn step_of(&self, place: Coord) -> u64 {
        u64::from(place.file.index()) + 1
    }
}

fn wazir() -> Piece {
    Piece::from(Leaper::new(0, 1).unwrap())
}

#[test]
fn a_tour_returns_its_parts() {
    let problem = Problem::with_piece(board("3x1"), wazir());
    let path = path(problem.board(), "a1 b1 c1");
    let stored = Tour::verify(&problem, path.clone()).unwrap();
    let row = Arc::new(Row(problem.board().clone()));
    let formula = Tour::from_formula(&problem, row, &Threads(2), &no_progress).unwrap();
    assert!(stored.formula().is_none() && formula.formula().is_some());
    for tour in [stored, formula] {
        assert_eq!((tour.board(), tour.piece()), (problem.board(), &wazir()));
        assert_eq!((tour.len(), tour.names().as_str()), (3, "a1 b1 c1"));
        assert_eq!((tour.squares().len(), tour.squares_from(3).len()), (3, 1));
        assert_eq!(tour.into_path(), path);
    }
}

#[test]
fn a_tour_is_closed_if_its_ends_are_a_move_apart() {
    for (text, names, is_closed) in
        [("2x2", "a1 a2 b2 b1", true), ("2x3", "a1 b1 b2 a2 a3 b3", false), ("2x1", "a1 b1", false)]
    {
        let problem = Problem::with_piece(board(text), wazir());
        let tour = Tour::verify(&problem, path(problem.board(), names)).unwrap();
        assert_eq!(tour.is_closed(), is_closed, "{text}");
    }
}

/// The methods that a formula need not have return the same as the others.
#[test]
fn the_default_methods_of_formulas() {
    let row = Row(board("5x1"));
    let place = |file: u32| Coord::flat(File::new(file), Rank::new(0));
    let mut places = [place(9); 3];
    row.walk(2, &mut places);
    assert_eq!(places, [1, 2, 3].map(place));
    let mut steps = [0; 3];
    row.steps_of(&[4, 0, 2].map(place), &mut steps);
    assert_eq!(steps, [5, 1, 3]);
    row.number_rank(Rank::new(0), File::new(1), &mut steps);
    assert_eq!(steps, [2, 3, 4]);
    let mut steps = [0_u32; 2];
    row.number_rank_u32(Rank::new(0), File::new(3), &mut steps);
    assert_eq!(steps, [4, 5]);
}

#[test]
fn errors_say_how_many_defects_there_are() {
    let problem = Problem::with_piece(board("3x1"), wazir());
    let error = Tour::verify(&problem, path(problem.board(), "a1 c1")).unwrap_err().to_string();
    assert_eq!(error, "the path is no tour: it has 2 defects");
}

#[test]
fn tours_are_equal_if_board_piece_and_squares_are() {
    let tour = |text: &str, piece: &Piece, names: &str| {
        let board = board(text);
        let squares: Path = path(&board, names);
        Tour::verify(&Problem::with_piece(board, piece.clone()), squares).unwrap()
    };
    let both = Piece::new([(0, 1), (0, 2)].map(|(a, b)| Leaper::new(a, b).unwrap())).unwrap();
    let one = tour("2x2", &wazir(), "a1 a2 b2 b1");
    assert_eq!(one, one.clone());
    assert_ne!(one, tour("2x2", &wazir(), "a1 b1 b2 a2"), "other squares");
    assert_ne!(one, tour("2x2", &both, "a1 a2 b2 b1"), "another piece");
    assert_ne!(tour("2x1", &wazir(), "a1 b1"), tour("2x2-a2,b2", &wazir(), "a1 b1"));
}

#[test]
fn a_simple_path_returns_its_parts() {
    let problem = Problem::with_piece(board("4x1"), wazir());
    let squares = path(problem.board(), "b1 c1 d1");
    let simple = SimplePath::verify(&problem, squares.clone()).unwrap();
    assert_eq!((simple.board(), simple.piece()), (problem.board(), &wazir()));
    assert_eq!((simple.len(), simple.names().as_str()), (3, "b1 c1 d1"));
    assert!(simple.squares().eq(squares.iter()));
    assert_eq!(simple.into_path(), squares);
}

#[test]
fn the_first_and_the_last_step_have_one_neighbour_unless_a_tour_is_closed() {
    assert_eq!(adjacent_steps(1, 64, false), [None, Some(2)]);
    assert_eq!(adjacent_steps(1, 64, true), [Some(64), Some(2)]);
    assert_eq!(adjacent_steps(2, 64, false), [Some(1), Some(3)]);
    assert_eq!(adjacent_steps(64, 64, false), [Some(63), None]);
    assert_eq!(adjacent_steps(64, 64, true), [Some(63), Some(1)]);
    let (board, six) = numbered(SIX);
    let tour = Tour::verify(&Problem::new(board), six.clone()).unwrap();
    let last = six.last().unwrap();
    assert_eq!((tour.predecessor(last), tour.successor(last)), (six.get(34), six.first()));
}
