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
}

impl<'a> Weights<'a> {
    pub(super) const fn new(quotient: &'a Quotient) -> Self {
        Self { quotient, path: Vec::new(), ways: Vec::new() }
    }

    /// The ways to walk from end to end.
    pub(super) fn open(&mut self, path: &[u32]) -> u128 {
        self.follow(path);
        let last = self.ways.len() - self.quotient.order;
        self.ways[last..].iter().fold(0, |sum, &ways| sum.saturating_add(ways))
    }

    /// The ways to walk round, by the sum of the shifts.
    pub(super) fn round(&mut self, path: &[u32]) -> &[u128] {
        self.follow(path);
        let last = self.ways.len();
        if let (Some(&first), Some(&end)) = (path.first(), path.last()) {
            self.step(end, first);
        }
        // The move home is not a part of what is kept.
        self.path.truncate(path.len() - 1);
        &self.ways[last..]
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
                *to = to.saturating_add(ways);
            }
        }
    }
}
