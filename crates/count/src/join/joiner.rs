//! Joins the two halves: pairs of matchings of the same loose ends that form one cycle together.
//!
//! The pairs are not tested one by one. For each partner of the first end in the second matchings, the two ends are
//! joined in all first matchings. The results have two ends less, and many of them are equal. For `k` pairs of ends
//! this takes about `k²` steps per matching, instead of one step per pair of matchings.

use num_bigint::BigUint;

use crate::matching::{CLOSES_CYCLE, Change, MAX_TABLE_PAIRS, Mates, matchings};
use crate::weight::{Sum, Weight, merge_equal};

/// Joins lists of matchings. Its buffers are used again for the next lists.
#[derive(Default)]
pub(crate) struct Joiner<W> {
    /// For each number of pairs a slot for each matching, all zero between joins.
    sums: Vec<Vec<W>>,
    lists: Vec<Vec<(u64, W)>>,
    /// The limit of bytes of all tables of changes.
    table_bytes: u64,
}

impl<W: Weight> Joiner<W> {
    pub(crate) const fn new(table_bytes: u64) -> Self {
        Self { sums: Vec::new(), lists: Vec::new(), table_bytes }
    }

    /// Adds to `sum` the product of the weights of each pair of matchings that forms one cycle. The second list
    /// must be in increasing order.
    pub(crate) fn join(
        &mut self,
        pairs: usize,
        first: &[(u64, W)],
        second: &[(u64, W)],
        sum: &mut Sum,
    ) {
        self.prepare(pairs);
        self.join_from(pairs, first, second, 0, sum);
    }

    fn prepare(&mut self, pairs: usize) {
        while self.lists.len() < pairs {
            let size =
                if self.lists.len() > MAX_TABLE_PAIRS { 0 } else { matchings(self.lists.len()) };
            self.sums.push(vec![W::default(); size as usize]);
            self.lists.push(Vec::new());
        }
    }

    fn join_from(
        &mut self,
        pairs: usize,
        first: &[(u64, W)],
        second: &[(u64, W)],
        base: u64,
        sum: &mut Sum,
    ) {
        if pairs <= 2 {
            // A matching of one pair forms a cycle with itself, one of two pairs with any other.
            for (number, weight) in first {
                for (_, others) in
                    second.iter().filter(|(other, _)| pairs == 1 || other - base != *number)
                {
                    weight.add_product(others, sum);
                }
            }
            return;
        }
        let block = matchings(pairs - 1);
        let mut rest = second;
        while let Some((number, _)) = rest.first() {
            let partner = (number - base) / block + 1;
            let end = base + partner * block;
            let (group, others) = rest.split_at(rest.partition_point(|(number, _)| *number < end));
            rest = others;
            let joined = self.join_ends(pairs, first, partner as usize);
            self.join_from(pairs - 1, &joined, group, end - block, sum);
            self.lists[pairs - 1] = joined;
        }
    }

    /// Returns the matchings after the first end is joined to a partner.
    fn join_ends(&mut self, pairs: usize, list: &[(u64, W)], partner: usize) -> Vec<(u64, W)> {
        let mut joined = std::mem::take(&mut self.lists[pairs - 1]);
        joined.clear();
        let change = Change::Join(0, partner);
        if pairs - 1 > MAX_TABLE_PAIRS {
            joined.extend(list.iter().filter_map(|(number, weight)| {
                Some((change.apply(pairs, *number)?, weight.clone()))
            }));
            joined.sort_unstable_by_key(|&(number, _)| number);
            merge_equal(&mut joined);
            return joined;
        }
        let sums = &mut self.sums[pairs - 1];
        let mut add = |number: u64, weight: &W| {
            let place = &mut sums[number as usize];
            if place.is_zero() {
                joined.push((number, W::default()));
            }
            place.add(weight);
        };
        let few = (list.len() as u64) < matchings(pairs) / 64;
        let table =
            if few { change.existing_table(pairs) } else { change.table(pairs, self.table_bytes) };
        if let Some(table) = table {
            for (number, weight) in list {
                let number = table[*number as usize];
                if number != CLOSES_CYCLE {
                    add(number.into(), weight);
                }
            }
        } else {
            for (number, weight) in list {
                if let Some(number) = change.apply(pairs, *number) {
                    add(number, weight);
                }
            }
        }
        for (number, weight) in &mut joined {
            *weight = std::mem::take(&mut sums[*number as usize]);
        }
        joined
    }
}

/// Returns the rank of a matching after a renumbering of its ends.
pub(crate) fn renumber(pairs: usize, number: u64, new: &[usize]) -> u64 {
    Mates::unrank(pairs, number).renumbered(pairs, |end| new[end]).rank(pairs)
}

