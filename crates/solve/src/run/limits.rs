//! The limits of a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use caracole_runtime::{Limits, memory};
use caracole_verify::StopCause;

use super::{Run, Stats};

/// The number of steps between two checks of the limits. Reading the clock takes as long as several steps.
const STEPS_BETWEEN_CHECKS: u64 = 1024;

impl Run<'_> {
    /// Returns the number of steps before the limit.
    pub(crate) fn steps_left(&self) -> u64 {
        let Stats { steps, decisions, updates, .. } = self.stats;
        self.limits()
            .steps
            .map_or(u64::MAX, |limit| limit.saturating_sub(steps + decisions + updates))
    }

    /// Returns true if there is a limit of steps.
    pub(crate) const fn limits_steps(&self) -> bool {
        self.limits().steps.is_some()
    }

    /// Checks the limits and the stop flag.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// use caracole_verify::StopCause;
    /// use caracole_solve::{Options, Run};
    ///
    /// let flag = AtomicBool::new(false);
    /// let mut run = Run::with_options(&Options::new().cancel_flag(&flag));
    /// assert_eq!(run.check_limits(), Ok(()));
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(run.check_limits(), Err(StopCause::Interrupt));
    /// ```
    pub fn check_limits(&mut self) -> Result<(), StopCause> {
        self.options.start_clock();
        self.options.check_limits()?;
        let left = self.steps_left();
        if left == 0 {
            return Err(StopCause::Steps);
        }
        self.next_check = self.stats.steps + left.min(STEPS_BETWEEN_CHECKS);
        Ok(())
    }

    /// Returns a run for a part of the work, with the same seed, memory and cancel flag. `time` and `steps` limit it in
    /// addition to the limits of this run.
    pub(crate) fn sub_run(&self, time: Duration, steps: u64) -> Self {
        let limits = Limits {
            steps: Some(self.steps_left().min(steps)),
            time: Some(self.options.time_left().map_or(time, |left| left.min(time))),
            memory: self.limits().memory,
        };
        Run {
            options: self.options.for_part(limits),
            reserved: Arc::clone(&self.reserved),
            ..Run::default()
        }
    }

    /// Reserves memory before it is allocated. The reservation must live as long as the memory, because the limit
    /// applies to the sum of all reservations.
    ///
    /// If the program [counts](caracole_runtime::memory) its allocations, the limit applies to that count, and
    /// earlier reservations count only when they are allocated.
    ///
    /// ```
    /// use caracole_verify::StopCause;
    /// use caracole_solve::{Limits, Options, Run};
    ///
    /// let run = Run::with_options(&Options::new().memory(1 << 20));
    /// let most = run.reserve(1 << 19)?;
    /// assert_eq!(run.reserve(1 << 20).err(), Some(StopCause::Memory));
    /// drop(most);
    /// assert!(run.reserve(1 << 20).is_ok());
    /// # Ok::<(), StopCause>(())
    /// ```
    pub fn reserve(&self, bytes: u64) -> Result<Reservation, StopCause> {
        let mut reservation = Reservation { bytes: 0, all: Arc::clone(&self.reserved) };
        reservation.resize(bytes, self)?;
        Ok(reservation)
    }
}

/// Memory that a run has reserved, until this value is dropped.
///
/// ```
/// use caracole_verify::StopCause;
/// use caracole_solve::{Limits, Options, Run};
///
/// let run = Run::with_options(&Options::new().memory(1000));
/// let table = run.reserve(600)?;
/// assert!(run.reserve(600).is_err(), "only 400 are left");
/// drop(table);
/// assert!(run.reserve(600).is_ok());
/// # Ok::<(), StopCause>(())
/// ```
#[derive(Debug)]
#[must_use = "the memory counts only while the reservation exists"]
pub struct Reservation {
    bytes: u64,
    all: Arc<AtomicU64>,
}

impl Reservation {
    /// Changes the reservation to `bytes`.
    pub(crate) fn resize(&mut self, bytes: u64, run: &Run<'_>) -> Result<(), StopCause> {
        if let (Some(limit), Some(more)) = (run.limits().memory, bytes.checked_sub(self.bytes)) {
            let before = memory::in_use().unwrap_or_else(|| self.all.load(Ordering::Relaxed));
            if more > 0 && before.saturating_add(more) > limit {
                run.refused.set(Some(bytes));
                return Err(StopCause::Memory);
            }
        }
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
        self.all.fetch_add(bytes, Ordering::Relaxed);
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Returns the free memory in bytes, if the system reports it. A memory limit can be a part of it:
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use caracole_core::Square;
    use caracole_runtime::Options;

    use super::*;

    #[test]
    fn the_limit_of_steps_is_exact() {
        for limit in [0, 1, 1023, 1024, 1025, 5000] {
            let mut run = Run::with_options(&Options::new().steps(limit));
            let square = Square::from_index(0);
            let stop = (0..10_000).find_map(|_| run.visit(1, square).err());
            assert_eq!(stop, Some(StopCause::Steps));
            assert_eq!(run.stats().steps, limit);
        }
    }

    #[test]
    fn reservations_are_summed_as_long_as_they_live() {
        let run = Run::with_options(&Options::new().memory(100));
        let mut first = run.reserve(60).unwrap();
        assert_eq!(run.reserve(60).err(), Some(StopCause::Memory));
        let part = run.sub_run(Duration::MAX, u64::MAX);
        assert!(part.reserve(41).is_err(), "a part of the work has no memory of its own");
        let second = part.reserve(40).unwrap();
        assert!(first.resize(61, &run).is_err());
        drop(second);
        first.resize(100, &run).unwrap();
        assert!(run.reserve(1).is_err());
        first.resize(10, &run).unwrap();
        assert!(run.reserve(90).is_ok());
        assert!(Run::new().reserve(u64::MAX).is_ok(), "there is no limit");
    }

    #[test]
    fn a_raised_flag_stops_the_run() {
        let flag = AtomicBool::new(false);
        let mut run = Run::with_options(&Options::new().cancel_flag(&flag));
        assert_eq!(run.check_limits(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(run.check_limits(), Err(StopCause::Interrupt));
    }
}
