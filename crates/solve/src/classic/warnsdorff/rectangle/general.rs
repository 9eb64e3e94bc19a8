//! The choice from a list of tied moves, for any rule and any sides.

use caracole_core::{Offset, Square};

use super::degrees::{CLOSED, DegreeGrid, MIN_CLOSED};
use super::{Knight, Rectangle, RectangleTie};
use crate::Random;

/// A walk by any tie-break rule.
#[derive(Debug)]
pub(super) struct GeneralKnight<'a> {
    board: &'a Rectangle,
    tie: RectangleTie,
    /// The change of the cell by each move, in the move order.
    deltas: [usize; 8],
    /// The cell of the chosen square.
    cell: usize,
    /// The index of the chosen square.
    square: u32,
    is_stuck: bool,
}

/// Tied moves, as indices in the move order.
struct Ties {
    indices: [u8; 8],
    len: usize,
}

impl Ties {
    const NONE: Self = Self { indices: [0; 8], len: 0 };

    const fn push(&mut self, index: usize) {
        self.indices[self.len] = index as u8;
        self.len += 1;
    }

    /// Returns the moves of least measure.
    fn least<M: Ord>(indices: impl Iterator<Item = usize>, measure: impl Fn(usize) -> M) -> Self {
        let mut ties = Self::NONE;
        let mut least = None;
        for index in indices {
            let value = measure(index);
            if least.as_ref().is_none_or(|least| value < *least) {
                ties = Self::NONE;
                least = Some(value);
            } else if least.as_ref() != Some(&value) {
                continue;
            }
            ties.push(index);
        }
        ties
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.indices[..self.len].iter().map(|&index| index.into())
    }

    fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns a random index of the list. Uses the random source only if the list has several.
    fn any(&self, random: &mut Random) -> Option<usize> {
        if self.len < 2 {
            return self.first();
        }
        self.iter().nth(random.below(self.len as u64) as usize)
    }
}

impl<'a> GeneralKnight<'a> {
    /// Returns a walk about to visit `start`.
    pub(super) fn new(
        board: &'a Rectangle,
        grid: &DegreeGrid,
        tie: RectangleTie,
        start: Square,
    ) -> Self {
        Self {
            board,
            tie,
            deltas: board.order.map(|by| grid.cell_delta(by)),
            cell: grid.cell(start),
            square: start.index() as u32,
            is_stuck: false,
        }
    }

    /// Returns the index of the next move.
    fn choose(&mut self, cells: &[u8]) -> Option<usize> {
        let Self { board, deltas, cell, square, .. } = *self;
        let to = |index: usize| cell.wrapping_add(deltas[index]);
        let open = (0..8).filter(|&index| cells[to(index)] < MIN_CLOSED);
        let ties = Ties::least(open, |index| cells[to(index)]);
        let next = |index: usize| {
            let next = deltas.map(|delta| cells[to(index).wrapping_add(delta)]);
            next.into_iter().filter(|&degree| degree < MIN_CLOSED)
        };
        match &mut self.tie {
            RectangleTie::First => ties.first(),
            RectangleTie::Roth => {
                let (x, y) = board.vector_from_centre(Square::from_index(square.into()));
                let near = |by: Offset| -(by.files * x + by.ranks * y);
                Ties::least(ties.iter(), |index| near(board.order[index])).first()
            }
            RectangleTie::Random(random) => ties.any(random),
            RectangleTie::Pohl(random) => {
                let sum = |index| -> u32 { next(index).map(u32::from).sum() };
                Ties::least(ties.iter(), sum).any(random)
            }
            RectangleTie::PohlLeast(random) => {
                // The list is empty only if the neighbour is the reserved end.
                let least = |index| next(index).min().unwrap_or(u8::MAX);
                Ties::least(ties.iter(), least).any(random)
            }
        }
    }
}

impl Knight for GeneralKnight<'_> {
    fn visit_next(&mut self, grid: &mut DegreeGrid, slots: &mut [u32]) -> usize {
        let mut visited = 0;
        for slot in slots.iter_mut() {
            *slot = self.square;
            visited += 1;
            let cells = grid.cells();
            cells[self.cell] = CLOSED;
            for delta in self.deltas {
                cells[self.cell.wrapping_add(delta)] -= 1;
            }
            let Some(index) = self.choose(cells) else {
                self.is_stuck = true;
                break;
            };
            self.cell = self.cell.wrapping_add(self.deltas[index]);
            self.square = self.square.wrapping_add(grid.index_delta(self.board.order[index]));
        }
        visited
    }

    fn next(&self) -> Option<Square> {
        (!self.is_stuck).then(|| Square::from_index(self.square.into()))
    }
}
