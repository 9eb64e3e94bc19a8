//! What a count may use, and who watches.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use caracole_core::{StopCause, memory, parallel};

/// Everything a count needs beside the question.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::{Duration, Instant};
///
/// use caracole_core::{Problem, StopCause};
/// use caracole_count::{Job, Question, count};
///
/// let (flag, folder) = (AtomicBool::new(false), std::env::temp_dir());
/// let job = Job::new()
///     .threads(2)
///     .memory(256 << 20)
///     .spill(&folder)
///     .until(Instant::now() + Duration::from_secs(60))
///     .interrupted_by(&flag);
/// assert_eq!((job.cores(), job.memory_limit()), (2, Some(256 << 20)));
/// assert_eq!(job.spill_folder(), Some(folder.clone()));
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert_eq!(count(&question, &job)?.to_string(), "9862");
///
/// // Whoever counts looks from time to time.
/// assert_eq!(job.look(), Ok(()));
/// flag.store(true, Ordering::Relaxed);
/// assert_eq!(job.look(), Err(StopCause::Interrupt));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Job<'a> {
    threads: Option<NonZeroUsize>,
    memory: Option<u64>,
    deadline: Option<Instant>,
    interrupt: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    checkpoint: Option<&'a Path>,
    spill: Option<&'a Path>,
    in_memory: bool,
    begun: Option<Instant>,
}

/// How far a count has come.
///
/// ```
/// use std::sync::Mutex;
///
/// use caracole_core::Problem;
/// use caracole_count::{Job, Progress, Question, count};
///
/// let told: Mutex<Vec<f64>> = Mutex::default();
/// let tell = |progress: &Progress| {
///     let (layer, layers) = progress.layer;
///     eprintln!("layer {layer} of {layers}: {} states", progress.states);
///     if let Ok(mut told) = told.lock() {
///         told.push(progress.done);
///     }
/// };
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// count(&question, &Job::new().threads(1).told_to(&tell))?;
/// let told = told.into_inner().map_err(|_| "nobody panics")?;
/// assert!(!told.is_empty() && told.is_sorted(), "there is no way back");
/// assert!(told.iter().all(|done| (0.0..=1.0).contains(done)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Which of several counts that make up the answer, from 1, and how many.
    pub part: (usize, usize),
    /// Which layer, from 1, of how many.
    pub layer: (usize, usize),
    /// States in that layer so far.
    pub states: u64,
    /// Is that layer finished?
    pub whole: bool,
    /// Of all work, how much is done, from 0 to 1, as far as can be foreseen.
    pub done: f64,
    /// Since the count began.
    pub elapsed: Duration,
}

/// What a count is doing.
///
/// ```
/// use std::sync::Mutex;
///
/// use caracole_core::Problem;
/// use caracole_count::{Job, Progress, Question, Stage, count};
///
/// let stages: Mutex<Vec<Stage>> = Mutex::default();
/// let tell = |progress: &Progress| {
///     if let Ok(mut stages) = stages.lock() {
///         stages.push(progress.stage);
///     }
/// };
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// count(&question, &Job::new().threads(1).told_to(&tell))?;
/// let stages = stages.into_inner().map_err(|_| "nobody panics")?;
/// assert_eq!((stages.first(), stages.last()), (Some(&Stage::Sweep), Some(&Stage::Join)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Sweeping over the board from one side.
    Sweep,
    /// Joining what comes from both sides.
    Join,
}

