//! The progress of a count.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::matching::matchings;
use crate::pattern::pairs;
use crate::{CountProgress, CountStage, Job};

/// Reports the share of the work that is done. The work is estimated from the patterns.
pub(crate) struct ProgressReporter<'a> {
    job: &'a Job<'a>,
    layers: usize,
    /// The estimated work, and the part of it that is done.
    work: AtomicU64,
    done: AtomicU64,
    /// The work that was done before the current layer.
    begun: AtomicU64,
    /// The number of finished layers.
    layer: AtomicU64,
    /// The milliseconds between the start of the count and the last report.
    last_report: AtomicU64,
}

/// The milliseconds between two reports.
const PAUSE: u64 = 100;
/// The share of the time of a count that the sweeps take.
const SWEEPS: f64 = 0.8;

impl<'a> ProgressReporter<'a> {
    pub(crate) fn new(job: &'a Job<'a>, patterns: &[Vec<u64>]) -> Self {
        let layers = || patterns.iter().skip(1);
        let work = layers().map(|patterns| work(patterns)).sum();
        let [begun, done, layer, last_report] = Default::default();
        let (layers, work) = (layers().count(), AtomicU64::new(work));
        Self { job, layers, work, done, begun, layer, last_report }
    }

    /// Returns a reporter that reports nothing.
    pub(crate) fn silent(job: &'a Job<'a>) -> Self {
        let reporter = Self::new(job, &[]);
        Self { last_report: AtomicU64::new(u64::MAX - PAUSE), ..reporter }
    }

    pub(crate) const fn job(&self) -> &'a Job<'a> {
        self.job
    }

    /// Reports that a layer was loaded.
    pub(crate) fn skip(&self, targets: &[u64]) {
        // The work of earlier runs does not count.
        self.work.fetch_sub(work(targets), Ordering::Relaxed);
        self.layer.fetch_add(1, Ordering::Relaxed);
    }

    /// Reports the start of a layer.
    pub(crate) fn begin(&self) {
        let done = self.done.load(Ordering::Relaxed);
        self.begun.store(done, Ordering::Relaxed);
        self.report(done, 0, false);
    }

    /// Reports finished patterns of a layer.
    pub(crate) fn add(&self, targets: &[u64], states: u64) {
        let done = self.done.fetch_add(work(targets), Ordering::Relaxed);
        let now = self.job.elapsed().as_millis() as u64;
        let last = self.last_report.load(Ordering::Relaxed);
        let is_due = now >= last + PAUSE;
        // Only one thread reports.
        let relaxed = Ordering::Relaxed;
        if is_due && self.last_report.compare_exchange(last, now, relaxed, relaxed).is_ok() {
            self.report(done, states, false);
        }
    }

    /// Reports a finished layer.
    pub(crate) fn finished(&self, states: u64, patterns: &[u64]) {
        // Another worker may have computed a part of it.
        let done = self.begun.load(Ordering::Relaxed) + work(patterns);
        self.done.store(done, Ordering::Relaxed);
        self.report(done, states, true);
        self.layer.fetch_add(1, Ordering::Relaxed);
    }

    /// Describes the current work, for messages.
    pub(crate) fn place(&self) -> String {
        let layer = self.layer.load(Ordering::Relaxed) as usize + 1;
        format!("while counting, layer {layer} of {}", self.layers.max(layer))
    }

    fn report(&self, done: u64, states: u64, is_layer_finished: bool) {
        let work = self.work.load(Ordering::Relaxed).max(1);
        self.job.report(CountProgress {
            stage: CountStage::Sweep,
            part: (1, 1),
            layer: (self.layer.load(Ordering::Relaxed) as usize + 1, self.layers),
            states,
            is_layer_finished,
            done: SWEEPS * done as f64 / work as f64,
            elapsed: self.job.elapsed(),
        });
    }
}

/// Reports the share of the join that is done.
pub(crate) fn report_join(job: &Job<'_>, layers: usize, done: f64) {
    let elapsed = job.elapsed();
    let done = SWEEPS + (1.0 - SWEEPS) * done;
    let (part, layer) = ((1, 1), (layers, layers));
    job.report(CountProgress {
        stage: CountStage::Join,
        part,
        layer,
        states: 0,
        is_layer_finished: false,
        done,
        elapsed,
    });
}

/// Estimates the work for some patterns.
pub(crate) fn work(patterns: &[u64]) -> u64 {
    patterns.iter().map(|&pattern| 4 + matchings(pairs(pattern)).min(1 << 12)).sum()
}
