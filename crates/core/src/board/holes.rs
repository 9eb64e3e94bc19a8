//! The holes of a board, stored by whichever is smaller.

use std::sync::Arc;

/// Numbers of holes. Which of the three it is follows from the numbers alone, so that equal
/// boards are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Holes {
    None,
    /// Sorted; eight bytes for each hole.
    Few(Arc<[u64]>),
    /// One bit for each square of the rectangle.
    Many(Arc<[u64]>, u64),
}

impl Holes {
    /// Stores `len` sorted numbers, all different, below `area`.
    pub(super) fn from_sorted(len: u64, holes: impl Iterator<Item = u64>, area: u64) -> Self {
        if len == 0 {
            Self::None
        } else if len < area.div_ceil(64) {
            Self::Few(holes.collect())
        } else {
            let mut bits = vec![0; area.div_ceil(64) as usize];
            for hole in holes {
                bits[(hole / 64) as usize] |= 1 << (hole % 64);
            }
            Self::Many(bits.into(), len)
        }
    }

    pub(super) fn len(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Few(holes) => holes.len() as u64,
            Self::Many(_, len) => *len,
        }
    }

    pub(super) fn contains(&self, index: u64) -> bool {
        match self {
            Self::None => false,
            Self::Few(holes) => holes.binary_search(&index).is_ok(),
            Self::Many(bits, _) => bits[(index / 64) as usize] >> (index % 64) & 1 == 1,
        }
    }

    /// The numbers in rising order.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Self::None => Box::new(std::iter::empty()),
            Self::Few(holes) => Box::new(holes.iter().copied()),
            Self::Many(bits, _) => {
                let end = bits.len() as u64 * 64;
                Box::new((0..end).filter(|&index| self.contains(index)))
            }
        }
    }
}
