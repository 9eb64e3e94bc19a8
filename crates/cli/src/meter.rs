//! How much memory is in use, measured where it is asked for.
//!
//! The system tells how much a process occupies, which is never the same twice. What a method asks
//! for is the same each time, and is known to the allocator alone; so this one stands before the
//! system's and counts, while somebody wants to know.

#![expect(
    unsafe_code,
    reason = "only an allocator sees what is asked for, and the trait is unsafe"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

#[global_allocator]
static METER: Meter = Meter;

/// The system's allocator, watched.
struct Meter;

static IS_ON: AtomicBool = AtomicBool::new(false);
/// Bytes since the measurement began; what was there before may be given back meanwhile.
static IN_USE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// Counts bytes that were asked for, or given back if there are fewer than none. As long as nobody
/// measures this is a look at a flag that never changes.
#[inline]
fn count(bytes: i64) {
    if IS_ON.load(Ordering::Relaxed) {
        let in_use = IN_USE.fetch_add(bytes, Ordering::Relaxed) + bytes;
        PEAK.fetch_max(in_use, Ordering::Relaxed);
    }
}

// SAFETY: every call is handed on to the system's allocator as it came, and its answer is handed
// back as it came; counting asks for no memory.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: what the caller promises is what the system's allocator needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as above; it came from the system's allocator.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While the content moves there are two of them, unless there is room behind it, which
        // depends on what else is there. The difference is what can be told.
        count(size as i64 - layout.size() as i64);
        // SAFETY: as above; it came from the system's allocator.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Does some work, and tells how many bytes it had in use at most, beside what there was before.
/// One piece of work at a time.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    IN_USE.store(0, Ordering::Relaxed);
    PEAK.store(0, Ordering::Relaxed);
    IS_ON.store(true, Ordering::Relaxed);
    let done = work();
    IS_ON.store(false, Ordering::Relaxed);
    (done, PEAK.load(Ordering::Relaxed).max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests may ask for memory meanwhile, so only a peak is tested that they hardly reach.
    #[test]
    fn the_peak_is_what_was_in_use_at_once() {
        let (_, peak) = peak_of(|| {
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
