//! The facts of tours, compared with slow and plain computations and with published figures.

mod brute;
mod facts;
mod mixing_quality;
mod strip;

use caracole_core::{Board, Path};

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

/// William Beverley's tour of 1848, the first magic one.
const BEVERLEY: &str = " 1 48 31 50 33 16 63 18
                        30 51 46  3 62 19 14 35
                        47  2 49 32 15 34 17 64
                        52 29  4 45 20 61 36 13
                         5 44 25 56  9 40 21 60
                        28 53  8 41 24 57 12 37
                        43  6 55 26 39 10 59 22
                        54 27 42  7 58 23 38 11";
