//! Text in the making: numbers and names of squares as bytes.

use caracole_core::Place;

/// Bytes that are written one after another.
///
/// A tour of a billion squares is a billion small pieces of text; through the formatting machinery
/// they would take longer than finding it. Here a number is made as a whole word, without a loop
/// over its digits, and put down with one look at the room that is left.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// What is written, and room for more behind it.
    bytes: Vec<u8>,
    length: usize,
}

/// Numbers below this have eight digits at most, and numbers below its square sixteen.
const EIGHT: u64 = 100_000_000;
const SIXTEEN: u64 = EIGHT * EIGHT;

impl Text {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    pub(crate) const fn len(&self) -> usize {
        self.length
    }

    /// Forgets what is written and keeps the room.
    pub(crate) const fn clear(&mut self) {
        self.length = 0;
    }

    /// The next `length` bytes, to be filled by the caller.
    pub(crate) fn take(&mut self, length: usize) -> &mut [u8] {
        let begin = self.length;
        self.length += length;
        self.make_room();
        &mut self.bytes[begin..self.length]
    }

    pub(crate) fn text(&mut self, text: &[u8]) {
        self.take(text.len()).copy_from_slice(text);
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.put([byte], 1);
    }

    /// The first `length` of some bytes. What stands behind them is written over later.
    #[inline]
    fn put<const N: usize>(&mut self, bytes: [u8; N], length: usize) {
        debug_assert!(length <= N);
        let begin = self.length;
        self.length += length;
        loop {
            if let Some(slot) = self.bytes.get_mut(begin..).and_then(<[u8]>::first_chunk_mut) {
                *slot = bytes;
                return;
            }
            self.make_room();
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        /// More than is ever put at a time.
        const SPARE: usize = 64;
        let room = self.length + SPARE;
        if self.bytes.len() < room {
            self.bytes.resize(room.next_power_of_two(), 0);
        }
    }

    /// A number.
    #[inline]
    pub(crate) fn number(&mut self, number: u64) {
        if number < EIGHT {
            let digits = eight_digits(number);
            // The last digit of 0 is a digit too.
            let zeros = (digits.trailing_zeros() / 8).min(7);
            let word = (digits | ZEROS) >> (8 * zeros);
            self.put(word.to_le_bytes(), 8 - zeros as usize);
        } else {
            self.wide_number(number);
        }
    }

    /// A number of more than eight digits.
    #[inline(never)]
    fn wide_number(&mut self, number: u64) {
        if number < SIXTEEN {
            let digits = sixteen_digits(number);
            let zeros = digits.trailing_zeros() / 8;
            let word = (digits | WIDE_ZEROS) >> (8 * zeros);
            self.put(word.to_le_bytes(), 16 - zeros as usize);
        } else {
            self.number(number / SIXTEEN);
            self.put((sixteen_digits(number % SIXTEEN) | WIDE_ZEROS).to_le_bytes(), 16);
        }
    }

    /// A number with blanks before it up to a width, which it must not exceed.
    #[inline]
    pub(crate) fn number_to(&mut self, number: u64, width: usize) {
        debug_assert!(number == 0 || (number.ilog10() as usize) < width);
        if width <= 8 {
            let digits = eight_digits(number);
            let zeros = (digits.trailing_zeros() / 8).min(7);
            // A zero is a blank with one bit more.
            let blanks = (ZEROS / 3) & !(u64::MAX << (8 * zeros));
            let word = ((digits | ZEROS) ^ blanks) >> (8 * (8 - width));
            self.put(word.to_le_bytes(), width);
        } else if width <= 16 {
            let digits = sixteen_digits(number);
            let zeros = (digits.trailing_zeros() / 8).min(15);
            let blanks = (WIDE_ZEROS / 3) & !(u128::MAX << (8 * zeros));
            let word = ((digits | WIDE_ZEROS) ^ blanks) >> (8 * (16 - width));
            self.put(word.to_le_bytes(), width);
        } else {
            let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
            self.blanks(width - digits);
            self.number(number);
        }
    }

    pub(crate) fn blanks(&mut self, count: usize) {
        self.take(count).fill(b' ');
    }

    /// The name of the square at a place, the same as [`Board::name`] gives; on boxes with its
    /// level.
    ///
    /// [`Board::name`]: caracole_core::Board::name
    #[inline]
    pub(crate) fn name(&mut self, place: Place, with_level: bool) {
        let (file, rank) = (place.file.index(), u64::from(place.rank.index()));
        if let Some((letters, length)) = file_letters(file) {
            self.put(letters, length);
            self.number(rank + 1);
        } else {
            self.number(u64::from(file));
            self.byte(b',');
            self.number(rank);
        }
        if with_level {
            self.byte(b':');
            self.number(u64::from(place.level.index()) + 1);
        }
    }
}

/// Files from this one on have names of more than four letters, and are written as numbers.
pub(crate) const FIRST_UNNAMED: u32 = 26 + 26 * 26 + 26 * 26 * 26 + 26 * 26 * 26 * 26;

/// The letters of a file, and how many there are; `None` for more than four.
#[inline]
fn file_letters(file: u32) -> Option<([u8; 4], usize)> {
    let letter = |number: u32| b'a' + (number % 26) as u8;
    // Names of one, two, three and four letters follow each other; each kind counts from its own
    // beginning, as numbers with 26 digits do.
    Some(match file {
        0..26 => ([letter(file), 0, 0, 0], 1),
        26..702 => {
            let at = file - 26;
            ([letter(at / 26), letter(at), 0, 0], 2)
        }
        702..18_278 => {
            let at = file - 702;
            ([letter(at / 676), letter(at / 26), letter(at), 0], 3)
        }
        18_278..FIRST_UNNAMED => {
            let at = file - 18_278;
            ([letter(at / 17_576), letter(at / 676), letter(at / 26), letter(at)], 4)
        }
        _ => return None,
    })
}

/// Eight times the digit 0.
const ZEROS: u64 = 0x3030_3030_3030_3030;
const WIDE_ZEROS: u128 = (ZEROS as u128) << 64 | ZEROS as u128;

/// The digits of a number below 10^8, one in each byte, the first in the lowest.
///
/// The number is cut into halves that lie side by side in one word: first into two parts of four
/// digits, then into four of two, then into eight. The products stand for divisions by 100 and by
/// 10, and are exact for parts this small.
///
/// Nothing can overflow here; the wrapping operations say so to the compiler.
#[inline]
const fn eight_digits(number: u64) -> u64 {
    debug_assert!(number < EIGHT);
    let (high, low) = (number as u32 / 10_000, number as u32 % 10_000);
    let fours = high as u64 | (low as u64) << 32;
    let hundreds = (fours.wrapping_mul(10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | fours.wrapping_sub(hundreds.wrapping_mul(100)) << 16;
    let tens = (twos.wrapping_mul(103) >> 10) & 0x000f_000f_000f_000f;
    tens | twos.wrapping_sub(tens.wrapping_mul(10)) << 8
}

/// The digits of a number below 10^16, in the same way.
#[inline]
const fn sixteen_digits(number: u64) -> u128 {
    eight_digits(number / EIGHT) as u128 | (eight_digits(number % EIGHT) as u128) << 64
}

#[cfg(test)]
mod tests;
