//! The block of a degree pattern: the weight of each matching of its loose ends, in a packed format.
//!
//! ```text
//! 1 byte   the encoding of the support: 0 all matchings, 1 a bit for each matching, 2 a list
//! 2 bytes  the width of each weight, in bytes
//! (1)      the bits, padded to bytes
//! (2)      4 bytes: the length of the list; 1 byte: the size of an entry; the entries, increasing
//!          the weights, in the order of the matchings
//! ```
//! All numbers are little-endian.

use crate::matching::matchings;
use crate::weight::{PADDING, Weight};

const ALL: u8 = 0;
const BITS: u8 = 1;
const LIST: u8 = 2;
const HEAD: usize = 3;

/// A block in memory. At least [`PADDING`](crate::weight::PADDING) bytes follow it.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) pairs: usize,
}

/// The number of states of some blocks, and the width of their largest weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockStats {
    pub(crate) states: u64,
    /// In bytes.
    pub(crate) width: usize,
}

impl Block<'_> {
    /// Calls a function with each matching that has a weight, in increasing order.
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

    /// Returns the width of each weight, in bytes.
    pub(crate) fn width(self) -> usize {
        usize::from(u16::from_le_bytes([self.bytes[1], self.bytes[2]]))
    }

    /// Returns the number of matchings that have a weight.
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

    /// Returns the length of the block, in bytes.
    pub(crate) fn len(self) -> usize {
        let support = match self.bytes[0] {
            ALL => 0,
            BITS => (matchings(self.pairs) as usize).div_ceil(8),
            _ => 5 + list_len(self.bytes) * usize::from(self.bytes[HEAD + 4]),
        };
        HEAD + support + self.states() as usize * self.width()
    }

    /// Appends a copy of the block.
    pub(crate) fn copy(self, out: &mut Vec<u8>) -> BlockStats {
        out.extend_from_slice(&self.bytes[..self.len()]);
        BlockStats { states: self.states(), width: self.width() }
    }

    /// Returns the weight of a matching, or `None` if it has none.
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

/// Appends a block of weights, indexed by their matchings, and resets them to zero. Appends nothing if all
/// are zero.
pub(crate) fn pack_dense<W: Weight>(numbers: &mut [W], out: &mut Vec<u8>) -> BlockStats {
    let mut present = 0_usize;
    let mut bound = W::default();
    for number in &*numbers {
        if !number.is_zero() {
            present += 1;
        }
        bound.bound(number);
    }
    let stats = BlockStats { states: present as u64, width: bound.width() };
    let width = stats.width;
    if present == 0 {
        return stats;
    }
    let bits = numbers.len().div_ceil(8);
    let size = index_size(numbers.len() as u64);
    let kind = if present == numbers.len() {
        ALL
    } else if bits <= 5 + present * size {
        BITS
    } else {
        LIST
    };
    out.push(kind);
    // `SegmentBuilder::push` rejects a width or a length that does not fit.
    out.extend_from_slice(&(width as u16).to_le_bytes());
    match kind {
        BITS => out.extend(numbers.chunks(8).map(|eight| {
            eight.iter().rev().fold(0, |byte, number| (byte << 1) | u8::from(!number.is_zero()))
        })),
        LIST => {
            out.extend_from_slice(&(present as u32).to_le_bytes());
            out.push(size as u8);
            for (index, _) in numbers.iter().enumerate().filter(|(_, number)| !number.is_zero()) {
                out.extend_from_slice(&index.to_le_bytes()[..size]);
            }
        }
        _ => {}
    }
    let mut at = out.len();
    out.resize(at + (present + 1) * width + PADDING, 0);
    for number in numbers {
        // The next weight overwrites a zero.
        number.write(out, at, width);
        at += if number.is_zero() { 0 } else { width };
        *number = W::default();
    }
    out.truncate(at);
    stats
}

