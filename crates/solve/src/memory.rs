//! How much memory there is.

/// The bytes of memory that are free, where the system tells. A limit for a run takes a share of it:
///
/// ```
/// use caracole_solve::{Limits, free_memory};
///
/// let limits = Limits { memory: free_memory().map(|bytes| bytes / 2), ..Limits::default() };
/// ```
pub fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
