//! Legs as text. There are millions of them, so they do not go the way of other texts.

/// A leg as text.
pub(super) struct Short {
    text: [u8; 48],
    len: usize,
}

impl Default for Short {
    fn default() -> Self {
        Self { text: [0; 48], len: 0 }
    }
}

impl Short {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }

    pub(super) const fn byte(&mut self, byte: u8) -> &mut Self {
        self.text[self.len] = byte;
        self.len += 1;
        self
    }

    /// A number of hundredths, below 10^17, with no zero that says nothing.
    pub(super) fn hundredths(&mut self, number: i64) -> &mut Self {
        let (whole, part) = (number.unsigned_abs() / 100, (number.unsigned_abs() % 100) as u8);
        if number < 0 {
            self.byte(b'-');
        }
        if whole > 0 || part == 0 {
            self.whole(whole);
        }
        if part > 0 {
            self.byte(b'.').byte(b'0' + part / 10);
        }
        if part % 10 > 0 {
            self.byte(b'0' + part % 10);
        }
        self
    }

    fn whole(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        for &digit in &digits[first..] {
            self.byte(digit);
        }
    }
}
