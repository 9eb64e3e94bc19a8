//! Reasons that follow directly from the board.

use caracole_core::{Kind, Problem, Square, Theorem};

use super::local_moves::LocalMoves;
use super::{ProofErrorKind, all_different};

type Propagation = Result<(), ProofErrorKind>;

/// Fails with `wrong` unless the argument `holds`.
fn unless(holds: bool, kind: ProofErrorKind) -> Propagation {
    if holds { Ok(()) } else { Err(kind) }
}

fn one_knight(problem: &Problem) -> Propagation {
    unless(problem.knights() == 1, ProofErrorKind::SeveralKnights)
}

fn must_be(problem: &Problem, kind: Kind) -> Propagation {
    unless(problem.kind() == kind, ProofErrorKind::OtherKind(kind))
}

pub(super) fn too_few(problem: &Problem) -> Propagation {
    must_be(problem, Kind::Closed)?;
    unless(problem.board().len() < 3, ProofErrorKind::EnoughSquares(problem.board().len()))
}

/// Checks that colours alternate along a tour, and the number of squares of each.
fn counted(local: &LocalMoves<'_>, counts: [u64; 2]) -> Propagation {
    unless(local.alternates(), ProofErrorKind::KeepsColour)?;
    unless(local.counts() == counts, ProofErrorKind::OtherCounts(local.counts()))
}

/// A path with alternating colours has at most one square more of one colour, and a cycle has equally many of both.
pub(super) fn colours(local: &LocalMoves<'_>, counts: [u64; 2]) -> Propagation {
    counted(local, counts)?;
    let problem = local.problem();
    let most = if problem.kind() == Kind::Closed { 0 } else { u64::from(problem.knights()) };
    unless(counts[0].abs_diff(counts[1]) > most, ProofErrorKind::ColoursFit)
}

fn fixed(local: &LocalMoves<'_>, square: Square, step: u64) -> Propagation {
    local.place(square)?;
    let is_fixed = local.problem().clue_at(step) == Some(square);
    unless(is_fixed, ProofErrorKind::NotFixed(square, step))
}

/// The colour with one more square has all odd steps.
pub(super) fn step_colour(
    local: &LocalMoves<'_>,
    square: Square,
    step: u64,
    counts: [u64; 2],
) -> Propagation {
    one_knight(local.problem())?;
    counted(local, counts)?;
    fixed(local, square, step)?;
    let [same, other] = counts;
    let more = u8::from(other > same);
    let expected = if step % 2 == 1 { more } else { 1 - more };
    let is_wrong = same.abs_diff(other) == 1 && local.colour(square)? != expected;
    unless(is_wrong, ProofErrorKind::ColoursFit)
}

/// An even number of moves leads to the same colour.
pub(super) fn step_colours(
    local: &LocalMoves<'_>,
    squares: [Square; 2],
    steps: [u64; 2],
) -> Propagation {
    one_knight(local.problem())?;
    unless(local.alternates(), ProofErrorKind::KeepsColour)?;
    let ([a, b], [first, second]) = (squares, steps);
    fixed(local, a, first)?;
    fixed(local, b, second)?;
    // The smaller step comes first.
    unless(first < second, ProofErrorKind::NotFixed(a, second))?;
    let is_same = local.colour(a)? == local.colour(b)?;
    unless(is_same != (second - first).is_multiple_of(2), ProofErrorKind::ColoursFit)
}

/// The given ends of a closed tour are not a move apart, or those of an open tour are.
pub(super) fn ends_apart(local: &LocalMoves<'_>, ends: [Square; 2], kind: Kind) -> Propagation {
    let problem = local.problem();
    must_be(problem, kind)?;
    let [start, end] = ends;
    fixed(local, start, 1)?;
    fixed(local, end, problem.board().len())?;
    // A tour of two squares is open.
    let count = problem.board().len();
    unless(kind == Kind::Closed || count > 2, ProofErrorKind::EnoughSquares(count))?;
    let is_move = local.is_move(ends)?;
    unless(is_move == (kind == Kind::Open), ProofErrorKind::MoveApart(ends, is_move))
}

