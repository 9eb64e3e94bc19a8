//! How much memory a single answer may take while somebody looks at the screen.

/// A quarter of the memory that is free, or 2 GiB where the system does not tell.
pub(crate) fn share() -> u64 {
    caracole::free_memory().map_or(2 << 30, |bytes| bytes / 4)
}
