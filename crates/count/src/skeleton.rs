//! The classes of every layer, without their states: which can be reached, and which can be finished.
//!
//! Degrees alone rule out most of what cannot be finished, and classes are few compared with states.

use std::sync::atomic::{AtomicUsize, Ordering};

use caracole_core::StopCause;

use crate::cores::on_cores;
use crate::plan::{Plan, Second};
use crate::step::Step;
use crate::word::{complement, permuted};
use crate::{CountError, Job};

/// The classes that matter, layer by layer: before the first step, and after each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skeleton {
    pub(crate) main: Vec<Vec<u64>>,
    /// Empty if the second side is not swept.
    pub(crate) second: Vec<Vec<u64>>,
    /// From the end of the first side on.
    pub(crate) inner: Vec<Vec<u64>>,
}

impl Skeleton {
    /// Finds them, or says that they alone take too much.
    pub(crate) fn new(plan: &Plan, job: &Job<'_>) -> Result<Self, CountError> {
        let mut bill = Bill { job, classes: 0 };
        let mut main = reached(vec![0], &plan.main.steps, &mut bill)?;
        let mut inner = reached(main[plan.first].clone(), &plan.inner.steps, &mut bill)?;
        let mut second = match &plan.second {
            Second::Swept(side) => reached(vec![0], &side.steps, &mut bill)?,
            Second::Mirrored { .. } => Vec::new(),
        };
        let other = match plan.second {
            Second::Swept(_) => second.last(),
            Second::Mirrored { steps, .. } => main.get(steps),
        };
        let other = other.map_or(&[][..], Vec::as_slice);
        let last = inner.len() - 1;
        inner[last].retain(|&word| other.binary_search(&opposite(plan, word)).is_ok());
        let mut wanted: Vec<_> = inner[last].iter().map(|&word| opposite(plan, word)).collect();
        wanted.sort_unstable();
        retain_all(&mut inner, &plan.inner.steps, job, |_| &[])?;
        let at_first = std::mem::take(&mut inner[0]);
        match &plan.second {
            Second::Swept(side) => {
                second[side.steps.len()] = wanted;
                retain_all(&mut second, &side.steps, job, |_| &[])?;
                main[plan.first].clone_from(&at_first);
                retain_all(&mut main, &plan.main.steps, job, |_| &[])?;
            }
            &Second::Mirrored { steps, .. } => {
                let both = if steps == plan.first { union(&at_first, &wanted) } else { vec![] };
                let kept = |at: usize| match at {
                    _ if at == plan.first && at == steps => &both[..],
                    _ if at == plan.first => &at_first[..],
                    _ if at == steps => &wanted[..],
                    _ => &[],
                };
                let last = plan.main.steps.len();
                main[last] = kept(last).to_vec();
                retain_all(&mut main, &plan.main.steps, job, kept)?;
            }
        }
        inner[0] = at_first;
        Ok(Self { main, second, inner })
    }
}

/// What the classes take.
struct Bill<'a> {
    job: &'a Job<'a>,
    classes: u64,
}

impl Bill<'_> {
    /// There are more classes. Each is a word in a list, and lists are a little longer than what they
    /// hold.
    fn add(&mut self, classes: usize) -> Result<(), CountError> {
        const EACH: u64 = 10;
        self.classes += classes as u64;
        let bytes = self.classes * EACH;
        if self.job.memory_limit().is_some_and(|limit| bytes > limit) {
            return Err(stopped(StopCause::Memory));
        }
        look(self.job)
    }
}

fn stopped(cause: StopCause) -> CountError {
    CountError::stopped(cause, "while listing the degree patterns, before any state was counted")
}

fn look(job: &Job<'_>) -> Result<(), CountError> {
    job.look().map_err(stopped)
}

/// Both growing lists as one.
fn union(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// The class of the second side that fits a class of the first.
pub(crate) fn opposite(plan: &Plan, word: u64) -> u64 {
    let mut from = [0; crate::word::MOST_OPEN];
    for (place, &second) in plan.places.iter().enumerate() {
        from[second] = place;
    }
    permuted(complement(word, plan.seam()), &from[..plan.seam()])
}

/// The class of the first side that fits a class of the second.
pub(crate) fn facing(plan: &Plan, word: u64) -> u64 {
    permuted(complement(word, plan.seam()), &plan.places)
}

/// All classes that can be reached, before the first step and after each.
fn reached(
    first: Vec<u64>,
    steps: &[Step],
    bill: &mut Bill<'_>,
) -> Result<Vec<Vec<u64>>, CountError> {
    let mut layers = vec![first];
    for step in steps {
        let next = targets(layers.last().map_or(&[], Vec::as_slice), step, bill.job)?;
        bill.add(next.len())?;
        layers.push(next);
    }
    Ok(layers)
}

/// Keeps what leads to the last layer, and what is kept besides.
fn retain_all<'a>(
    layers: &mut [Vec<u64>],
    steps: &[Step],
    job: &Job<'_>,
    kept: impl Fn(usize) -> &'a [u64],
) -> Result<(), CountError> {
    for (at, step) in steps.iter().enumerate().rev() {
        let (before, after) = layers.split_at_mut(at + 1);
        before[at] = leading(&before[at], step, &after[0], kept(at), job)?;
    }
    Ok(())
}

