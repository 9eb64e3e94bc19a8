//! The first step and the direction of a tour.

use caracole_core::Path;

/// Maps steps, counted from 1, to offsets, counted from 0 along a tour as it was built.
///
/// Only a closed tour can start at any offset. An open one starts at one of its two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rotation {
    /// The offset of step 1.
    pub(super) shift: u64,
    pub(super) is_backward: bool,
}

impl Rotation {
    /// The tour as it was built.
    pub(super) const IDENTITY: Self = Self { shift: 0, is_backward: false };

    /// Returns the step at an offset of a tour of `len` squares.
    #[inline]
    pub(super) const fn step(self, offset: u64, len: u64) -> u64 {
        let Self { shift, is_backward } = self;
        let (minuend, subtrahend) = if is_backward { (shift, offset) } else { (offset, shift) };
        1 + if minuend >= subtrahend { minuend - subtrahend } else { len - (subtrahend - minuend) }
    }

    /// Returns the offset of a step of a tour of `len` squares.
    #[inline]
    pub(super) const fn offset(self, step: u64, len: u64) -> u64 {
        let Self { shift, is_backward } = self;
        let by = step - 1;
        if is_backward {
            if shift >= by { shift - by } else { len - (by - shift) }
        } else {
            let before_wrap = len - shift;
            if by < before_wrap { shift + by } else { by - before_wrap }
        }
    }

    /// Reorders the squares of a tour.
    pub(super) fn apply(self, path: &mut Path) {
        if self.is_backward {
            path.reverse();
            path.rotate(path.len() - 1 - self.shift);
        } else {
            path.rotate(self.shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Square;

    use super::*;

    #[test]
    fn steps_and_offsets_are_inverse_and_agree_with_paths() {
        const LEN: u64 = 7;
        for shift in 0..LEN {
            for is_backward in [false, true] {
                let rotation = Rotation { shift, is_backward };
                let mut path = Path::from_indices((0..LEN as u32).collect());
                rotation.apply(&mut path);
                assert_eq!(rotation.offset(1, LEN), shift);
                for step in 1..=LEN {
                    let offset = rotation.offset(step, LEN);
                    assert_eq!(rotation.step(offset, LEN), step, "{rotation:?}");
                    assert_eq!(path.get(step - 1).map(Square::index), Some(offset));
                }
            }
        }
    }
}
