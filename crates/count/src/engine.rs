//! Counts the loops of a spec: sweeps both sides, decides the seam, joins.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use num_bigint::BigUint;

use crate::block::Block;
use crate::join::{Joiner, renumber};
use crate::layer::Layer;
use crate::matching::matchings;
use crate::plan::{Plan, Second};
use crate::skeleton::{Skeleton, opposite};
use crate::spec::Spec;
use crate::store::Store;
use crate::sweep::advance;
use crate::weight::{Sum, Weight};
use crate::word::{degree, ends_before, pairs};
use crate::{Count, CountError, Job};

pub(crate) fn count_loops(spec: &Spec, job: &Job<'_>) -> Result<Count, CountError> {
    let plan = Plan::new(spec)?;
    let t0 = std::time::Instant::now();
    let skeleton = Skeleton::new(&plan);
    let verbose = std::env::var("V").is_ok();
    if verbose {
        eprintln!("skeleton {:?} seam {} {:?}", t0.elapsed(), plan.seam(), matches!(plan.second, Second::Mirrored{..}));
    }
    let store = Store;
    let show = |what: &str, at: usize, after: &Layer| if verbose {
            eprintln!("{what} step {at} classes {} states {} width {} bytes {} {:?}", after.words.len(), after.states, after.width,
            after.segments().map(|(_,_,b)| match b { crate::store::Kept::Memory(b) => b.len(), _ => 0 }).sum::<usize>(), t0.elapsed());
    };
    let mut second = None;
    if let Second::Swept(side) = &plan.second {
        let mut layer = Layer::first();
        for (at, (step, targets)) in side.steps.iter().zip(&skeleton.second[1..]).enumerate() {
            layer = advance(&layer, targets, step, &store, job)?;
            show("second", at, &layer);
        }
        second = Some(layer);
    }
    let mut layer = Layer::first();
    let mut first = None;
    for at in 0..=plan.main.steps.len() {
        if at > 0 {
            layer = advance(&layer, &skeleton.main[at], &plan.main.steps[at - 1], &store, job)?;
            show("main", at, &layer);
        }
        if at == plan.first {
            first = Some(layer.clone());
        }
        if matches!(plan.second, Second::Mirrored { steps, .. } if steps == at) {
            second = Some(layer.clone());
        }
    }
    drop(layer);
    let mut layer = first.unwrap();
    for (at, (step, targets)) in plan.inner.steps.iter().zip(&skeleton.inner[1..]).enumerate() {
        layer = advance(&layer, targets, step, &store, job)?;
        show("inner", at, &layer);
    }
    let second = second.unwrap_or_else(Layer::empty);
    let sum = join_layers(&plan, &layer, &second, &store, job)?;
    if verbose {
        eprintln!("joined {:?}", t0.elapsed());
    }
    Ok(sum.into())
}

fn join_layers(
    plan: &Plan,
    first: &Layer,
    second: &Layer,
    store: &Store,
    job: &Job<'_>,
) -> Result<BigUint, CountError> {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(BigUint::ZERO);
    let labour = || -> Result<(), CountError> {
        let mut seams = Seams::new(plan, first, second, store);
        let mut sum = Sum::default();
        loop {
            let from = next.fetch_add(64, Ordering::Relaxed);
            if from >= first.words.len() {
                break;
            }
            job.look().map_err(|cause| CountError::stopped(cause, "the join"))?;
            for class in from..(from + 64).min(first.words.len()) {
                seams.join(class, &mut sum)?;
            }
        }
        if let Ok(mut total) = total.lock() {
            *total += sum.total();
        }
        Ok(())
    };
    let cores = if first.states < 1 << 12 { 1 } else { job.cores() };
    thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(labour)).collect();
        let mine = labour();
        others.into_iter().map(|other| other.join().unwrap_or(Ok(()))).fold(mine, Result::and)
    })?;
    Ok(total.into_inner().unwrap_or_default())
}

/// Joins classes of the first side with those of the second.
struct Seams<'a> {
    plan: &'a Plan,
    first: &'a Layer,
    second: &'a Layer,
    first_reader: crate::layer::Reader<'a>,
    second_reader: crate::layer::Reader<'a>,
    small: Joiner<u64>,
    middle: Joiner<u128>,
    large: Joiner<BigUint>,
}

impl<'a> Seams<'a> {
    fn new(plan: &'a Plan, first: &'a Layer, second: &'a Layer, store: &'a Store) -> Self {
        Self {
            plan,
            first,
            second,
            first_reader: first.reader(store),
            second_reader: second.reader(store),
            small: Joiner::new(),
            middle: Joiner::new(),
            large: Joiner::new(),
        }
    }

    fn join(&mut self, class: usize, sum: &mut Sum) -> Result<(), CountError> {
        let word = self.first.words[class];
        if pairs(word) == 0 {
            return Ok(());
        }
        let other_word = opposite(self.plan, word);
        let Some(other) = self.second.find(other_word) else { return Ok(()) };
        let new = renumbering(self.plan, word, other_word);
        let first = self.first_reader.block(class)?;
        let second = self.second_reader.block(other)?;
        let bits = first.width() * 8 + 64 - matchings(first.pairs).leading_zeros() as usize;
        if bits <= 64 && second.width() <= 8 {
            join_blocks(&mut self.small, first, second, &new, sum);
        } else if bits <= 128 && second.width() <= 16 {
            join_blocks(&mut self.middle, first, second, &new, sum);
        } else {
            join_blocks(&mut self.large, first, second, &new, sum);
        }
        Ok(())
    }
}

fn join_blocks<W: Weight>(
    joiner: &mut Joiner<W>,
    first: Block<'_>,
    second: Block<'_>,
    new: &[usize],
    sum: &mut Sum,
) {
    let mut firsts = Vec::new();
    first.for_each(|number, ways: W| firsts.push((number, ways)));
    let mut seconds = Vec::new();
    if new.is_sorted() {
        second.for_each(|number, ways: W| seconds.push((number, ways)));
    } else {
        second.for_each(|number, ways: W| {
            seconds.push((renumber(second.pairs, number, new), ways));
        });
        seconds.sort_unstable_by_key(|&(number, _)| number);
    }
    joiner.join(first.pairs, &firsts, &seconds, sum);
}

/// For each loose end of the second side its number on the first.
fn renumbering(plan: &Plan, word: u64, other_word: u64) -> Vec<usize> {
    let mut new = vec![0; 2 * pairs(word)];
    for (place, &other_place) in plan.places.iter().enumerate() {
        if degree(word, place) == 1 {
            new[ends_before(other_word, other_place)] = ends_before(word, place);
        }
    }
    new
}
