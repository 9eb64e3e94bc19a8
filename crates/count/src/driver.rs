//! The driver of a count: it computes the layers of a schedule and joins the halves, alone or together with
//! other workers.
//!
//! Every worker of a count runs the same driver on the same [`Schedule`]. A worker has a part of each layer: the
//! blocks of some patterns. An [`Exchange`] moves blocks between workers.
//!
//! Finished layers stay in the folder of the store, if it has one, until they are not needed any more. A count that
//! was stopped continues from them.

use std::borrow::Cow;

use num_bigint::BigUint;

use crate::count::part_of;
use crate::join::join_layers;
use crate::progress::{ProgressReporter, report_join};
use crate::store::{ManifestEntry, Retention, Store};
use crate::{Count, CountError, Job};

pub use crate::folder::CountFolder;
pub use crate::layer::Layer;
pub use crate::schedule::Schedule;

/// The connection of a worker to the other workers of a count.
///
/// All workers call the same methods in the same order. A worker alone has nothing to exchange:
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::driver::{Exchange, Layer, Schedule, Share, count_with};
/// use caracole_count::{CountError, Job, Question};
///
/// struct Alone;
///
/// impl Exchange for Alone {
///     type Partition = ();
///     type Error = CountError;
///
///     fn worker(&self) -> usize {
///         0
///     }
///     fn workers(&self) -> usize {
///         1
///     }
///     fn broadcast(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, CountError> {
///         Ok(vec![message.to_vec()])
///     }
///     fn initial(&self) {}
///     fn carried(&self, _: &Schedule, _: usize, (): &()) {}
///     fn distribute(
///         &mut self,
///         _: &Schedule,
///         _: usize,
///         mut parts: Vec<Layer>,
///         _: &[u64],
///     ) -> Result<Share<()>, CountError> {
///         Ok(Share { layer: parts.pop().unwrap_or_else(Layer::empty), partition: () })
///     }
///     fn redistribute(
///         &mut self,
///         _: &Schedule,
///         _: usize,
///         before: Share<()>,
///         _: &[u64],
///     ) -> Result<Share<()>, CountError> {
///         Ok(before)
///     }
///     fn align(
///         &mut self,
///         _: &Schedule,
///         _: &Share<()>,
///         _: &Share<()>,
///         _: &[u64],
///     ) -> Result<Option<Layer>, CountError> {
///         Ok(None)
///     }
/// }
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let job = Job::new();
/// let schedules = Schedule::all(&question, &job)?;
/// let total = count_with(&schedules, &mut Alone, &job)?;
/// assert_eq!(total.count.to_string(), "9862");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Exchange {
    /// The worker of each pattern of a layer.
    type Partition;
    /// The reason why a count has no result.
    type Error: From<CountError>;

    /// Returns the number of this worker, from 0.
    fn worker(&self) -> usize;

    /// Returns the number of workers.
    fn workers(&self) -> usize;

    /// Sends a message to all workers, this one included, and returns the messages of all, in any order.
    /// Empty messages are not sent.
    fn broadcast(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, Self::Error>;

    /// Returns the partition of layer 0, all of which is with worker 0.
    fn initial(&self) -> Self::Partition;

    /// Returns the partition of a layer that was computed from a source with this partition.
    fn carried(
        &self,
        schedule: &Schedule,
        layer: usize,
        source: &Self::Partition,
    ) -> Self::Partition;

    /// Distributes a layer of which each worker has loaded some parts. `patterns` are those that the layer
    /// may have.
    fn distribute(
        &mut self,
        schedule: &Schedule,
        layer: usize,
        parts: Vec<Layer>,
        patterns: &[u64],
    ) -> Result<Share<Self::Partition>, Self::Error>;

    /// Distributes the source of a layer again, if that is necessary to compute the layer: afterwards all
    /// blocks that lead to one pattern are with one worker. `patterns` are those that the source may have.
    fn redistribute(
        &mut self,
        schedule: &Schedule,
        layer: usize,
        source: Share<Self::Partition>,
        patterns: &[u64],
    ) -> Result<Share<Self::Partition>, Self::Error>;

    /// Returns the blocks of the second half that this worker's blocks of the first are joined with, or
    /// `None` if this worker has them. `patterns` are those that the second half may have.
    fn align(
        &mut self,
        schedule: &Schedule,
        first: &Share<Self::Partition>,
        second: &Share<Self::Partition>,
        patterns: &[u64],
    ) -> Result<Option<Layer>, Self::Error>;
}

