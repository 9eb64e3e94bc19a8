//! All moves of a board, listed once.

use crate::adjacency::Adjacency;
use caracole_core::{Board, Problem, Square};

/// The squares of a board, numbered without its holes, and all moves between them, forbidden ones included.
pub struct MoveList {
    squares: Vec<Square>,
    /// The offset of the neighbours of each square.
    firsts: Vec<u32>,
    near: Vec<Near>,
    pairs: Vec<[u32; 2]>,
    has_holes: bool,
}

/// A neighbour of a square, and the move that leads there.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) to: u32,
    pub(super) by: u32,
}

impl MoveList {
    /// The maximum numbers of squares and of moves.
    pub(super) const MOST_SQUARES: u64 = 1 << 24;
    const MOST_MOVES: usize = 1 << 28;

    /// Lists the moves of a problem, or returns `None` if the board is too large.
    pub fn new(problem: &Problem) -> Option<Self> {
        let board = problem.board();
        if board.len() > Self::MOST_SQUARES || board.area() > 8 * Self::MOST_SQUARES {
            return None;
        }
        let squares: Vec<Square> = board.squares().collect();
        let (firsts, near, pairs) = (vec![0; squares.len() + 1], Vec::new(), Vec::new());
        let has_holes = board.len() < board.area();
        let mut list = Self { squares, firsts, near, pairs, has_holes };
        list.find_pairs(board, &Adjacency::new(board, problem.piece()))?;
        list.find_neighbours();
        Some(list)
    }

    /// Each move once, from its smaller square.
    fn find_pairs(&mut self, board: &Board, adjacency: &Adjacency<'_>) -> Option<()> {
        for from in 0..self.len() {
            let place = board.coord(self.square(from));
            let near = adjacency.neighbours(place).filter_map(|to| self.number(to));
            let pairs: Vec<[u32; 2]> = near.filter(|&to| to > from).map(|to| [from, to]).collect();
            self.pairs.extend(pairs);
            if self.pairs.len() > Self::MOST_MOVES {
                return None;
            }
        }
        Some(())
    }

    fn find_neighbours(&mut self) {
        for &square in self.pairs.iter().flatten() {
            self.firsts[square as usize + 1] += 1;
        }
        for at in 1..self.firsts.len() {
            self.firsts[at] += self.firsts[at - 1];
        }
        let mut ends = self.firsts.clone();
        self.near = vec![Near { to: 0, by: 0 }; 2 * self.pairs.len()];
        for (&[a, b], by) in self.pairs.iter().zip(0..) {
            for (from, to) in [(a, b), (b, a)] {
                let end = &mut ends[from as usize];
                self.near[*end as usize] = Near { to, by };
                *end += 1;
            }
        }
    }

    /// Returns the number of squares.
    #[expect(clippy::len_without_is_empty, reason = "a board has at least one square")]
    pub const fn len(&self) -> u32 {
        self.squares.len() as u32
    }

    /// Returns the number of moves.
    pub const fn moves(&self) -> usize {
        self.pairs.len()
    }

    /// Returns the square of a number.
    pub fn square(&self, number: u32) -> Square {
        self.squares[number as usize]
    }

    /// Returns the number of a square, or `None` for holes and beyond the board.
    pub fn number(&self, square: Square) -> Option<u32> {
        if self.has_holes {
            return self.squares.binary_search(&square).ok().map(|number| number as u32);
        }
        (square.index() < self.squares.len() as u64).then_some(square.index() as u32)
    }

    #[inline]
    pub(super) fn near(&self, number: u32) -> &[Near] {
        let [from, to] = [number, number + 1].map(|at| self.firsts[at as usize] as usize);
        &self.near[from..to]
    }

    /// Returns the two squares of a move.
    #[inline]
    pub fn pair(&self, by: u32) -> [u32; 2] {
        self.pairs[by as usize]
    }

    /// Returns the move between two squares, if there is one.
    #[inline]
    pub(super) fn between(&self, a: u32, b: u32) -> Option<u32> {
        self.near(a).iter().find(|near| near.to == b).map(|near| near.by)
    }
}
