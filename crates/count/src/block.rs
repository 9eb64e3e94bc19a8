//! The states of one class: for each matching of its loose ends the number of ways, packed.
//!
//! ```text
//! 1 byte   which matchings occur: 0 all, 1 a bit for each, 2 a list
//! 2 bytes  how many bytes each number has
//! (1)      the bits, in whole bytes
//! (2)      4 bytes: how many; 1 byte: bytes of each entry; the entries, growing
//!          the numbers, in the order of the matchings
//! ```
//! Everything has its lowest byte first.

mod sound;

use crate::matching::matchings;
use crate::weight::{PADDING, Weight};

pub(crate) use sound::{Checked, Flaw};

const ALL: u8 = 0;
const BITS: u8 = 1;
const LIST: u8 = 2;
const HEAD: usize = 3;

/// A block as it lies in memory. At least [`PADDING`](crate::weight::PADDING) bytes follow it.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) pairs: usize,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) states: u64,
    /// Bytes of the largest number.
    pub(crate) width: usize,
}

impl Block<'_> {
    /// Hands over each matching that occurs, with its number of ways, in order.
    #[inline]
    pub(crate) fn for_each<W: Weight>(self, mut each: impl FnMut(u64, W)) {
        let bytes = self.bytes;
        let width = self.width();
        let all = matchings(self.pairs);
        match bytes[0] {
            ALL => {
                let mut at = HEAD;
                for number in 0..all {
                    each(number, W::read(bytes, at, width));
                    at += width;
                }
            }
            BITS => {
                let size = (all as usize).div_ceil(8);
                let mut at = HEAD + size;
                for (place, chunk) in bytes[HEAD..HEAD + size].chunks(8).enumerate() {
                    let mut bits = word_of(chunk);
                    while bits != 0 {
                        let number = place as u64 * 64 + u64::from(bits.trailing_zeros());
                        bits &= bits - 1;
                        each(number, W::read(bytes, at, width));
                        at += width;
                    }
                }
            }
            _ => {
                let (count, size) = (list_len(bytes), usize::from(bytes[HEAD + 4]));
                let entries = HEAD + 5;
                let mut at = entries + count * size;
                for entry in 0..count {
                    let from = entries + entry * size;
                    each(word_of(&bytes[from..from + size]), W::read(bytes, at, width));
                    at += width;
                }
            }
        }
    }

    /// How many bytes each number has.
    pub(crate) fn width(self) -> usize {
        usize::from(u16::from_le_bytes([self.bytes[1], self.bytes[2]]))
    }

    /// How many matchings occur.
    pub(crate) fn states(self) -> u64 {
        let all = matchings(self.pairs);
        match self.bytes[0] {
            ALL => all,
            BITS => self.bytes[HEAD..HEAD + (all as usize).div_ceil(8)]
                .chunks(8)
                .map(|chunk| u64::from(word_of(chunk).count_ones()))
                .sum(),
            _ => list_len(self.bytes) as u64,
        }
    }

    /// How many bytes it has.
    pub(crate) fn len(self) -> usize {
        let support = match self.bytes[0] {
            ALL => 0,
            BITS => (matchings(self.pairs) as usize).div_ceil(8),
            _ => 5 + list_len(self.bytes) * usize::from(self.bytes[HEAD + 4]),
        };
        HEAD + support + self.states() as usize * self.width()
    }

    /// Writes the same block again.
    pub(crate) fn copy(self, out: &mut Vec<u8>) -> Written {
        out.extend_from_slice(&self.bytes[..self.len()]);
        Written { states: self.states(), width: self.width() }
    }

    /// The number of ways of one matching; none if it does not occur.
    pub(crate) fn get<W: Weight>(self, number: u64) -> Option<W> {
        let bytes = self.bytes;
        let width = self.width();
        let all = matchings(self.pairs) as usize;
        match bytes[0] {
            ALL => Some(W::read(bytes, HEAD + number as usize * width, width)),
            BITS => {
                let size = all.div_ceil(8);
                let (byte, bit) = (number as usize / 8, number % 8);
                let bits = &bytes[HEAD..HEAD + size];
                if bits[byte] >> bit & 1 == 0 {
                    return None;
                }
                let whole: u32 = bits[..byte / 8 * 8]
                    .chunks_exact(8)
                    .map(|chunk| word_of(chunk).count_ones())
                    .sum();
                let below = number % 64;
                let last = word_of(&bits[byte / 8 * 8..size.min(byte / 8 * 8 + 8)]);
                let rest = (last & ((1 << below) - 1)).count_ones();
                Some(W::read(bytes, HEAD + size + (whole + rest) as usize * width, width))
            }
            _ => {
                let (count, size) = (list_len(bytes), usize::from(bytes[HEAD + 4]));
                let entries = HEAD + 5;
                let entry = |at: usize| {
                    let from = entries + at * size;
                    word_of(&bytes[from..from + size])
                };
                let (mut low, mut high) = (0, count);
                while low < high {
                    let middle = usize::midpoint(low, high);
                    if entry(middle) < number { low = middle + 1 } else { high = middle }
                }
                (low < count && entry(low) == number)
                    .then(|| W::read(bytes, entries + count * size + low * width, width))
            }
        }
    }
}