/// Classes between two looks at the clock.
const UNTIL_LOOK: usize = 1 << 14;

/// With fewer classes one core is faster than several.
const WORTH_SHARING: usize = 1 << 15;

/// Pieces of work, a core for each, and what they make, one after the other.
fn in_pieces<P: Sync>(
    pieces: &[P],
    work: impl Fn(&P) -> Result<Vec<u64>, CountError> + Sync,
) -> Result<Vec<u64>, CountError> {
    let next = AtomicUsize::new(0);
    let mut made = on_cores(pieces.len(), || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        Ok((piece, pieces.get(piece).map_or_else(|| Ok(Vec::new()), &work)?))
    })?;
    if made.len() == 1 {
        return Ok(made.pop().map(|(_, words)| words).unwrap_or_default());
    }
    made.sort_unstable_by_key(|(piece, _)| *piece);
    Ok(made.into_iter().flat_map(|(_, words)| words).collect())
}

/// The classes that a step leads to.
pub(crate) fn targets(words: &[u64], step: &Step, job: &Job<'_>) -> Result<Vec<u64>, CountError> {
    let cores = if words.len() < WORTH_SHARING { 1 } else { job.cores() };
    // Each core makes those between two bounds; the bounds are drawn from some of them.
    let every = words.len() / 512 + 1;
    let mut some: Vec<u64> = words
        .iter()
        .step_by(every)
        .flat_map(|&word| step.choices.iter().filter_map(move |choice| step.target(choice, word)))
        .collect();
    some.sort_unstable();
    let bound = |core: usize| some.get(some.len() * core / cores).copied();
    let bounds: Vec<_> = (0..cores)
        .map(|core| (bound(core).filter(|_| core > 0).unwrap_or(0), bound(core + 1)))
        .map(|(from, to)| (from, to.unwrap_or(u64::MAX)))
        .collect();
    in_pieces(&bounds, |&(from, to)| targets_between(words, step, (from, to), job))
}

/// Along each choice the targets grow, so they are merged.
fn targets_between(
    words: &[u64],
    step: &Step,
    (from, to): (u64, u64),
    job: &Job<'_>,
) -> Result<Vec<u64>, CountError> {
    let mut streams: Vec<_> = step
        .choices
        .iter()
        .map(|choice| {
            let least = step.first_source(choice, from);
            let at = words.partition_point(|&word| word < least);
            let targets = words[at..].iter().filter_map(move |&word| step.target(choice, word));
            targets.skip_while(move |&target| target < from).take_while(move |&target| target < to)
        })
        .collect();
    let mut heads: Vec<_> = streams.iter_mut().map(Iterator::next).collect();
    let mut merged = Vec::new();
    while let Some(least) = heads.iter().flatten().min().copied() {
        if merged.len().is_multiple_of(UNTIL_LOOK) {
            look(job)?;
        }
        merged.push(least);
        for (head, stream) in heads.iter_mut().zip(&mut streams) {
            if *head == Some(least) {
                *head = stream.next();
            }
        }
    }
    Ok(merged)
}

/// The classes that lead to one of `after`, and those `wanted` besides.
fn leading(
    words: &[u64],
    step: &Step,
    after: &[u64],
    wanted: &[u64],
    job: &Job<'_>,
) -> Result<Vec<u64>, CountError> {
    let cores = if words.len() < WORTH_SHARING { 1 } else { job.cores() };
    let chunks: Vec<_> = words.chunks(words.len().div_ceil(cores).max(1)).collect();
    in_pieces(&chunks, |chunk| {
        let mut at = vec![0; step.choices.len()];
        let mut at_wanted = 0;
        let mut leads = |word: u64| {
            let mut leads = false;
            for (choice, at) in step.choices.iter().zip(&mut at) {
                if let Some(target) = step.target(choice, word) {
                    *at = seek(after, *at, target);
                    leads |= after.get(*at) == Some(&target);
                }
            }
            at_wanted = seek(wanted, at_wanted, word);
            leads || wanted.get(at_wanted) == Some(&word)
        };
        let mut kept = Vec::new();
        for some in chunk.chunks(UNTIL_LOOK) {
            look(job)?;
            kept.extend(some.iter().copied().filter(|&word| leads(word)));
        }
        Ok(kept)
    })
}

/// The first place from `from` on where a growing list is not below `word`.
pub(crate) fn seek(words: &[u64], from: usize, word: u64) -> usize {
    let mut reach = 1;
    let mut low = from;
    while low + reach <= words.len() && words[low + reach - 1] < word {
        low += reach;
        reach *= 2;
    }
    let high = (low + reach).min(words.len());
    low + words[low..high].partition_point(|&other| other < word)
}
