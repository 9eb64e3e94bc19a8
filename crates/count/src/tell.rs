//! Tells how far a count has come.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::layer::Layer;
use crate::matching::matchings;
use crate::word::pairs;
use crate::{Job, Progress, Stage};

/// What is done of a count, as far as its classes tell beforehand.
pub(crate) struct Teller<'a> {
    job: &'a Job<'a>,
    layers: usize,
    /// About how much there is to do, and how much of it is done.
    work: AtomicU64,
    done: AtomicU64,
    /// How many layers are finished.
    layer: AtomicU64,
    /// Milliseconds after the beginning when somebody was told last.
    told: AtomicU64,
}

/// Between two reports as much time passes.
const PAUSE: u64 = 100;
/// Of the time a count takes, the sweeps take about so much.
const SWEEPS: f64 = 0.8;

impl<'a> Teller<'a> {
    pub(crate) fn new(job: &'a Job<'a>, classes: [&[Vec<u64>]; 3]) -> Self {
        let layers = || classes.into_iter().flat_map(|layers| layers.iter().skip(1));
        let work = layers().map(|words| work(words)).sum();
        let [done, layer, told] = Default::default();
        Self { job, layers: layers().count(), work: AtomicU64::new(work), done, layer, told }
    }

    /// One that has nothing to tell.
    pub(crate) fn silent(job: &'a Job<'a>) -> Self {
        let teller = Self::new(job, [&[], &[], &[]]);
        Self { told: AtomicU64::new(u64::MAX - PAUSE), ..teller }
    }

    /// A layer was there already.
    pub(crate) fn skip(&self, targets: &[u64]) {
        // What was done before this run says nothing about its speed.
        self.work.fetch_sub(work(targets), Ordering::Relaxed);
        self.layer.fetch_add(1, Ordering::Relaxed);
    }

    /// A layer is begun.
    pub(crate) fn begin(&self) {
        self.tell(self.done.load(Ordering::Relaxed), 0, false);
    }

    /// Some classes of a layer are finished.
    pub(crate) fn add(&self, targets: &[u64], states: u64) {
        let done = self.done.fetch_add(work(targets), Ordering::Relaxed);
        let now = self.job.elapsed().as_millis() as u64;
        let told = self.told.load(Ordering::Relaxed);
        let mine =
            |told| self.told.compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed);
        if now >= told + PAUSE && mine(told).is_ok() {
            self.tell(done, states, false);
        }
    }

    /// A layer is finished.
    pub(crate) fn finished(&self, layer: &Layer) {
        let done = self.done.load(Ordering::Relaxed);
        self.tell(done, layer.states, true);
        self.layer.fetch_add(1, Ordering::Relaxed);
    }

    /// What is going on, in words.
    pub(crate) fn place(&self) -> String {
        let layer = self.layer.load(Ordering::Relaxed) as usize + 1;
        format!("while counting, layer {layer} of {}", self.layers.max(layer))
    }

    fn tell(&self, done: u64, states: u64, whole: bool) {
        let work = self.work.load(Ordering::Relaxed).max(1);
        self.job.tell(&Progress {
            stage: Stage::Sweep,
            part: (1, 1),
            layer: (self.layer.load(Ordering::Relaxed) as usize + 1, self.layers),
            states,
            whole,
            done: SWEEPS * done as f64 / work as f64,
            elapsed: self.job.elapsed(),
        });
    }
}

/// Tells how far the join has come.
pub(crate) fn tell_join(job: &Job<'_>, layers: usize, done: f64) {
    let elapsed = job.elapsed();
    let done = SWEEPS + (1.0 - SWEEPS) * done;
    let (part, layer) = ((1, 1), (layers, layers));
    job.tell(&Progress { stage: Stage::Join, part, layer, states: 0, whole: false, done, elapsed });
}

/// About how much there is to do for classes.
pub(crate) fn work(words: &[u64]) -> u64 {
    words.iter().map(|&word| 4 + matchings(pairs(word)).min(1 << 12)).sum()
}
