//! How large squares are.

/// How large a square is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// So many lines, and room for letters.
    Letters { lines: u16 },
    /// So many dots wide and high.
    Dots(u16),
    /// A dot stands for so many squares, wide and high: two at least.
    Far(u32),
}

/// Dots of a letter's room.
pub(super) const DOTS_WIDE: u16 = 2;
pub(super) const DOTS_HIGH: u16 = 4;

/// The sizes for letters first, and those for lines first, the largest first.
const FOR_LETTERS: [Scale; 6] = [
    Scale::Letters { lines: 3 },
    Scale::Letters { lines: 2 },
    Scale::Letters { lines: 1 },
    Scale::Dots(3),
    Scale::Dots(2),
    Scale::Dots(1),
];
const FOR_LINES: [Scale; 8] = [
    Scale::Dots(16),
    Scale::Dots(12),
    Scale::Dots(8),
    Scale::Dots(6),
    Scale::Dots(4),
    Scale::Dots(3),
    Scale::Dots(2),
    Scale::Dots(1),
];

impl Scale {
    /// The sizes of which a dot for each square is the smallest.
    pub(super) const fn near(prefers_lines: bool) -> &'static [Self] {
        if prefers_lines { &FOR_LINES } else { &FOR_LETTERS }
    }

    /// All sizes from the largest down to this one.
    pub(super) fn ladder(self, prefers_lines: bool) -> Vec<Self> {
        let mut ladder: Vec<Self> = Self::near(prefers_lines).to_vec();
        if let Some(at) = ladder.iter().position(|&scale| scale == self) {
            ladder.truncate(at + 1);
        } else if let Self::Far(squares) = self {
            let doubled = std::iter::successors(Some(2_u32), |&far| far.checked_mul(2));
            ladder.extend(doubled.take_while(|&far| far < squares).map(Self::Far));
            ladder.push(self);
        }
        ladder
    }

    /// How many columns a square with letters has, if the longest text has so many.
    pub(super) fn columns(lines: u16, longest: u16) -> u16 {
        (lines * 2).max(longest.saturating_add(1))
    }

    /// The dots of so many squares beside each other.
    pub(super) fn dots_wide(self, squares: u32, longest: u16) -> u64 {
        match self {
            Self::Letters { lines } => {
                u64::from(squares) * u64::from(Self::columns(lines, longest) * DOTS_WIDE)
            }
            Self::Dots(dots) => u64::from(squares) * u64::from(dots),
            Self::Far(far) => u64::from(squares.div_ceil(far)),
        }
    }

    /// The dots of so many squares on top of each other.
    pub(super) fn dots_high(self, squares: u32) -> u64 {
        match self {
            Self::Letters { lines } => u64::from(squares) * u64::from(lines * DOTS_HIGH),
            Self::Dots(dots) => u64::from(squares) * u64::from(dots),
            Self::Far(far) => u64::from(squares.div_ceil(far)),
        }
    }
}
