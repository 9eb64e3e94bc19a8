//! Fast formatting of numbers and square names.

use caracole_core::{Board, Coord};

/// A byte buffer for numbers and names.
///
/// Formatting the squares of a long tour with `core::fmt` takes longer than finding the tour. Here
/// the digits of a number are computed together in one machine word, without a loop, and stored
/// with one bounds check.
#[derive(Debug, Default)]
pub(crate) struct TextBuffer {
    /// The written bytes, followed by spare capacity.
    bytes: Vec<u8>,
    length: usize,
}

/// Numbers below this have eight digits at most, and numbers below its square sixteen.
const EIGHT: u64 = 100_000_000;
const SIXTEEN: u64 = EIGHT * EIGHT;

impl TextBuffer {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    pub(crate) const fn len(&self) -> usize {
        self.length
    }

    /// Removes the text and keeps the capacity.
    pub(crate) const fn clear(&mut self) {
        self.length = 0;
    }

    /// Appends `length` bytes, to be filled by the caller.
    pub(crate) fn append(&mut self, length: usize) -> &mut [u8] {
        let begin = self.length;
        self.length += length;
        self.grow();
        &mut self.bytes[begin..self.length]
    }

    pub(crate) fn push_bytes(&mut self, text: &[u8]) {
        self.append(text.len()).copy_from_slice(text);
    }

    #[inline]
    pub(crate) fn push_byte(&mut self, byte: u8) {
        self.put([byte], 1);
    }

    /// Appends the first `length` of some bytes. The others are overwritten later.
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
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        /// More than is appended at a time by `put`.
        const SPARE: usize = 64;
        let needed = self.length + SPARE;
        if self.bytes.len() < needed {
            self.bytes.resize(needed.next_power_of_two(), 0);
        }
    }

    /// Appends a number.
    #[inline]
    pub(crate) fn push_number(&mut self, number: u64) {
        if number < EIGHT {
            let digits = eight_digits(number);
            // Keeps the last digit of 0.
            let zeros = (digits.trailing_zeros() / 8).min(7);
            let word = (digits | ZEROS) >> (8 * zeros);
            self.put(word.to_le_bytes(), 8 - zeros as usize);
        } else {
            self.push_wide_number(number);
        }
    }

    /// Appends a number of more than eight digits.
    #[inline(never)]
    fn push_wide_number(&mut self, number: u64) {
        if number < SIXTEEN {
            let digits = sixteen_digits(number);
            let zeros = digits.trailing_zeros() / 8;
            let word = (digits | WIDE_ZEROS) >> (8 * zeros);
            self.put(word.to_le_bytes(), 16 - zeros as usize);
        } else {
            self.push_number(number / SIXTEEN);
            self.put((sixteen_digits(number % SIXTEEN) | WIDE_ZEROS).to_le_bytes(), 16);
        }
    }

    /// Appends a number, right-aligned in a width that it must not exceed.
    #[inline]
    pub(crate) fn push_aligned(&mut self, number: u64, width: usize) {
        debug_assert!(number == 0 || (number.ilog10() as usize) < width);
        if width <= 8 {
            let digits = eight_digits(number);
            let zeros = (digits.trailing_zeros() / 8).min(7);
            // The codes of `0` and of the blank differ in one bit.
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
            self.push_blanks(width - digits);
            self.push_number(number);
        }
    }

    pub(crate) fn push_blanks(&mut self, count: usize) {
        self.append(count).fill(b' ');
    }

    /// Pushes the name of a square at a place of a board.
    #[inline]
    pub(crate) fn push_square(&mut self, board: &Board, place: Coord) {
        match board.graph() {
            None => self.push_name(place, board.is_box()),
            Some(graph) => self.push_bytes(graph.name(place.file.index()).as_bytes()),
        }
    }

    /// Appends the name of the square at a place, as [`Board::name`] returns it; on boxes with the
    /// level.
    ///
    /// [`Board::name`]: caracole_core::Board::name
    #[inline]
    pub(crate) fn push_name(&mut self, place: Coord, with_level: bool) {
        let (file, rank) = (place.file.index(), u64::from(place.rank.index()));
        if let Some((letters, length)) = file_letters(file) {
            self.put(letters, length);
            self.push_number(rank + 1);
        } else {
            self.push_number(u64::from(file));
            self.push_byte(b',');
            self.push_number(rank);
        }
        if with_level {
            self.push_byte(b':');
            self.push_number(u64::from(place.level.index()) + 1);
        }
    }
}