/// A pair of matchings, and the index of one of its partial solutions in each half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchingPair {
    pub(crate) first: (u64, BigUint),
    pub(crate) second: (u64, BigUint),
}

/// The first matchings after two ends are joined, the second ones that join these ends, and the number before the
/// first of them.
type Group<'a, W> = (Vec<(u64, W)>, &'a [(u64, W)], u64);

impl<W: Weight> Joiner<W> {
    /// Returns the pair with an index; `None` after the last one. The second list must be in increasing order.
    pub(crate) fn choose(
        &mut self,
        pairs: usize,
        [first, second]: [&[(u64, W)]; 2],
        mut index: BigUint,
    ) -> Option<MatchingPair> {
        self.prepare(pairs);
        let (mut list, mut rest, mut base) = (first.to_vec(), second, 0);
        for pairs in (3..=pairs).rev() {
            let (joined, group, low) = self.groups(pairs, &list, rest, base, |sum| {
                let is_here = index < sum;
                if !is_here {
                    index -= sum;
                }
                is_here
            })?;
            (list, rest, base) = (joined, group, low);
        }
        for (number, weight) in rest {
            let mut sum = Sum::default();
            self.join_from(pairs.min(2), &list, &[(*number, weight.clone())], base, &mut sum);
            let sum = sum.total();
            if index >= sum {
                index -= sum;
                continue;
            }
            let weight = weight.to_big();
            let (mut of_first, of_second) = (&index / &weight, &index % &weight);
            for (one, weight) in first.iter().filter(|(one, _)| is_one_cycle(pairs, *one, *number))
            {
                let weight = weight.to_big();
                if of_first < weight {
                    return Some(MatchingPair {
                        first: (*one, of_first),
                        second: (*number, of_second),
                    });
                }
                of_first -= weight;
            }
            return None;
        }
        None
    }

    /// Returns the index of a pair; `None` if it does not form one cycle.
    pub(crate) fn place(
        &mut self,
        pairs: usize,
        [first, second]: [&[(u64, W)]; 2],
        chosen: &MatchingPair,
    ) -> Option<BigUint> {
        self.prepare(pairs);
        let wanted = chosen.second.0;
        let mut index = BigUint::ZERO;
        let (mut list, mut rest, mut base) = (first.to_vec(), second, 0);
        for pairs in (3..=pairs).rev() {
            let block = matchings(pairs - 1);
            let low = base + (wanted - base) / block * block;
            let before = rest.partition_point(|(number, _)| *number < low);
            let mut sum = Sum::default();
            self.join_from(pairs, &list, &rest[..before], base, &mut sum);
            index += sum.total();
            let (joined, group, low) =
                self.groups(pairs, &list, &rest[before..], base, |_| true)?;
            (list, rest, base) = (joined, group, low);
        }
        let before = rest.partition_point(|(number, _)| *number < wanted);
        let mut sum = Sum::default();
        self.join_from(pairs.min(2), &list, &rest[..before], base, &mut sum);
        index += sum.total();
        let (_, weight) = rest.get(before).filter(|(number, _)| *number == wanted)?;
        let mut of_first = chosen.first.1.clone();
        for (one, weight) in first.iter().filter(|(one, _)| *one < chosen.first.0) {
            if is_one_cycle(pairs, *one, wanted) {
                of_first += weight.to_big();
            }
        }
        Some(index + of_first * weight.to_big() + &chosen.second.1)
    }

    /// Returns the group of the first partner of the first end for whose sum `is_here` returns true.
    fn groups<'a>(
        &mut self,
        pairs: usize,
        list: &[(u64, W)],
        mut rest: &'a [(u64, W)],
        base: u64,
        mut is_here: impl FnMut(BigUint) -> bool,
    ) -> Option<Group<'a, W>> {
        let block = matchings(pairs - 1);
        while let Some((number, _)) = rest.first() {
            let partner = (number - base) / block + 1;
            let end = base + partner * block;
            let (group, others) = rest.split_at(rest.partition_point(|(number, _)| *number < end));
            rest = others;
            let joined = self.join_ends(pairs, list, partner as usize);
            let mut sum = Sum::default();
            self.join_from(pairs - 1, &joined, group, end - block, &mut sum);
            if is_here(sum.total()) {
                return Some((joined, group, end - block));
            }
            self.lists[pairs - 1] = joined;
        }
        None
    }
}

/// Returns true if two matchings form one cycle through all ends.
fn is_one_cycle(pairs: usize, first: u64, second: u64) -> bool {
    let (first, second) = (Mates::unrank(pairs, first), Mates::unrank(pairs, second));
    let mut end = 0;
    for walked in 1..=pairs {
        end = second.0[usize::from(first.0[end])].into();
        if end == 0 {
            return walked == pairs;
        }
    }
    false
}
