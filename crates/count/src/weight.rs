//! How many ways lead to a state: numbers of three sizes, packed in as few bytes as they need.
//!
//! A layer knows its largest number, so a step knows beforehand in which size nothing can overflow.

use num_bigint::BigUint;

/// A number of ways.
///
/// The functions panic rather than return a wrong number, and `on_cores` turns a panic into an error.
pub(crate) trait Weight: Clone + Default + Send + Sync + PartialEq {
    /// From bytes, the lowest first. Fixed sizes may read up to 16 bytes from there.
    fn read(bytes: &[u8], at: usize, width: usize) -> Self;
    /// To bytes, the lowest first. Fixed sizes may write up to 16 bytes from there.
    fn write(&self, out: &mut [u8], at: usize, width: usize);
    /// In how many bytes it fits; 1 at least.
    fn width(&self) -> usize;
    /// Adds another.
    fn add(&mut self, other: &Self);
    /// At least as large as both, and no wider than the wider of them.
    fn bound(&mut self, other: &Self);
    fn is_zero(&self) -> bool;
    fn to_big(&self) -> BigUint;
    /// The product of two, added to a sum.
    fn add_product(&self, other: &Self, sum: &mut Sum);
}

/// In which numbers to calculate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// `u64`
    Small,
    /// `u128`
    Middle,
    /// As large as it takes.
    Large,
}

impl Size {
    /// The smallest that holds so many bits.
    pub(crate) const fn of_bits(bits: usize) -> Self {
        match bits {
            ..=64 => Self::Small,
            65..=128 => Self::Middle,
            _ => Self::Large,
        }
    }
}

/// Fixed sizes are read without looking where their bytes end: so many follow every list of numbers.
pub(crate) const PADDING: usize = 16;

/// A sum of products: small ones are added in a machine word first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    small: u128,
    large: BigUint,
}

impl Sum {
    fn add_small(&mut self, product: u128) {
        if let Some(sum) = self.small.checked_add(product) {
            self.small = sum;
        } else {
            self.large += std::mem::replace(&mut self.small, product);
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.add_small(other.small);
        if other.large != BigUint::ZERO {
            self.large += &other.large;
        }
    }

    pub(crate) fn total(&self) -> BigUint {
        &self.large + self.small
    }
}

/// What numbers of a fixed size have alike; they differ in how a product is added.
macro_rules! fixed_size {
    ($number:ty, $add_product:expr) => {
        impl Weight for $number {
            fn read(bytes: &[u8], at: usize, width: usize) -> Self {
                let word = bytes[at..].first_chunk().map(|chunk| Self::from_le_bytes(*chunk));
                let word = word.expect("numbers are followed by padding");
                word & (Self::MAX >> (Self::BITS as usize - 8 * width))
            }

            fn write(&self, out: &mut [u8], at: usize, _: usize) {
                let chunk = out[at..].first_chunk_mut();
                *chunk.expect("numbers are followed by padding") = self.to_le_bytes();
            }

            fn width(&self) -> usize {
                (Self::BITS - (self | 1).leading_zeros()).div_ceil(8) as usize
            }

            fn add(&mut self, other: &Self) {
                *self = self.checked_add(*other).expect("the size of numbers has room for sums");
            }

            fn bound(&mut self, other: &Self) {
                *self |= other;
            }

            fn is_zero(&self) -> bool {
                *self == 0
            }

            fn to_big(&self) -> BigUint {
                (*self).into()
            }

            fn add_product(&self, other: &Self, sum: &mut Sum) {
                let add: fn(Self, Self, &mut Sum) = $add_product;
                add(*self, *other, sum);
            }
        }
    };
}

fixed_size!(u64, |a, b, sum| sum.add_small(u128::from(a) * u128::from(b)));
fixed_size!(u128, |a, b, sum| sum.large += BigUint::from(a) * b);

impl Weight for BigUint {
    fn read(bytes: &[u8], at: usize, width: usize) -> Self {
        Self::from_bytes_le(&bytes[at..at + width])
    }

    fn write(&self, out: &mut [u8], at: usize, width: usize) {
        let bytes = self.to_bytes_le();
        let (low, high) = out[at..at + width].split_at_mut(bytes.len());
        low.copy_from_slice(&bytes);
        high.fill(0);
    }

    fn width(&self) -> usize {
        (self.bits() as usize).div_ceil(8).max(1)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn bound(&mut self, other: &Self) {
        if *self < *other {
            self.clone_from(other);
        }
    }

    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn add_product(&self, other: &Self, sum: &mut Sum) {
        sum.large += self * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were_written() {
        let mut bytes = [0xff; 3 + PADDING];
        0x01_02_03_u64.write(&mut bytes, 0, 3);
        assert_eq!(u64::read(&bytes, 0, 3), 0x01_02_03);
        0x01_02_03_u128.write(&mut bytes, 0, 3);
        assert_eq!(u128::read(&bytes, 0, 3), 0x01_02_03);
    }

    #[test]
    #[should_panic(expected = "padding")]
    fn a_number_without_padding_is_not_read_as_zero() {
        u64::read(&[1, 2, 3], 0, 3);
    }

    #[test]
    #[should_panic(expected = "padding")]
    fn a_number_without_padding_is_not_skipped() {
        7_u128.write(&mut [0; 15], 0, 1);
    }

    #[test]
    #[should_panic(expected = "room for sums")]
    fn a_sum_that_is_too_large_is_not_wrapped() {
        let mut sum = u64::MAX;
        Weight::add(&mut sum, &1);
    }
}