impl<'a> Job<'a> {
    /// All cores, no limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// On so many cores; 0 are all there are.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads), ..self }
    }

    /// With so many bytes at most; layers that do not fit go to disk. If the program
    /// [counts](caracole_core::memory) its heap, the limit holds for all of it.
    #[must_use]
    pub const fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Until then at most.
    #[must_use]
    pub const fn until(self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// With a flag that stops the count when it is raised.
    #[must_use]
    pub const fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        Self { interrupt: Some(flag), ..self }
    }

    /// With somebody who is told how far it has come.
    #[must_use]
    pub const fn told_to(self, progress: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Keeping each finished layer in a folder, and going on from the last one that is there.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::{Job, Question, count, is_count_folder};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let job = Job::new().checkpoint(folder.path());
    /// assert_eq!(job.checkpoint_folder(), Some(folder.path()));
    /// let question = Question::new(Problem::new("6x6".parse()?).closed());
    /// assert_eq!(count(&question, &job)?.to_string(), "9862");
    /// assert!(is_count_folder(folder.path()));
    /// // What was found is not counted again.
    /// assert_eq!(count(&question, &job)?.to_string(), "9862");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn checkpoint(self, folder: &'a Path) -> Self {
        Self { checkpoint: Some(folder), ..self }
    }

    /// Where layers go that do not fit in memory; the system's folder for such files, if it is not
    /// said.
    #[must_use]
    pub const fn spill(self, folder: &'a Path) -> Self {
        Self { spill: Some(folder), ..self }
    }

    /// Without any file: what does not fit in memory is a stop by [`StopCause::Memory`].
    ///
    /// ```
    /// use caracole_core::{Problem, StopCause};
    /// use caracole_count::{CountError, Job, Question, count};
    ///
    /// let question = Question::new(Problem::new("6x6".parse()?).closed());
    /// let job = Job::new().memory(64 << 10).in_memory();
    /// let Err(CountError::Stopped(stop)) = count(&question, &job) else {
    ///     return Err("64 kB hold no layer of 6x6".into());
    /// };
    /// assert_eq!(stop.cause, StopCause::Memory);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn in_memory(self) -> Self {
        Self { in_memory: true, ..self }
    }

    /// The same without a folder for finished layers.
    #[must_use]
    pub(crate) const fn without_files(self) -> Self {
        Self { checkpoint: None, ..self }
    }

    /// The time runs from now on, unless it does already.
    #[must_use]
    pub(crate) fn beginning(self) -> Self {
        Self { begun: self.begun.or_else(|| Some(Instant::now())), ..self }
    }

    /// How long it has run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| begun.elapsed())
    }

    /// On how many cores.
    pub fn cores(&self) -> usize {
        self.threads.unwrap_or_else(parallel::cores).get()
    }

    /// The bytes it may take.
    pub const fn memory_limit(&self) -> Option<u64> {
        self.memory
    }

    /// Where finished layers are kept.
    pub const fn checkpoint_folder(&self) -> Option<&'a Path> {
        self.checkpoint
    }

    /// Where layers go that do not fit in memory; nowhere, if no file may be written.
    pub fn spill_folder(&self) -> Option<PathBuf> {
        let spill = || self.spill.map_or_else(std::env::temp_dir, Path::to_path_buf);
        (!self.in_memory).then(spill)
    }

    /// Checks the stop flag, the clock and the memory in use.
    pub fn look(&self) -> Result<(), StopCause> {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(StopCause::Interrupt);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopCause::Time);
        }
        let is_full = |limit| memory::in_use().is_some_and(|bytes| bytes > limit);
        if self.memory.is_some_and(is_full) { Err(StopCause::Memory) } else { Ok(()) }
    }

    /// Returns true if three quarters of the memory are in use, as far as that is known.
    pub(crate) fn is_nearly_full(&self) -> bool {
        let is_nearly_full =
            |limit: u64| memory::in_use().is_some_and(|bytes| bytes > limit / 4 * 3);
        self.memory.is_some_and(is_nearly_full)
    }

    /// The bytes that tables for looking up matchings may take.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.memory.map_or(u64::MAX, |limit| limit / 8)
    }

    /// Says how far it has come.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::time::Duration;
    ///
    /// use caracole_count::{Job, Progress, Stage};
    ///
    /// let heard = AtomicBool::new(false);
    /// let listen = |progress: &Progress| heard.store(progress.whole, Ordering::Relaxed);
    /// let job = Job::new().told_to(&listen);
    /// job.tell(&Progress {
    ///     stage: Stage::Sweep,
    ///     part: (1, 1),
    ///     layer: (5, 36),
    ///     states: 1000,
    ///     whole: true,
    ///     done: 0.1,
    ///     elapsed: Duration::from_secs(1),
    /// });
    /// assert!(heard.into_inner());
    /// ```
    pub fn tell(&self, progress: &Progress) {
        if let Some(tell) = self.progress {
            tell(progress);
        }
    }
}
