//! Heap memory in use, counted where it is allocated.
//!
//! A program whose global allocator reports to [`record`] knows at any time how many bytes its heap
//! holds, so that limits bound the sum of all allocations and not single requests. A program
//! without such an allocator gets `None` from [`in_use`], and solvers fall back on what they have
//! reserved.
//!
//! Each thread gathers its changes and adds them to a shared counter in batches, so counting costs
//! about as much as an addition. Each thread belongs to an [`Account`], the general one by default;
//! threads started with [`parallel::spawn`](crate::parallel::spawn) inherit it.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// The number of accounts: a general one, and the others for jobs.
const ACCOUNTS: usize = 65;

/// A thread adds its changes to the shared counter when they exceed this many bytes.
const BATCH: i64 = 32 << 10;

static IS_ENABLED: AtomicBool = AtomicBool::new(false);
static IN_USE: [AtomicI64; ACCOUNTS] = [const { AtomicI64::new(0) }; ACCOUNTS];
static IS_TAKEN: [AtomicBool; ACCOUNTS] = [const { AtomicBool::new(false) }; ACCOUNTS];
/// The largest value that the general account has had.
static PEAK: AtomicI64 = AtomicI64::new(0);
/// `BATCH`, or 0 while a peak is measured.
static THRESHOLD: AtomicI64 = AtomicI64::new(BATCH);

struct Local {
    account: Cell<usize>,
    pending: Cell<i64>,
}

thread_local! {
    // Constant and without a destructor, so an allocator may use it at any time.
    static LOCAL: Local = const { Local { account: Cell::new(0), pending: Cell::new(0) } };
}

/// Records that the heap has grown by `bytes`, or shrunk if the number is negative. Returns true if
/// the shared counter was updated, which is when a hard limit is worth checking.
///
/// For global allocators: allocates nothing and never panics.
///
/// ```
/// use std::alloc::{GlobalAlloc, Layout, System};
///
/// use caracole_runtime::memory;
///
/// struct Counting;
///
/// unsafe impl GlobalAlloc for Counting {
///     unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
///         memory::record(layout.size() as i64);
///         unsafe { System.alloc(layout) }
///     }
///
///     unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
///         memory::record(-(layout.size() as i64));
///         unsafe { System.dealloc(place, layout) }
///     }
/// }
///
/// #[global_allocator]
/// static COUNTING: Counting = Counting;
///
/// memory::enable();
/// let before = memory::in_use().ok_or("it is enabled")?;
/// let block = vec![1_u8; 1 << 20];
/// assert!(memory::in_use() >= Some(before + (1 << 20)));
/// drop(block);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn record(bytes: i64) -> bool {
    LOCAL.with(|local| {
        let pending = local.pending.get().wrapping_add(bytes);
        let is_due = pending.unsigned_abs() > THRESHOLD.load(Ordering::Relaxed) as u64;
        if is_due {
            local.pending.set(0);
            add(local.account.get(), pending);
        } else {
            local.pending.set(pending);
        }
        is_due
    })
}

fn add(account: usize, bytes: i64) {
    let in_use = IN_USE[account].fetch_add(bytes, Ordering::Relaxed).wrapping_add(bytes);
    if account == 0 && in_use > PEAK.load(Ordering::Relaxed) {
        PEAK.fetch_max(in_use, Ordering::Relaxed);
    }
}

/// Adds what this thread has gathered to the shared counter. For threads that are about to end.
pub(crate) fn flush() {
    LOCAL.with(|local| add(local.account.get(), local.pending.take()));
}

/// Declares that the global allocator of this program reports to [`record`].
///
/// ```
/// use caracole_runtime::memory;
///
/// assert_eq!(memory::in_use(), None);
/// memory::enable();
/// assert!(memory::in_use().is_some());
/// ```
pub fn enable() {
    IS_ENABLED.store(true, Ordering::Relaxed);
}

/// Returns the bytes in use by the account of this thread, or `None` if the global allocator does
/// not count. Other threads may hold back up to 32 KiB each.
///
/// ```
/// use caracole_runtime::memory;
///
/// if let Some(bytes) = memory::in_use() {
///     println!("{} KiB in use", bytes >> 10);
/// }
/// ```
pub fn in_use() -> Option<u64> {
    if !IS_ENABLED.load(Ordering::Relaxed) {
        return None;
    }
    let bytes = LOCAL.with(|local| {
        IN_USE[local.account.get()].load(Ordering::Relaxed).wrapping_add(local.pending.get())
    });
    Some(bytes.max(0) as u64)
}

