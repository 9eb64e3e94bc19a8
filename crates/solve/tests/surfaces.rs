//! Wrapped boards, boxes and other leapers, decided by the exact search, and hard problems.

#[path = "surfaces/boxes.rs"]
mod boxes;
#[path = "support/decided.rs"]
mod decided;
#[path = "surfaces/leapers.rs"]
mod leapers;
#[path = "surfaces/limits.rs"]
mod limits;
#[path = "surfaces/wrapped.rs"]
mod wrapped;

use caracole_core::{Board, Leaper, Piece, Problem};

/// The zebra.
const ZEBRA: [u32; 2] = [2, 3];
/// The giraffe.
const GIRAFFE: [u32; 2] = [1, 4];

/// Any tour of a rectangle by a leaper.
fn leaping([a, b]: [u32; 2], files: u32, ranks: u32) -> Problem {
    let leaper = Leaper::new(a, b).expect("a leaper");
    let board = Board::rectangle(files, ranks).expect("small");
    Problem::with_piece(board, Piece::from(leaper))
}
