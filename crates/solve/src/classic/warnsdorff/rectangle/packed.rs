//! The knight's choice without a branch.
//!
//! For each of the eight neighbours one number is made, and the least of them is the choice. From
//! the highest bit down it consists of
//!
//! | bits | what | why |
//! | --- | --- | --- |
//! | 5 | ways on from there, or closed | the fewest win; if the least is closed, nothing is open |
//! | 24 | nearness to the centre | by Roth's rule the farthest wins |
//! | 3 | number of the move in the order of the moves | the first wins |
//! | 32 | place of the neighbour | the choice is where the knight goes |
//!
//! Guessing wrong at a branch costs more than all this arithmetic, and the walk is one long chain
//! in which each step waits for the one before: with the place in the number itself, the next
//! step can begin to load its neighbours as soon as the least is known.
//!
//! *Roth's rule is linear.* Let (x, y) be the way from the centre to the knight. Its neighbour by
//! a move (a, b) lies at squared distance (x² + y²) + (a² + b²) + 2(ax + by); the first two terms
//! are the same for all eight. So the farthest has the largest ax + by. Opposite moves have
//! opposite values, which leaves four forms to keep up to date, one addition each a step.

use caracole_core::{Offset, Square};

use super::field::{CLOSED, Field, LEAST_CLOSED, MOVES};
use super::{Pace, Rectangle, RectangleTie};

const PLACE_BITS: u32 = 32;
const NUMBER_BITS: u32 = 3;
const FAR_SHIFT: u32 = PLACE_BITS + NUMBER_BITS;
const WAYS_SHIFT: u32 = 59;
/// Added to the nearness, so that it is never less than 0.
const MIDDLE: u64 = 1 << (WAYS_SHIFT - 1);
/// Forms stay below this.
const FAR_LIMIT: i64 = 1 << (WAYS_SHIFT - 1 - FAR_SHIFT);
/// Keys from here on are of squares that cannot be entered.
const NO_CHOICE: u64 = (LEAST_CLOSED as u64) << WAYS_SHIFT;

/// A knight that goes by [`RectangleTie::First`] or [`RectangleTie::Roth`].
#[derive(Debug)]
pub(super) struct Packed {
    /// For each of [`MOVES`], what its key has beside ways on, form and the knight's place.
    bases: [u64; 8],
    /// What each move changes, in the order in which they are tried.
    changes: [Change; 8],
    /// The key of the choice.
    key: u64,
    /// The number of the chosen square.
    square: u32,
    /// The forms at the chosen square.
    forms: Forms,
}

/// For each of the first four [`MOVES`] (a, b), ax + by shifted to its bits. For the other four it
/// is the same with the other sign. All 0 where distance does not count.
type Forms = [u64; 4];

#[derive(Clone, Copy, Debug)]
struct Change {
    forms: Forms,
    square: u32,
}

impl Packed {
    /// A knight about to arrive at `start`; `None` if the rule needs chance, or the numbers do not
    /// fit into their bits, which takes a side of millions of squares.
    pub(super) fn new(
        board: &Rectangle,
        field: &Field,
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
        let places = Field::bytes(board.files, board.ranks);
        if (counts && farthest >= FAR_LIMIT) || places > 1 << PLACE_BITS {
            return None;
        }
        let forms = |(x, y): (i64, i64)| -> Forms {
            let far = |by: Offset| ((by.files * x + by.ranks * y) as u64) << FAR_SHIFT;
            if counts { [0, 1, 2, 3].map(|at| far(MOVES[at])) } else { [0; 4] }
        };
        let mut bases = [MIDDLE; 8];
        for (base, by) in bases.iter_mut().zip(MOVES) {
            let number = board.order.iter().position(|&other| other == by)? as u64;
            *base = base.wrapping_add(number << PLACE_BITS).wrapping_add(field.jump(by) as u64);
        }
        let changes = board.order.map(|by| Change {
            forms: forms((2 * by.files, 2 * by.ranks)),
            square: field.jump_of_number(by),
        });
        let forms = forms(board.way_from_centre(start));
        let square = start.index() as u32;
        Some(Self { bases, changes, key: field.place(start) as u64, square, forms })
    }
}

impl Pace for Packed {
    fn arrive(&mut self, field: &mut Field, slots: &mut [u32]) -> usize {
        let Self {
            ref bases,
            ref changes,
            mut key,
            mut square,
            forms: [mut a, mut b, mut c, mut d],
        } = *self;
        let ways = field.ways();
        let mut arrivals = 0;
        for slot in slots.iter_mut() {
            let place = key as u32;
            *slot = square;
            arrivals += 1;
            ways[place as usize] = CLOSED;
            // Takes one way on from the neighbour by `MOVES[at]`, and gives its key before that:
            // as all neighbours have one way more, the order is the same.
            let mut neighbour = |at: usize| {
                let base = u64::from(place).wrapping_add(bases[at]);
                let count = &mut ways[base as u32 as usize];
                let before = u64::from(*count) << WAYS_SHIFT;
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
            let change = &changes[(key >> PLACE_BITS) as usize % 8];
            square = square.wrapping_add(change.square);
            a = a.wrapping_add(change.forms[0]);
            b = b.wrapping_add(change.forms[1]);
            c = c.wrapping_add(change.forms[2]);
            d = d.wrapping_add(change.forms[3]);
        }
        (self.key, self.square, self.forms) = (key, square, [a, b, c, d]);
        arrivals
    }

    fn next(&self) -> Option<Square> {
        (self.key < NO_CHOICE).then(|| Square::from_index(self.square.into()))
    }
}
