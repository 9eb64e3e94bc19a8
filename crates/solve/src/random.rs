//! Random numbers that are the same in every version.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers that depends only on its seed and its name.
///
/// The generator is Xoshiro256++, and all derived numbers are defined here, so `--seed 7` gives the same tour in
/// every version. The tests contain golden numbers.
///
/// ```
/// use caracole_solve::Random;
///
/// let mut dice = Random::new(7, "dice");
/// assert!((0..100).map(|_| dice.below(6)).all(|eye| eye < 6));
/// assert_eq!(dice.clone().bits(), dice.bits(), "equal streams give equal numbers");
///
/// let mut cards: Vec<u32> = (1..=52).collect();
/// dice.shuffle(&mut cards);
/// assert_eq!(cards.iter().sum::<u32>(), 1378, "no card is lost");
///
/// // Parallel tasks have a stream each, and are independent of each other.
/// let first = |number| Random::numbered(7, "dice", number).below(1000);
/// assert_eq!(first(0), Random::new(7, "dice").below(1000));
/// assert_ne!(first(1), first(2));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Returns the stream of a name for a seed. Parallel tasks have different names.
    pub fn new(seed: u64, name: &str) -> Self {
        Self::numbered(seed, name, 0)
    }

    /// Returns one of many streams of the same name. Number 0 is the stream of [`Random::new`].
    pub fn numbered(seed: u64, name: &str, number: u64) -> Self {
        // FNV-1a separates the streams of different names.
        let name = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        // Seeds and numbers are small; an odd factor makes their sums differ.
        let number = number.wrapping_mul(0xd134_2543_de82_ef95);
        Self(Xoshiro256PlusPlus::seed_from_u64((seed ^ name).wrapping_add(number)))
    }

    /// Returns 64 independent random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `bound`, uniformly at random (Lemire's method).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "the bound must be positive");
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(bound);
            // Numbers whose low half is too small would make the result biased.
            if wide as u64 >= bound.wrapping_neg() % bound {
                return (wide >> 64) as u64;
            }
        }
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_in_every_version() {
        let mut random = Random::new(0, "golden");
        let numbers: Vec<u64> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(numbers, [714, 436, 108, 392, 941, 531, 176, 202]);
        let mut list: Vec<u32> = (0..8).collect();
        random.shuffle(&mut list);
        assert_eq!(list, [2, 0, 7, 6, 1, 4, 5, 3]);
    }

    #[test]
    fn numbered_streams_differ_from_each_other() {
        let first = |seed, number| Random::numbered(seed, "golden", number).bits();
        assert_eq!(first(0, 0), Random::new(0, "golden").bits());
        let all: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |number| first(seed, number))).collect();
        assert_eq!(all.len(), 10_000);
        assert_eq!(first(7, 3), 12_201_248_243_920_481_376);
    }

    #[test]
    fn all_numbers_below_the_bound_occur() {
        let mut random = Random::new(1, "test");
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            seen[random.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
    }
}
