//! Joins the two sides: pairs of matchings of the same loose ends that make one loop together.
//!
//! Not pair by pair. The partner of the first end in the second matching is one of few; for each of
//! them the two ends are joined in all first matchings at once, which leaves matchings of two ends
//! fewer, and many of them the same. For `k` pairs of ends this takes about `k²` times as many steps as
//! there are matchings, and not their square.

mod choose;

pub(crate) use choose::Chosen;

use crate::matching::{Change, LOOP, Mates, TABLE_PAIRS, matchings};
use crate::weight::{Sum, Weight};

/// Joins lists of matchings. Keeps its tables from one to the next.
#[derive(Default)]
pub(crate) struct Joiner<W> {
    /// For each number of pairs a place for each matching, all zero between joins.
    sums: Vec<Vec<W>>,
    lists: Vec<Vec<(u64, W)>>,
    /// The bytes that tables of changes may take.
    table_bytes: u64,
}

impl<W: Weight> Joiner<W> {
    pub(crate) const fn new(table_bytes: u64) -> Self {
        Self { sums: Vec::new(), lists: Vec::new(), table_bytes }
    }

    /// Adds to `sum` the product of the ways for each pair of matchings that makes one loop. The second
    /// list must grow.
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
            let size = if self.lists.len() > TABLE_PAIRS { 0 } else { matchings(self.lists.len()) };
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
            // One pair makes a loop with itself, two pairs with any but themselves.
            for (number, ways) in first {
                for (_, others) in
                    second.iter().filter(|(other, _)| pairs == 1 || other - base != *number)
                {
                    ways.add_product(others, sum);
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

    /// The matchings left when the first end is joined to its partner.
    fn join_ends(&mut self, pairs: usize, list: &[(u64, W)], partner: usize) -> Vec<(u64, W)> {
        let mut joined = std::mem::take(&mut self.lists[pairs - 1]);
        joined.clear();
        let change = Change::Join(0, partner);
        if pairs - 1 > TABLE_PAIRS {
            joined.extend(
                list.iter().filter_map(|(number, ways)| {
                    Some((change.apply(pairs, *number)?, ways.clone()))
                }),
            );
            joined.sort_unstable_by_key(|&(number, _)| number);
            joined.dedup_by(|(number, ways), (kept, sum)| {
                let same = number == kept;
                if same {
                    sum.add(ways);
                }
                same
            });
            return joined;
        }
        let sums = &mut self.sums[pairs - 1];
        let mut add = |number: u64, ways: &W| {
            let place = &mut sums[number as usize];
            if place.is_zero() {
                joined.push((number, W::default()));
            }
            place.add(ways);
        };
        let few = (list.len() as u64) < matchings(pairs) / 64;
        let table =
            if few { change.table_at_hand(pairs) } else { change.table(pairs, self.table_bytes) };
        if let Some(table) = table {
            for (number, ways) in list {
                let number = table[*number as usize];
                if number != LOOP {
                    add(number.into(), ways);
                }
            }
        } else {
            for (number, ways) in list {
                if let Some(number) = change.apply(pairs, *number) {
                    add(number, ways);
                }
            }
        }
        for (number, ways) in &mut joined {
            *ways = std::mem::take(&mut sums[*number as usize]);
        }
        joined
    }
}

/// The number of a matching when its ends are numbered anew.
pub(crate) fn renumber(pairs: usize, number: u64, new: &[usize]) -> u64 {
    Mates::unrank(pairs, number).renumbered(pairs, |end| new[end]).rank(pairs)
}

#[cfg(test)]
mod tests;
