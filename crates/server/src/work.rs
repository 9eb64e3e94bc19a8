//! Work on a blocking thread: its limits, its cancellation and its progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use caracole::Options;
use caracole::counting::Job;
use caracole::solvers::{Limits, Run};
use serde_json::Value;
use tokio::sync::watch;

use crate::Settings;
use crate::error::ApiError;
use crate::response::Content;

/// The work for a request that was read successfully.
pub(crate) type Work = Box<dyn FnOnce(WorkContext) -> Result<Content, ApiError> + Send>;

/// How the client gets the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkKind {
    /// The client waits for the response.
    Request,
    /// The client fetches the result later.
    Job,
}

/// The limits, the cancel flag and the progress channel of a piece of work. Work takes its limits from
/// here only, so no endpoint can exceed the settings.
pub(crate) struct WorkContext {
    cancel: Arc<AtomicBool>,
    start: Instant,
    time_limit: Duration,
    memory_limit: u64,
    memory_limit_of_job: u64,
    threads: usize,
    progress: Option<ProgressSender>,
}

struct ProgressSender {
    channel: watch::Sender<Option<Value>>,
    last_sent: Mutex<Option<Instant>>,
}

/// The minimum time between two progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

impl WorkContext {
    /// Returns a context whose time limit starts now.
    pub(crate) fn new(settings: &Settings, kind: WorkKind, cancel: Arc<AtomicBool>) -> Self {
        Self {
            cancel,
            start: Instant::now(),
            time_limit: match kind {
                WorkKind::Request => settings.time_limit,
                WorkKind::Job => settings.job_time_limit,
            },
            memory_limit: settings.memory_per_work(kind),
            memory_limit_of_job: settings.memory_per_work(WorkKind::Job),
            threads: settings.threads,
            progress: None,
        }
    }

    /// Sends progress reports to this channel.
    pub(crate) fn with_progress(self, channel: watch::Sender<Option<Value>>) -> Self {
        let progress = Some(ProgressSender { channel, last_sent: Mutex::default() });
        Self { progress, ..self }
    }

    /// Lowers the time limit to the one that the client asks for.
    pub(crate) fn with_time_limit(self, time_limit: Option<Duration>) -> Self {
        let time_limit = time_limit.unwrap_or(self.time_limit).min(self.time_limit);
        Self { time_limit, ..self }
    }

    pub(crate) fn time_left(&self) -> Duration {
        self.time_limit.saturating_sub(self.start.elapsed())
    }

    pub(crate) const fn memory_limit(&self) -> u64 {
        self.memory_limit
    }

    /// Returns the memory limit that the same work would have as a job.
    pub(crate) const fn memory_limit_of_job(&self) -> u64 {
        self.memory_limit_of_job
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Returns true if the work is cancelled or its time is over.
    pub(crate) fn must_stop(&self) -> bool {
        self.is_cancelled() || self.time_left().is_zero()
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits { time: Some(self.time_left()), memory: Some(self.memory_limit), steps: None }
    }

    /// Returns the options of all work: the limits, the threads and the cancel flag.
    pub(crate) fn options(&self) -> Options<'_> {
        Options::new().limits(self.limits()).threads(self.threads).cancel_flag(&self.cancel)
    }

    /// Returns the run of a solver.
    pub(crate) fn run(&self) -> Run<'_> {
        Run::with_options(&self.options())
    }

    /// Returns the options for a count, which never writes to disk.
    pub(crate) fn job(&self) -> Job<'_> {
        Job::with_options(&self.options()).in_memory()
    }

    /// Reports progress, at most once per [`PROGRESS_INTERVAL`].
    pub(crate) fn report_progress(&self, progress: impl FnOnce() -> Value) {
        let Some(ProgressSender { channel, last_sent }) = &self.progress else { return };
        // If the lock is taken, another thread is reporting.
        let Ok(mut last_sent) = last_sent.try_lock() else { return };
        if last_sent.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            *last_sent = Some(Instant::now());
            channel.send_replace(Some(progress()));
        }
    }
}
