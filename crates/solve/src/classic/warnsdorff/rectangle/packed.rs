//! The choice without a branch.
//!
//! Each of the eight neighbours has a key, and the least key is the choice. From the highest bit down it
//! consists of
//!
//! | bits | what | why |
//! | --- | --- | --- |
//! | 5 | degree, or closed | the lowest wins; if the least is closed, no neighbour is open |
//! | 24 | closeness to the centre | by Roth's rule the farthest wins |
//! | 3 | index of the move in the move order | the first wins |
//! | 32 | cell of the neighbour | the walk continues there |
//!
//! A mispredicted branch costs more than this arithmetic, and every step depends on the one before. Because
//! the key contains the cell, the next step can load its neighbours as soon as the least key is known.
//!
//! *Roth's rule is linear.* Let (x, y) be the vector from the centre to the knight. Its neighbour by
//! a move (a, b) lies at squared distance (x² + y²) + (a² + b²) + 2(ax + by); the first two terms
//! are the same for all eight. So the farthest has the largest ax + by. Opposite moves have
//! opposite values, which leaves four linear forms to update with one addition each per step.

use caracole_core::{Offset, Square};

use super::degrees::{CLOSED, DegreeGrid, MIN_CLOSED};
use super::{Knight, Rectangle, RectangleTie};
use crate::KNIGHT_MOVES;

const CELL_BITS: u32 = 32;
const INDEX_BITS: u32 = 3;
const FAR_SHIFT: u32 = CELL_BITS + INDEX_BITS;
const DEGREE_SHIFT: u32 = 59;
/// Added to the closeness, so that it is never negative.
const MIDDLE: u64 = 1 << (DEGREE_SHIFT - 1);
/// The forms are less than this.
const FAR_LIMIT: i64 = 1 << (DEGREE_SHIFT - 1 - FAR_SHIFT);
/// Keys of closed cells are at least this.
const NO_CHOICE: u64 = (MIN_CLOSED as u64) << DEGREE_SHIFT;

/// A walk by [`RectangleTie::First`] or [`RectangleTie::Roth`].
#[derive(Debug)]
pub(super) struct PackedKnight {
    /// For each of [`KNIGHT_MOVES`], what its key contains beside degree, form and the current cell.
    bases: [u64; 8],
    /// The change by each move, in the move order.
    changes: [Change; 8],
    /// The key of the choice.
    key: u64,
    /// The index of the chosen square.
    square: u32,
    /// The forms at the chosen square.
    forms: Forms,
}

/// For each of the first four [`KNIGHT_MOVES`] (a, b), ax + by shifted to its bits. The other four have the
/// opposite sign. All 0 if the distance does not count.
type Forms = [u64; 4];

#[derive(Clone, Copy, Debug)]
struct Change {
    forms: Forms,
    square: u32,
}

impl PackedKnight {
    /// Returns a walk about to visit `start`; `None` if the rule is random, or the numbers do not fit into their
    /// bits, which takes a side of millions of squares.
    pub(super) fn new(
        board: &Rectangle,
        grid: &DegreeGrid,
        tie: &RectangleTie,
        start: Square,
    ) -> Option<Self> {
        let counts = match tie {
            RectangleTie::First => false,
            RectangleTie::Roth => true,
            RectangleTie::Random(_) | RectangleTie::Pohl(_) | RectangleTie::PohlLeast(_) => {
                return None;
            }
        };
        let farthest = 2 * (i64::from(board.files) + i64::from(board.ranks));
        let places = DegreeGrid::bytes(board.files, board.ranks);
        if (counts && farthest >= FAR_LIMIT) || places > 1 << CELL_BITS {
            return None;
        }
        let forms = |(x, y): (i64, i64)| -> Forms {
            let far = |by: Offset| ((by.files * x + by.ranks * y) as u64) << FAR_SHIFT;
            if counts { [0, 1, 2, 3].map(|at| far(KNIGHT_MOVES[at])) } else { [0; 4] }
        };
        let mut bases = [MIDDLE; 8];
        for (base, by) in bases.iter_mut().zip(KNIGHT_MOVES) {
            let number = board.order.iter().position(|&other| other == by)? as u64;
            *base = base.wrapping_add(number << CELL_BITS).wrapping_add(grid.cell_delta(by) as u64);
        }
        let changes = board.order.map(|by| Change {
            forms: forms((2 * by.files, 2 * by.ranks)),
            square: grid.index_delta(by),
        });
        let forms = forms(board.vector_from_centre(start));
        let square = start.index() as u32;
        Some(Self { bases, changes, key: grid.cell(start) as u64, square, forms })
    }
}

impl Knight for PackedKnight {
    fn visit_next(&mut self, grid: &mut DegreeGrid, slots: &mut [u32]) -> usize {
        let Self {
            ref bases,
            ref changes,
            mut key,
            mut square,
            forms: [mut a, mut b, mut c, mut d],
        } = *self;
        let cells = grid.cells();
        let mut visited = 0;
        for slot in slots.iter_mut() {
            let cell = key as u32;
            *slot = square;
            visited += 1;
            cells[cell as usize] = CLOSED;
            // Subtracts one from the degree of the neighbour by `KNIGHT_MOVES[at]`, and returns its key
            // before that: all degrees are greater by one, so the order is the same.
            let mut neighbour = |at: usize| {
                let base = u64::from(cell).wrapping_add(bases[at]);
                let count = &mut cells[base as u32 as usize];
                let before = u64::from(*count) << DEGREE_SHIFT;
                *count = count.wrapping_sub(1);
                base.wrapping_add(before)
            };
            let mut better = |at: usize, form: u64| {
                neighbour(at).wrapping_sub(form).min(neighbour(at + 4).wrapping_add(form))
            };
            key = better(0, a).min(better(1, b)).min(better(2, c).min(better(3, d)));
            if key >= NO_CHOICE {
                break;
            }
            let change = &changes[(key >> CELL_BITS) as usize % 8];
            square = square.wrapping_add(change.square);
            a = a.wrapping_add(change.forms[0]);
            b = b.wrapping_add(change.forms[1]);
            c = c.wrapping_add(change.forms[2]);
            d = d.wrapping_add(change.forms[3]);
        }
        (self.key, self.square, self.forms) = (key, square, [a, b, c, d]);
        visited
    }

    fn next(&self) -> Option<Square> {
        (self.key < NO_CHOICE).then(|| Square::from_index(self.square.into()))
    }
}