/// A worker's part of a layer.
///
/// ```
/// use caracole_count::driver::{Layer, Share};
///
/// let share = Share { layer: Layer::initial(), partition: () };
/// assert_eq!(share.layer.states(), 1);
/// ```
pub struct Share<P> {
    /// The blocks of this worker.
    pub layer: Layer,
    /// The worker of each pattern.
    pub partition: P,
}

/// The result of all workers together.
///
/// ```
/// use caracole_count::Count;
/// use caracole_count::driver::Total;
///
/// let total = Total { count: Count::from(9862_u64), states: 100_000 };
/// assert_eq!(total.count.to_string(), "9862");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number of tours.
    pub count: Count,
    /// The number of states of all layers that were computed.
    pub states: u64,
}

/// The exchange of a single worker, which moves nothing.
///
/// ```
/// use caracole_count::driver::{Exchange, LocalExchange};
///
/// assert_eq!(LocalExchange.workers(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LocalExchange;

impl Exchange for LocalExchange {
    type Partition = ();
    type Error = CountError;

    fn worker(&self) -> usize {
        0
    }

    fn workers(&self) -> usize {
        1
    }

    fn broadcast(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, CountError> {
        Ok(vec![message.to_vec()])
    }

    fn initial(&self) {}

    fn carried(&self, _: &Schedule, _: usize, (): &()) {}

    fn distribute(
        &mut self,
        _: &Schedule,
        _: usize,
        mut parts: Vec<Layer>,
        _: &[u64],
    ) -> Result<Share<()>, CountError> {
        let layer = parts.pop().ok_or_else(|| CountError::inconsistent("the list of layers"))?;
        Ok(Share { layer, partition: () })
    }

    fn redistribute(
        &mut self,
        _: &Schedule,
        _: usize,
        source: Share<()>,
        _: &[u64],
    ) -> Result<Share<()>, CountError> {
        Ok(source)
    }

    fn align(
        &mut self,
        _: &Schedule,
        _: &Share<()>,
        _: &Share<()>,
        _: &[u64],
    ) -> Result<Option<Layer>, CountError> {
        Ok(None)
    }
}

/// Counts together with other workers. Every worker returns the same result.
///
/// Finished layers are kept in the checkpoint folder of the job, if it has one, which all workers must see.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::driver::{LocalExchange, Schedule, count_with};
/// use caracole_count::{Job, Question};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let job = Job::new();
/// let schedules = Schedule::all(&question, &job)?;
/// let total = count_with(&schedules, &mut LocalExchange, &job)?;
/// assert_eq!(total.count.to_string(), "9862");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_with<X: Exchange>(
    schedules: &[Schedule],
    exchange: &mut X,
    job: &Job<'_>,
) -> Result<Total, X::Error> {
    let store = Store::of_worker(job, exchange.worker());
    count_schedules(schedules, &store, exchange, &job.started())
}

/// Counts the parts of a question one after the other.
pub(crate) fn count_schedules<X: Exchange>(
    schedules: &[Schedule],
    store: &Store,
    exchange: &mut X,
    job: &Job<'_>,
) -> Result<Total, X::Error> {
    let mut cycles = Vec::new();
    let mut states = 0_u64;
    for (at, schedule) in schedules.iter().enumerate() {
        cycles.push(part_of(job, at, schedules.len(), |job| {
            let mut driver = Driver::new(schedule, store, exchange, job);
            let cycles = driver.count()?;
            states += driver.states;
            Ok::<_, X::Error>(cycles)
        })?);
    }
    Ok(Total { count: Schedule::total(schedules, &cycles)?, states })
}

