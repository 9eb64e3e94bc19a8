//! The allocator of the command, which records the memory in use, and the default memory limits.

#![expect(unsafe_code, reason = "the trait of global allocators is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};

use caracole::runtime::memory;

use crate::watchdog;

#[global_allocator]
static ALLOCATOR: RecordingAllocator = RecordingAllocator;

/// The system's allocator. Records allocations in [`memory`] and enforces the hard limit of the
/// [`watchdog`].
struct RecordingAllocator;

/// About how many bytes a block occupies: the GNU C library adds a header of 8 bytes and rounds up to
/// 16, and other allocators do much the same.
const fn footprint(size: usize) -> i64 {
    let size = (size.saturating_add(8 + 15)) & !15;
    if size < 32 { 32 } else { size as i64 }
}

#[inline]
fn grow(bytes: i64) {
    if memory::record(bytes) && bytes > 0 {
        watchdog::check_memory();
    }
}

// SAFETY: every call is passed on to the system's allocator unchanged, and so is its result.
// Counting allocates nothing.
unsafe impl GlobalAlloc for RecordingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(footprint(layout.size()));
        // SAFETY: the caller guarantees what the system's allocator needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(footprint(layout.size()));
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above; the block came from the system's allocator.
        unsafe { System.dealloc(place, layout) }
        memory::record(-footprint(layout.size()));
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(footprint(size) - footprint(layout.size()));
        // SAFETY: as above; the block came from the system's allocator.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Returns nine tenths of the free memory, if that is known.
pub(crate) fn free() -> Option<u64> {
    caracole::solvers::free_memory().map(|bytes| bytes / 10 * 9)
}

/// The memory limit of an answer if the free memory is not known.
pub(crate) const DEFAULT_LIMIT: u64 = 4 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests may allocate meanwhile, so the bounds are wide.
    #[test]
    fn the_peak_is_what_was_in_use_at_once() {
        let (_, peak) = memory::peak_of(|| {
            let first = vec![1_u8; 300 << 20];
            let sum = first.iter().step_by(1 << 20).map(|&byte| u64::from(byte)).sum::<u64>();
            drop(first);
            let mut second: Vec<u64> = Vec::with_capacity(1 << 20);
            second.push(sum);
            second
        });
        assert!(((300 << 20)..(400 << 20)).contains(&peak), "{peak}");
    }
}
