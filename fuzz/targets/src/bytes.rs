//! Choices out of bytes.

/// Bytes from the front of an input, each of them a choice. When none are left, every further choice
/// is the first one, so that any input says something and short ones say simple things.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) const fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// The next byte; 0 at the end.
    pub(crate) const fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// Two bytes as a number, the lowest first.
    pub(crate) const fn wide(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number below a bound, out of one byte.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        self.byte() as usize % bound
    }

    /// One of some.
    pub(crate) const fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that is left.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.0
    }
}
