//! Perfect matchings of the loose ends, and how a step changes them.
//!
//! The loose ends of a state are numbered from 0 in the order of their squares. Matchings are ranked: the
//! partner of end 0 is the leading digit of the rank, and the matching of the other ends follows in the same
//! way. So the matchings in which end 0 has a given partner are consecutive.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of all tables, which are never freed.
static TABLE_BYTES: AtomicU64 = AtomicU64::new(0);

/// The largest number of pairs on [`MAX_FRONTIER`](crate::pattern::MAX_FRONTIER) squares.
pub(crate) const MAX_PAIRS: usize = 16;
/// The largest number of pairs for which changes are looked up in tables.
pub(crate) const MAX_TABLE_PAIRS: usize = 7;
/// The entry of a table if the change would close a cycle.
pub(crate) const CLOSES_CYCLE: u32 = u32::MAX;

/// Returns the number of matchings of a number of pairs: 1 · 3 · 5 · …
pub(crate) const fn matchings(pairs: usize) -> u64 {
    let mut product = 1;
    let mut pair = 1;
    while pair <= pairs {
        product *= 2 * pair as u64 - 1;
        pair += 1;
    }
    product
}

/// The partner of each loose end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mates(pub(crate) [u8; 2 * MAX_PAIRS]);

impl Mates {
    /// Returns the matching with a rank.
    pub(crate) fn unrank(pairs: usize, mut number: u64) -> Self {
        let mut mates = [0; 2 * MAX_PAIRS];
        let mut free = (1_u64 << (2 * pairs)) - 1;
        for rest in (0..pairs).rev() {
            let block = matchings(rest);
            let end = free.trailing_zeros();
            free &= free - 1;
            let partner = nth_one(free, number / block);
            number %= block;
            free &= !(1 << partner);
            mates[end as usize] = partner as u8;
            mates[partner as usize] = end as u8;
        }
        Self(mates)
    }

    /// Returns the rank of this matching.
    pub(crate) fn rank(&self, pairs: usize) -> u64 {
        let mut number = 0;
        let mut free = (1_u64 << (2 * pairs)) - 1;
        for rest in (0..pairs).rev() {
            let end = free.trailing_zeros();
            free &= free - 1;
            let partner = self.0[end as usize];
            let digit = (free & ((1 << partner) - 1)).count_ones();
            number += u64::from(digit) * matchings(rest);
            free &= !(1 << partner);
        }
        number
    }

    /// Returns the same matching after a renumbering of the ends.
    pub(crate) fn renumbered(&self, pairs: usize, new: impl Fn(usize) -> usize) -> Self {
        let mut mates = [0; 2 * MAX_PAIRS];
        for end in 0..2 * pairs {
            mates[new(end)] = new(usize::from(self.0[end])) as u8;
        }
        Self(mates)
    }
}

fn nth_one(mut bits: u64, n: u64) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// The change of a matching by the moves that a step adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The matching stays the same.
    Same,
    /// Two new ends with these new numbers become partners.
    Pair(usize, usize),
    /// The end with an old number gets a new number.
    Shift(usize, usize),
    /// Two ends with these old numbers are joined, and their partners become partners.
    Join(usize, usize),
}

impl Change {
    /// Returns the number of pairs after the change.
    pub(crate) const fn pairs_after(self, pairs: usize) -> usize {
        match self {
            Self::Same | Self::Shift(..) => pairs,
            Self::Pair(..) => pairs + 1,
            Self::Join(..) => pairs - 1,
        }
    }