/// Computes the layers of a schedule.
pub(crate) struct Driver<'a, X: Exchange> {
    schedule: &'a Schedule,
    /// The patterns of all layers; empty until they are listed. An owned list is cleared when its layer is computed.
    patterns: Cow<'a, [Vec<u64>]>,
    store: &'a Store,
    exchange: &'a mut X,
    job: &'a Job<'a>,
    /// The states of the layers that were computed, by all workers together.
    states: u64,
}

/// The layers that are in memory, by their numbers.
pub(crate) type Layers<P> = Vec<Option<Share<P>>>;

impl<'a, X: Exchange> Driver<'a, X> {
    pub(crate) fn new(
        schedule: &'a Schedule,
        store: &'a Store,
        exchange: &'a mut X,
        job: &'a Job<'a>,
    ) -> Self {
        let patterns = Cow::Borrowed(schedule.listed());
        Self { schedule, patterns, store, exchange, job, states: 0 }
    }

    /// Returns the number of cycles.
    fn count(&mut self) -> Result<Count, X::Error> {
        let finished = match self.finished()? {
            Finished::Count(count) => return Ok(count),
            Finished::Layers(layers) => layers,
        };
        let layers = self.compute(&finished)?;
        let (cycles, _) = self.join(&layers, false)?;
        let count = Count::from(cycles);
        if self.exchange.worker() == 0 {
            self.store.keep_count(self.schedule.fingerprint(), &count)?;
            (1..layers.len()).for_each(|layer| self.store.forget(&self.schedule.identity(layer)));
        }
        Ok(count)
    }

    /// Returns all layers that the store keeps, of which those that were finished before are not computed.
    pub(crate) fn layers(&mut self) -> Result<Layers<X::Partition>, X::Error> {
        match self.finished()? {
            Finished::Layers(finished) => self.compute(&finished),
            Finished::Count(_) => Err(CountError::inconsistent("the folder of the tables").into()),
        }
    }

    /// Returns the finished parts of this schedule in the store. The first worker searches for them, so that all
    /// workers have the same list.
    fn finished(&mut self) -> Result<Finished, X::Error> {
        if self.store.folder().is_none() {
            return Ok(Finished::Layers(Vec::new()));
        }
        let (schedule, mut message) = (self.schedule, String::new());
        if self.exchange.worker() == 0 {
            if let Some(count) = self.store.find_count(schedule.fingerprint())? {
                message = format!("count {count}");
            } else {
                let is_finished =
                    |layer: &usize| self.store.is_finished(&schedule.identity(*layer));
                let layers: Vec<_> = (1..schedule.layers()).filter(is_finished).collect();
                let names: Vec<_> = layers.iter().map(|&at| schedule.identity(at)).collect();
                self.store.remove_unfinished(schedule.fingerprint(), &names);
                let layers: Vec<_> = layers.iter().map(usize::to_string).collect();
                message = format!("layers {}", layers.join(" "));
            }
        }
        let answer = self.exchange.broadcast(message.as_bytes())?.concat();
        let answer = String::from_utf8(answer).ok();
        let finished = answer.and_then(|answer| Finished::parse(&answer, schedule.layers()));
        Ok(finished.ok_or_else(|| damaged("the first worker does not list the finished layers"))?)
    }