/// The first file whose name would have more than four letters. It is written as a number.
pub(crate) const FIRST_UNNAMED: u32 = 26 + 26 * 26 + 26 * 26 * 26 + 26 * 26 * 26 * 26;

/// Returns the letters of a file and their number; `None` for more than four.
#[inline]
fn file_letters(file: u32) -> Option<([u8; 4], usize)> {
    let letter = |number: u32| b'a' + (number % 26) as u8;
    // Names with the same number of letters are numbers in base 26, counted from 0.
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

/// The digit `0` in all eight bytes.
const ZEROS: u64 = 0x3030_3030_3030_3030;
const WIDE_ZEROS: u128 = (ZEROS as u128) << 64 | ZEROS as u128;

/// Returns the digits of a number below 10^8, one in each byte, the first in the lowest.
///
/// Divides the number into two parts of four digits, then into four of two, then into eight, in one
/// word. The products replace divisions by 100 and by 10, and are exact for parts this small.
///
/// Nothing overflows; wrapping operations avoid the checks.
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

/// Returns the digits of a number below 10^16 in the same order.
#[inline]
const fn sixteen_digits(number: u64) -> u128 {
    eight_digits(number / EIGHT) as u128 | (eight_digits(number % EIGHT) as u128) << 64
}

#[cfg(test)]
mod tests {
    use caracole_core::{Board, File, Rank, Square};

    use super::*;

    fn text(write: impl FnOnce(&mut TextBuffer)) -> String {
        let mut text = TextBuffer::default();
        write(&mut text);
        String::from_utf8(text.as_bytes().to_vec()).unwrap()
    }

    /// Numbers on both sides of every power of ten, and many in between.
    fn numbers() -> impl Iterator<Item = u64> {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        let near = powers.flat_map(|power| [power - 1, power, power + 1, power.saturating_mul(9)]);
        let mut spread = 1_u64;
        let many = (0..50_000).map(move |at| {
            spread = spread.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            spread >> (at % 64)
        });
        near.chain(many).chain(0..20_000).chain([u64::MAX])
    }

    #[test]
    fn numbers_equal_their_display() {
        for number in numbers() {
            assert_eq!(text(|text| text.push_number(number)), number.to_string());
        }
    }

    #[test]
    fn aligned_numbers_equal_their_display() {
        for number in numbers() {
            let digits = number.to_string().len();
            for width in [digits, digits + 1, 8, 11, 16, 17, 21] {
                if width >= digits {
                    let expected = format!("{number:width$}");
                    assert_eq!(text(|text| text.push_aligned(number, width)), expected);
                }
            }
        }
    }

    /// Covers every four-digit part, so every product.
    #[test]
    fn digits_are_exact() {
        for number in (0..10_000).flat_map(|part| [part, part * 10_000, part * 10_001]) {
            let digits = format!("{number:08}").into_bytes();
            assert_eq!((eight_digits(number) | ZEROS).to_le_bytes(), digits[..]);
        }
    }

    #[test]
    fn file_letters_equal_their_display() {
        for file in (0..FIRST_UNNAMED + 3).map(File::new) {
            let place = Coord::flat(file, Rank::new(9));
            let letters = file.to_string();
            let index = file.index();
            let expected =
                if letters.len() > 4 { format!("{index},9") } else { format!("{letters}10") };
            assert_eq!(text(|text| text.push_name(place, false)), expected);
        }
    }

    #[test]
    fn names_equal_those_of_the_board() {
        for board in ["8x8", "702x3", "box:3x4x5", "475260x2", "2x475260", "1x1"] {
            let board: Board = board.parse().unwrap();
            let squares = [0, 1, 2, board.area() / 2, board.area() - 1];
            for square in squares.map(|at| Square::from_index(at.min(board.area() - 1))) {
                let name = text(|text| text.push_name(board.coord(square), board.is_box()));
                assert_eq!(name, board.name(square));
            }
        }
    }
}
