//! The lists of neighbours, row by row.

use crate::graph::GrowingGraph;
use crate::{Board, Coord, File, Graph, Moves, Offset, Square, Surface};

use super::vertex_map::{SQUARES_BETWEEN_LOOKS, VertexMap};

/// The graph of `moves` on `board` without the avoided ones. `look` is told from time to time how
/// many squares and holes are done.
///
/// The rows that the moves from one row lead to are found once for the whole row, so a move costs
/// an addition; only moves over the left and right edge are worked out one by one.
pub(super) fn list_moves<E>(
    board: &Board,
    moves: &Moves,
    vertices: Option<&VertexMap>,
    avoided: &[(Square, Square)],
    mut look: impl FnMut(u64) -> Result<(), E>,
) -> Result<Graph, E> {
    let files = u64::from(board.files());
    let may_repeat = moves.may_repeat(board);
    let mut avoided = Avoided::new(avoided);
    let mut growing = GrowingGraph::new(board.len() as usize, most_ends(board, moves) as usize);
    let mut rows: Vec<(u64, i64)> = Vec::with_capacity(moves.offsets().len());
    for first in (0..board.area()).step_by(board.files() as usize) {
        let place = board.coord(Square::from_index(first));
        rows.clear();
        rows.extend(moves.offsets().iter().filter_map(|&offset| {
            let to = board.at(board.shift(place, Offset { files: 0, ..offset })?)?;
            Some((to.index(), offset.files))
        }));
        for file in 0..files {
            let from = first + file;
            if from % SQUARES_BETWEEN_LOOKS == 0 {
                look(from)?;
            }
            if vertices.is_some_and(|vertices| vertices.vertex(from).is_none()) {
                continue;
            }
            let avoided = avoided.at(from);
            for &(row, by) in &rows {
                let Some(to_file) = shift(board, place, file, by) else { continue };
                let to = row + to_file;
                let vertex = match vertices {
                    Some(vertices) => vertices.vertex(to),
                    None => Some(to as u32),
                };
                let Some(vertex) = vertex else { continue };
                // Round a short side a move can come back to where it began.
                let is_known = to == from || (may_repeat && growing.has(vertex));
                if !is_known && avoided.iter().all(|&(_, other)| other != to) {
                    growing.push(vertex);
                }
            }
            growing.close_list();
        }
    }
    Ok(growing.finish())
}

/// The file `by` files away in the row of `place`.
#[inline]
fn shift(board: &Board, place: Coord, file: u64, by: i64) -> Option<u64> {
    let to = file.wrapping_add_signed(by);
    if to < u64::from(board.files()) {
        return Some(to);
    }
    let place = Coord { file: File::new(file as u32), ..place };
    Some(board.shift(place, Offset::flat(by, 0))?.file.index().into())
}

/// The most entries that the lists can have. Exact without holes, unless moves repeat.
fn most_ends(board: &Board, moves: &Moves) -> u64 {
    let wraps = board.surface();
    let room = |side: u32, by: i64, wraps: bool| {
        u64::from(side).saturating_sub(if wraps { 0 } else { by.unsigned_abs() })
    };
    let all = moves.offsets().iter().fold(0_u64, |sum, offset| {
        let files = room(
            board.files(),
            offset.files,
            wraps == Surface::Cylinder || wraps == Surface::Torus,
        );
        let ranks = room(board.ranks(), offset.ranks, wraps == Surface::Torus);
        let levels = room(board.levels(), offset.levels, false);
        sum.saturating_add(files * ranks * levels)
    });
    all.min(board.len().saturating_mul(moves.offsets().len() as u64))
}

/// The moves to avoid, asked for in the order of the squares they begin on.
struct Avoided {
    /// Both directions of every move, sorted.
    pairs: Vec<(u64, u64)>,
    /// The first pair that was not asked for yet.
    next: usize,
}

impl Avoided {
    fn new(pairs: &[(Square, Square)]) -> Self {
        let mut pairs: Vec<(u64, u64)> = pairs
            .iter()
            .map(|&(a, b)| (a.index(), b.index()))
            .flat_map(|(a, b)| [(a, b), (b, a)])
            .collect();
        pairs.sort_unstable();
        Self { pairs, next: 0 }
    }

    /// The moves to avoid from a square, none of which comes before the one asked for last.
    #[inline]
    fn at(&mut self, from: u64) -> &[(u64, u64)] {
        let end_of = |mut at: usize, is_passed: fn(u64, u64) -> bool| {
            while self.pairs.get(at).is_some_and(|&(square, _)| is_passed(square, from)) {
                at += 1;
            }
            at
        };
        let first = end_of(self.next, |square, from| square < from);
        self.next = end_of(first, |square, from| square == from);
        &self.pairs[first..self.next]
    }
}
