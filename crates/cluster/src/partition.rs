//! The partition of the patterns of a layer among the workers.
//!
//! A step leaves most digits of a pattern untouched. Patterns that differ in an untouched digit have no source
//! in common, so different workers can compute them without an exchange. A few digits are enough for an even
//! partition. The digits that stay untouched for the most layers are chosen, and the patterns are distributed
//! again only before a step that touches one of them.

use caracole_count::driver::Schedule;

/// The smallest number of buckets per worker. With fewer, the worker with the largest bucket delays the others.
const BUCKETS: usize = 40;
const LOW: u64 = 0x5555_5555_5555_5555;

/// The digits that divide the patterns into buckets, and the worker of each bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Partition {
    pub(crate) digits: u64,
    owners: Vec<u32>,
}

impl Partition {
    /// Returns the partition in which the first worker owns all patterns.
    pub(crate) fn single() -> Self {
        Self { digits: 0, owners: vec![0] }
    }

    /// Returns a partition, or `None` if an owner is missing or is not a worker.
    pub(crate) fn new(digits: u64, owners: Vec<u32>, workers: usize) -> Option<Self> {
        let is_complete = owners.len() == buckets(digits);
        let are_workers = owners.iter().all(|&owner| (owner as usize) < workers);
        (is_complete && are_workers).then_some(Self { digits, owners })
    }

    /// Returns the worker that owns a pattern.
    pub(crate) fn owner(&self, pattern: u64) -> usize {
        self.owners[bucket(self.digits, pattern)] as usize
    }

    /// Returns the same partition after a step that leaves its digits untouched.
    pub(crate) fn carried(&self, schedule: &Schedule, layer: usize) -> Self {
        Self { digits: schedule.carried(layer, self.digits), owners: self.owners.clone() }
    }
}

/// Returns the number of buckets for some digits.
pub(crate) const fn buckets(digits: u64) -> usize {
    3_usize.pow((digits & LOW).count_ones())
}

/// Returns the bucket of a pattern: its digits as a number in base 3.
pub(crate) const fn bucket(digits: u64, pattern: u64) -> usize {
    let mut left = digits & LOW;
    let mut bucket = 0;
    while left != 0 {
        bucket = 3 * bucket + (pattern >> left.trailing_zeros() & 3) as usize;
        left &= left - 1;
    }
    bucket
}

/// Returns the digits of a new partition of the source of a layer, or `None` if its present digits are
/// sufficient.
pub(crate) fn new_digits(
    schedule: &Schedule,
    layer: usize,
    present: u64,
    workers: usize,
) -> Option<u64> {
    let untouched = schedule.untouched(layer);
    let has = (present & LOW).count_ones() as usize;
    let can_have = ((untouched & LOW).count_ones() as usize).min(digits_needed(workers));
    let is_enough = present & !untouched == 0 && has >= can_have;
    (!is_enough).then(|| best_digits(schedule, layer, workers))
}

/// Returns the digits of the source of a layer that stay untouched for the most layers: as many as an even
/// partition needs, or all that the step leaves untouched if these are fewer.
fn best_digits(schedule: &Schedule, layer: usize, workers: usize) -> u64 {
    let untouched = schedule.untouched(layer);
    let mut lifetimes: Vec<_> = (0..u64::BITS / 2)
        .map(|place| 3 << (2 * place))
        .filter(|digit| untouched & digit == *digit)
        .map(|digit| (lifetime(schedule, layer, digit), digit))
        .collect();
    lifetimes.sort_by_key(|&(lifetime, digit)| (std::cmp::Reverse(lifetime), digit));
    lifetimes.iter().take(digits_needed(workers)).fold(0, |all, (_, digit)| all | digit)
}

/// Returns the digits for a layer that was loaded: those for the layer that is computed from it, or the last
/// digits if no layer is.
pub(crate) fn digits_after(schedule: &Schedule, layer: usize, workers: usize) -> u64 {
    let next = (layer + 1..schedule.layers()).find(|&next| schedule.source(next) == layer);
    next.map_or_else(
        || last_digits(schedule.frontier(layer), workers),
        |next| best_digits(schedule, next, workers),
    )
}

