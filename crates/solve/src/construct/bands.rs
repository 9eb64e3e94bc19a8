//! How a large board is cut: its sides into bands, and itself into blocks.

use super::sides::Sides;

/// The width of all bands but one.
const USUAL: u32 = 6;

/// Where a side is cut: from 0 to the side, in rising order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    cuts: Vec<u32>,
}

/// Which neighbour a band is made one with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Widen {
    No,
    Down,
    Up,
}

impl Bands {
    /// Bands of width 6 and one of 6 to 11, which takes the rest and, with it, the oddness of the
    /// side. It lies where `focus` is. A side below 12 is one band.
    pub(super) fn new(side: u32, focus: u32) -> Self {
        if side < 2 * USUAL {
            return Self { cuts: vec![0, side] };
        }
        let usual = side / USUAL - 1;
        let odd_one = (focus / USUAL).min(usual);
        let rest = side - usual * USUAL;
        let mut cuts: Vec<u32> = (0..=odd_one).map(|band| band * USUAL).collect();
        cuts.extend((odd_one..=usual).map(|band| band * USUAL + rest));
        Self { cuts }
    }

    /// The same bands, with the one that holds `at` made one with a neighbour, if it has it.
    #[must_use]
    pub(super) fn widened(mut self, at: u32, widen: Widen) -> Self {
        let cut = match widen {
            Widen::No => return self,
            Widen::Down => self.band_of(at),
            Widen::Up => self.band_of(at) + 1,
        };
        if (1..self.len()).contains(&cut) {
            self.cuts.remove(cut);
        }
        self
    }

    /// How many bands there are.
    pub(super) const fn len(&self) -> usize {
        self.cuts.len() - 1
    }

    /// Which band holds a coordinate of the side.
    pub(super) fn band_of(&self, at: u32) -> usize {
        self.cuts.partition_point(|&cut| cut <= at) - 1
    }

    /// Where a band begins, and how wide it is.
    pub(super) fn band(&self, band: usize) -> (u32, u32) {
        (self.cuts[band], self.cuts[band + 1] - self.cuts[band])
    }
}

/// A block of a board: the square where it begins, and its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) file: u32,
    pub(super) rank: u32,
    pub(super) sides: Sides,
}

impl Block {
    /// The block where two bands cross.
    pub(super) const fn new(files: (u32, u32), ranks: (u32, u32)) -> Self {
        let sides = Sides { files: files.1, ranks: ranks.1 };
        Self { file: files.0, rank: ranks.0, sides }
    }

    /// Does the block hold this place of the board?
    pub(super) const fn contains(self, (file, rank): (u32, u32)) -> bool {
        file.wrapping_sub(self.file) < self.sides.files
            && rank.wrapping_sub(self.rank) < self.sides.ranks
    }

    /// The number within the block of a place of the board.
    pub(super) const fn inside(self, (file, rank): (u32, u32)) -> u8 {
        self.sides.at(file - self.file, rank - self.rank) as u8
    }

    /// The place on the board of a square of the block.
    pub(super) const fn outside(self, square: u8) -> (u32, u32) {
        let (file, rank) = self.sides.place(square as u32);
        (self.file + file, self.rank + rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_one_band_is_odd_and_the_focus_is_in_it() {
        for side in 5..100 {
            for focus in 0..side {
                let bands = Bands::new(side, focus);
                let widths: Vec<u32> = (0..bands.len()).map(|band| bands.band(band).1).collect();
                assert_eq!(widths.iter().sum::<u32>(), side);
                assert!(side == 5 || widths.iter().all(|width| (6..=11).contains(width)));
                for (band, width) in widths.iter().enumerate() {
                    assert!(width % 2 == 0 || band == bands.band_of(focus), "{side} {focus}");
                }
                let (begin, width) = bands.band(bands.band_of(focus));
                assert!((begin..begin + width).contains(&focus));
            }
        }
    }
}
