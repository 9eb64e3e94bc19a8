//! One step for all states of a layer, on all threads.
//!
//! The patterns of the next layer are known. Each collects the weights of the patterns that lead to it, so no two
//! threads write the same block, and the result does not depend on the number of threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use caracole_verify::StopCause;
use num_bigint::BigUint;

use crate::block::{pack_dense, pack_list};
use crate::layer::{Layer, Reader, SegmentBuilder};
use crate::matching::{CLOSES_CYCLE, Change, MAX_TABLE_PAIRS, matchings};
use crate::pattern::pairs;
use crate::patterns::seek;
use crate::progress::{ProgressReporter, work};
use crate::step::Step;
use crate::store::{LayerWriter, StoredSegment};
use crate::threads::on_threads;
use crate::weight::{Size, Weight, merge_equal};
use crate::{CountError, Job};

/// If at most one of this number of matchings has a weight, the matchings are listed and sorted.
const SPARSE: u64 = 16;
/// The minimum estimated work for which several threads are faster than one.
const MIN_SHARED_WORK: u64 = 1 << 16;

/// One step of a sweep.
#[derive(Clone, Copy)]
pub(crate) struct Advance<'a> {
    pub(crate) layer: &'a Layer,
    pub(crate) step: &'a Step,
    /// The patterns that are computed. Those without states are left out.
    pub(crate) targets: &'a [u64],
    pub(crate) job: &'a Job<'a>,
    pub(crate) reporter: &'a ProgressReporter<'a>,
}

impl Advance<'_> {
    /// Returns the layer after the step.
    pub(crate) fn run(&self, writer: LayerWriter<'_>) -> Result<Layer, CountError> {
        // The size of the largest possible sum of the weights that lead to a state.
        let bits = self.layer.width * 8 + 64 - self.step.max_sources().leading_zeros() as usize;
        match Size::of_bits(bits) {
            Size::Small => self.run_in::<u64>(writer),
            Size::Middle => self.run_in::<u128>(writer),
            Size::Large => self.run_in::<BigUint>(writer),
        }
    }

    fn run_in<W: Weight>(&self, writer: LayerWriter<'_>) -> Result<Layer, CountError> {
        let tasks = cut_in_tasks(self.targets);
        let cores = if work(self.targets) < MIN_SHARED_WORK { 1 } else { self.job.threads() };
        let next = AtomicUsize::new(0);
        let states = AtomicU64::new(0);
        let stopped = |cause| CountError::stopped(cause, self.reporter.place());
        let made = on_threads(cores.min(tasks.len()), || {
            let mut gather = Gather::<W>::new(self);
            let mut made = Vec::new();
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                let Some(range) = tasks.get(task) else { return Ok::<_, CountError>(made) };
                self.job.check_limits().map_err(stopped)?;
                let targets = &self.targets[range.clone()];
                let segments = gather.all(targets, &writer, &stopped)?;
                let new: u64 = segments.iter().map(|segment| segment.states).sum();
                self.reporter.add(targets, states.fetch_add(new, Ordering::Relaxed) + new);
                made.push((task, segments));
            }
        })?;
        let mut made: Vec<_> = made.into_iter().flatten().collect();
        made.sort_unstable_by_key(|(task, _)| *task);
        writer.finish(made.into_iter().flat_map(|(_, segments)| segments).collect())
    }
}

/// Divides the targets into ranges of about equal work.
fn cut_in_tasks(targets: &[u64]) -> Vec<Range<usize>> {
    const WORK: u64 = 1 << 17;
    let mut tasks = Vec::new();
    let (mut from, mut work) = (0, 0);
    for (at, &pattern) in targets.iter().enumerate() {
        work += 4 + matchings(pairs(pattern)).min(1 << 14);
        if work >= WORK {
            tasks.push(from..at + 1);
            (from, work) = (at + 1, 0);
        }
    }
    if from < targets.len() {
        tasks.push(from..targets.len());
    }
    tasks
}

/// Collects the states of patterns from the previous layer.
struct Gather<'a, W> {
    layer: &'a Layer,
    reader: Reader<'a>,
    step: &'a Step,
    job: &'a Job<'a>,
    /// The limit of bytes of all tables of changes.
    table_bytes: u64,
    /// For each choice its position in the previous layer.
    at: Vec<usize>,
    /// The sources of a pattern: indices in the previous layer, with the change of the matching.
    sources: Vec<(usize, Change)>,
    dense: Vec<W>,
    list: Vec<(u64, W)>,
}

