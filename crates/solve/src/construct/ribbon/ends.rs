//! Ends where none are given.

use caracole_core::{Board, File, Kind, Place, Problem, Rank, Square};

use crate::{Decision, decide};

use super::shorten::{along_across, stands};

/// So far from a given end another is looked for.
const REACH: u32 = 6;

/// The same problem with both ends given, unless a closed tour is asked for, or no pair is found.
///
/// A sweep that need not try all squares as ends is many times faster.
pub(super) fn with_ends(problem: &Problem) -> Problem {
    let given = problem.start().or(problem.end());
    let board = problem.board();
    if problem.kind() == Kind::Closed || problem.start().and(problem.end()).is_some() {
        return problem.clone();
    }
    let first = given.map_or(0, |given| along_across(board, given).0);
    let with = |problem: &Problem, square: Square| match problem.start() {
        Some(_) => problem.clone().to(square).ok(),
        None => problem.clone().from(square).ok(),
    };
    let one_given: Vec<Problem> = match given {
        Some(_) => vec![problem.clone()],
        None => near(board, 0).filter_map(|square| with(problem, square)).collect(),
    };
    one_given
        .iter()
        .flat_map(|one| near(board, first).filter_map(move |square| with(one, square)))
        .find(|both| decide(both) == Decision::Exists)
        .unwrap_or_else(|| problem.clone())
}

/// The squares near a file, counted along the board, and those near the edges.
fn near(board: &Board, along: u32) -> impl Iterator<Item = Square> + '_ {
    let (long, short) = (board.files().max(board.ranks()), board.files().min(board.ranks()));
    let around =
        move |along: u32| along.saturating_sub(REACH)..long.min(along.saturating_add(REACH));
    let files = around(along).chain(around(0)).chain(around(long - 1));
    files.flat_map(move |along| {
        (0..short).filter_map(move |across| {
            let (file, rank) = if stands(board) { (across, along) } else { (along, across) };
            board.square(Place::flat(File::new(file), Rank::new(rank)))
        })
    })
}
