//! One step for all states of a layer, on all cores.
//!
//! The classes of the next layer are known. Each gathers from the classes that lead to it, so nobody
//! writes where another writes, and a step is the same on one core and on many.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use caracole_core::StopCause;
use num_bigint::BigUint;

use crate::block::{pack_dense, pack_list};
use crate::cores::on_cores;
use crate::layer::{Growing, Layer, Reader};
use crate::matching::{Change, LOOP, TABLE_PAIRS, matchings};
use crate::skeleton::seek;
use crate::step::Step;
use crate::store::{Placed, Tray};
use crate::tell::{Teller, work};
use crate::weight::{Size, Weight};
use crate::word::pairs;
use crate::{CountError, Job};

/// Where fewer than one in so many matchings occur, they are listed and sorted.
const SPARSE: u64 = 16;
/// With less to do than this, as seen from the classes, one core is faster than several.
const WORTH_SHARING: u64 = 1 << 16;

/// One step of a sweep.
#[derive(Clone, Copy)]
pub(crate) struct Advance<'a> {
    pub(crate) layer: &'a Layer,
    pub(crate) step: &'a Step,
    /// No other classes are made, and these only as far as they have states.
    pub(crate) targets: &'a [u64],
    pub(crate) job: &'a Job<'a>,
    pub(crate) teller: &'a Teller<'a>,
}

impl Advance<'_> {
    /// The layer after the step.
    pub(crate) fn run(&self, tray: Tray<'_>) -> Result<Layer, CountError> {
        // So large a sum of as many numbers as lead to a state can be.
        let bits = self.layer.width * 8 + 64 - self.step.ways_in().leading_zeros() as usize;
        match Size::of_bits(bits) {
            Size::Small => self.run_in::<u64>(tray),
            Size::Middle => self.run_in::<u128>(tray),
            Size::Large => self.run_in::<BigUint>(tray),
        }
    }

    fn run_in<W: Weight>(&self, tray: Tray<'_>) -> Result<Layer, CountError> {
        let tasks = cut_in_tasks(self.targets);
        let cores = if work(self.targets) < WORTH_SHARING { 1 } else { self.job.cores() };
        let next = AtomicUsize::new(0);
        let states = AtomicU64::new(0);
        let stopped = |cause| CountError::stopped(cause, self.teller.place());
        let made = on_cores(cores.min(tasks.len()), || {
            let mut gather = Gather::<W>::new(self);
            let mut made = Vec::new();
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                let Some(range) = tasks.get(task) else { return Ok(made) };
                self.job.look().map_err(stopped)?;
                let targets = &self.targets[range.clone()];
                let segments = gather.all(targets, &tray, &stopped)?;
                let new: u64 = segments.iter().map(|segment| segment.states).sum();
                self.teller.add(targets, states.fetch_add(new, Ordering::Relaxed) + new);
                made.push((task, segments));
            }
        })?;
        let mut made: Vec<_> = made.into_iter().flatten().collect();
        made.sort_unstable_by_key(|(task, _)| *task);
        tray.finish(made.into_iter().flat_map(|(_, segments)| segments).collect())
    }
}

/// Ranges of targets with about equal work.
fn cut_in_tasks(targets: &[u64]) -> Vec<Range<usize>> {
    const WORK: u64 = 1 << 17;
    let mut tasks = Vec::new();
    let (mut from, mut work) = (0, 0);
    for (at, &word) in targets.iter().enumerate() {
        work += 4 + matchings(pairs(word)).min(1 << 14);
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

/// Gathers the states of classes from the layer before.
struct Gather<'a, W> {
    layer: &'a Layer,
    reader: Reader<'a>,
    step: &'a Step,
    job: &'a Job<'a>,
    /// The bytes that tables of changes may take.
    table_bytes: u64,
    /// For each choice how far it has come in the layer before.
    at: Vec<usize>,
    /// Where a class comes from: a place in the layer before, and what the choice does.
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
        tray: &Tray<'_>,
        stopped: &impl Fn(StopCause) -> CountError,
    ) -> Result<Vec<Placed>, CountError> {
        if let Some(&first) = targets.first() {
            for (choice, at) in self.step.choices.iter().zip(&mut self.at) {
                let least = self.step.first_source(choice, first);
                *at = self.layer.words.partition_point(|&word| word < least);
            }
        }
        let mut segments = vec![];
        let mut growing = Growing::default();
        for &target in targets {
            self.one(target, &mut growing)?;
            if growing.bytes.len() > tray.segment() {
                self.job.look().map_err(stopped)?;
                segments.push(tray.put(std::mem::take(&mut growing), self.job)?);
            }
        }
        if !growing.words.is_empty() {
            segments.push(tray.put(growing, self.job)?);
        }
        Ok(segments)
    }

    fn one(&mut self, target: u64, growing: &mut Growing) -> Result<(), CountError> {
        self.find_sources(target);
        if let &[(class, Change::Same)] = &self.sources[..] {
            let block = self.reader.block(class)?;
            growing.push(target, |bytes| block.copy(bytes));
            return Ok(());
        }
        let after = pairs(target);
        let mut states = 0;
        for &(class, _) in &self.sources {
            states += self.reader.block(class)?.states();
        }
        if after > TABLE_PAIRS || matchings(after) > SPARSE * states {
            return self.one_by_list(target, after, growing);
        }
        let size = matchings(after) as usize;
        if self.dense.len() < size {
            self.dense.resize(size, W::default());
        }
        let dense = &mut self.dense[..size];
        for &(class, change) in &self.sources {
            let block = self.reader.block(class)?;
            if change == Change::Same {
                block.for_each(|number, ways: W| dense[number as usize].add(&ways));
            } else if let Some(table) = change.table(block.pairs, self.table_bytes) {
                block.for_each(|number, ways: W| {
                    let number = table[number as usize];
                    if number != LOOP {
                        dense[number as usize].add(&ways);
                    }
                });
            } else {
                block.for_each(|number, ways: W| {
                    if let Some(number) = change.apply(block.pairs, number) {
                        dense[number as usize].add(&ways);
                    }
                });
            }
        }
        growing.push(target, |bytes| pack_dense(dense, bytes));
        Ok(())
    }

    /// Where there are too many matchings, or too few that occur, to have a place for each.
    fn one_by_list(
        &mut self,
        target: u64,
        after: usize,
        growing: &mut Growing,
    ) -> Result<(), CountError> {
        let list = &mut self.list;
        list.clear();
        for &(class, change) in &self.sources {
            let block = self.reader.block(class)?;
            match change.table_at_hand(block.pairs) {
                Some(table) => block.for_each(|number, ways: W| {
                    let number = table[number as usize];
                    if number != LOOP {
                        list.push((number.into(), ways));
                    }
                }),
                None => block.for_each(|number, ways: W| {
                    list.extend(change.apply(block.pairs, number).map(|number| (number, ways)));
                }),
            }
        }
        list.sort_unstable_by_key(|&(number, _)| number);
        list.dedup_by(|(number, ways), (kept, sum)| {
            let same = number == kept;
            if same {
                sum.add(ways);
            }
            same
        });
        growing.push(target, |bytes| pack_list(after, list, bytes));
        Ok(())
    }

    fn find_sources(&mut self, target: u64) {
        self.sources.clear();
        let words = &self.layer.words;
        for (choice, at) in self.step.choices.iter().zip(&mut self.at) {
            let Some(source) = self.step.source(choice, target) else { continue };
            *at = seek(words, *at, source);
            if words.get(*at) == Some(&source) {
                self.sources.push((*at, self.step.change(choice, source)));
            }
        }
    }
}
