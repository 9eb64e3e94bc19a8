//! The knight's choice from a list of equals, for any rule and any sides.

use caracole_core::{Offset, Square};

use super::field::{CLOSED, Field, LEAST_CLOSED};
use super::{Pace, Rectangle, RectangleTie};
use crate::Random;

/// A knight that goes by any rule.
#[derive(Debug)]
pub(super) struct Careful<'a> {
    board: &'a Rectangle,
    tie: RectangleTie,
    /// What each move adds to a place, in the order in which they are tried.
    jumps: [usize; 8],
    /// The place of the chosen square.
    place: usize,
    /// The number of the chosen square.
    square: u32,
    is_stuck: bool,
}

/// Moves with equally few ways on, as numbers in the order of the moves.
struct Equals {
    numbers: [u8; 8],
    len: usize,
}

impl Equals {
    const NONE: Self = Self { numbers: [0; 8], len: 0 };

    const fn push(&mut self, number: usize) {
        self.numbers[self.len] = number as u8;
        self.len += 1;
    }

    /// The moves whose measure is the least.
    fn least<M: Ord>(numbers: impl Iterator<Item = usize>, measure: impl Fn(usize) -> M) -> Self {
        let mut equals = Self::NONE;
        let mut least = None;
        for number in numbers {
            let value = measure(number);
            if least.as_ref().is_none_or(|least| value < *least) {
                equals = Self::NONE;
                least = Some(value);
            } else if least.as_ref() != Some(&value) {
                continue;
            }
            equals.push(number);
        }
        equals
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.numbers[..self.len].iter().map(|&number| number.into())
    }

    fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Any of them. A number is drawn if there are several only.
    fn any(&self, random: &mut Random) -> Option<usize> {
        if self.len < 2 {
            return self.first();
        }
        self.iter().nth(random.below(self.len as u64) as usize)
    }
}

impl<'a> Careful<'a> {
    /// A knight about to arrive at `start`.
    pub(super) fn new(
        board: &'a Rectangle,
        field: &Field,
        tie: RectangleTie,
        start: Square,
    ) -> Self {
        Self {
            board,
            tie,
            jumps: board.order.map(|by| field.jump(by)),
            place: field.place(start),
            square: start.index() as u32,
            is_stuck: false,
        }
    }

    /// The number of the move to make.
    fn choose(&mut self, ways: &[u8]) -> Option<usize> {
        let Self { board, jumps, place, square, .. } = *self;
        let to = |number: usize| place.wrapping_add(jumps[number]);
        let open = (0..8).filter(|&number| ways[to(number)] < LEAST_CLOSED);
        let equals = Equals::least(open, |number| ways[to(number)]);
        let next = |number: usize| {
            let next = jumps.map(|jump| ways[to(number).wrapping_add(jump)]);
            next.into_iter().filter(|&ways| ways < LEAST_CLOSED)
        };
        match &mut self.tie {
            RectangleTie::First => equals.first(),
            RectangleTie::Roth => {
                let (x, y) = board.way_from_centre(Square::from_index(square.into()));
                let near = |by: Offset| -(by.files * x + by.ranks * y);
                Equals::least(equals.iter(), |number| near(board.order[number])).first()
            }
            RectangleTie::Random(random) => equals.any(random),
            RectangleTie::Pohl(random) => {
                let sum = |number| -> u32 { next(number).map(u32::from).sum() };
                Equals::least(equals.iter(), sum).any(random)
            }
            RectangleTie::PohlLeast(random) => {
                // Where there is none, because of the end, no neighbour is lonely.
                let least = |number| next(number).min().unwrap_or(u8::MAX);
                Equals::least(equals.iter(), least).any(random)
            }
        }
    }
}

impl Pace for Careful<'_> {
    fn arrive(&mut self, field: &mut Field, slots: &mut [u32]) -> usize {
        let mut arrivals = 0;
        for slot in slots.iter_mut() {
            *slot = self.square;
            arrivals += 1;
            let ways = field.ways();
            ways[self.place] = CLOSED;
            for jump in self.jumps {
                ways[self.place.wrapping_add(jump)] -= 1;
            }
            let Some(number) = self.choose(ways) else {
                self.is_stuck = true;
                break;
            };
            self.place = self.place.wrapping_add(self.jumps[number]);
            self.square = self.square.wrapping_add(field.jump_of_number(self.board.order[number]));
        }
        arrivals
    }

    fn next(&self) -> Option<Square> {
        (!self.is_stuck).then(|| Square::from_index(self.square.into()))
    }
}
