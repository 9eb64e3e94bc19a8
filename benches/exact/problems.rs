//! The problems. They are the same in each run.

use caracole_core::{Board, Leaper, Piece, Problem, Square};
use caracole_solve::Random;

/// Any tour of a rectangle.
pub(crate) fn rectangle(files: u32, ranks: u32) -> Problem {
    Problem::new(board(files, ranks))
}

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).expect("sides that are not empty")
}

/// The chessboard with a start and an end of different colours.
pub(crate) fn pairs(count: usize) -> Vec<Problem> {
    let mut random = Random::new(0, "pairs of ends");
    let board = board(8, 8);
    let mut all = Vec::new();
    while all.len() < count {
        let [start, end] = [(); 2].map(|()| Square::from_index(random.below(64)));
        if board.colour(start) != board.colour(end) {
            let problem = Problem::new(board.clone()).start(start).and_then(|from| from.end(end));
            all.push(problem.expect("two squares"));
        }
    }
    all
}

/// 8x8 boards with 4 to 12 holes.
pub(crate) fn chessboards_with_holes(count: usize) -> Vec<Problem> {
    let mut random = Random::new(0, "holes of chessboards");
    let mut one = || {
        let pairs = 2 + random.below(5) as usize;
        with_holes(8, pairs, &mut random)
    };
    (0..count).map(|_| one()).collect()
}

/// Square boards with a number of holes.
pub(crate) fn with_some_holes(side: u32, holes: usize, count: usize) -> Vec<Problem> {
    let mut random = Random::new(0, "holes of large boards");
    (0..count).map(|_| with_holes(side, holes / 2, &mut random)).collect()
}

/// Returns a square board with a number of holes of each colour.
fn with_holes(side: u32, pairs: usize, random: &mut Random) -> Problem {
    let board = board(side, side);
    let mut squares: Vec<Square> = board.squares().collect();
    random.shuffle(&mut squares);
    let (first, second): (Vec<Square>, Vec<Square>) =
        squares.into_iter().partition(|&square| board.colour(square) == 0);
    let holes = [&first[..pairs], &second[..pairs]].concat();
    Problem::new(board.without(holes).expect("different squares"))
}

/// Parses a board.
pub(crate) fn named(text: &str) -> Problem {
    Problem::new(text.parse().expect("a board"))
}

/// Any tour of a square board by the giraffe.
pub(crate) fn giraffe(side: u32) -> Problem {
    let leaper = Leaper::new(1, 4).expect("a leaper");
    Problem::with_piece(board(side, side), Piece::from(leaper))
}
