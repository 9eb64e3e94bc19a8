//! A board and a puzzle from print; `data/printed/sources.md` lists the sources.

use caracole_core::{Board, Coord, File, Problem, Rank, Square};
use caracole_solve::{Others, Run};

use crate::board_of;
use crate::decided::{EXACT, decided};

const COACHES: &str = include_str!("../../../../data/printed/coaches.txt");
const CLUES: &str = include_str!("../../../../data/printed/clues.txt");

/// Reads a picture of an 8x8 board, square by square, the top rank first.
fn squares_of<T>(rows: impl Iterator<Item = Vec<T>>) -> Vec<(Square, T)> {
    let board: Board = "8x8".parse().expect("a board");
    let mut all = Vec::new();
    for (rank, row) in (0..8).rev().zip(rows) {
        for (file, entry) in (0..).zip(row) {
            let place = Coord::flat(File::new(file), Rank::new(rank));
            all.push((board.square(place).expect("eight files"), entry));
        }
    }
    assert_eq!(all.len(), 64);
    all
}

/// Returns the problem of the printed board with holes and its start.
fn coaches() -> Problem {
    let picture = squares_of(COACHES.lines().map(|row| row.chars().collect()));
    let squares = picture.iter().filter(|&&(_, mark)| mark != '.').map(|&(square, _)| square);
    let start = picture.iter().find(|&&(_, mark)| mark == 'S').expect("a start").0;
    Problem::new(board_of(8, 8, squares)).start(start).expect("a square")
}

#[test]
fn the_coaches_board() {
    let problem = coaches();
    assert_eq!(problem.board().len(), 36);
    assert!(decided(&problem).is_found());
    assert!(decided(&problem.clone().open()).is_found());
    assert!(decided(&problem.closed()).is_found());
}

/// 48,422 tours from the start, of which 10,844 are closed.
#[test]
fn all_tours_of_the_coaches_board() {
    for (problem, count) in [(coaches(), 48_422), (coaches().closed(), 10_844)] {
        let listing = EXACT.list(&problem, 100_000, &mut Run::new());
        assert!(matches!(listing.others, Others::None(None)));
        assert_eq!(listing.tours.len(), count);
    }
}

#[test]
fn the_clue_puzzle() {
    let rows = CLUES.lines().map(|row| {
        let steps = row.split_whitespace().map(|step| step.parse::<u64>().expect("a number"));
        steps.collect()
    });
    let clues = squares_of(rows).into_iter().filter(|&(_, step)| step > 0);
    let problem = clues.fold(Problem::new("8x8".parse().expect("a board")), |problem, clue| {
        problem.clue(clue.0, clue.1).expect("a clue")
    });
    assert_eq!(problem.clues().count(), 33);
    assert!(decided(&problem).is_found());
    let listing = EXACT.list(&problem, 2, &mut Run::new());
    assert_eq!(listing.tours.len(), 1);
    assert!(matches!(listing.others, Others::None(None)));
}
