//! The weight of a state: the number of partial solutions that lead to it.
//!
//! Weights are stored in as few bytes as the largest weight of a block needs. The width of the largest weight
//! of a layer determines in which of three integer sizes a step cannot overflow.

use num_bigint::BigUint;

/// A weight.
///
/// The functions panic instead of returning a wrong number; `on_threads` turns a panic into an error.
pub(crate) trait Weight: Clone + Default + Send + Sync + PartialEq {
    /// Reads a little-endian number. Fixed sizes read up to 16 bytes.
    fn read(bytes: &[u8], at: usize, width: usize) -> Self;
    /// Writes a little-endian number. Fixed sizes write up to 16 bytes.
    fn write(&self, out: &mut [u8], at: usize, width: usize);
    /// Returns the number of bytes that the number needs, which is at least 1.
    fn width(&self) -> usize;
    /// Adds another weight.
    fn add(&mut self, other: &Self);
    /// Replaces the number by one that is at least as large as both, and not wider than the wider of them.
    fn bound(&mut self, other: &Self);
    fn is_zero(&self) -> bool;
    fn to_big(&self) -> BigUint;
    /// Adds the product of two weights to a sum.
    fn add_product(&self, other: &Self, sum: &mut Sum);
}

/// The integer size of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// `u64`
    Small,
    /// `u128`
    Middle,
    /// `BigUint`
    Large,
}

impl Size {
    /// Returns the smallest size with a number of bits.
    pub(crate) const fn of_bits(bits: usize) -> Self {
        match bits {
            ..=64 => Self::Small,
            65..=128 => Self::Middle,
            _ => Self::Large,
        }
    }
}

/// The number of bytes after every list of weights, because fixed sizes are read beyond their width.
pub(crate) const PADDING: usize = 16;

/// A sum of products. Small products are first added in a fixed-size integer.
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

/// Merges consecutive entries with equal keys, and adds their weights.
pub(crate) fn merge_equal<W: Weight>(list: &mut Vec<(u64, W)>) {
    list.dedup_by(|(key, weight), (kept, sum)| {
        let is_equal = key == kept;
        if is_equal {
            sum.add(weight);
        }
        is_equal
    });
}

/// Implements weights of a fixed size, which differ only in how they add a product.
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
                *self = self.checked_add(*other).expect("the size has enough bits for sums");
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
    fn weights_are_read_as_they_were_written() {
        let mut bytes = [0xff; 3 + PADDING];
        0x01_02_03_u64.write(&mut bytes, 0, 3);
        assert_eq!(u64::read(&bytes, 0, 3), 0x01_02_03);
        0x01_02_03_u128.write(&mut bytes, 0, 3);
        assert_eq!(u128::read(&bytes, 0, 3), 0x01_02_03);
    }

    #[test]
    #[should_panic(expected = "padding")]
    fn a_weight_without_padding_is_not_read_as_zero() {
        u64::read(&[1, 2, 3], 0, 3);
    }

    #[test]
    #[should_panic(expected = "padding")]
    fn a_weight_without_padding_is_not_skipped() {
        7_u128.write(&mut [0; 15], 0, 1);
    }

    #[test]
    #[should_panic(expected = "enough bits for sums")]
    fn a_sum_does_not_wrap() {
        let mut sum = u64::MAX;
        Weight::add(&mut sum, &1);
    }

    #[test]
    fn a_sum_of_products_exceeds_128_bits() {
        let largest = BigUint::from(u128::MAX);
        let mut sum = Sum::default();
        for _ in 0..3 {
            sum.add_small(u128::MAX);
        }
        assert_eq!(sum.total(), &largest * 3_u64);
        let mut both = Sum::default();
        both.add(&sum);
        both.add(&sum);
        assert_eq!(both.total(), &largest * 6_u64);
        largest.add_product(&largest, &mut both);
        assert_eq!(both.total(), &largest * 6_u64 + &largest * &largest);
        assert_eq!((largest.to_big(), 7_u64.to_big()), (largest, BigUint::from(7_u64)));
    }

    #[test]
    fn each_size_has_the_bits_of_its_type() {
        let sizes = [0, 64, 65, 128, 129].map(Size::of_bits);
        let [small, middle, large] = [Size::Small, Size::Middle, Size::Large];
        assert_eq!(sizes, [small, small, middle, middle, large]);
    }
}
