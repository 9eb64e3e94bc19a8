//! What is known of a square, of a move, and that it cannot be.

/// A rule is broken: there is no tour in this case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    Open,
    Made,
    Out,
}

/// What is known of a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Knot {
    /// Moves that are open.
    pub(super) open: u16,
    /// Moves that are made.
    pub(super) made: u8,
    /// The fewest ends it can have, and the most.
    pub(super) low: u8,
    pub(super) high: u8,
    /// Does it wait to be looked at?
    pub(super) is_waiting: bool,
}

impl Knot {
    /// How many moves or ends are still to be found.
    pub(super) const fn need(self) -> u8 {
        2 - self.made - self.low
    }

    /// Among how many they can be found.
    pub(super) const fn choices(self) -> u16 {
        self.open + (self.high - self.low) as u16
    }
}
