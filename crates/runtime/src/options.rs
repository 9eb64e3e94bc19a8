//! Limits, threads, seed, cancel flag and progress callback of a long call.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use caracole_core::StopCause;

use crate::{Progress, memory, parallel};

/// The limits of a long call. `None` is no limit.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_runtime::{Limits, Options};
///
/// let limits = Limits { time: Some(Duration::from_secs(60)), memory: Some(1 << 30), ..Limits::default() };
/// assert_eq!(Options::new().limits(limits).get_limits(), limits);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps of a search: visited squares except starts, decisions, and updates of neurons. Counts ignore it.
    pub steps: Option<u64>,
    /// Time from the start of the call.
    pub time: Option<Duration>,
    /// Bytes of the heap, if the program [counts](crate::memory) them; otherwise the bytes that a solver has
    /// reserved.
    pub memory: Option<u64>,
}

/// The options of all long calls: limits, threads, random seed, cancel flag and progress callback.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use caracole_runtime::{Limits, Options};
///
/// let flag = AtomicBool::new(false);
/// let options = Options::new()
///     .timeout(Duration::from_secs(5))
///     .memory(512 << 20)
///     .steps(1_000_000)
///     .threads(4)
///     .seed(7)
///     .cancel_flag(&flag)
///     .on_progress(&|progress| eprintln!("{progress}"));
/// assert_eq!((options.get_seed(), options.get_threads().get()), (7, 4));
/// assert_eq!(options.get_limits().memory, Some(512 << 20));
///
/// let mut options = options.limits(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() });
/// options.start_clock();
/// assert!(!options.is_over() && !options.is_cancelled());
/// assert!(options.time_left() <= Some(Duration::from_secs(60)));
/// println!("{:?} elapsed", options.elapsed());
///
/// // A part of the call has the same threads, seed and cancel flag.
/// let part = options.for_part(Limits { steps: Some(1000), ..Limits::default() });
/// assert_eq!((part.get_seed(), part.get_limits().steps), (7, Some(1000)));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    limits: Limits,
    threads: Option<NonZeroUsize>,
    seed: u64,
    started: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    proof_folder: Option<&'a Path>,
    is_race: bool,
}

impl<'a> Options<'a> {
    /// Returns options without limits, with one thread per core and seed 0.
    pub const fn new() -> Self {
        let limits = Limits { steps: None, time: None, memory: None };
        Self {
            limits,
            threads: None,
            seed: 0,
            started: None,
            cancel: None,
            progress: None,
            proof_folder: None,
            is_race: false,
        }
    }

    /// Sets all limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the time limit.
    #[must_use]
    pub const fn timeout(self, time: Duration) -> Self {
        Self { limits: Limits { time: Some(time), ..self.limits }, ..self }
    }

    /// Sets the memory limit in bytes. Counts write layers that do not fit to disk.
    #[must_use]
    pub const fn memory(self, bytes: u64) -> Self {
        Self { limits: Limits { memory: Some(bytes), ..self.limits }, ..self }
    }

    /// Sets the step limit of searches.
    #[must_use]
    pub const fn steps(self, steps: u64) -> Self {
        Self { limits: Limits { steps: Some(steps), ..self.limits }, ..self }
    }

