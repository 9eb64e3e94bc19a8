//! Joins the layers of both halves at the separator, pattern by pattern, on all threads.

mod joiner;

pub(crate) use joiner::{Joiner, MatchingPair, renumber};

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use crate::block::{Block, pack_list};
use crate::layer::{Layer, Reader, SegmentBuilder};
use crate::matching::matchings;
use crate::pattern::{degree, ends_before, pairs};
use crate::patterns::opposite;
use crate::plan::Plan;
use crate::store::LayerWriter;
use crate::threads::on_threads;
use crate::weight::{Size, Sum, Weight};
use crate::{CountError, Job};

/// The description of a stop.
const JOINING: &str = "while joining the two halves";
/// The number of patterns of a task.
const TASK: usize = 256;
/// The minimum number of states for which several threads are faster than one.
const MIN_SHARED_STATES: u64 = 1 << 12;

/// Returns the number of cycles and, if there is a writer, the number of cycles of each pattern of the first half
/// that has any.
pub(crate) fn join_layers(
    plan: &Plan,
    [first, second]: [&Layer; 2],
    writer: Option<LayerWriter<'_>>,
    job: &Job<'_>,
    report: &(dyn Fn(f64) + Sync),
) -> Result<(BigUint, Option<Layer>), CountError> {
    let tasks = first.patterns.len().div_ceil(TASK);
    let next = AtomicUsize::new(0);
    let cores = if first.states < MIN_SHARED_STATES { 1 } else { job.threads() };
    let made = on_threads(cores, || {
        let mut separator = LayerJoin::new(plan, first, second, job.table_bytes());
        let mut sum = Sum::default();
        let mut made = Vec::new();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return Ok::<_, CountError>((sum, made));
            }
            job.check_limits().map_err(|cause| CountError::stopped(cause, JOINING))?;
            report(task as f64 / tasks as f64);
            let indices = task * TASK..first.patterns.len().min((task + 1) * TASK);
            let Some(writer) = &writer else {
                for index in indices {
                    job.check_limits().map_err(|cause| CountError::stopped(cause, JOINING))?;
                    separator.join(index, &mut sum)?;
                }
                continue;
            };
            let shares = separator.shares(indices, &mut sum)?;
            if !shares.patterns.is_empty() {
                made.push((task, writer.put(shares, job)?));
            }
        }
    })?;
    let (sums, shares): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    let mut shares: Vec<_> = shares.into_iter().flatten().collect();
    shares.sort_unstable_by_key(|(task, _)| *task);
    let shares = shares.into_iter().map(|(_, segment)| segment).collect();
    let layer = writer.map(|writer| writer.finish(shares)).transpose()?;
    Ok((sums.iter().map(Sum::total).sum(), layer))
}

/// Joins patterns of the first half with those of the second.
pub(crate) struct LayerJoin<'a> {
    plan: &'a Plan,
    first: &'a Layer,
    second: &'a Layer,
    first_reader: Reader<'a>,
    second_reader: Reader<'a>,
    small: Joiner<u64>,
    middle: Joiner<u128>,
    large: Joiner<BigUint>,
}

impl<'a> LayerJoin<'a> {
    pub(crate) const fn new(
        plan: &'a Plan,
        first: &'a Layer,
        second: &'a Layer,
        table_bytes: u64,
    ) -> Self {
        Self {
            plan,
            first,
            second,
            first_reader: first.reader(),
            second_reader: second.reader(),
            small: Joiner::new(table_bytes),
            middle: Joiner::new(table_bytes),
            large: Joiner::new(table_bytes),
        }
    }

    /// Joins patterns, and returns the number of cycles of each.
    fn shares(
        &mut self,
        indices: std::ops::Range<usize>,
        sum: &mut Sum,
    ) -> Result<SegmentBuilder, CountError> {
        let mut builder = SegmentBuilder::default();
        for index in indices {
            let mut share = Sum::default();
            self.join(index, &mut share)?;
            let total = share.total();
            if total != BigUint::ZERO {
                let pattern = self.first.patterns[index];
                builder.push(pattern, |bytes| pack_list(pairs(pattern), &[(0, total)], bytes))?;
            }
            sum.add(&share);
        }
        Ok(builder)
    }

    /// Adds the number of cycles of a pattern of the first half with its opposite.
    pub(crate) fn join(&mut self, index: usize, sum: &mut Sum) -> Result<(), CountError> {
        let pattern = self.first.patterns[index];
        // Without loose ends the halves are not connected.
        if pairs(pattern) == 0 {
            return Ok(());
        }
        let other_pattern = opposite(self.plan, pattern);
        let Some(other) = self.second.find(other_pattern) else { return Ok(()) };
        let new = renumbering(self.plan, pattern, other_pattern);
        let first = self.first_reader.block(index)?;
        let second = self.second_reader.block(other)?;
        match size_of_join(first, second) {
            Size::Small => join_blocks(&mut self.small, first, second, &new, sum),
            Size::Middle => join_blocks(&mut self.middle, first, second, &new, sum),
            Size::Large => join_blocks(&mut self.large, first, second, &new, sum),
        }
        Ok(())
    }
}

/// Returns the integer size for the join of two blocks: sums of weights of the first do not exceed the sum of all of
/// them, and weights of the second are not added.
pub(crate) fn size_of_join(first: Block<'_>, second: Block<'_>) -> Size {
    let bits = first.width() * 8 + 64 - matchings(first.pairs).leading_zeros() as usize;
    Size::of_bits(bits.max(second.width() * 8))
}

fn join_blocks<W: Weight>(
    joiner: &mut Joiner<W>,
    first: Block<'_>,
    second: Block<'_>,
    new: &[usize],
    sum: &mut Sum,
) {
    let first_list = entries(first);
    let second_list = renumbered_entries(second, new);
    joiner.join(first.pairs, &first_list, &second_list, sum);
}

/// Returns the matchings of a block with their weights.
pub(crate) fn entries<W: Weight>(block: Block<'_>) -> Vec<(u64, W)> {
    let mut list = Vec::new();
    block.for_each(|number, weight| list.push((number, weight)));
    list
}

/// Returns the matchings of a block after a renumbering of the ends, in increasing order, with their weights.
pub(crate) fn renumbered_entries<W: Weight>(block: Block<'_>, new: &[usize]) -> Vec<(u64, W)> {
    let mut list = entries(block);
    if !new.is_sorted() {
        for (number, _) in &mut list {
            *number = renumber(block.pairs, *number, new);
        }
        list.sort_unstable_by_key(|&(number, _)| number);
    }
    list
}

/// Returns for each loose end of the second half its number in the first half.
pub(crate) fn renumbering(plan: &Plan, pattern: u64, other_pattern: u64) -> Vec<usize> {
    let mut new = vec![0; 2 * pairs(pattern)];
    for (place, &other_place) in plan.places.iter().enumerate() {
        if degree(pattern, place) == 1 {
            new[ends_before(other_pattern, other_place)] = ends_before(pattern, place);
        }
    }
    new
}

#[cfg(test)]
mod tests;