    /// Returns the rank of the matching after the change, or `None` if the change would close a cycle.
    pub(crate) fn apply(self, pairs: usize, number: u64) -> Option<u64> {
        let mates = Mates::unrank(pairs, number);
        let after = match self {
            Self::Same => return Some(number),
            Self::Pair(low, high) => {
                let mut after = mates.renumbered(pairs, |end| {
                    let end = end + usize::from(end >= low);
                    end + usize::from(end >= high)
                });
                after.0[low] = high as u8;
                after.0[high] = low as u8;
                after
            }
            Self::Shift(from, to) => mates.renumbered(pairs, |end| {
                if end == from {
                    return to;
                }
                let end = end - usize::from(end > from);
                end + usize::from(end >= to)
            }),
            Self::Join(low, high) => {
                let (x, y) = (mates.0[low], mates.0[high]);
                if usize::from(x) == high {
                    return None;
                }
                let mut joined = mates;
                joined.0[usize::from(x)] = y;
                joined.0[usize::from(y)] = x;
                let new = |end: usize| end - usize::from(end > low) - usize::from(end > high);
                let mut after = [0; 2 * MAX_PAIRS];
                for end in (0..2 * pairs).filter(|&end| end != low && end != high) {
                    after[new(end)] = new(usize::from(joined.0[end])) as u8;
                }
                Mates(after)
            }
        };
        Some(after.rank(self.pairs_after(pairs)))
    }

    /// Returns the ranks of all matchings after the change as a table. Returns `None` for [`Change::Same`], for
    /// too many pairs, and if a new table would make all tables larger than a number of bytes.
    pub(crate) fn table(self, pairs: usize, max_bytes: u64) -> Option<&'static [u32]> {
        // With so few pairs, ranks fit in 32 bits.
        let number = |before| self.apply(pairs, before).map_or(CLOSES_CYCLE, |after| after as u32);
        let place = self.place(pairs)?;
        if let Some(table) = place.get() {
            return Some(table);
        }
        let bytes = matchings(pairs) * size_of::<u32>() as u64;
        if TABLE_BYTES.load(Ordering::Relaxed).saturating_add(bytes) > max_bytes {
            return None;
        }
        Some(place.get_or_init(|| {
            TABLE_BYTES.fetch_add(bytes, Ordering::Relaxed);
            (0..matchings(pairs)).map(number).collect()
        }))
    }

    /// Returns the same table if it is small or exists, for callers that need only few entries.
    pub(crate) fn existing_table(self, pairs: usize) -> Option<&'static [u32]> {
        if pairs <= 4 {
            self.table(pairs, u64::MAX)
        } else {
            self.place(pairs)?.get().map(Box::as_ref)
        }
    }

    fn place(self, pairs: usize) -> Option<&'static OnceLock<Box<[u32]>>> {
        const SIDE: usize = 2 * MAX_TABLE_PAIRS;
        static TABLES: [OnceLock<Box<[u32]>>; (MAX_TABLE_PAIRS + 1) * 3 * SIDE * SIDE] =
            [const { OnceLock::new() }; (MAX_TABLE_PAIRS + 1) * 3 * SIDE * SIDE];
        if pairs.max(self.pairs_after(pairs)) > MAX_TABLE_PAIRS {
            return None;
        }
        let (kind, a, b) = match self {
            Self::Same => return None,
            Self::Pair(low, high) => (0, low, high),
            Self::Shift(from, to) => (1, from, to),
            Self::Join(low, high) => (2, low, high),
        };
        Some(&TABLES[((pairs * 3 + kind) * SIDE + a) * SIDE + b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_matchings_are_one_to_one() {
        for pairs in 0..=6 {
            for number in 0..matchings(pairs) {
                let mates = Mates::unrank(pairs, number);
                assert!((0..2 * pairs).all(|end| mates.0[usize::from(mates.0[end])] == end as u8));
                assert!((0..2 * pairs).all(|end| usize::from(mates.0[end]) != end));
                assert_eq!(mates.rank(pairs), number);
            }
        }
        let last = matchings(MAX_PAIRS) - 1;
        assert_eq!(Mates::unrank(MAX_PAIRS, last).rank(MAX_PAIRS), last);
    }

    #[test]
    fn changes_lead_to_the_expected_matchings() {
        // Ends 0-1: a new pair 1 and 2 makes 0-3, 1-2; joining 0 and 1 leaves one pair.
        assert_eq!(Change::Pair(1, 2).apply(1, 0), Some(2));
        assert_eq!(Change::Join(0, 1).apply(2, 2), Some(0));
        assert_eq!(Change::Join(0, 3).apply(2, 2), None, "a cycle");
        // 0-1, 2-3: the end 0 becomes the last one: 0-3, 1-2.
        assert_eq!(Change::Shift(0, 3).apply(2, 0), Some(2));
    }
}
