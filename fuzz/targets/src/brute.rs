//! The truth on small boards: every path over all squares, which the verifier then looks at.

use caracole_core::{Board, Piece, Problem, Square, Surface};
use caracole_verify as verify;

/// More steps than these are not walked; inputs that would need them are passed over.
const PATIENCE: u32 = 100_000;

/// More tours than these are not kept.
const MOST: usize = 3000;

/// For each square of the rectangle those a move away, as found by nothing but differences.
pub(crate) fn neighbours(problem: &Problem) -> Vec<Vec<Square>> {
    let board = problem.board();
    let all: Vec<Square> = board.squares().collect();
    let near = |a: Square| {
        let is_near = |&b: &Square| {
            let pair = (a.min(b), a.max(b));
            a != b && !problem.forbidden().contains(&pair) && is_move(board, problem.piece(), a, b)
        };
        if board.contains(a) { all.iter().copied().filter(is_near).collect() } else { Vec::new() }
    };
    (0..board.area()).map(|index| near(Square::from_index(index))).collect()
}

fn is_move(board: &Board, piece: &Piece, a: Square, b: Square) -> bool {
    if let Some(graph) = board.graph() {
        return graph.graph().has_edge(a.index() as u32, b.index() as u32);
    }
    let (one, other) = (board.coord(a), board.coord(b));
    let [wraps_files, wraps_ranks] = match board.surface() {
        Surface::Cylinder => [true, false],
        Surface::Torus => [true, true],
        Surface::Flat | Surface::Graph => [false, false],
    };
    let files = ways(one.file.index(), other.file.index(), board.files(), wraps_files);
    let ranks = ways(one.rank.index(), other.rank.index(), board.ranks(), wraps_ranks);
    let levels = one.level.index().abs_diff(other.level.index());
    let is_leap = |x: &dyn Fn(u32) -> bool, y: &dyn Fn(u32) -> bool| {
        piece.leapers().any(|leaper| {
            let (short, long) = (leaper.short(), leaper.long());
            x(short) && y(long) || x(long) && y(short)
        })
    };
    let (no_files, no_ranks) = (files(0), ranks(0));
    let level = |distance| distance == levels;
    (levels == 0 && is_leap(&files, &ranks))
        || (no_ranks && is_leap(&files, &level))
        || (no_files && is_leap(&ranks, &level))
}

/// Is a distance along a side one of those from one line to another, round the edge if that is joined?
fn ways(a: u32, b: u32, side: u32, wraps: bool) -> impl Fn(u32) -> bool {
    move |distance| {
        if wraps {
            (a + distance) % side == b || (b + distance) % side == a
        } else {
            a.abs_diff(b) == distance
        }
    }
}

/// Walks every path, from given squares or from all; `each` is told of it square by square, and says
/// whether to go on from there. `None` if that takes too long.
pub(crate) fn walk(
    problem: &Problem,
    begun: &[Square],
    each: &mut dyn FnMut(&[Square]) -> bool,
) -> Option<()> {
    let near = neighbours(problem);
    let all: Vec<Square> = problem.board().squares().collect();
    let (mut path, mut visited) = (begun.to_vec(), vec![false; near.len()]);
    for square in begun {
        visited[square.index() as usize] = true;
    }
    if !begun.is_empty() && !each(&path) {
        return Some(());
    }
    let mut left = PATIENCE;
    // For each step to be made, how many of the squares that it may go to were tried.
    let mut tried = vec![0];
    while let Some(at) = tried.last_mut() {
        let next = path.last().map_or(&all, |last| &near[last.index() as usize]).get(*at);
        *at += 1;
        let Some(&square) = next else {
            tried.pop();
            if path.len() > begun.len()
                && let Some(last) = path.pop()
            {
                visited[last.index() as usize] = false;
            }
            continue;
        };
        if visited[square.index() as usize] {
            continue;
        }
        left = left.checked_sub(1)?;
        path.push(square);
        if each(&path) {
            visited[square.index() as usize] = true;
            tried.push(0);
        } else {
            path.pop();
        }
    }
    Some(())
}

/// All tours that go on from some squares; `None` if there are too many to walk or to keep.
pub(crate) fn tours_from(problem: &Problem, begun: &[Square]) -> Option<Vec<Vec<Square>>> {
    let len = problem.board().len();
    let mut tours = Vec::new();
    let clues: Vec<(u64, Square)> = problem.clues().collect();
    walk(problem, begun, &mut |path| {
        let (step, square) = (path.len() as u64, path[path.len() - 1]);
        let fits = |&(given, at): &(u64, Square)| (given == step) == (at == square);
        if !clues.iter().all(fits) {
            return false;
        }
        if step == len && verify::check(problem, || path.iter().copied()).is_valid() {
            tours.push(path.to_vec());
        }
        tours.len() <= MOST
    })?;
    (tours.len() <= MOST).then_some(tours)
}

/// All tours, one for each numbering of the squares.
pub(crate) fn tours(problem: &Problem) -> Option<Vec<Vec<Square>>> {
    tours_from(problem, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The truth must not be wrong itself: numbers that are known, or seen at once.
    #[test]
    fn brute_force_finds_known_numbers() {
        let on = |board: &str| Problem::new(board.parse().expect("a board"));
        let number = |problem: &Problem| tours(problem).map(|tours| tours.len());
        assert_eq!(number(&on("1x1")), Some(1));
        assert_eq!(number(&on("3x4")), Some(16), "OEIS A165134's way of counting");
        assert_eq!(number(&on("4x4")), Some(0));
        assert_eq!(
            number(&on("3x3-b2").closed()),
            Some(16),
            "a ring, from eight squares both ways"
        );
        assert_eq!(number(&on("3x3-b2").open()), Some(0));
        // The moves are those of a rook on 3x3 in another order; it has 48 rings, both ways.
        assert_eq!(number(&on("torus:3x3").closed().start("a1").expect("a start")), Some(96));
        assert_eq!(number(&on("8x8")), None, "too many to walk");
    }
}
