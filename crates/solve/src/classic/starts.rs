//! Where walks begin and whether they end well, told from the board alone.

use caracole_core::{Board, File, Kind, Level, Moves, Place, Problem, Rank, Square};

/// The squares of a board as one reads a page: from the top left corner, row by row downwards,
/// and level by level on boxes.
pub(super) fn reading_order(board: &Board) -> impl Iterator<Item = Square> + '_ {
    let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
    (0..levels).flat_map(move |level| {
        (0..ranks).rev().flat_map(move |rank| {
            (0..files).filter_map(move |file| {
                board.square(Place {
                    file: File::new(file),
                    rank: Rank::new(rank),
                    level: Level::new(level),
                })
            })
        })
    })
}

/// The corners of a plain board in reading order, each once.
pub(super) fn corners(board: &Board) -> Vec<Square> {
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let mut corners = Vec::new();
    for (file, rank) in [(0, top), (right, top), (0, 0), (right, 0)] {
        let corner = board.square(Place::flat(File::new(file), Rank::new(rank)));
        corners.extend(corner.filter(|corner| !corners.contains(corner)));
    }
    corners
}

/// The starts that a problem leaves open: the one it fixes, or every square without a clue.
pub(super) fn open_starts<'a>(
    problem: &'a Problem,
    in_order: impl Iterator<Item = Square> + 'a,
) -> Box<dyn Iterator<Item = Square> + 'a> {
    match problem.start() {
        Some(start) => Box::new(std::iter::once(start)),
        None => Box::new(in_order.filter(|&square| is_open(problem, square))),
    }
}

/// Is no step fixed for the square?
pub(super) fn is_open(problem: &Problem, square: Square) -> bool {
    problem.clues().all(|(_, kept)| kept != square)
}

/// Do these ends of a path over all squares suit the kind of tour that is asked for?
///
/// A closed tour goes home, so its move home must not be one to avoid. An open tour does not, so
/// for it the ends count as a move apart whatever is to be avoided.
pub(super) fn ends_suit(problem: &Problem, moves: &Moves, first: Square, last: Square) -> bool {
    let board = problem.board();
    let apart = || board.len() >= 3 && moves.from(board, last).any(|to| to == first);
    match problem.kind() {
        Kind::Any => true,
        Kind::Open => !apart(),
        Kind::Closed => apart() && !problem.avoided().contains(&(first.min(last), first.max(last))),
    }
}