impl<'a, W: Weight> Gather<'a, W> {
    fn new(advance: &'a Advance<'a>) -> Self {
        let Advance { layer, step, job, .. } = *advance;
        let at = vec![0; step.choices.len()];
        let reader = layer.reader();
        let (sources, dense, list) = Default::default();
        Self { layer, reader, step, job, table_bytes: job.table_bytes(), at, sources, dense, list }
    }

    fn all(
        &mut self,
        targets: &[u64],
        writer: &LayerWriter<'_>,
        stopped: &impl Fn(StopCause) -> CountError,
    ) -> Result<Vec<StoredSegment>, CountError> {
        if let Some(&first) = targets.first() {
            for (choice, at) in self.step.choices.iter().zip(&mut self.at) {
                let least = self.step.first_source(choice, first);
                *at = self.layer.patterns.partition_point(|&pattern| pattern < least);
            }
        }
        let mut segments = vec![];
        let mut builder = SegmentBuilder::default();
        for &target in targets {
            self.one(target, &mut builder)?;
            if builder.bytes.len() > writer.segment() {
                self.job.check_limits().map_err(stopped)?;
                segments.push(writer.put(std::mem::take(&mut builder), self.job)?);
            }
        }
        if !builder.patterns.is_empty() {
            segments.push(writer.put(builder, self.job)?);
        }
        Ok(segments)
    }

    fn one(&mut self, target: u64, builder: &mut SegmentBuilder) -> Result<(), CountError> {
        self.find_sources(target);
        if let &[(index, Change::Same)] = &self.sources[..] {
            let block = self.reader.block(index)?;
            return builder.push(target, |bytes| block.copy(bytes));
        }
        let after = pairs(target);
        let mut states = 0;
        for &(index, _) in &self.sources {
            states += self.reader.block(index)?.states();
        }
        if after > MAX_TABLE_PAIRS || matchings(after) > SPARSE * states {
            return self.one_by_list(target, after, builder);
        }
        let size = matchings(after) as usize;
        if self.dense.len() < size {
            self.dense.resize(size, W::default());
        }
        let dense = &mut self.dense[..size];
        for &(index, change) in &self.sources {
            let block = self.reader.block(index)?;
            if change == Change::Same {
                block.for_each(|number, weight: W| dense[number as usize].add(&weight));
            } else if let Some(table) = change.table(block.pairs, self.table_bytes) {
                block.for_each(|number, weight: W| {
                    let number = table[number as usize];
                    if number != CLOSES_CYCLE {
                        dense[number as usize].add(&weight);
                    }
                });
            } else {
                block.for_each(|number, weight: W| {
                    if let Some(number) = change.apply(block.pairs, number) {
                        dense[number as usize].add(&weight);
                    }
                });
            }
        }
        builder.push(target, |bytes| pack_dense(dense, bytes))
    }

    /// Collects the states of a pattern in a list, because a slot for each matching would take too much memory or
    /// time.
    fn one_by_list(
        &mut self,
        target: u64,
        after: usize,
        builder: &mut SegmentBuilder,
    ) -> Result<(), CountError> {
        let list = &mut self.list;
        list.clear();
        for &(index, change) in &self.sources {
            let block = self.reader.block(index)?;
            match change.existing_table(block.pairs) {
                Some(table) => block.for_each(|number, weight: W| {
                    let number = table[number as usize];
                    if number != CLOSES_CYCLE {
                        list.push((number.into(), weight));
                    }
                }),
                None => block.for_each(|number, weight: W| {
                    list.extend(change.apply(block.pairs, number).map(|number| (number, weight)));
                }),
            }
        }
        list.sort_unstable_by_key(|&(number, _)| number);
        merge_equal(list);
        builder.push(target, |bytes| pack_list(after, list, bytes))
    }

    fn find_sources(&mut self, target: u64) {
        self.sources.clear();
        let patterns = &self.layer.patterns;
        for (choice, at) in self.step.choices.iter().zip(&mut self.at) {
            let Some(source) = self.step.source(choice, target) else { continue };
            *at = seek(patterns, *at, source);
            if patterns.get(*at) == Some(&source) {
                self.sources.push((*at, self.step.change(choice, source)));
            }
        }
    }
}