/// Calls a function on this thread, and returns its peak of bytes in use beyond those before the call. Only one
/// measurement at a time is possible, and only in the general account.
///
/// ```
/// use caracole_runtime::memory;
///
/// // Without a counting allocator the peak is 0.
/// let (sum, peak) = memory::peak_of(|| (1..=10).sum::<u64>());
/// assert_eq!((sum, peak), (55, 0));
/// ```
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    THRESHOLD.store(0, Ordering::Relaxed);
    flush();
    let before = IN_USE[0].load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let done = work();
    let peak = PEAK.load(Ordering::Relaxed);
    THRESHOLD.store(BATCH, Ordering::Relaxed);
    (done, peak.saturating_sub(before).max(0) as u64)
}

/// A counter of its own for one of several jobs in a process, so that the limit of one does not
/// depend on the others.
///
/// ```
/// use caracole_runtime::memory::{self, Account};
///
/// let account = Account::open();
/// let answer = account.run(|| {
///     // What is allocated here counts for this account.
///     memory::in_use().unwrap_or(0)
/// });
/// assert_eq!(answer, 0);
/// ```
#[derive(Debug)]
pub struct Account {
    number: usize,
}

impl Account {
    /// Opens an account. If too many are open, it is the general one.
    pub fn open() -> Self {
        let is_free = |number: &usize| !IS_TAKEN[*number].swap(true, Ordering::Relaxed);
        Self { number: (1..ACCOUNTS).find(is_free).unwrap_or(0) }
    }

    /// Calls a function on this thread, and charges its allocations to the account.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        within(self.number, work)
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        if self.number > 0 {
            // What is left belongs to the process.
            add(0, IN_USE[self.number].swap(0, Ordering::Relaxed));
            IS_TAKEN[self.number].store(false, Ordering::Relaxed);
        }
    }
}

/// The account of this thread.
pub(crate) fn current() -> usize {
    LOCAL.with(|local| local.account.get())
}

/// Calls a function on this thread for an account.
pub(crate) fn within<T>(account: usize, work: impl FnOnce() -> T) -> T {
    /// Goes back to the account before, also after a panic.
    struct Back(usize);

    impl Drop for Back {
        fn drop(&mut self) {
            flush();
            LOCAL.with(|local| local.account.set(self.0));
        }
    }

    flush();
    let _back = Back(LOCAL.with(|local| local.account.replace(account)));
    work()
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::parallel;

    /// No allocator reports in this test program, so the numbers are those of the tests alone; each
    /// test has accounts of its own.
    fn used() -> i64 {
        let account = current();
        flush();
        IN_USE[account].load(Ordering::Relaxed)
    }

    #[test]
    fn small_changes_are_gathered_and_none_is_lost() {
        Account::open().run(|| {
            let account = current();
            assert!(account > 0);
            assert!(!record(1000));
            assert_eq!(IN_USE[account].load(Ordering::Relaxed), 0);
            assert!(record(BATCH));
            assert_eq!(IN_USE[account].load(Ordering::Relaxed), 1000 + BATCH);
            record(-BATCH);
            record(-1000);
            assert_eq!(used(), 0);
        });
    }

    #[test]
    fn threads_count_for_the_account_that_started_them() {
        let account = Account::open();
        account.run(|| {
            thread::scope(|scope| {
                for _ in 0..8 {
                    parallel::spawn(scope, || record(10));
                }
            });
            assert_eq!(used(), 80);
        });
        let other = Account::open();
        assert_eq!(other.run(used), 0);
        assert_ne!(other.number, account.number);
    }

    #[test]
    fn a_panic_does_not_leave_a_thread_in_the_wrong_account() {
        let account = Account::open();
        let before = current();
        let work = std::panic::AssertUnwindSafe(|| account.run(|| panic!("on purpose")));
        assert!(std::panic::catch_unwind(work).is_err());
        assert_eq!(current(), before);
    }
}
