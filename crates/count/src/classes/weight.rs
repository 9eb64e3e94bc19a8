//! How many tours a walk over a folded board stands for.

use super::quotient::Quotient;

/// How many ways there are to make the steps of a walk, by the sum of their shifts.
///
/// Walks come one after the other and mostly begin like the one before: what was multiplied for that
/// is kept.
pub(super) struct Weights<'a> {
    quotient: &'a Quotient,
    /// The walk before.
    path: Vec<u32>,
    /// For each of its squares, for each sum of shifts, the ways to come there.
    ways: Vec<u128>,
    /// Set when a number of ways did not fit; from then on nothing is known.
    has_overflowed: bool,
}

impl<'a> Weights<'a> {
    pub(super) const fn new(quotient: &'a Quotient) -> Self {
        Self { quotient, path: Vec::new(), ways: Vec::new(), has_overflowed: false }
    }

    /// The ways to walk from end to end; `None` if there are 2^128 or more.
    pub(super) fn open(&mut self, path: &[u32]) -> Option<u128> {
        self.follow(path);
        let last = self.ways.len() - self.quotient.order;
        let sum = self.ways[last..].iter().try_fold(0_u128, |sum, &ways| sum.checked_add(ways));
        sum.filter(|_| !self.has_overflowed)
    }

    /// The ways to walk round, by the sum of the shifts; `None` if one has 2^128 or more.
    pub(super) fn round(&mut self, path: &[u32]) -> Option<&[u128]> {
        self.follow(path);
        let last = self.ways.len();
        if let (Some(&first), Some(&end)) = (path.first(), path.last()) {
            self.step(end, first);
        }
        // The move home is not a part of what is kept.
        self.path.truncate(path.len() - 1);
        (!self.has_overflowed).then(|| &self.ways[last..])
    }

    fn follow(&mut self, path: &[u32]) {
        let order = self.quotient.order;
        let same = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        self.path.truncate(same);
        self.ways.truncate(same * order);
        for &orbit in &path[same..] {
            if let Some(&before) = self.path.last() {
                self.step(before, orbit);
            } else {
                self.ways.push(1);
                self.ways.resize(order, 0);
            }
            self.path.push(orbit);
        }
    }

    /// One step more: each of its shifts is added to each sum.
    fn step(&mut self, from: u32, to: u32) {
        let order = self.quotient.order;
        let shifts = self.quotient.shifts(from, to);
        let (before, here) = (self.ways.len() - order, self.ways.len());
        self.ways.resize(here + order, 0);
        for shift in (0..order).filter(|shift| shifts >> shift & 1 == 1) {
            for sum in 0..order {
                let ways = self.ways[before + sum];
                let to = &mut self.ways[here + (sum + shift) % order];
                let (sum, has_overflowed) = to.overflowing_add(ways);
                *to = sum;
                if has_overflowed {
                    self.has_overflowed = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Graph;

    use super::*;

    /// Two squares that are joined crosswise: each step between them has two shifts.
    #[test]
    fn more_ways_than_can_be_counted_are_not_a_number() {
        let edges = [(0, 2), (0, 3), (1, 2), (1, 3)];
        let graph = Graph::from_edges(4, edges).unwrap();
        let quotient = Quotient::new(&graph, &[1, 0, 3, 2]).unwrap();
        let walk = |len: usize| -> Vec<u32> { (0..len).map(|at| at as u32 % 2).collect() };
        assert_eq!(Weights::new(&quotient).open(&walk(4)), Some(8));
        assert_eq!(Weights::new(&quotient).open(&walk(128)), Some(1 << 127));
        assert_eq!(Weights::new(&quotient).open(&walk(129)), None);
        assert_eq!(Weights::new(&quotient).open(&walk(200)), None);
        assert_eq!(Weights::new(&quotient).round(&walk(128)), Some(&[1 << 127; 2][..]));
        assert_eq!(Weights::new(&quotient).round(&walk(130)), None);
    }
}
