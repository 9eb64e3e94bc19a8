//! The same facts, the slow way.

use std::collections::BTreeSet;

use caracole_core::{Board, Moves, Path, Piece, Square, Symmetry};

/// The moves of a tour as pairs of squares, the smaller first.
fn pairs(path: &Path, closed: bool) -> BTreeSet<(Square, Square)> {
    let squares: Vec<Square> = path.iter().collect();
    let home = closed.then(|| [squares[squares.len() - 1], squares[0]]);
    let steps = squares.windows(2).map(|pair| [pair[0], pair[1]]);
    steps.chain(home).map(|[a, b]| (a.min(b), a.max(b))).collect()
}

/// Pairs of moves that cross, by looking at all of them.
pub(super) fn crossings(board: &Board, path: &Path, closed: bool) -> u64 {
    let point = |square| {
        let place = board.coord(square);
        [i64::from(place.file.index()), i64::from(place.rank.index())]
    };
    let segments: Vec<_> =
        pairs(path, closed).into_iter().map(|(a, b)| [point(a), point(b)]).collect();
    let area = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut count = 0;
    for (at, &[a, b]) in segments.iter().enumerate() {
        for &[c, d] in &segments[..at] {
            let parted = |x: i64, y: i64| (x < 0 && y > 0) || (x > 0 && y < 0);
            let both = parted(area(a, b, c), area(a, b, d)) && parted(area(c, d, a), area(c, d, b));
            if both {
                count += 1;
            }
        }
    }
    count
}

/// Symmetries by comparing sets of pairs of squares.
pub(super) fn symmetries(board: &Board, path: &Path, closed: bool) -> Vec<Symmetry> {
    let moves = pairs(path, closed);
    let mut all = Symmetry::of(board);
    all.retain(|symmetry| {
        let image = |&(a, b): &(Square, Square)| {
            let (a, b) = (symmetry.apply(board, a), symmetry.apply(board, b));
            (a.min(b), a.max(b))
        };
        moves.iter().map(image).collect::<BTreeSet<_>>() == moves
    });
    all
}

/// Goes through the tours that begin with some squares, and leaves off when told to.
///
/// A square that is neither next to the knight nor has two free neighbours must be the end; there
/// cannot be two of these. `end` fixes the end.
pub(super) fn each_tour(
    board: &Board,
    piece: &Piece,
    begin: &[Square],
    end: Option<Square>,
    mut found: impl FnMut(&[Square]) -> bool,
) {
    let moves = Moves::new(piece, board);
    let onward: Vec<Vec<Square>> = (0..board.area())
        .map(|index| moves.from(board, Square::from_index(index)).collect())
        .collect();
    let next = |square: Square| onward[square.index() as usize].iter().copied();
    let mut path = begin.to_vec();
    let mut visited = vec![false; board.area() as usize];
    for square in begin {
        visited[square.index() as usize] = true;
    }
    // For each square of the path after the beginning, which onward move comes next.
    let mut tried = vec![0];
    while let Some(at) = tried.last_mut() {
        let here = path[path.len() - 1];
        if path.len() as u64 == board.len() && *at == 0 && !found(&path) {
            return;
        }
        let choice = onward[here.index() as usize].get(*at).copied();
        *at += 1;
        let Some(to) = choice else {
            tried.pop();
            visited[here.index() as usize] = false;
            path.pop();
            continue;
        };
        let left = board.len() - path.len() as u64;
        if visited[to.index() as usize] || (end == Some(to) && left > 1) {
            continue;
        }
        visited[to.index() as usize] = true;
        // Only the neighbours of the square just left have lost a way in.
        let is_lonely = |square: Square| {
            let free = next(square).filter(|near| *near == to || !visited[near.index() as usize]);
            free.count() < 2
        };
        let lonely = next(here)
            .filter(|&near| !visited[near.index() as usize] && Some(near) != end)
            .filter(|&near| is_lonely(near))
            .count();
        if lonely > usize::from(end.is_none()) {
            visited[to.index() as usize] = false;
            continue;
        }
        path.push(to);
        tried.push(0);
    }
}