fn last_digits(frontier: usize, workers: usize) -> u64 {
    let digits = frontier.min(digits_needed(workers));
    (frontier - digits..frontier).fold(0, |all, place| all | 3 << (2 * place))
}

/// Returns the number of digits for an even partition.
const fn digits_needed(workers: usize) -> usize {
    let (mut digits, mut buckets) = (0, 1);
    while workers > 1 && buckets < BUCKETS * workers {
        digits += 1;
        buckets *= 3;
    }
    digits
}

/// Returns the number of successive layers that leave a digit untouched.
fn lifetime(schedule: &Schedule, mut layer: usize, mut digit: u64) -> usize {
    let mut lifetime = 0;
    while schedule.untouched(layer) & digit == digit {
        lifetime += 1;
        digit = schedule.carried(layer, digit);
        if layer + 1 == schedule.layers() || schedule.source(layer + 1) != layer {
            break;
        }
        layer += 1;
    }
    lifetime
}

/// Assigns buckets to workers so that their loads are about equal: in decreasing order of size, each to the
/// worker with the smallest load.
pub(crate) fn assign(sizes: &[u64], workers: usize) -> Vec<u32> {
    let mut order: Vec<_> = (0..sizes.len()).collect();
    order.sort_by_key(|&bucket| std::cmp::Reverse(sizes[bucket]));
    let mut owners = vec![0; sizes.len()];
    let mut loads = vec![0_u64; workers];
    for bucket in order {
        let least = (0_u32..).zip(&mut loads).min_by_key(|(_, load)| **load);
        let (owner, load) = least.expect("a count has a worker");
        owners[bucket] = owner;
        // `total_sizes` has checked that all sizes together fit.
        *load += sizes[bucket];
    }
    owners
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;
    use caracole_count::{Job, Question};

    use super::*;

    #[test]
    fn buckets_are_assigned_evenly() {
        let sizes = [7, 1, 5, 3, 3, 5, 1, 7];
        let owners = assign(&sizes, 4);
        let mut loads = [0; 4];
        sizes.iter().zip(owners).for_each(|(size, owner)| loads[owner as usize] += size);
        assert_eq!(loads, [8; 4]);
    }

    #[test]
    fn owners_are_validated() {
        let digits = 0b11;
        assert!(Partition::new(digits, vec![0, 1, 1], 2).is_some());
        for owners in [vec![], vec![0, 1], vec![0, 1, 2], vec![0, 1, 1, 0], vec![0, u32::MAX, 0]] {
            assert_eq!(Partition::new(digits, owners, 2), None);
        }
    }

    #[test]
    fn a_bucket_is_a_number_in_base_three() {
        let digits = 0b11_00_11_11;
        assert_eq!(buckets(digits), 27);
        assert_eq!(bucket(digits, 0b10_01_00_01), 3 * 3 + 2);
        assert_eq!(bucket(0, u64::MAX), 0);
        assert_eq!(last_digits(6, 2), 0b11_11_11_11_00_00);
        assert_eq!(last_digits(2, 2), 0b11_11);
        assert_eq!(last_digits(6, 1), 0);
    }

    /// A partition stays valid while the steps leave its digits untouched, and large layers always have enough
    /// digits.
    #[test]
    fn a_partition_is_valid_for_several_layers() {
        let question = Question::new(Problem::new("7x8".parse().expect("a board")).closed());
        let schedules = Schedule::all(&question, &Job::new()).expect("a question with layers");
        let schedule = &schedules[0];
        let mut after = vec![0_u64];
        let mut changes = 0;
        for layer in 1..schedule.layers() {
            let mut digits = after[schedule.source(layer)];
            if let Some(new) = new_digits(schedule, layer, digits, 16) {
                digits = new;
                changes += 1;
            }
            assert_eq!(digits & !schedule.untouched(layer), 0, "layer {layer}");
            if schedule.frontier(layer) > 12 {
                assert_eq!(buckets(digits), 729, "layer {layer}");
            }
            after.push(schedule.carried(layer, digits));
            assert_eq!(new_digits(schedule, layer, 0, 1), None, "one worker owns all");
        }
        assert!(changes * 5 < schedule.layers() * 3, "{changes} of {}", schedule.layers());
    }
}