    /// Loads finished layers and computes others, as few as possible.
    fn compute(&mut self, finished: &[usize]) -> Result<Layers<X::Partition>, X::Error> {
        let schedule = self.schedule;
        let Work { load, compute, needed } =
            Work::new(schedule, finished, self.store.retention() == Retention::All);
        let mut layers: Layers<_> = (0..schedule.layers()).map(|_| None).collect();
        let is_first = self.exchange.worker() == 0;
        let layer = if is_first { Layer::first(self.store) } else { Layer::empty() };
        layers[0] = Some(Share { layer, partition: self.exchange.initial() });
        if !compute.is_empty() && self.patterns.is_empty() {
            self.patterns = Cow::Owned(schedule.list_patterns(self.job)?);
        }
        for &layer in &load {
            layers[layer] = Some(self.load(layer)?);
        }
        let reporter = ProgressReporter::new(self.job, &self.patterns);
        for layer in (1..schedule.layers()).filter(|_| !compute.is_empty()) {
            let source = schedule.source(layer);
            if !compute.contains(&layer) {
                reporter.skip(&self.patterns[layer]);
            } else if let Some(before) = layers[source].take() {
                let shares = self.advance(layer, before, &reporter)?;
                [layers[source], layers[layer]] = shares.map(Some);
                for (at, share) in layers.iter_mut().enumerate() {
                    let is_needed = |&later: &usize| later > layer && schedule.source(later) == at;
                    if share.is_some() && !needed.contains(&at) && !compute.iter().any(is_needed) {
                        *share = None;
                        if is_first && at > 0 {
                            self.store.forget(&schedule.identity(at));
                        }
                    }
                }
            } else {
                return Err(CountError::inconsistent("the order of the layers").into());
            }
            if let Cow::Owned(patterns) = &mut self.patterns {
                patterns[layer] = Vec::new();
            }
        }
        Ok(layers)
    }

    /// Computes this worker's part of a layer. Returns its source, whose partition can have changed, and the layer.
    fn advance(
        &mut self,
        layer: usize,
        before: Share<X::Partition>,
        reporter: &ProgressReporter<'_>,
    ) -> Result<[Share<X::Partition>; 2], X::Error> {
        reporter.begin();
        let (schedule, patterns) = (self.schedule, &self.patterns);
        let of_source = &patterns[schedule.source(layer)];
        let before = self.exchange.redistribute(schedule, layer, before, of_source)?;
        let patterns = &patterns[layer];
        let targets = if self.exchange.workers() == 1 {
            Cow::Borrowed(patterns)
        } else {
            Cow::Owned(schedule.reached_of(layer, &before.layer, patterns)?)
        };
        let after = schedule.advance(layer, &before.layer, &targets, self.store, reporter)?;
        let states = self.finish(layer, &after)?;
        self.states += states;
        reporter.finished(states, &self.patterns[layer]);
        let partition = self.exchange.carried(schedule, layer, &before.partition);
        Ok([before, Share { layer: after, partition }])
    }

    /// Marks a layer as finished, if the store has a folder. Returns its number of states.
    fn finish(&mut self, layer: usize, share: &Layer) -> Result<u64, X::Error> {
        let (worker, workers) = (self.exchange.worker(), self.exchange.workers());
        if workers == 1 && !self.store.has_parts() {
            return Ok(share.states());
        }
        let part = ManifestEntry::of(share, worker);
        let parts = ManifestEntry::decode_all(&self.exchange.broadcast(&part.encode())?, workers);
        let parts = parts.map_err(damaged)?;
        if self.store.has_parts() {
            if worker == 0 {
                self.store.write_manifest(&self.schedule.identity(layer), &parts)?;
            }
            // No worker continues before the manifest exists.
            self.exchange.broadcast(&[])?;
        }
        Ok(parts.iter().map(|part| part.states).sum())
    }

    /// Loads a finished layer: each worker reads some of its parts, however many there are.
    fn load(&mut self, layer: usize) -> Result<Share<X::Partition>, X::Error> {
        let (schedule, patterns) = (self.schedule, self.patterns.get(layer));
        let (identity, frontier) = (schedule.identity(layer), schedule.frontier(layer));
        let share = (self.exchange.worker(), self.exchange.workers());
        let patterns = patterns.map_or(&[][..], Vec::as_slice);
        let parts = self.store.load(&identity, frontier, share, patterns)?;
        self.exchange.distribute(schedule, layer, parts, patterns)
    }

