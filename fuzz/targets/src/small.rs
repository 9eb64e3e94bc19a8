//! Problems on boards that brute force can walk over.
//!
//! | bytes | say |
//! | --- | --- |
//! | 1, 1 | files and ranks; as many ranks as the squares allow |
//! | 1 | flat, cylinder, torus, or a box of two or three levels |
//! | 1 | the piece |
//! | 1 | any tour, a closed one, an open one |
//! | 2 | holes: a bit for each square, only where the byte before is odd |
//! | 1 | how many demands follow, up to seven |
//! | 1, 1, 1 each | a start, an end, a clue, a move to use, a move to avoid; with a square and another or a step |
//!
//! What cannot be, such as a clue on a hole, is left out.

use caracole_core::{Board, Kind, Leaper, Piece, Problem, Square, Surface};

use crate::bytes::Bytes;

/// The pieces: several are dense, some fall into parts.
const PIECES: [&[(u32, u32)]; 10] = [
    &[(1, 2)],
    &[(1, 2)],
    &[(1, 2)],
    &[(0, 1)],
    &[(1, 1)],
    &[(1, 3)],
    &[(2, 3)],
    &[(0, 1), (1, 2)],
    &[(0, 2), (1, 2)],
    &[(1, 1), (0, 3)],
];

/// A problem on a board of up to `most` squares, which may have holes.
pub(crate) fn problem(bytes: &mut Bytes<'_>, most: u32) -> Option<Problem> {
    let (board, piece) = (board(bytes, most)?, piece(bytes)?);
    let kind = bytes.one_of(&[Kind::Any, Kind::Closed, Kind::Open]);
    let board = with_holes(board, bytes);
    let mut problem = Problem::with_piece(board, piece).of_kind(kind);
    for _ in 0..bytes.below(8) {
        problem = demanded(problem, bytes);
    }
    Some(problem)
}

/// The same with nothing fixed.
pub(crate) fn bare_problem(bytes: &mut Bytes<'_>, most: u32) -> Option<Problem> {
    let (board, piece) = (board(bytes, most)?, piece(bytes)?);
    let kind = bytes.one_of(&[Kind::Any, Kind::Closed, Kind::Open]);
    Some(Problem::with_piece(with_holes(board, bytes), piece).of_kind(kind))
}

fn board(bytes: &mut Bytes<'_>, most: u32) -> Option<Board> {
    let files = 1 + bytes.below(8) as u32;
    let ranks = bytes.below(8) as u32;
    let within = |levels: u32| 1 + ranks % (most / files / levels).max(1);
    let board = match bytes.below(8) {
        5 => Board::wrapped(files, within(1), Surface::Cylinder),
        6 => Board::wrapped(files, within(1), Surface::Torus),
        7 => {
            let levels = if files <= 2 { 3 } else { 2 };
            Board::cuboid(files, within(levels), levels)
        }
        _ => Board::rectangle(files, within(1)),
    };
    board.ok().filter(|board| board.area() <= u64::from(most))
}

fn piece(bytes: &mut Bytes<'_>) -> Option<Piece> {
    let leapers = bytes.one_of(&PIECES);
    Piece::new(leapers.iter().filter_map(|&(a, b)| Leaper::new(a, b).ok()))
}

fn with_holes(board: Board, bytes: &mut Bytes<'_>) -> Board {
    if bytes.byte().is_multiple_of(2) {
        return board;
    }
    let mask = bytes.wide();
    let is_hole = |square: &Square| square.index() < 16 && mask >> square.index() & 1 == 1;
    let holes: Vec<Square> = board.squares().filter(is_hole).collect();
    board.clone().without(holes).unwrap_or(board)
}

fn demanded(problem: Problem, bytes: &mut Bytes<'_>) -> Problem {
    let (what, one, other) = (bytes.below(5), bytes.byte(), bytes.byte());
    let (one, other_square) = (square(problem.board(), one), square(problem.board(), other));
    let next = problem.clone();
    let next = match what {
        0 => next.start(one),
        1 => next.end(one),
        2 => next.clue(one, 1 + u64::from(other) % problem.board().len().max(1)),
        3 => next.require(one, other_square),
        _ => next.forbid(one, other_square),
    };
    next.unwrap_or(problem)
}

/// The square of a number; it may be a hole.
pub(crate) fn square(board: &Board, number: u8) -> Square {
    Square::from_index(u64::from(number) % board.area())
}
