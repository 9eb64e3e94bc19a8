//! Joins the layers of both sides at the seam, class by class, on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;

use crate::block::{Block, pack_list};
use crate::cores::on_cores;
use crate::join::{Joiner, renumber};
use crate::layer::{Growing, Layer, Reader};
use crate::matching::matchings;
use crate::plan::Plan;
use crate::skeleton::opposite;
use crate::store::Tray;
use crate::weight::{Size, Sum, Weight};
use crate::word::{degree, ends_before, pairs};
use crate::{CountError, Job};

/// What is going on, in words.
const JOINING: &str = "while joining the two halves";
/// So many classes are joined at a time.
const TASK: usize = 256;
/// With fewer states one core is faster than several.
const WORTH_SHARING: u64 = 1 << 12;

/// The number of loops, and for each class of the first side with any its share, if there is a tray
/// for it.
pub(crate) fn join_layers(
    plan: &Plan,
    [first, second]: [&Layer; 2],
    tray: Option<Tray<'_>>,
    job: &Job<'_>,
    tell: &(dyn Fn(f64) + Sync),
) -> Result<(BigUint, Option<Layer>), CountError> {
    let tasks = first.words.len().div_ceil(TASK);
    let next = AtomicUsize::new(0);
    let cores = if first.states < WORTH_SHARING { 1 } else { job.cores() };
    let made = on_cores(cores, || {
        let mut seam = Seam::new(plan, first, second, job.table_bytes());
        let mut sum = Sum::default();
        let mut made = Vec::new();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                return Ok((sum, made));
            }
            job.look().map_err(|cause| CountError::stopped(cause, JOINING))?;
            tell(task as f64 / tasks as f64);
            let classes = task * TASK..first.words.len().min((task + 1) * TASK);
            let Some(tray) = &tray else {
                for class in classes {
                    job.look().map_err(|cause| CountError::stopped(cause, JOINING))?;
                    seam.join(class, &mut sum)?;
                }
                continue;
            };
            let shares = seam.shares(classes, &mut sum)?;
            if !shares.words.is_empty() {
                made.push((task, tray.put(shares, job)?));
            }
        }
    })?;
    let (sums, shares): (Vec<_>, Vec<_>) = made.into_iter().unzip();
    let mut shares: Vec<_> = shares.into_iter().flatten().collect();
    shares.sort_unstable_by_key(|(task, _)| *task);
    let shares = shares.into_iter().map(|(_, segment)| segment).collect();
    let layer = tray.map(|tray| tray.finish(shares)).transpose()?;
    Ok((sums.iter().map(Sum::total).sum(), layer))
}

/// Joins classes of the first side with those of the second.
pub(crate) struct Seam<'a> {
    plan: &'a Plan,
    first: &'a Layer,
    second: &'a Layer,
    first_reader: Reader<'a>,
    second_reader: Reader<'a>,
    small: Joiner<u64>,
    middle: Joiner<u128>,
    large: Joiner<BigUint>,
}

impl<'a> Seam<'a> {
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

    /// Joins classes, and writes down what each of them adds.
    fn shares(
        &mut self,
        classes: std::ops::Range<usize>,
        sum: &mut Sum,
    ) -> Result<Growing, CountError> {
        let mut growing = Growing::default();
        for class in classes {
            let mut share = Sum::default();
            self.join(class, &mut share)?;
            let total = share.total();
            if total != BigUint::ZERO {
                let word = self.first.words[class];
                growing.push(word, |bytes| pack_list(pairs(word), &[(0, total)], bytes));
            }
            sum.add(&share);
        }
        Ok(growing)
    }

    /// Adds what a class of the first side makes with its opposite.
    pub(crate) fn join(&mut self, class: usize, sum: &mut Sum) -> Result<(), CountError> {
        let word = self.first.words[class];
        // Without loose ends nothing joins the sides.
        if pairs(word) == 0 {
            return Ok(());
        }
        let other_word = opposite(self.plan, word);
        let Some(other) = self.second.find(other_word) else { return Ok(()) };
        let new = renumbering(self.plan, word, other_word);
        let first = self.first_reader.block(class)?;
        let second = self.second_reader.block(other)?;
        match size_of_join(first, second) {
            Size::Small => join_blocks(&mut self.small, first, second, &new, sum),
            Size::Middle => join_blocks(&mut self.middle, first, second, &new, sum),
            Size::Large => join_blocks(&mut self.large, first, second, &new, sum),
        }
        Ok(())
    }
}

/// In which numbers two blocks can be joined: no sum of matchings of the first exceeds all of them
/// together, and of the second nothing is added up.
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

/// The matchings of a block with their numbers of ways.
pub(crate) fn entries<W: Weight>(block: Block<'_>) -> Vec<(u64, W)> {
    let mut list = Vec::new();
    block.for_each(|number, ways| list.push((number, ways)));
    list
}

/// The same with the ends numbered anew, growing.
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

/// For each loose end of the second side its number on the first.
pub(crate) fn renumbering(plan: &Plan, word: u64, other_word: u64) -> Vec<usize> {
    let mut new = vec![0; 2 * pairs(word)];
    for (place, &other_place) in plan.places.iter().enumerate() {
        if degree(word, place) == 1 {
            new[ends_before(other_word, other_place)] = ends_before(word, place);
        }
    }
    new
}
