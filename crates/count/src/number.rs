//! The number of tours.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

/// An exact number of tours, of any size.
///
/// ```
/// use caracole_count::Count;
///
/// let count: Count = "19591828170979904".parse()?;
/// assert_eq!((count.clone() + Count::from(1_u64)).to_string(), "19591828170979905");
/// assert!(!count.is_zero() && Count::default().is_zero());
/// // As a big integer:
/// assert_eq!(count.as_big().bits(), 55);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(BigUint);

impl Count {
    /// Returns true if the number is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// Returns the number as a big integer.
    pub const fn as_big(&self) -> &BigUint {
        &self.0
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Self(number.into())
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl std::ops::Mul<u64> for Count {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0 * times)
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| sum + one)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error for a text that is not a number of tours.
///
/// ```
/// use caracole_count::{Count, ParseCountError};
///
/// assert_eq!("9,862".parse::<Count>(), Err(ParseCountError));
/// assert_eq!(
///     ParseCountError.to_string(),
///     "a number is written with digits alone, such as 9862"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number is written with digits alone, such as 9862")]
pub struct ParseCountError;

impl FromStr for Count {
    type Err = ParseCountError;

    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseCountError);
        }
        BigUint::from_str(text).map(Self).map_err(|_| ParseCountError)
    }
}

#[cfg(feature = "serde")]
caracole_core::serde_as_text!(Count);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_and_read_with_digits_alone() {
        let large = "340282366920938463463374607431768211456";
        for text in ["0", "9862", large] {
            assert_eq!(text.parse::<Count>().expect("a number").to_string(), text);
        }
        assert_eq!(large.parse(), Ok(Count::from(u128::MAX) + Count::from(1_u64)));
        for text in ["", "+5", "-5", "9,862", "12a", " 1", "1_000"] {
            assert_eq!(text.parse::<Count>(), Err(ParseCountError), "{text:?}");
        }
    }
}
