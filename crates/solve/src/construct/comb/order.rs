//! The order in which the squares of one block are walked.

use super::super::sides::Sides;

/// A place in a block: right and up from its first square.
pub(super) type Spot = (u32, u32);

/// A path over all squares of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    sides: Sides,
    /// The squares in order.
    spots: Vec<(u8, u8)>,
    /// At each square's number its place in that order.
    at: Vec<u8>,
}

impl Order {
    /// The order of a path that was found: numbers of squares of the block, each once.
    pub(super) fn new(sides: Sides, path: &[u8]) -> Self {
        let mut at = vec![0; path.len()];
        for (place, &square) in path.iter().enumerate() {
            at[usize::from(square)] = place as u8;
        }
        let spot = |&square: &u8| {
            let (right, up) = sides.place(u32::from(square));
            (right as u8, up as u8)
        };
        Self { sides, spots: path.iter().map(spot).collect(), at }
    }

    pub(super) const fn sides(&self) -> Sides {
        self.sides
    }

    pub(super) const fn len(&self) -> u64 {
        self.spots.len() as u64
    }

    /// The squares in order.
    pub(super) fn spots(&self) -> &[(u8, u8)] {
        &self.spots
    }

    /// When a square is walked, counted from 0.
    #[inline]
    pub(super) fn find(&self, (right, up): Spot) -> u64 {
        u64::from(self.at[self.sides.at(right, up) as usize])
    }

    /// Where in the order a move is made: the place of its earlier square, and whether that is
    /// the first of the two.
    pub(super) fn find_move(&self, [a, b]: [Spot; 2]) -> Option<(u64, bool)> {
        let (a, b) = (self.find(a), self.find(b));
        (a.abs_diff(b) == 1).then_some((a.min(b), a < b))
    }
}
