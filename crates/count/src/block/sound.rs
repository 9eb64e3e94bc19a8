//! Is a block that came from elsewhere one that could have been written here?
//!
//! Whoever reads a block trusts it. So bytes from files and from other processes are looked through
//! once, before anybody reads them. Which numbers they hold is their business: any number is sound.

use super::{ALL, BITS, Block, HEAD, LIST, Written, index_size, word_of};
use crate::matching::matchings;

/// What is wrong with bytes that came from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("damaged: {0}")]
pub(crate) struct Flaw(pub(crate) &'static str);

const SHORT: Flaw = Flaw("a block has too few bytes");

/// A block that is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    /// How many bytes it has.
    pub(crate) len: usize,
    pub(crate) written: Written,
}

impl Block<'_> {
    /// Looks it through. More bytes may follow it, and none need to.
    pub(crate) fn check(self) -> Result<Checked, Flaw> {
        let Some((&[kind, low, high], rest)) = self.bytes.split_first_chunk::<HEAD>() else {
            return Err(SHORT);
        };
        let width = usize::from(u16::from_le_bytes([low, high]));
        if width == 0 {
            return Err(Flaw("a block has numbers of no bytes"));
        }
        let all = matchings(self.pairs);
        let (support, states) = match kind {
            ALL => (0, all),
            BITS => check_bits(rest, all)?,
            LIST => check_list(rest, all)?,
            _ => return Err(Flaw("a block is of no known kind")),
        };
        let numbers = usize::try_from(states).ok().and_then(|states| states.checked_mul(width));
        let len = numbers.and_then(|numbers| numbers.checked_add(HEAD + support));
        let len = len.filter(|&len| len <= self.bytes.len()).ok_or(SHORT)?;
        Ok(Checked { len, written: Written { states, width } })
    }
}

/// How many bytes the bits take, and how many of them are set.
fn check_bits(bytes: &[u8], all: u64) -> Result<(usize, u64), Flaw> {
    let size = usize::try_from(all.div_ceil(8)).map_err(|_| SHORT)?;
    let bits = bytes.get(..size).ok_or(SHORT)?;
    let beyond = match (all % 8, bits.last()) {
        (used @ 1.., Some(last)) => last >> used,
        _ => 0,
    };
    if beyond != 0 {
        return Err(Flaw("a block has matchings beyond the last"));
    }
    match bits.chunks(8).map(|chunk| u64::from(word_of(chunk).count_ones())).sum() {
        0 => Err(Flaw("a block has no states")),
        states => Ok((size, states)),
    }
}

/// How many bytes the list takes, and how many entries it has.
fn check_list(bytes: &[u8], all: u64) -> Result<(usize, u64), Flaw> {
    let Some((&[a, b, c, d, size], rest)) = bytes.split_first_chunk::<5>() else {
        return Err(SHORT);
    };
    let (states, size) = (u32::from_le_bytes([a, b, c, d]), usize::from(size));
    if states == 0 {
        return Err(Flaw("a block has no states"));
    }
    if size != index_size(all) {
        return Err(Flaw("a block has entries of another size"));
    }
    let bytes = size.checked_mul(states as usize).and_then(|len| rest.get(..len)).ok_or(SHORT)?;
    let mut least = 0;
    for entry in bytes.chunks_exact(size).map(word_of) {
        if entry < least || entry >= all {
            return Err(Flaw("the entries of a block do not grow, or not to the last matching"));
        }
        least = entry + 1;
    }
    Ok((5 + bytes.len(), states.into()))
}

#[cfg(test)]
mod tests;
