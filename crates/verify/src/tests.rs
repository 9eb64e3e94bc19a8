//! Tests of the verifier of paths, formulas and covers.

mod check;
mod cover;
mod evidence;
mod formula;
mod random;
mod tour;

use caracole_core::{Board, Path};

use caracole_core::Workers;

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The path with these squares.
fn path(board: &Board, names: &str) -> Path {
    names.split_whitespace().map(|name| board.parse_square(name).unwrap()).collect()
}

/// The path of a numbering from 1, written with the highest rank on top, and its board.
fn numbered(numbering: &str) -> (Board, Path) {
    let rows: Vec<Vec<u64>> = numbering
        .lines()
        .rev()
        .map(|row| row.split_whitespace().map(|step| step.parse().unwrap()).collect())
        .collect();
    let board = Board::rectangle(rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut squares: Vec<_> = rows.concat().into_iter().zip(board.squares()).collect();
    squares.sort_unstable();
    (board, squares.into_iter().map(|(_, square)| square).collect())
}

/// A closed tour of 6x6.
const SIX: &str = " 1 22 29 10  7 16
                   30 11 36 15 28  9
                   21  2 23  8 17  6
                   12 31 14 35 24 27
                    3 20 33 26  5 18
                   32 13  4 19 34 25";

/// Several threads for checks that can use them.
struct Threads(usize);

impl Workers for Threads {
    fn threads(&self) -> usize {
        self.0
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                scope.spawn(work);
            }
        });
    }
}
