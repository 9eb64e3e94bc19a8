//! Squares and vertices of a board with holes.

use crate::{Board, Square};

/// Squares without looking at the clock between them: they take about a tenth of a millisecond.
pub(super) const SQUARES_BETWEEN_LOOKS: u64 = 1 << 12;

/// The squares of a board, numbered from 0 without the holes.
///
/// Which vertex a square is takes one look: for each word of 64 squares it is known how many
/// vertices come before, and the others are counted in the word. Takes 8 bytes a square, and 12
/// bytes for each 64 squares and holes.
#[derive(Clone, Debug)]
pub(super) struct VertexMap {
    /// One bit per square and hole; squares are set.
    bits: Vec<u64>,
    /// For each word, how many bits are set in the words before.
    before: Vec<u32>,
    /// The squares of the vertices.
    squares: Vec<u64>,
}

impl VertexMap {
    /// Numbers the squares of a board, and looks up from time to time.
    pub(super) fn new<E>(
        board: &Board,
        mut look: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let words = board.area().div_ceil(64);
        let mut bits = vec![u64::MAX; words as usize];
        if let Some(last) = bits.last_mut() {
            *last >>= words * 64 - board.area();
        }
        for (hole, count) in board.holes().map(Square::index).zip(1..) {
            bits[(hole / 64) as usize] &= !(1 << (hole % 64));
            if count % SQUARES_BETWEEN_LOOKS == 0 {
                look()?;
            }
        }
        let mut before = Vec::with_capacity(words as usize);
        let mut squares = Vec::with_capacity(board.len() as usize);
        for (&word, first) in bits.iter().zip((0_u64..).step_by(64)) {
            if first % SQUARES_BETWEEN_LOOKS == 0 {
                look()?;
            }
            before.push(squares.len() as u32);
            let mut rest = word;
            while rest != 0 {
                squares.push(first + u64::from(rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        Ok(Self { bits, before, squares })
    }

    /// The vertex of a square; `None` for holes and beyond the board.
    #[inline]
    pub(super) fn vertex(&self, square: u64) -> Option<u32> {
        let (at, bit) = ((square / 64) as usize, square % 64);
        let word = *self.bits.get(at)?;
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| self.before[at] + below.count_ones())
    }

    /// The square of a vertex.
    pub(super) fn square(&self, vertex: u32) -> u64 {
        self.squares[vertex as usize]
    }
}
