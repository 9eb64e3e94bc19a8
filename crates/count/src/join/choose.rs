//! Which pair of matchings a number stands for, among all that make one loop.
//!
//! The pairs are ordered by the second matching, then by the first; each stands for as many loops as
//! the product of its ways.

use num_bigint::BigUint;

use super::Joiner;
use crate::matching::{Mates, matchings};
use crate::weight::{Sum, Weight};

/// A pair of matchings, and which of its ways on each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub(crate) first: (u64, BigUint),
    pub(crate) second: (u64, BigUint),
}

/// The first matchings left when two ends are joined, the second ones that join them, and the number
/// before the first of these.
type Group<'a, W> = (Vec<(u64, W)>, &'a [(u64, W)], u64);

impl<W: Weight> Joiner<W> {
    /// The pair that a number stands for; none beyond the last. The second list must grow.
    pub(crate) fn choose(
        &mut self,
        pairs: usize,
        [first, second]: [&[(u64, W)]; 2],
        mut index: BigUint,
    ) -> Option<Chosen> {
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
        for (number, ways) in rest {
            let mut sum = Sum::default();
            self.join_from(pairs.min(2), &list, &[(*number, ways.clone())], base, &mut sum);
            let sum = sum.total();
            if index >= sum {
                index -= sum;
                continue;
            }
            let ways = ways.to_big();
            let (mut of_first, of_second) = (&index / &ways, &index % &ways);
            for (one, ways) in first.iter().filter(|(one, _)| is_one_loop(pairs, *one, *number)) {
                let ways = ways.to_big();
                if of_first < ways {
                    return Some(Chosen { first: (*one, of_first), second: (*number, of_second) });
                }
                of_first -= ways;
            }
            return None;
        }
        None
    }

    /// The number that a pair stands for; none if it makes no loop.
    pub(crate) fn place(
        &mut self,
        pairs: usize,
        [first, second]: [&[(u64, W)]; 2],
        chosen: &Chosen,
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
        let (_, ways) = rest.get(before).filter(|(number, _)| *number == wanted)?;
        let mut of_first = chosen.first.1.clone();
        for (one, ways) in first.iter().filter(|(one, _)| *one < chosen.first.0) {
            if is_one_loop(pairs, *one, wanted) {
                of_first += ways.to_big();
            }
        }
        Some(index + of_first * ways.to_big() + &chosen.second.1)
    }

    /// Goes through the partners of the first end until `is_here` says so of a sum: what is left then.
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

/// Do two matchings make one loop through all ends?
fn is_one_loop(pairs: usize, first: u64, second: u64) -> bool {
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