    /// Joins the halves. Returns the number of cycles and, if asked for, the number of cycles of each
    /// pattern of the first half.
    pub(crate) fn join(
        &mut self,
        layers: &[Option<Share<X::Partition>>],
        with_shares: bool,
    ) -> Result<(BigUint, Option<Layer>), X::Error> {
        let schedule = self.schedule;
        let [Some(first), Some(second)] = schedule.joined().map(|layer| layers[layer].as_ref())
        else {
            return Err(CountError::Unanswerable("a side was lost".into()).into());
        };
        let report = |done| report_join(self.job, schedule.layers() - 1, done);
        report(0.0);
        let patterns = self.patterns.get(schedule.joined()[1]).map_or(&[][..], Vec::as_slice);
        let aligned = self.exchange.align(schedule, first, second, patterns)?;
        let halves = [&first.layer, aligned.as_ref().unwrap_or(&second.layer)];
        let writer = with_shares.then(|| self.store.begin(schedule.shares())).transpose()?;
        let (cycles, shares) = join_layers(&schedule.plan, halves, writer, self.job, &report)?;
        if self.exchange.workers() == 1 {
            return Ok((cycles, shares));
        }
        let all = self.exchange.broadcast(cycles.to_string().as_bytes())?;
        let all = all.iter().map(|digits| BigUint::parse_bytes(digits, 10));
        let all: Option<Vec<_>> = all.collect();
        let all = all.filter(|all| all.len() == self.exchange.workers());
        let all = all.ok_or_else(|| damaged("the share of a worker is not a number"))?;
        Ok((all.into_iter().sum(), shares))
    }
}

/// The finished parts of a schedule in a folder.
enum Finished {
    Count(Count),
    Layers(Vec<usize>),
}

impl Finished {
    /// Reads the message of the first worker. Every number must be a layer.
    fn parse(message: &str, layers: usize) -> Option<Self> {
        if let Some(count) = message.strip_prefix("count ") {
            return count.parse().ok().map(Self::Count);
        }
        let numbers = message.strip_prefix("layers ")?.split_terminator(' ');
        let layer = |number: &str| number.parse().ok().filter(|layer| (1..layers).contains(layer));
        numbers.map(layer).collect::<Option<_>>().map(Self::Layers)
    }
}

/// The layers that are loaded and computed for a schedule.
struct Work {
    /// The layers that are loaded, in their order.
    load: Vec<usize>,
    /// The layers that are computed, in their order.
    compute: Vec<usize>,
    /// The layers that stay to the end.
    needed: Vec<usize>,
}

impl Work {
    /// Returns the work after some layers are finished. As few others as possible are computed.
    fn new(schedule: &Schedule, finished: &[usize], is_all_needed: bool) -> Self {
        let layers = schedule.layers();
        let needed = if is_all_needed { (0..layers).collect() } else { schedule.joined().to_vec() };
        let mut wanted = vec![false; layers];
        for &layer in &needed {
            wanted[layer] = true;
        }
        let (mut load, mut compute) = (Vec::new(), Vec::new());
        for layer in (1..layers).rev() {
            if !wanted[layer] {
                continue;
            }
            if finished.contains(&layer) {
                load.push(layer);
            } else {
                compute.push(layer);
                wanted[schedule.source(layer)] = true;
            }
        }
        load.reverse();
        compute.reverse();
        Self { load, compute, needed }
    }
}

/// Returns the error for an invalid message of another worker.
fn damaged(what: &str) -> CountError {
    CountError::Unsound(format!("what the processes sent each other is damaged: {what}"))
}

#[cfg(test)]
mod tests;
