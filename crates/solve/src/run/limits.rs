//! How much a run may spend, and what is left of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use caracole_core::{StopCause, memory};

use super::{Run, Stats};

/// How much a solver may spend. `None` is no limit.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_core::{Outcome, Problem, StopCause};
/// use caracole_solve::{Backtracking, Limits, Run, Solver};
///
/// let limits =
///     Limits { steps: Some(1000), time: Some(Duration::from_secs(60)), memory: Some(1 << 20) };
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let outcome = Backtracking::default().solve(&problem, &mut Run::new().limits(limits));
/// let Outcome::Unknown(stop) = outcome else { return Err("that is not enough".into()) };
/// assert_eq!(stop.cause, StopCause::Steps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps: squares gone to, starts not counted, cases looked at, and neurons updated.
    pub steps: Option<u64>,
    /// Time from the start of the run.
    pub time: Option<Duration>,
    /// Bytes: of the heap, if the program [counts](caracole_core::memory) it; else of what solvers
    /// have [reserved](Run::reserve) together.
    pub memory: Option<u64>,
}

/// Looking at the clock costs as much as some steps; so many of them pass between two looks.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

impl Run<'_> {
    /// How many steps are left of the limit.
    pub(crate) fn steps_left(&self) -> u64 {
        let Stats { steps, cases, updates, .. } = self.stats;
        self.limits.steps.map_or(u64::MAX, |limit| limit.saturating_sub(steps + cases + updates))
    }

    /// Is there a limit of steps?
    pub(crate) const fn limits_steps(&self) -> bool {
        self.limits.steps.is_some()
    }

    /// Looks at the limits, the clock and the stop flag.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// use caracole_core::StopCause;
    /// use caracole_solve::Run;
    ///
    /// let flag = AtomicBool::new(false);
    /// let mut run = Run::new().interrupted_by(&flag);
    /// assert_eq!(run.look(), Ok(()));
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(run.look(), Err(StopCause::Interrupt));
    /// ```
    pub fn look(&mut self) -> Result<(), StopCause> {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(StopCause::Interrupt);
        }
        if self.limits.time.is_some_and(|limit| begun.elapsed() >= limit) {
            return Err(StopCause::Time);
        }
        let is_full = |limit| memory::in_use().is_some_and(|bytes| bytes > limit);
        if self.limits.memory.is_some_and(is_full) {
            return Err(StopCause::Memory);
        }
        let left = self.steps_left();
        if left == 0 {
            return Err(StopCause::Steps);
        }
        self.next_look = self.stats.steps + left.min(STEPS_BETWEEN_LOOKS);
        Ok(())
    }

    /// A run for a part of the work: the same seed, memory and stop flag, and of the time and the
    /// steps that are left at most so much.
    pub(crate) fn aside(&self, time: Duration, steps: u64) -> Self {
        let gone = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let time_left = self.limits.time.map_or(time, |limit| limit.saturating_sub(gone).min(time));
        let limits = Limits {
            steps: Some(self.steps_left().min(steps)),
            time: Some(time_left),
            memory: self.limits.memory,
        };
        Run {
            limits,
            seed: self.seed,
            interrupt: self.interrupt,
            reserved: Arc::clone(&self.reserved),
            ..Run::default()
        }
    }

    /// Asks for memory before it is allocated. The reservation must live as long as the memory: a
    /// run grants no more than its limit in all.
    ///
    /// If the program [counts](caracole_core::memory) its heap, that count decides, and what was
    /// granted before only counts once it is allocated.
    ///
    /// ```
    /// use caracole_core::StopCause;
    /// use caracole_solve::{Limits, Run};
    ///
    /// let run = Run::new().limits(Limits { memory: Some(1 << 20), ..Limits::default() });
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

/// Memory that a run has granted. It is given back when this is dropped.
///
/// ```
/// use caracole_core::StopCause;
/// use caracole_solve::{Limits, Run};
///
/// let run = Run::new().limits(Limits { memory: Some(1000), ..Limits::default() });
/// let table = run.reserve(600)?;
/// assert!(run.reserve(600).is_err(), "only 400 are left");
/// drop(table);
/// assert!(run.reserve(600).is_ok());
/// # Ok::<(), StopCause>(())
/// ```
#[derive(Debug)]
#[must_use = "the memory counts only as long as the reservation lives"]
pub struct Reservation {
    bytes: u64,
    all: Arc<AtomicU64>,
}

impl Reservation {
    /// Asks for as much more as it takes to have `bytes`, or gives back the rest.
    pub(crate) fn resize(&mut self, bytes: u64, run: &Run<'_>) -> Result<(), StopCause> {
        if let (Some(limit), Some(more)) = (run.limits.memory, bytes.checked_sub(self.bytes)) {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use caracole_core::Square;

    use super::*;

    #[test]
    fn the_limit_of_steps_is_exact() {
        for limit in [0, 1, 1023, 1024, 1025, 5000] {
            let mut run = Run::new().limits(Limits { steps: Some(limit), ..Limits::default() });
            let square = Square::from_index(0);
            let stop = (0..10_000).find_map(|_| run.visit(1, square).err());
            assert_eq!(stop, Some(StopCause::Steps));
            assert_eq!(run.stats().steps, limit);
        }
    }

    #[test]
    fn reservations_are_summed_as_long_as_they_live() {
        let run = Run::new().limits(Limits { memory: Some(100), ..Limits::default() });
        let mut first = run.reserve(60).unwrap();
        assert_eq!(run.reserve(60).err(), Some(StopCause::Memory));
        let part = run.aside(Duration::MAX, u64::MAX);
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
        let mut run = Run::new().interrupted_by(&flag);
        assert_eq!(run.look(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(run.look(), Err(StopCause::Interrupt));
    }
}
