//! What a sweep knows of the squares in view.

use std::hash::Hasher;

/// The most squares in view.
pub(super) const MAX_SLOTS: usize = 25;

/// The mate of a square whose piece of path has its other end out of view: there it stays an end
/// of the whole path.
pub(super) const GATE: u8 = 30;
/// A square that two moves touch, one to each half of a path that is whole now. It is no part of a
/// state, for such a path is finished.
pub(super) const WHOLE: u8 = 29;
/// A square that two moves touch.
pub(super) const FULL: u8 = 31;

const BITS: usize = 5;

/// The squares in view, five bits each: the slot of its *mate*, which is itself if no move touches
/// it, and the other end of the piece of path that ends on it otherwise; or [`GATE`] or [`FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State(u128);

/// The same with room to work in.
pub(super) type Mates = [u8; MAX_SLOTS];

impl State {
    /// Nothing is in view.
    pub(super) const EMPTY: Self = Self(0);

    /// The mates in a view into which the squares of this state come at other slots, and new ones
    /// between them.
    pub(super) fn widen(self, slots: &[u8], width: usize) -> Mates {
        let mut mates = [FULL; MAX_SLOTS];
        for (mate, slot) in mates.iter_mut().zip(0..).take(width) {
            *mate = slot;
        }
        let mut rest = self.0;
        for &slot in slots {
            let mate = (rest & 31) as u8;
            mates[usize::from(slot)] = match mate {
                GATE | FULL => mate,
                mate => slots[usize::from(mate)],
            };
            rest >>= BITS;
        }
        mates
    }

    /// The state of all squares in view but the first, which goes out of it.
    pub(super) fn without_first(mates: &Mates, width: usize) -> Self {
        let bits = mates[1..width].iter().rev().fold(0, |bits, &mate| {
            let mate = if mate >= GATE { mate } else { mate - 1 };
            bits << BITS | u128::from(mate)
        });
        Self(bits)
    }
}

/// The slots of the squares to which moves are made from the square that is settled; 0, its own,
/// for none.
pub(super) type Choice = [u8; 2];

/// Mixes the bits of a state for a table. Nobody sends us states to fill one slot of it, so this
/// may be simple.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, bits: u128) {
        /// 2^64 over the golden ratio, made odd.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        for half in [bits as u64, (bits >> 64) as u64] {
            let product = u128::from(self.0 ^ half) * u128::from(FACTOR);
            self.0 = (product >> 64) as u64 ^ product as u64;
        }
    }
}
