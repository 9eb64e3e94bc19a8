//! How much memory there is.

/// Nine tenths of the memory that is free, where the system tells.
pub(crate) fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 10 * 9)
}

/// Where the system does not tell, no more than this is taken for a single answer.
pub(crate) const MODEST: u64 = 4 << 30;
