//! The classic methods: brute force, backtracking, and Warnsdorff's rule.
//!
//! | method | finds a tour | proves impossible |
//! | --- | --- | --- |
//! | [`BruteForce`] | on boards of up to some hundred squares | after all paths were tried |
//! | [`Backtracking`] | on small boards | after all paths were tried |
//! | [`Warnsdorff`] | on nearly all small boards, in linear time | never |
//!
//! They support everything in a [`Problem`]: holes, wrapped edges, boxes, leapers,
//! ends, clues, required and forbidden moves.

mod constraints;
mod depth_first;
pub mod warnsdorff;

use caracole_core::{
    Board, Coord, File, Kind, Level, MoveOrder, Moves, OrderError, Problem, Rank, Square,
};
use caracole_verify::Stop;

use crate::instance::Instance;
use crate::{Run, Support};

pub(crate) use constraints::PathConstraints;
pub use depth_first::{Backtracking, BruteForce, MoveOrdering};
pub use warnsdorff::{TieBreak, Warnsdorff};

/// Returns the moves of a problem in the given order, or in the default one.
fn moves(problem: &Problem, order: Option<&MoveOrder>) -> Result<Moves, OrderError> {
    match order {
        Some(order) => Moves::ordered(problem.piece(), problem.board(), order),
        None => Ok(Moves::new(problem.piece(), problem.board())),
    }
}

/// Supports all problems of one knight that fit the move order.
fn support_of_order(problem: &Problem, order: Option<&MoveOrder>) -> Support {
    Support::of_one_knight(problem, || match moves(problem, order) {
        Ok(_) => Support::Yes,
        Err(error) => Support::No(error.to_string()),
    })
}

/// Compiles a problem for a method that extends paths and needs `bytes` per square beside the graph.
pub(crate) fn compile<'a>(
    method: &str,
    problem: &'a Problem,
    moves: Moves,
    bytes: u64,
    run: &mut Run<'_>,
) -> Result<Instance<'a>, Stop> {
    let board = problem.board();
    let has_clues = problem.clues().next().is_some();
    let bytes = bytes + if has_clues { PathConstraints::BYTES_OF_CLUES } else { 0 };
    let bytes = board.len().saturating_mul(bytes);
    let bytes = bytes.saturating_add(Instance::graph_bytes(board, &moves));
    Instance::new(problem, moves, bytes, run).map_err(|error| error.into_stop(method, board))
}

/// Returns the squares in reading order: from the top left corner, row by row downwards, and level by level on
/// boxes.
fn reading_order(board: &Board) -> impl Iterator<Item = Square> + '_ {
    let (files, ranks, levels) = (board.files(), board.ranks(), board.levels());
    (0..levels).flat_map(move |level| {
        (0..ranks).rev().flat_map(move |rank| {
            (0..files).filter_map(move |file| {
                board.square(Coord {
                    file: File::new(file),
                    rank: Rank::new(rank),
                    level: Level::new(level),
                })
            })
        })
    })
}

/// Returns the corners of a plain board in reading order, each once.
fn corners(board: &Board) -> Vec<Square> {
    let (right, top) = (board.files() - 1, board.ranks() - 1);
    let mut corners = Vec::new();
    for (file, rank) in [(0, top), (right, top), (0, 0), (right, 0)] {
        let corner = board.square(Coord::flat(File::new(file), Rank::new(rank)));
        corners.extend(corner.filter(|corner| !corners.contains(corner)));
    }
    corners
}

/// Returns the possible starts: the given one, or every square without a clue.
fn open_starts<'a>(
    problem: &'a Problem,
    in_order: impl Iterator<Item = Square> + 'a,
) -> Box<dyn Iterator<Item = Square> + 'a> {
    match problem.start_square() {
        Some(start) => Box::new(std::iter::once(start)),
        None => Box::new(in_order.filter(|&square| is_open(problem, square))),
    }
}

/// Returns true if the square has no clue.
fn is_open(problem: &Problem, square: Square) -> bool {
    problem.clues().all(|(_, reserved)| reserved != square)
}

/// Returns true if these ends of a path over all squares fit the kind of tour.
///
/// The closing move of a closed tour must not be forbidden. For an open tour the ends are a move apart even
/// if this move is forbidden.
fn ends_fit(problem: &Problem, moves: &Moves, first: Square, last: Square) -> bool {
    let board = problem.board();
    let are_adjacent = || board.len() >= 3 && moves.from(board, last).any(|to| to == first);
    match problem.kind() {
        Kind::Any => true,
        Kind::Open => !are_adjacent(),
        Kind::Closed => {
            are_adjacent() && !problem.forbidden().contains(&(first.min(last), first.max(last)))
        }
    }
}
