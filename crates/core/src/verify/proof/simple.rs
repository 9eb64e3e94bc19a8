//! Arguments that need no more than a look at the board.

use crate::{Kind, Problem, Square, Theorem};

use super::near::Around;
use super::{Wrong, all_different};

type Held = Result<(), Wrong>;

/// Fails with `wrong` unless the argument `holds`.
const fn unless(holds: bool, wrong: Wrong) -> Held {
    if holds { Ok(()) } else { Err(wrong) }
}

const fn one_knight(problem: &Problem) -> Held {
    unless(problem.knights() == 1, Wrong::SeveralKnights)
}

fn must_be(problem: &Problem, kind: Kind) -> Held {
    unless(problem.kind() == kind, Wrong::OtherKind(kind))
}

pub(super) fn too_few(problem: &Problem) -> Held {
    must_be(problem, Kind::Closed)?;
    unless(problem.board().len() < 3, Wrong::EnoughSquares(problem.board().len()))
}

/// The colours come in turn, and there are so many squares of each.
fn counted(around: &Around<'_>, counts: [u64; 2]) -> Held {
    unless(around.alternates(), Wrong::KeepsColour)?;
    unless(around.counts() == counts, Wrong::OtherCounts(around.counts()))
}

/// A path that visits the colours in turn has one square more of one colour at most, and a ring
/// has as many of both.
pub(super) fn colours(around: &Around<'_>, counts: [u64; 2]) -> Held {
    counted(around, counts)?;
    let problem = around.problem();
    let most = if problem.kind() == Kind::Closed { 0 } else { u64::from(problem.knights()) };
    unless(counts[0].abs_diff(counts[1]) > most, Wrong::ColoursFit)
}

fn fixed(around: &Around<'_>, square: Square, step: u64) -> Held {
    around.place(square)?;
    let is_fixed = around.problem().clue_at(step) == Some(square);
    unless(is_fixed, Wrong::NotFixed(square, step))
}

/// The colour with one square more has all odd steps.
pub(super) fn step_colour(
    around: &Around<'_>,
    square: Square,
    step: u64,
    counts: [u64; 2],
) -> Held {
    one_knight(around.problem())?;
    counted(around, counts)?;
    fixed(around, square, step)?;
    let [same, other] = counts;
    let more = u8::from(other > same);
    let expected = if step % 2 == 1 { more } else { 1 - more };
    let is_wrong = same.abs_diff(other) == 1 && around.colour(square)? != expected;
    unless(is_wrong, Wrong::ColoursFit)
}

/// An even number of moves comes back to the same colour.
pub(super) fn step_colours(around: &Around<'_>, squares: [Square; 2], steps: [u64; 2]) -> Held {
    one_knight(around.problem())?;
    unless(around.alternates(), Wrong::KeepsColour)?;
    let ([a, b], [first, second]) = (squares, steps);
    fixed(around, a, first)?;
    fixed(around, b, second)?;
    // They are told from the smaller step to the larger.
    unless(first < second, Wrong::NotFixed(a, second))?;
    let is_same = around.colour(a)? == around.colour(b)?;
    unless(is_same != (second - first).is_multiple_of(2), Wrong::ColoursFit)
}

/// The given ends of a closed tour are no move apart, or those of an open one are.
pub(super) fn ends_apart(around: &Around<'_>, ends: [Square; 2], kind: Kind) -> Held {
    let problem = around.problem();
    must_be(problem, kind)?;
    let [start, end] = ends;
    fixed(around, start, 1)?;
    fixed(around, end, problem.board().len())?;
    // Two squares alone make no closed tour, and so an open one.
    let count = problem.board().len();
    unless(kind == Kind::Closed || count > 2, Wrong::EnoughSquares(count))?;
    let is_move = around.is_move(ends)?;
    unless(is_move == (kind == Kind::Open), Wrong::MoveApart(ends, is_move))
}

fn has_moves(around: &Around<'_>, square: Square, expected: u64) -> Held {
    let found = around.onward(square)?.len() as u64;
    unless(found == expected, Wrong::OtherMoves { square, found, expected })
}

