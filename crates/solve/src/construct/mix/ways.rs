//! A tour as the directions in which it leaves its squares, a byte each.

use super::super::links::Links;
use super::super::sides::Sides;

/// The moves of a knight as files and ranks, clockwise; four places on is the way back. A way is
/// a place in this list.
pub(super) const WAYS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The way back.
pub(super) const fn back(way: usize) -> usize {
    way ^ 4
}

/// A set with one way.
pub(super) const fn bit(way: usize) -> u8 {
    1 << (way & 7)
}

/// For each square the set of at most two ways in which its neighbours along a tour lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ways {
    sides: Sides,
    of: Vec<u8>,
}

impl Ways {
    /// The tour that links make.
    pub(super) fn of(sides: Sides, links: &Links) -> Self {
        let mut of = vec![0; sides.area() as usize];
        let steps =
            WAYS.map(|(right, up)| i64::from(up) * i64::from(sides.files) + i64::from(right));
        let mut square = 0;
        for _ in 0..sides.ranks {
            for file in 0..i64::from(sides.files) {
                // Each move is seen from both its squares; once is enough.
                for other in links.of(square).filter(|&other| other > square) {
                    let step = i64::from(other - square);
                    // On narrow boards two moves may be the same step, but one leaves the board.
                    let fits = |&way: &usize| {
                        let file = file + i64::from(WAYS[way].0);
                        steps[way] == step && (0..i64::from(sides.files)).contains(&file)
                    };
                    if let Some(way) = (0..8).find(fits) {
                        of[square as usize] |= bit(way);
                        of[other as usize] |= bit(back(way));
                    }
                }
                square += 1;
            }
        }
        Self { sides, of }
    }

    /// Writes the tour as links.
    pub(super) fn write(&self, links: &mut Links) {
        let files = i64::from(self.sides.files);
        let steps = WAYS.map(|(right, up)| i64::from(up) * files + i64::from(right));
        for (square, &set) in (0..).zip(&self.of) {
            let other = |way: usize| (i64::from(square) + steps[way]) as u32;
            links.set(square, (0..8).filter(|&way| set & bit(way) != 0).map(other));
        }
    }

    pub(super) const fn sides(&self) -> Sides {
        self.sides
    }

    /// The ranks of the board in stretches that follow each other.
    pub(super) fn bands(&mut self, ranks: &[[usize; 2]]) -> impl Iterator<Item = &mut [u8]> {
        let files = self.sides.files as usize;
        let mut rest = &mut self.of[..];
        ranks.iter().map(move |&[from, to]| {
            let (band, after) = std::mem::take(&mut rest).split_at_mut((to - from) * files);
            rest = after;
            band
        })
    }
}
