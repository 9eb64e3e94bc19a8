//! The options and the folders of a count.

use std::path::{Path, PathBuf};
use std::time::Duration;

use caracole_runtime::{CountProgress, Options, Progress, memory};
use caracole_verify::StopCause;

/// The options of a count, and the folders to which it may write.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
///
/// use caracole_core::Problem;
/// use caracole_count::{CountError, Job, Question, count};
/// use caracole_runtime::Options;
/// use caracole_verify::StopCause;
///
/// let flag = AtomicBool::new(false);
/// let options = Options::new()
///     .threads(2)
///     .memory(256 << 20)
///     .timeout(Duration::from_secs(60))
///     .cancel_flag(&flag);
/// let folder = std::env::temp_dir();
/// let job = Job::with_options(&options).spill(&folder);
/// assert_eq!(job.spill_folder(), Some(folder.clone()));
/// assert_eq!((job.threads(), job.memory_limit()), (2, Some(256 << 20)));
/// assert_eq!(job.check_limits(), Ok(()));
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert_eq!(count(&question, &job)?.to_string(), "9862");
///
/// flag.store(true, Ordering::Relaxed);
/// let Err(CountError::Stopped(stop)) = count(&question, &job) else {
///     return Err("the flag was raised before".into());
/// };
/// assert_eq!(stop.cause, StopCause::Interrupt);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Job<'a> {
    options: Options<'a>,
    /// Replaces the progress callback of the options.
    progress: Option<&'a (dyn Fn(&CountProgress) + Sync)>,
    checkpoint: Option<&'a Path>,
    spill: Option<&'a Path>,
    in_memory: bool,
}

impl<'a> Job<'a> {
    /// Returns a job with the default options: no limits, and one thread per core.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a job with options. The time limit counts from this call, unless the options set its start. Layers
    /// that exceed the memory limit go to disk; if the program [counts](caracole_runtime::memory) its heap, the
    /// limit applies to all of it.
    pub fn with_options(options: &Options<'a>) -> Self {
        Self { options: *options, ..Self::default() }.started()
    }

    /// Writes each finished layer to a folder, and resumes from the last finished layer in it.
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
    /// // The second count reads the result of the first one.
    /// assert_eq!(count(&question, &job)?.to_string(), "9862");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn checkpoint(self, folder: &'a Path) -> Self {
        Self { checkpoint: Some(folder), ..self }
    }

    /// Sets the folder for layers that do not fit in memory. The default is the system's temporary folder.
    #[must_use]
    pub const fn spill(self, folder: &'a Path) -> Self {
        Self { spill: Some(folder), ..self }
    }

    /// Writes no files. If a layer does not fit in memory, the count stops with [`StopCause::Memory`].
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::{CountError, Job, Question, count};
    /// use caracole_runtime::Options;
    /// use caracole_verify::StopCause;
    ///
    /// let question = Question::new(Problem::new("6x6".parse()?).closed());
    /// let job = Job::with_options(&Options::new().memory(64 << 10)).in_memory();
    /// let Err(CountError::Stopped(stop)) = count(&question, &job) else {
    ///     return Err("no layer of 6x6 fits in 64 KiB".into());
    /// };
    /// assert_eq!(stop.cause, StopCause::Memory);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn in_memory(self) -> Self {
        Self { in_memory: true, ..self }
    }

    /// Sets a callback that replaces the progress callback of the options.
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// use caracole_core::Problem;
    /// use caracole_count::{CountProgress, CountStage, Job, Question, count};
    ///
    /// let reports: Mutex<Vec<CountProgress>> = Mutex::default();
    /// let callback = |progress: &CountProgress| {
    ///     if let Ok(mut reports) = reports.lock() {
    ///         reports.push(progress.clone());
    ///     }
    /// };
    /// let job = Job::new().on_progress(&callback);
    /// count(&Question::new(Problem::new("6x6".parse()?).closed()), &job)?;
    /// let reports = reports.into_inner()?;
    /// assert!(reports.is_sorted_by_key(|progress| progress.done));
    /// assert_eq!(reports.first().map(|progress| progress.stage), Some(CountStage::Sweep));
    /// assert_eq!(reports.last().map(|progress| progress.stage), Some(CountStage::Join));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn on_progress(self, callback: &'a (dyn Fn(&CountProgress) + Sync)) -> Self {
        Self { progress: Some(callback), ..self }
    }

    /// Returns the same job without a folder for finished layers.
    #[must_use]
    pub(crate) const fn without_files(self) -> Self {
        Self { checkpoint: None, ..self }
    }

    /// Returns the same job with a running clock.
    #[must_use]
    pub(crate) fn started(mut self) -> Self {
        self.options.start_clock();
        self
    }

    /// Returns the time since the clock was started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.options.elapsed()
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.options.get_threads().get()
    }

    /// Returns the memory limit in bytes.
    pub const fn memory_limit(&self) -> Option<u64> {
        self.options.get_limits().memory
    }

    /// Returns the folder for finished layers.
    pub const fn checkpoint_folder(&self) -> Option<&'a Path> {
        self.checkpoint
    }

    /// Returns the folder for layers that do not fit in memory, or `None` if no files may be written.
    pub fn spill_folder(&self) -> Option<PathBuf> {
        let spill = || self.spill.map_or_else(std::env::temp_dir, Path::to_path_buf);
        (!self.in_memory).then(spill)
    }

    /// Checks the cancel flag, the clock and the memory in use.
    ///
    /// # Errors
    /// Fails with the limit that was reached.
    pub fn check_limits(&self) -> Result<(), StopCause> {
        self.options.check_limits()
    }

    /// Returns true if three quarters of the memory limit are in use, as far as that is known.
    pub(crate) fn is_nearly_full(&self) -> bool {
        let is_nearly_full =
            |limit: u64| memory::in_use().is_some_and(|bytes| bytes > limit / 4 * 3);
        self.memory_limit().is_some_and(is_nearly_full)
    }

    /// Returns the memory limit of the tables that look up matchings.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.memory_limit().map_or(u64::MAX, |limit| limit / 8)
    }

    /// Calls the progress callback.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use std::time::Duration;
    ///
    /// use caracole_count::{CountProgress, CountStage, Job};
    ///
    /// let states = AtomicU64::new(0);
    /// let callback = |progress: &CountProgress| states.store(progress.states, Ordering::Relaxed);
    /// Job::new().on_progress(&callback).report(CountProgress {
    ///     stage: CountStage::Sweep,
    ///     part: (1, 1),
    ///     layer: (5, 36),
    ///     states: 1000,
    ///     is_layer_finished: true,
    ///     done: 0.1,
    ///     elapsed: Duration::from_secs(1),
    /// });
    /// assert_eq!(states.into_inner(), 1000);
    /// ```
    pub fn report(&self, progress: CountProgress) {
        match self.progress {
            Some(callback) => callback(&progress),
            None => self.options.report(&Progress::Count(progress)),
        }
    }
}
