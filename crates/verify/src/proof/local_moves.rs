//! The moves around single squares, by the arithmetic of the verifier.

use crate::adjacency::Adjacency;
use caracole_core::{Coord, Offset, Problem, Square, SquareSet, Surface};

use super::ProofErrorKind;
use super::move_list::MoveList;

/// A problem with the adjacency of its board. Takes no memory per square, except on graphs.
pub(super) struct LocalMoves<'a> {
    problem: &'a Problem,
    adjacency: Adjacency<'a>,
    /// On a bipartite graph, the colour of each vertex.
    graph_colours: Option<Vec<u8>>,
}

impl<'a> LocalMoves<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let adjacency = Adjacency::new(problem.board(), problem.piece());
        let graph_colours = problem.board().graph().and_then(|_| colour_by_layers(&adjacency));
        Self { problem, adjacency, graph_colours }
    }

    pub(super) const fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// Returns the coordinates of a square that a proof names.
    pub(super) fn place(&self, square: Square) -> Result<Coord, ProofErrorKind> {
        self.adjacency.place(square).ok_or(ProofErrorKind::OffBoard(square))
    }

    /// Returns true if a move joins the squares, forbidden or not.
    pub(super) fn is_move(&self, [a, b]: [Square; 2]) -> Result<bool, ProofErrorKind> {
        Ok(self.adjacency.direction(self.place(a)?, self.place(b)?).is_some())
    }

    /// Returns the squares one move away, without forbidden moves.
    pub(super) fn onward(&self, square: Square) -> Result<Vec<Square>, ProofErrorKind> {
        let place = self.place(square)?;
        let avoided = self.problem.forbidden();
        let to = self
            .adjacency
            .neighbours(place)
            .filter(|&to| avoided.binary_search(&(square.min(to), square.max(to))).is_err());
        Ok(to.collect())
    }

    /// Returns the offsets that fit on the board.
    pub(super) fn jumps(&self) -> impl Iterator<Item = Offset> + '_ {
        let board = self.problem.board();
        let sides = [board.files(), board.ranks(), board.levels()];
        self.adjacency.offsets().iter().copied().filter(move |offset| {
            let by = [offset.files, offset.ranks, offset.levels];
            let fits = |axis: usize| {
                self.is_joined(axis) || by[axis].unsigned_abs() < u64::from(sides[axis])
            };
            (0..3).all(fits)
        })
    }

    /// Returns true if the board is joined along this axis.
    const fn is_joined(&self, axis: usize) -> bool {
        match self.problem.board().surface() {
            Surface::Flat | Surface::Graph => false,
            Surface::Cylinder => axis == 0,
            Surface::Torus => axis < 2,
        }
    }

    /// Returns true if every move changes the colour, joined edges included.
    pub(super) fn alternates(&self) -> bool {
        if self.problem.board().graph().is_some() {
            return self.graph_colours.is_some();
        }
        let board = self.problem.board();
        let sides = [board.files(), board.ranks(), board.levels()];
        let is_even = |axis: usize| !self.is_joined(axis) || sides[axis].is_multiple_of(2);
        (0..3).all(is_even)
            && self.jumps().all(|by| (by.files + by.ranks + by.levels).rem_euclid(2) == 1)
    }

    /// Returns 0 for the colour of `a1` or, on a graph, of the first vertex of its component, and 1 for the other.
    pub(super) fn colour(&self, square: Square) -> Result<u8, ProofErrorKind> {
        if let Some(colours) = &self.graph_colours {
            let colour = colours.get(square.index() as usize).copied();
            return colour.ok_or(ProofErrorKind::OffBoard(square));
        }
        let Coord { file, rank, level } = self.place(square)?;
        let sum = u64::from(file.index()) + u64::from(rank.index()) + u64::from(level.index());
        Ok((sum % 2) as u8)
    }

    /// Returns the numbers of squares of the colour of `a1` and of the other colour.
    ///
    /// Along an even side, squares form pairs of both colours. If all sides are odd, one square is left over, which has the
    /// colour of `a1`.
    pub(super) fn counts(&self) -> [u64; 2] {
        if let Some(colours) = &self.graph_colours {
            let second = colours.iter().copied().map(u64::from).sum::<u64>();
            return [colours.len() as u64 - second, second];
        }
        let board = self.problem.board();
        let mut counts = [board.area().div_ceil(2), board.area() / 2];
        for hole in board.holes() {
            let place = board.coord(hole);
            let [file, rank, level] =
                [place.file.index(), place.rank.index(), place.level.index()].map(|at| at % 2);
            counts[((file + rank + level) % 2) as usize] -= 1;
        }
        counts
    }

    /// Checks that no path of moves leads from one square to another. Returns false if that would take too long.
    pub(super) fn no_way(&self, squares: [Square; 2]) -> Result<bool, ProofErrorKind> {
        let [from, to] = squares;
        let places = [self.place(from)?, self.place(to)?];
        if self.problem.knights() > 1 {
            return Err(ProofErrorKind::SeveralKnights);
        }
        if from == to {
            return Err(ProofErrorKind::Twice(from));
        }
        if self.is_parted(places) {
            return Ok(true);
        }
        let board = self.problem.board();
        if board.area() > 8 * MoveList::MOST_SQUARES {
            return Ok(false);
        }
        let mut reached = SquareSet::new(board);
        reached.insert(from);
        let mut queue = vec![from];
        while let Some(square) = queue.pop() {
            for next in self.onward(square)? {
                if next == to {
                    return Err(ProofErrorKind::Way(squares));
                }
                if reached.insert(next) {
                    queue.push(next);
                }
            }
        }
        Ok(true)
    }

    /// Returns true if every move changes the file, the rank or the level by an even number, and the squares differ in it by
    /// an odd number.
    fn is_parted(&self, [a, b]: [Coord; 2]) -> bool {
        if self.problem.board().graph().is_some() {
            return false;
        }
        let board = self.problem.board();
        let sides = [board.files(), board.ranks(), board.levels()];
        let [a, b] = [a, b].map(|at| [at.file.index(), at.rank.index(), at.level.index()]);
        (0..3).any(|axis| {
            let is_even = !self.is_joined(axis) || sides[axis].is_multiple_of(2);
            let mut jumps = self.jumps().map(|by| [by.files, by.ranks, by.levels][axis]);
            is_even && a[axis].abs_diff(b[axis]) % 2 == 1 && jumps.all(|by| by % 2 == 0)
        })
    }
}

/// Returns the parity of the distance of each vertex of a graph from the first vertex of its component, or `None` if an
/// edge joins two vertices of the same parity.
fn colour_by_layers(adjacency: &Adjacency<'_>) -> Option<Vec<u8>> {
    let board = adjacency.board();
    let mut colours = vec![u8::MAX; board.area() as usize];
    for first in board.squares() {
        if colours[first.index() as usize] != u8::MAX {
            continue;
        }
        let (mut layer, mut colour) = (vec![first], 0);
        while !layer.is_empty() {
            for square in &layer {
                colours[square.index() as usize] = colour;
            }
            let near = layer.iter().flat_map(|&square| adjacency.neighbours(board.coord(square)));
            let mut next: Vec<Square> = Vec::new();
            for to in near {
                match colours[to.index() as usize] {
                    u8::MAX => next.push(to),
                    other if other == colour => return None,
                    _ => {}
                }
            }
            next.sort_unstable();
            next.dedup();
            (layer, colour) = (next, 1 - colour);
        }
    }
    Some(colours)
}