pub(super) fn no_move(around: &Around<'_>, square: Square) -> Held {
    let problem = around.problem();
    one_knight(problem)?;
    has_moves(around, square, 0)?;
    unless(problem.board().len() > 1, Wrong::EnoughSquares(1))
}

/// Squares with one move are ends, and there are more of them than ends that are not given.
pub(super) fn dead_ends(around: &Around<'_>, squares: &[Square]) -> Held {
    let problem = around.problem();
    all_different(squares)?;
    squares.iter().try_for_each(|&square| has_moves(around, square, 1))?;
    if problem.kind() == Kind::Closed {
        return unless(!squares.is_empty(), Wrong::EndsEnough);
    }
    let ends = problem.start().into_iter().chain(problem.end());
    let given: Vec<Square> = ends.chain(problem.knights_from().iter().copied()).collect();
    let others = squares.iter().filter(|square| !given.contains(square)).count();
    let all = 2 * u64::from(problem.knights());
    unless((given.len() + others) as u64 > all, Wrong::EndsEnough)
}

/// A square with two moves that is no end uses both, and an end has one to give.
pub(super) fn shared_neighbour(around: &Around<'_>, end: Square, needed_by: &[Square]) -> Held {
    let problem = around.problem();
    one_knight(problem)?;
    let other = match [problem.start(), problem.end()] {
        [Some(start), other] if start == end => other,
        [other, Some(last)] if last == end => other,
        _ => return Err(Wrong::NotAnEnd(end)),
    };
    all_different(needed_by)?;
    for &square in needed_by {
        has_moves(around, square, 2)?;
        let is_near = around.onward(square)?.contains(&end);
        unless(is_near, Wrong::MoveApart([square, end], false))?;
    }
    let holds = match (needed_by.len(), other) {
        (0 | 1, _) => false,
        (2, Some(other)) => !needed_by.contains(&other),
        // One of the two is the other end, and from there the tour closes.
        (2, None) => problem.kind() == Kind::Open,
        _ => true,
    };
    unless(holds, Wrong::EndsEnough)
}

/// A side of four. Half of the squares are on the outer lines, and no move joins two of them. So
/// in a closed tour, or one with an end on the inner lines, every second square is an outer one.
/// Every second square has the same colour as well, and the outer lines have squares of both.
pub(super) fn outer_lines(around: &Around<'_>, end: Option<Square>) -> Held {
    let problem = around.problem();
    one_knight(problem)?;
    let board = problem.board();
    let (four, long) = match (board.files(), board.ranks()) {
        (files, 4) => (1, files),
        (4, ranks) => (0, ranks),
        _ => return Err(Wrong::NoOuterLines),
    };
    let is_outer = |line: i64| line == 0 || line == 3;
    let leaves = |by: i64| [0, 3].into_iter().all(|line| !is_outer(line + by));
    let fits = board.is_plain()
        && long > 1
        && around.alternates()
        && around.jumps().all(|by| leaves([by.files, by.ranks][four]));
    unless(fits, Wrong::NoOuterLines)?;
    let Some(end) = end else {
        return must_be(problem, Kind::Closed);
    };
    let place = around.place(end)?;
    let is_given = [problem.start(), problem.end()].contains(&Some(end));
    unless(is_given, Wrong::NotAnEnd(end))?;
    let line = [place.file.index(), place.rank.index()][four];
    unless(!is_outer(i64::from(line)), Wrong::OnOuterLine(end))
}

/// Is the problem among those that the theorem speaks of?
pub(super) fn theorem(problem: &Problem, theorem: Theorem) -> bool {
    let board = problem.board();
    let (files, ranks) = (board.files(), board.ranks());
    let sides = (files.min(ranks), files.max(ranks));
    let is_listed = match theorem {
        Theorem::Schwenk => problem.kind() == Kind::Closed && matches!(sides, (3, 4 | 6 | 8)),
        Theorem::ChiaOng => matches!(sides, (3, 3 | 5 | 6) | (4, 4)),
    };
    is_listed && board.is_plain() && problem.piece().is_knight() && problem.knights() == 1
}
