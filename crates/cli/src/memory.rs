//! How much memory we take.

/// Nine tenths of the memory that is free, where the system tells.
pub(crate) fn free() -> Option<u64> {
    caracole::free_memory().map(|bytes| bytes / 10 * 9)
}

/// Where the system does not tell, no more than this is taken for a single answer.
pub(crate) const MODEST: u64 = 4 << 30;