fn has_moves(local: &LocalMoves<'_>, square: Square, expected: u64) -> Propagation {
    let found = local.onward(square)?.len() as u64;
    unless(found == expected, ProofErrorKind::OtherMoves { square, found, expected })
}

pub(super) fn no_move(local: &LocalMoves<'_>, square: Square) -> Propagation {
    let problem = local.problem();
    one_knight(problem)?;
    has_moves(local, square, 0)?;
    unless(problem.board().len() > 1, ProofErrorKind::EnoughSquares(1))
}

/// Squares with one move are ends, and there are more of them than free ends.
pub(super) fn dead_ends(local: &LocalMoves<'_>, squares: &[Square]) -> Propagation {
    let problem = local.problem();
    all_different(squares)?;
    squares.iter().try_for_each(|&square| has_moves(local, square, 1))?;
    if problem.kind() == Kind::Closed {
        return unless(!squares.is_empty(), ProofErrorKind::EndsEnough);
    }
    let ends = problem.start_square().into_iter().chain(problem.end_square());
    let given: Vec<Square> = ends.chain(problem.knight_starts().iter().copied()).collect();
    let others = squares.iter().filter(|square| !given.contains(square)).count();
    let all = 2 * u64::from(problem.knights());
    unless((given.len() + others) as u64 > all, ProofErrorKind::EndsEnough)
}

/// An inner square with two moves uses both, and an end has only one move.
pub(super) fn shared_neighbour(
    local: &LocalMoves<'_>,
    end: Square,
    needed_by: &[Square],
) -> Propagation {
    let problem = local.problem();
    one_knight(problem)?;
    let other = match [problem.start_square(), problem.end_square()] {
        [Some(start), other] if start == end => other,
        [other, Some(last)] if last == end => other,
        _ => return Err(ProofErrorKind::NotAnEnd(end)),
    };
    all_different(needed_by)?;
    for &square in needed_by {
        has_moves(local, square, 2)?;
        let is_near = local.onward(square)?.contains(&end);
        unless(is_near, ProofErrorKind::MoveApart([square, end], false))?;
    }
    let holds = match (needed_by.len(), other) {
        (0 | 1, _) => false,
        (2, Some(other)) => !needed_by.contains(&other),
        // One of the two is the other end, and the tour from there is closed.
        (2, None) => problem.kind() == Kind::Open,
        _ => true,
    };
    unless(holds, ProofErrorKind::EndsEnough)
}

/// A side of four. Half of the squares are on the outer lines, and no move joins two of them. So in a closed tour, or one
/// with an end on the inner lines, every second square is an outer one. Every second square also has the same colour,
/// but the outer lines have squares of both colours.
pub(super) fn outer_lines(local: &LocalMoves<'_>, end: Option<Square>) -> Propagation {
    let problem = local.problem();
    one_knight(problem)?;
    let board = problem.board();
    let (four, long) = match (board.files(), board.ranks()) {
        (files, 4) => (1, files),
        (4, ranks) => (0, ranks),
        _ => return Err(ProofErrorKind::NoOuterLines),
    };
    let is_outer = |line: i64| line == 0 || line == 3;
    let departures = |by: i64| [0, 3].into_iter().all(|line| !is_outer(line + by));
    let fits = board.is_plain()
        && long > 1
        && local.alternates()
        && local.jumps().all(|by| departures([by.files, by.ranks][four]));
    unless(fits, ProofErrorKind::NoOuterLines)?;
    let Some(end) = end else {
        return must_be(problem, Kind::Closed);
    };
    let place = local.place(end)?;
    let is_given = [problem.start_square(), problem.end_square()].contains(&Some(end));
    unless(is_given, ProofErrorKind::NotAnEnd(end))?;
    let line = [place.file.index(), place.rank.index()][four];
    unless(!is_outer(i64::from(line)), ProofErrorKind::OnOuterLine(end))
}

/// Checks that the problem meets the conditions of the theorem.
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
