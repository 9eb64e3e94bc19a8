//! The degree patterns of every layer that lie on a path from the first layer to the join.
//!
//! They are listed before any state is computed. Degrees alone exclude most states that lead to no cycle, and
//! patterns are few compared with states.

use std::sync::atomic::{AtomicUsize, Ordering};

use caracole_verify::StopCause;

use crate::pattern::{complement, permuted};
use crate::plan::{Plan, Second};
use crate::step::Step;
use crate::threads::on_threads;
use crate::{CountError, Job};

/// The patterns of each layer, before the first step and after each step.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternLists {
    pub(crate) main: Vec<Vec<u64>>,
    /// Empty if the second half is a mirror image.
    pub(crate) second: Vec<Vec<u64>>,
    /// Begins with the last layer of the first half.
    pub(crate) inner: Vec<Vec<u64>>,
}

impl PatternLists {
    /// Lists the patterns, unless they need too much memory.
    pub(crate) fn new(plan: &Plan, job: &Job<'_>) -> Result<Self, CountError> {
        let mut budget = MemoryBudget { job, patterns: 0 };
        let mut main = reached(vec![0], &plan.main.steps, &mut budget)?;
        let mut inner = reached(main[plan.first].clone(), &plan.inner.steps, &mut budget)?;
        let mut second = match &plan.second {
            Second::Swept(half) => reached(vec![0], &half.steps, &mut budget)?,
            Second::Mirrored { .. } => Vec::new(),
        };
        let other = match &plan.second {
            Second::Swept(half) => &second[half.steps.len()],
            Second::Mirrored { steps, .. } => &main[*steps],
        };
        let last = inner.len() - 1;
        inner[last].retain(|&pattern| other.binary_search(&opposite(plan, pattern)).is_ok());
        let mut opposites: Vec<_> =
            inner[last].iter().map(|&pattern| opposite(plan, pattern)).collect();
        opposites.sort_unstable();
        retain_all(&mut inner, &plan.inner.steps, job, |_| &[])?;
        let at_first = std::mem::take(&mut inner[0]);
        match &plan.second {
            Second::Swept(half) => {
                second[half.steps.len()] = opposites;
                retain_all(&mut second, &half.steps, job, |_| &[])?;
                main[plan.first].clone_from(&at_first);
                retain_all(&mut main, &plan.main.steps, job, |_| &[])?;
            }
            &Second::Mirrored { steps, .. } => {
                let both = if steps == plan.first { union(&at_first, &opposites) } else { vec![] };
                let kept = |at: usize| match at {
                    _ if at == plan.first && at == steps => &both[..],
                    _ if at == plan.first => &at_first[..],
                    _ if at == steps => &opposites[..],
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

/// The memory that the patterns need.
struct MemoryBudget<'a> {
    job: &'a Job<'a>,
    patterns: u64,
}

impl MemoryBudget<'_> {
    /// Adds patterns, and checks the limit.
    fn add(&mut self, patterns: usize) -> Result<(), CountError> {
        /// The bytes of a pattern, with some spare capacity of its list.
        const EACH: u64 = 10;
        self.patterns += patterns as u64;
        let bytes = self.patterns * EACH;
        if self.job.memory_limit().is_some_and(|limit| bytes > limit) {
            return Err(stopped(StopCause::Memory));
        }
        check(self.job)
    }
}

fn stopped(cause: StopCause) -> CountError {
    CountError::stopped(cause, "while listing the degree patterns, before any state was counted")
}

/// Checks the limits of the job.
fn check(job: &Job<'_>) -> Result<(), CountError> {
    job.check_limits().map_err(stopped)
}

/// Merges two increasing lists.
fn union(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the pattern of the second half that a pattern of the first is joined with.
pub(crate) fn opposite(plan: &Plan, pattern: u64) -> u64 {
    let mut from = [0; crate::pattern::MAX_FRONTIER];
    for (place, &second) in plan.places.iter().enumerate() {
        from[second] = place;
    }
    permuted(complement(pattern, plan.separator()), &from[..plan.separator()])
}

/// Returns the pattern of the first half that a pattern of the second is joined with.
pub(crate) fn facing(plan: &Plan, pattern: u64) -> u64 {
    permuted(complement(pattern, plan.separator()), &plan.places)
}

/// Returns the patterns that are reached from `first`, before the first step and after each step.
fn reached(
    first: Vec<u64>,
    steps: &[Step],
    budget: &mut MemoryBudget<'_>,
) -> Result<Vec<Vec<u64>>, CountError> {
    let mut layers = vec![first];
    for step in steps {
        let next = targets(layers.last().map_or(&[], Vec::as_slice), step, budget.job)?;
        budget.add(next.len())?;
        layers.push(next);
    }
    Ok(layers)
}

/// Removes the patterns of each layer that lead neither to the last layer nor to `kept` of a later layer, and
/// are not in `kept` of their own layer.
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

/// The number of patterns between two checks of the limits.
const CHECK_INTERVAL: usize = 1 << 14;

/// The smallest number of patterns for which several threads are faster than one.
const WORTH_SHARING: usize = 1 << 15;

/// Runs pieces of work on a thread each, and concatenates their results.
fn in_pieces<P: Sync>(
    pieces: &[P],
    work: impl Fn(&P) -> Result<Vec<u64>, CountError> + Sync,
) -> Result<Vec<u64>, CountError> {
    let next = AtomicUsize::new(0);
    let mut made = on_threads(pieces.len(), || {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        let patterns = pieces.get(piece).map_or_else(|| Ok(Vec::new()), &work)?;
        Ok::<_, CountError>((piece, patterns))
    })?;
    if let [(_, patterns)] = &mut made[..] {
        return Ok(std::mem::take(patterns));
    }
    made.sort_unstable_by_key(|(piece, _)| *piece);
    Ok(made.into_iter().flat_map(|(_, patterns)| patterns).collect())
}

/// Returns the patterns that a step leads to, in increasing order.
pub(crate) fn targets(
    patterns: &[u64],
    step: &Step,
    job: &Job<'_>,
) -> Result<Vec<u64>, CountError> {
    let threads = if patterns.len() < WORTH_SHARING { 1 } else { job.threads() };
    // Each thread makes the targets between two bounds, which are taken from a sample of them.
    let every = patterns.len() / 512 + 1;
    let mut sample: Vec<u64> = patterns
        .iter()
        .step_by(every)
        .flat_map(|&pattern| {
            step.choices.iter().filter_map(move |choice| step.target(choice, pattern))
        })
        .collect();
    sample.sort_unstable();
    // A range without a bound of its own would overlap with others.
    let threads = threads.min(sample.len()).max(1);
    let bounds = (1..threads).map(|thread| sample[sample.len() * thread / threads]);
    let bounds: Vec<_> = std::iter::once(0).chain(bounds).collect();
    let ranges: Vec<_> =
        bounds.iter().enumerate().map(|(at, &from)| (from, bounds.get(at + 1).copied())).collect();
    in_pieces(&ranges, |&range| targets_between(patterns, step, range, job))
}

/// Returns the targets from one bound to another, exclusive; the last range has no upper bound. The targets
/// of each choice are in increasing order, so they are merged.
fn targets_between(
    patterns: &[u64],
    step: &Step,
    (from, to): (u64, Option<u64>),
    job: &Job<'_>,
) -> Result<Vec<u64>, CountError> {
    let mut streams: Vec<_> = step
        .choices
        .iter()
        .map(|choice| {
            let least = step.first_source(choice, from);
            let at = patterns.partition_point(|&pattern| pattern < least);
            let targets =
                patterns[at..].iter().filter_map(move |&pattern| step.target(choice, pattern));
            targets
                .skip_while(move |&target| target < from)
                .take_while(move |&target| to.is_none_or(|to| target < to))
        })
        .collect();
    let mut heads: Vec<_> = streams.iter_mut().map(Iterator::next).collect();
    let mut merged = Vec::new();
    while let Some(least) = heads.iter().flatten().min().copied() {
        if merged.len().is_multiple_of(CHECK_INTERVAL) {
            check(job)?;
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

/// Returns the patterns that lead to one of `after` or are in `kept`.
fn leading(
    patterns: &[u64],
    step: &Step,
    after: &[u64],
    kept: &[u64],
    job: &Job<'_>,
) -> Result<Vec<u64>, CountError> {
    let threads = if patterns.len() < WORTH_SHARING { 1 } else { job.threads() };
    let chunks: Vec<_> = patterns.chunks(patterns.len().div_ceil(threads).max(1)).collect();
    in_pieces(&chunks, |chunk| {
        let mut at = vec![0; step.choices.len()];
        let mut at_kept = 0;
        let mut is_retained = |pattern: u64| {
            let mut leads = false;
            for (choice, at) in step.choices.iter().zip(&mut at) {
                if let Some(target) = step.target(choice, pattern) {
                    *at = seek(after, *at, target);
                    leads |= after.get(*at) == Some(&target);
                }
            }
            at_kept = seek(kept, at_kept, pattern);
            leads || kept.get(at_kept) == Some(&pattern)
        };
        let mut retained = Vec::new();
        for some in chunk.chunks(CHECK_INTERVAL) {
            check(job)?;
            retained.extend(some.iter().copied().filter(|&pattern| is_retained(pattern)));
        }
        Ok(retained)
    })
}

/// Returns the first index, at least `from`, at which an increasing list is not below `pattern`.
pub(crate) fn seek(patterns: &[u64], from: usize, pattern: u64) -> usize {
    let mut reach = 1;
    let mut low = from;
    while low + reach <= patterns.len() && patterns[low + reach - 1] < pattern {
        low += reach;
        reach *= 2;
    }
    let high = (low + reach).min(patterns.len());
    low + patterns[low..high].partition_point(|&other| other < pattern)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::Options;
    use crate::pattern::is_pattern;
    use crate::step::Choice;

    fn cause(result: Result<(), CountError>) -> Option<StopCause> {
        match result {
            Ok(()) => None,
            Err(CountError::Stopped(stop)) => Some(stop.cause),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn patterns_take_ten_bytes_each_of_the_memory() {
        let job = Job::with_options(&Options::new().memory(100));
        let mut budget = MemoryBudget { job: &job, patterns: 0 };
        assert_eq!([4, 6, 0].map(|patterns| cause(budget.add(patterns))), [None; 3]);
        assert_eq!(cause(budget.add(1)), Some(StopCause::Memory));
        let mut unlimited = MemoryBudget { job: &Job::new(), patterns: 0 };
        assert_eq!(cause(unlimited.add(1 << 40)), None);
    }

    #[test]
    fn patterns_are_the_same_on_any_number_of_threads() {
        let at = Some(4);
        let mut choices = vec![Choice::none(at), Choice::two(at, 0, 2), Choice::two(at, 2, 9)];
        choices.extend([0, 2, 9].map(|to| Choice::one(4, to)));
        let step = Step { choices, removed: at, frontier: 10 };
        let is_here = |&pattern: &u64| is_pattern(pattern, 11) && !pattern.is_multiple_of(5);
        let patterns: Vec<u64> = (0..1 << 22).filter(is_here).collect();
        assert!(patterns.len() > WORTH_SHARING);
        let next = |&pattern: &u64| -> Vec<u64> {
            step.choices.iter().filter_map(|choice| step.target(choice, pattern)).collect()
        };
        let all: BTreeSet<u64> = patterns.iter().flat_map(next).collect();
        let some: BTreeSet<u64> = all.iter().copied().step_by(3).collect();
        let kept: BTreeSet<u64> = patterns.iter().copied().step_by(7).collect();
        let is_retained = |pattern: &u64| {
            kept.contains(pattern) || next(pattern).iter().any(|target| some.contains(target))
        };
        let retained: Vec<u64> = patterns.iter().copied().filter(is_retained).collect();
        let [all, some, kept] = [all, some, kept].map(|set| set.into_iter().collect::<Vec<_>>());
        for threads in [1, 2, 3, 8] {
            let job = Job::with_options(&Options::new().threads(threads));
            assert!(targets(&patterns, &step, &job).unwrap() == all, "{threads}");
            assert!(
                leading(&patterns, &step, &some, &kept, &job).unwrap() == retained,
                "{threads}"
            );
        }
    }

    #[test]
    fn the_place_of_a_pattern_is_found_from_any_place_before_it() {
        let patterns: Vec<u64> = (0..40).map(|number| number * 3 + 1).collect();
        for pattern in 0..130 {
            let place = patterns.partition_point(|&other| other < pattern);
            for from in 0..=place {
                assert_eq!(seek(&patterns, from, pattern), place, "{pattern} from {from}");
            }
        }
    }

    #[test]
    fn a_raised_flag_ends_the_listing_of_patterns() {
        let flag = AtomicBool::new(true);
        let job = Job::with_options(&Options::new().cancel_flag(&flag));
        assert_eq!(cause(check(&job)), Some(StopCause::Interrupt));
        assert_eq!(cause(check(&Job::new())), None);
    }
}