/// Appends a block of a list of matchings, in increasing order, with their weights, none of which is zero.
pub(crate) fn pack_list<W: Weight>(
    pairs: usize,
    list: &[(u64, W)],
    out: &mut Vec<u8>,
) -> BlockStats {
    let mut bound = W::default();
    for (_, number) in list {
        bound.bound(number);
    }
    let width = bound.width();
    let stats = BlockStats { states: list.len() as u64, width };
    if list.is_empty() {
        return stats;
    }
    let size = index_size(matchings(pairs));
    out.push(LIST);
    // `SegmentBuilder::push` rejects a width or a length that does not fit.
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
    stats
}

/// Returns the size of an index into a list of a length, in bytes.
fn index_size(all: u64) -> usize {
    (all - 1).width()
}

/// The reason why bytes from a file or from another worker are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("damaged: {0}")]
pub(crate) struct FormatError(pub(crate) &'static str);

const SHORT: FormatError = FormatError("a block has too few bytes");

/// The size of a valid block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CheckedBlock {
    /// The length in bytes.
    pub(crate) len: usize,
    pub(crate) stats: BlockStats,
}

impl Block<'_> {
    /// Checks a block that other bytes may follow.
    pub(crate) fn check(self) -> Result<CheckedBlock, FormatError> {
        let Some((&[kind, low, high], rest)) = self.bytes.split_first_chunk::<HEAD>() else {
            return Err(SHORT);
        };
        let width = usize::from(u16::from_le_bytes([low, high]));
        if width == 0 {
            return Err(FormatError("a block has weights of no bytes"));
        }
        let all = matchings(self.pairs);
        let (support, states) = match kind {
            ALL => (0, all),
            BITS => check_bits(rest, all)?,
            LIST => check_list(rest, all)?,
            _ => return Err(FormatError("a block has an unknown encoding")),
        };
        let numbers = usize::try_from(states).ok().and_then(|states| states.checked_mul(width));
        let len = numbers.and_then(|numbers| numbers.checked_add(HEAD + support));
        let len = len.filter(|&len| len <= self.bytes.len()).ok_or(SHORT)?;
        Ok(CheckedBlock { len, stats: BlockStats { states, width } })
    }
}

/// Checks the bits of a block. Returns their length in bytes, and the number of bits that are set.
fn check_bits(bytes: &[u8], all: u64) -> Result<(usize, u64), FormatError> {
    let size = usize::try_from(all.div_ceil(8)).map_err(|_| SHORT)?;
    let bits = bytes.get(..size).ok_or(SHORT)?;
    let beyond = match (all % 8, bits.last()) {
        (used @ 1.., Some(last)) => last >> used,
        _ => 0,
    };
    if beyond != 0 {
        return Err(FormatError("a block has matchings beyond the last"));
    }
    match bits.chunks(8).map(|chunk| u64::from(word_of(chunk).count_ones())).sum() {
        0 => Err(FormatError("a block has no states")),
        states => Ok((size, states)),
    }
}

/// Checks the list of a block. Returns its length in bytes, and the number of entries.
fn check_list(bytes: &[u8], all: u64) -> Result<(usize, u64), FormatError> {
    let Some((&[a, b, c, d, size], rest)) = bytes.split_first_chunk::<5>() else {
        return Err(SHORT);
    };
    let (states, size) = (u32::from_le_bytes([a, b, c, d]), usize::from(size));
    if states == 0 {
        return Err(FormatError("a block has no states"));
    }
    if size != index_size(all) {
        return Err(FormatError("a block has entries of another size"));
    }
    let bytes = size.checked_mul(states as usize).and_then(|len| rest.get(..len)).ok_or(SHORT)?;
    let mut least = 0;
    for entry in bytes.chunks_exact(size).map(word_of) {
        if entry < least || entry >= all {
            return Err(FormatError(
                "the entries of a block do not increase, or exceed the last matching",
            ));
        }
        least = entry + 1;
    }
    Ok((5 + bytes.len(), states.into()))
}

#[cfg(test)]
mod tests;
