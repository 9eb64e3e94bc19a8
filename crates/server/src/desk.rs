//! Where a piece of work is done: what it may use, who may stop it, and who is told.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use caracole::{Job, Limits, Run};
use serde_json::Value;
use tokio::sync::watch;

use crate::Settings;
use crate::settings::Lane;

/// What a piece of work may use, who may stop it, and who is told how far it has come.
///
/// Work reads its limits here and never elsewhere, so that no question can take more than it is lent.
pub(crate) struct Desk {
    flag: Arc<AtomicBool>,
    begun: Instant,
    time: Duration,
    memory: u64,
    /// The bytes that a job may take.
    memory_of_job: u64,
    threads: usize,
    told: Option<Told>,
}

/// Who is told how far the work has come, and when he was last.
struct Told {
    to: watch::Sender<Option<Value>>,
    last: Mutex<Option<Instant>>,
}

/// Nobody can read faster.
const PACE: Duration = Duration::from_millis(100);

impl Desk {
    /// A desk where the clock runs from now on.
    pub(crate) fn new(settings: &Settings, lane: Lane, flag: Arc<AtomicBool>) -> Self {
        let time = match lane {
            Lane::Answer => settings.time,
            Lane::Job => settings.job_time,
        };
        let [memory, memory_of_job] = [lane, Lane::Job].map(|lane| settings.share(lane));
        let (begun, threads) = (Instant::now(), settings.threads);
        Self { flag, begun, time, memory, memory_of_job, threads, told: None }
    }

    /// With somebody who is told how far it has come.
    pub(crate) fn told_to(self, told: watch::Sender<Option<Value>>) -> Self {
        Self { told: Some(Told { to: told, last: Mutex::default() }), ..self }
    }

    /// The same with less time, where the client asks for less.
    pub(crate) fn within(self, time: Option<Duration>) -> Self {
        Self { time: time.unwrap_or(self.time).min(self.time), ..self }
    }

    /// The time that is left.
    pub(crate) fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.begun.elapsed())
    }

    /// The bytes that it may take.
    pub(crate) const fn memory(&self) -> u64 {
        self.memory
    }

    /// The bytes that it might take as a job.
    pub(crate) const fn memory_of_job(&self) -> u64 {
        self.memory_of_job
    }

    /// Did somebody ask it to stop?
    pub(crate) fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Is it time to stop, because somebody said so or because there is no more?
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.time_left().is_zero()
    }

    /// What a solver may spend.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: Some(self.time_left()), memory: Some(self.memory), steps: None }
    }

    /// A run of a solver.
    pub(crate) fn run(&self) -> Run<'_> {
        Run::new().limits(self.limits()).interrupted_by(&self.flag)
    }

    /// A job of counting.
    pub(crate) fn job(&self) -> Job<'_> {
        // No request writes to the disk.
        let job = Job::new().in_memory().threads(self.threads).memory(self.memory);
        let job = job.interrupted_by(&self.flag);
        match Instant::now().checked_add(self.time_left()) {
            Some(end) => job.until(end),
            // Beyond the end of all clocks.
            None => job,
        }
    }

    /// Says how far it has come, unless it was said a moment ago.
    pub(crate) fn tell(&self, progress: impl FnOnce() -> Value) {
        let Some(Told { to, last }) = &self.told else { return };
        // Another core is telling it.
        let Ok(mut last) = last.try_lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PACE) {
            *last = Some(Instant::now());
            to.send_replace(Some(progress()));
        }
    }
}