fn word_of(bytes: &[u8]) -> u64 {
    if let Some(chunk) = bytes.first_chunk() {
        return u64::from_le_bytes(*chunk);
    }
    bytes.iter().rev().fold(0, |word, &byte| (word << 8) | u64::from(byte))
}

fn list_len(bytes: &[u8]) -> usize {
    word_of(&bytes[HEAD..HEAD + 4]) as usize
}

/// Packs numbers that stand at their matchings' places, and leaves zeros behind. Nothing is written if
/// all are zero.
pub(crate) fn pack_dense<W: Weight>(numbers: &mut [W], out: &mut Vec<u8>) -> Written {
    let mut states = 0_usize;
    let mut bound = W::default();
    for number in &*numbers {
        if !number.is_zero() {
            states += 1;
        }
        bound.bound(number);
    }
    let written = Written { states: states as u64, width: bound.width() };
    let width = written.width;
    if states == 0 {
        return written;
    }
    let bits = numbers.len().div_ceil(8);
    let size = index_size(numbers.len() as u64);
    let kind = if states == numbers.len() {
        ALL
    } else if bits <= 5 + states * size {
        BITS
    } else {
        LIST
    };
    out.push(kind);
    out.extend_from_slice(&(width as u16).to_le_bytes());
    match kind {
        BITS => out.extend(numbers.chunks(8).map(|eight| {
            eight.iter().rev().fold(0, |byte, number| (byte << 1) | u8::from(!number.is_zero()))
        })),
        LIST => {
            out.extend_from_slice(&(states as u32).to_le_bytes());
            out.push(size as u8);
            for (index, _) in numbers.iter().enumerate().filter(|(_, number)| !number.is_zero()) {
                out.extend_from_slice(&index.to_le_bytes()[..size]);
            }
        }
        _ => {}
    }
    let mut at = out.len();
    out.resize(at + (states + 1) * width + PADDING, 0);
    for number in numbers {
        // A zero is written too, and the next number over it.
        number.write(out, at, width);
        at += if number.is_zero() { 0 } else { width };
        *number = W::default();
    }
    out.truncate(at);
    written
}

/// Packs a list of matchings, growing, with their numbers of ways, none zero.
pub(crate) fn pack_list<W: Weight>(pairs: usize, list: &[(u64, W)], out: &mut Vec<u8>) -> Written {
    let mut bound = W::default();
    for (_, number) in list {
        bound.bound(number);
    }
    let width = bound.width();
    let written = Written { states: list.len() as u64, width };
    if list.is_empty() {
        return written;
    }
    let size = index_size(matchings(pairs));
    out.push(LIST);
    out.extend_from_slice(&(width as u16).to_le_bytes());
    out.extend_from_slice(&(list.len() as u32).to_le_bytes());
    out.push(size as u8);
    for (index, _) in list {
        out.extend_from_slice(&index.to_le_bytes()[..size]);
    }
    let mut at = out.len();
    out.resize(at + list.len() * width + PADDING, 0);
    for (_, number) in list {
        number.write(out, at, width);
        at += width;
    }
    out.truncate(at);
    written
}

/// How many bytes a place among so many takes.
fn index_size(all: u64) -> usize {
    (all - 1).width()
}

#[cfg(test)]
mod tests;