    /// Sets the number of threads; 0 is one per core.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads), ..self }
    }

    /// Sets the random seed.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the instant from which the time limit counts. Without it, the time limit counts from the call.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use caracole_core::StopCause;
    /// use caracole_runtime::Options;
    ///
    /// let options = Options::new().timeout(Duration::from_millis(1)).started_at(Instant::now());
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert_eq!(options.check_limits(), Err(StopCause::Time));
    /// ```
    #[must_use]
    pub const fn started_at(self, started: Instant) -> Self {
        Self { started: Some(started), ..self }
    }

    /// Sets a flag that another thread or a signal handler can raise to stop the call.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// use caracole_core::StopCause;
    /// use caracole_runtime::Options;
    ///
    /// let flag = AtomicBool::new(false);
    /// let options = Options::new().cancel_flag(&flag);
    /// assert_eq!(options.check_limits(), Ok(()));
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(options.check_limits(), Err(StopCause::Interrupt));
    /// ```
    #[must_use]
    pub const fn cancel_flag(self, flag: &'a AtomicBool) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Sets a progress callback. Several threads may call it at once.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use caracole_runtime::{Options, Progress};
    ///
    /// let calls = AtomicU64::new(0);
    /// let callback = |progress: &Progress| {
    ///     eprintln!("{progress}");
    ///     calls.fetch_add(1, Ordering::Relaxed);
    /// };
    /// let options = Options::new().on_progress(&callback);
    /// options.report(&Progress::Squares { done: 1, total: 64 });
    /// assert_eq!(calls.into_inner(), 1);
    /// ```
    #[must_use]
    pub const fn on_progress(self, callback: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        Self { progress: Some(callback), ..self }
    }

    /// Returns the options of a part of a call: with other limits, whose clock is not started, and without the
    /// progress callback.
    #[must_use]
    pub const fn for_part(&self, limits: Limits) -> Self {
        Self { limits, started: None, progress: None, ..*self }
    }

    /// Starts the clock of the time limit, unless it runs already.
    pub fn start_clock(&mut self) {
        self.started.get_or_insert_with(Instant::now);
    }

    /// Returns the limits.
    pub const fn get_limits(&self) -> Limits {
        self.limits
    }

    /// Sets the folder for proofs that take more than some megabytes. They are written to a temporary file there
    /// while the search derives them. Without a folder such proofs stay in memory, and are given up if they take more
    /// than 64 MiB.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use caracole_runtime::Options;
    ///
    /// let folder = std::env::temp_dir();
    /// let options = Options::new().proof_folder(&folder);
    /// assert_eq!(options.get_proof_folder(), Some(folder.as_path()));
    /// ```
    #[must_use]
    pub const fn proof_folder(self, folder: &'a Path) -> Self {
        Self { proof_folder: Some(folder), ..self }
    }

    /// Lets the exact search return the answer of the thread that finishes first. The answer is right in any case,
    /// but which tour or proof is returned then depends on the number of threads and on the speed of each. Without
    /// it the same seed and problem give the same tour or proof.
    ///
    /// ```
    /// use caracole_runtime::Options;
    ///
    /// assert!(Options::new().race(true).is_race() && !Options::new().is_race());
    /// ```
    #[must_use]
    pub const fn race(self, is_race: bool) -> Self {
        Self { is_race, ..self }
    }

    /// Returns the folder for long proofs.
    pub const fn get_proof_folder(&self) -> Option<&'a Path> {
        self.proof_folder
    }

    /// Returns true if the first answer of any thread is returned.
    pub const fn is_race(&self) -> bool {
        self.is_race
    }

    /// Returns the random seed.
    pub const fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of threads.
    pub fn get_threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(parallel::cores)
    }

    /// Returns the time since the clock was started, or zero.
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |started| started.elapsed())
    }

    /// Returns what is left of the time limit, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Returns true if the cancel flag is raised.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns true if the cancel flag is raised or the clock has reached the time limit.
    pub fn is_over(&self) -> bool {
        self.is_cancelled() || self.is_late()
    }

    fn is_late(&self) -> bool {
        self.started
            .zip(self.limits.time)
            .is_some_and(|(started, limit)| started.elapsed() >= limit)
    }

    /// Checks the cancel flag, the clock, and the memory in use. The step limit is up to the search.
    ///
    /// # Errors
    /// Fails with the limit that was reached.
    pub fn check_limits(&self) -> Result<(), StopCause> {
        if self.is_cancelled() {
            return Err(StopCause::Interrupt);
        }
        if self.is_late() {
            return Err(StopCause::Time);
        }
        let is_full = |limit| memory::in_use().is_some_and(|bytes| bytes > limit);
        if self.limits.memory.is_some_and(is_full) { Err(StopCause::Memory) } else { Ok(()) }
    }

    /// Calls the progress callback.
    pub fn report(&self, progress: &Progress) {
        if let Some(callback) = self.progress {
            callback(progress);
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limits, threads, seed, started, cancel, progress, proof_folder, is_race } = self;
        f.debug_struct("Options")
            .field("limits", limits)
            .field("threads", threads)
            .field("seed", seed)
            .field("started", started)
            .field("cancel", cancel)
            .field("progress", &progress.is_some())
            .field("proof_folder", proof_folder)
            .field("is_race", is_race)
            .finish()
    }
}
