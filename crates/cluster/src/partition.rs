//! Which worker has which classes.
//!
//! A leg leaves most digits of a class alone. Classes that differ in these have nothing to do with each
//! other in that leg, so they can be made by different workers, and nothing travels. Few digits are enough
//! to deal the classes out evenly, and those are taken that are left alone for the longest time; only then
//! the classes are dealt out anew.

use caracole_count::spread::Relay;

/// For each worker there are so many heaps to be dealt out, at least; with fewer the last worker would
/// wait for the one with the largest.
const HEAPS: usize = 40;
const LOW: u64 = 0x5555_5555_5555_5555;

/// Who has what: the digits that are looked at, and for each of their values a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Partition {
    pub(crate) digits: u64,
    owners: Vec<u32>,
}

impl Partition {
    /// Everything is with the first worker.
    pub(crate) fn one() -> Self {
        Self { digits: 0, owners: vec![0] }
    }

    /// With the owners that the first worker decided on; none if one is missing or is not a worker.
    pub(crate) fn new(digits: u64, owners: Vec<u32>, workers: usize) -> Option<Self> {
        let is_whole = owners.len() == heaps(digits);
        let are_workers = owners.iter().all(|&owner| (owner as usize) < workers);
        (is_whole && are_workers).then_some(Self { digits, owners })
    }

    /// The worker who has a class.
    pub(crate) fn owner(&self, class: u64) -> usize {
        self.owners[heap(self.digits, class)] as usize
    }

    /// The same after a leg that leaves the digits alone.
    pub(crate) fn carried(self, relay: &Relay, leg: usize) -> Self {
        Self { digits: relay.carried(leg, self.digits), owners: self.owners }
    }
}

/// How many heaps some digits make.
pub(crate) const fn heaps(digits: u64) -> usize {
    3_usize.pow((digits & LOW).count_ones())
}

/// The heap of a class: its digits as a number with the base 3.
pub(crate) const fn heap(digits: u64, class: u64) -> usize {
    let mut left = digits & LOW;
    let mut heap = 0;
    while left != 0 {
        heap = 3 * heap + (class >> left.trailing_zeros() & 3) as usize;
        left &= left - 1;
    }
    heap
}

/// The digits by which classes are dealt out before a leg, if those at hand do not do.
pub(crate) fn new_digits(relay: &Relay, leg: usize, at_hand: u64, workers: usize) -> Option<u64> {
    let wanted = wanted(workers);
    let untouched = relay.untouched(leg);
    let has = (at_hand & LOW).count_ones() as usize;
    let can_have = ((untouched & LOW).count_ones() as usize).min(wanted);
    if at_hand & !untouched == 0 && has >= can_have {
        return None;
    }
    let mut lives: Vec<_> = (0..u64::BITS / 2)
        .map(|place| 3 << (2 * place))
        .filter(|digit| untouched & digit == *digit)
        .map(|digit| (life(relay, leg, digit), digit))
        .collect();
    lives.sort_by_key(|&(life, digit)| (std::cmp::Reverse(life), digit));
    Some(lives.iter().take(wanted).fold(0, |all, (_, digit)| all | digit))
}

/// Digits by which classes of so many are dealt out, whatever comes next.
pub(crate) fn any_digits(open: usize, workers: usize) -> u64 {
    let digits = open.min(wanted(workers));
    (open - digits..open).fold(0, |all, place| all | 3 << (2 * place))
}

/// By so many digits classes are dealt out.
fn wanted(workers: usize) -> usize {
    if workers == 1 {
        return 0;
    }
    let enough = |digits: &usize| 3_usize.pow(*digits as u32) >= HEAPS * workers;
    (0..32).find(enough).unwrap_or_default()
}

/// For how many legs in a row a digit is left alone.
fn life(relay: &Relay, mut leg: usize, mut digit: u64) -> usize {
    let mut life = 0;
    while relay.untouched(leg) & digit == digit {
        life += 1;
        digit = relay.carried(leg, digit);
        if leg + 1 == relay.legs() || relay.source(leg + 1) != Some(leg) {
            break;
        }
        leg += 1;
    }
    life
}

/// Deals heaps out so that all workers have about the same: the largest first, each to whoever has the
/// least.
pub(crate) fn deal(sizes: &[u64], workers: usize) -> Vec<u32> {
    let mut order: Vec<_> = (0..sizes.len()).collect();
    order.sort_by_key(|&heap| std::cmp::Reverse(sizes[heap]));
    let mut owners = vec![0; sizes.len()];
    let mut loads = vec![0_u64; workers];
    for heap in order {
        let least = (0..workers).min_by_key(|&worker| loads[worker]).unwrap_or_default();
        owners[heap] = least as u32;
        loads[least] += sizes[heap];
    }
    owners
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;
    use caracole_count::{Job, Question};

    use super::*;

    #[test]
    fn heaps_are_dealt_out_evenly() {
        let sizes = [7, 1, 5, 3, 3, 5, 1, 7];
        let owners = deal(&sizes, 4);
        let mut loads = [0; 4];
        sizes.iter().zip(owners).for_each(|(size, owner)| loads[owner as usize] += size);
        assert_eq!(loads, [8; 4]);
    }

    #[test]
    fn owners_are_checked() {
        let digits = 0b11;
        assert!(Partition::new(digits, vec![0, 1, 1], 2).is_some());
        for owners in [vec![], vec![0, 1], vec![0, 1, 2], vec![0, 1, 1, 0], vec![0, u32::MAX, 0]] {
            assert_eq!(Partition::new(digits, owners, 2), None);
        }
    }

    #[test]
    fn a_heap_is_a_number_with_the_base_three() {
        let digits = 0b11_00_11_11;
        assert_eq!(heaps(digits), 27);
        assert_eq!(heap(digits, 0b10_01_00_01), 3 * 3 + 2);
        assert_eq!(heap(0, u64::MAX), 0);
        assert_eq!(any_digits(6, 2), 0b11_11_11_11_00_00);
        assert_eq!(any_digits(2, 2), 0b11_11);
        assert_eq!(any_digits(6, 1), 0);
    }

    /// What is dealt out stays so as long as the legs leave its digits alone, and on large layers there
    /// are always enough of them.
    #[test]
    fn digits_last_for_some_legs() {
        let question = Question::new(Problem::new("7x8".parse().expect("a board")).closed());
        let relays = Relay::all(&question, &Job::new()).expect("can be counted");
        let relay = &relays[0];
        let mut after: Vec<u64> = Vec::new();
        let mut changes = 0;
        for leg in 0..relay.legs() {
            let mut digits = relay.source(leg).map_or(0, |earlier| after[earlier]);
            if let Some(new) = new_digits(relay, leg, digits, 16) {
                digits = new;
                changes += 1;
            }
            assert_eq!(digits & !relay.untouched(leg), 0, "leg {leg}");
            if relay.open(leg) > 12 {
                assert_eq!(heaps(digits), 729, "leg {leg}");
            }
            after.push(relay.carried(leg, digits));
            assert_eq!(new_digits(relay, leg, 0, 1), None, "one worker has all");
        }
        assert!(changes * 5 < relay.legs() * 3, "{changes} of {}", relay.legs());
    }
}
