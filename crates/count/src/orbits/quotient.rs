//! The quotient of a board by a symmetry, and the number of tours of a walk on it.

use std::collections::BTreeMap;

use caracole_core::Graph;

/// The orbits of a symmetry, and the moves between them.
///
/// Square `k` of an orbit is the image of its first square under the `k`-th power of the symmetry. A move from the
/// first square of one orbit to square `k` of another has the *shift* `k`, and its images have the same shift. So
/// the number of orbits of moves between two orbits of squares is the number of shifts.
pub(super) struct Quotient {
    /// The graph of the orbits.
    pub(super) graph: Graph,
    /// The order of the symmetry.
    pub(super) order: usize,
    /// The number of squares of each orbit.
    sizes: Vec<usize>,
    /// True for orbits with a move from a square to its image.
    loops: Vec<bool>,
    /// For each orbit and each of its neighbours in the graph the shifts, as bits.
    shifts: Vec<Vec<u64>>,
}

impl Quotient {
    /// Returns the quotient of a graph by an automorphism; `None` if the permutation is not an automorphism, or its
    /// order exceeds 64.
    pub(super) fn new(graph: &Graph, image: &[u32]) -> Option<Self> {
        let (orbits, place) = orbits(image);
        let order = orbits.iter().map(Vec::len).fold(1, least_common_multiple);
        // The order of a symmetry of a box is at most 6.
        if order > u64::BITS as usize {
            return None;
        }
        let mut joined: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        let mut loops = vec![false; orbits.len()];
        for (orbit, squares) in (0..).zip(&orbits) {
            let is_alone = squares.len() == 1;
            for &to in graph.neighbours(squares[0]) {
                let (other, shift) = place[to as usize];
                if other == orbit {
                    loops[orbit as usize] |= image[squares[0] as usize] == to;
                } else {
                    // All moves between a fixed square and an orbit are images of each other.
                    let shift =
                        if is_alone || orbits[other as usize].len() == 1 { 0 } else { shift };
                    *joined.entry((orbit, other)).or_default() |= 1 << shift;
                }
            }
        }
        let pairs = joined.keys().copied().filter(|&(a, b)| a < b);
        let graph_of_orbits = Graph::from_edges(orbits.len() as u32, pairs).ok()?;
        let shifts = (0..graph_of_orbits.vertices()).map(|a| {
            graph_of_orbits.neighbours(a).iter().map(|&b| joined.get(&(a, b)).copied()).collect()
        });
        let shifts = shifts.collect::<Option<_>>()?;
        let sizes = orbits.iter().map(Vec::len).collect();
        Some(Self { graph: graph_of_orbits, order, sizes, loops, shifts })
    }

    /// Returns the number of orbits.
    pub(super) const fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns true if all orbits have the same size.
    pub(super) fn is_free(&self) -> bool {
        self.sizes.iter().all(|&size| size == self.order)
    }

    /// Returns the orbits of fixed squares.
    pub(super) fn fixed(&self) -> Vec<u32> {
        (0..self.len()).filter(|&at| self.sizes[at] == 1).map(|at| at as u32).collect()
    }

    /// Returns the orbits with a move from a square to its image.
    pub(super) fn looped(&self) -> Vec<u32> {
        (0..self.len()).filter(|&at| self.loops[at]).map(|at| at as u32).collect()
    }

    /// Returns the shifts of the moves from one orbit to another.
    #[inline]
    pub(super) fn shifts(&self, from: u32, to: u32) -> u64 {
        let at = self.graph.neighbours(from).iter().position(|&near| near == to);
        at.map_or(0, |at| self.shifts[from as usize][at])
    }
}

/// Returns the orbits of a permutation by their first squares, and for each square its orbit and its index in it.
fn orbits(image: &[u32]) -> (Vec<Vec<u32>>, Vec<(u32, usize)>) {
    const NONE: (u32, usize) = (u32::MAX, 0);
    let mut orbits = Vec::new();
    let mut place = vec![NONE; image.len()];
    for first in 0..image.len() as u32 {
        let mut squares = Vec::new();
        let mut square = first;
        while place[square as usize] == NONE {
            place[square as usize] = (orbits.len() as u32, squares.len());
            squares.push(square);
            square = image[square as usize];
        }
        if !squares.is_empty() {
            orbits.push(squares);
        }
    }
    (orbits, place)
}

const fn least_common_multiple(a: usize, b: usize) -> usize {
    a / greatest_common_divisor(a, b) * b
}

/// Returns the greatest common divisor.
pub(super) const fn greatest_common_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The number of lifts of a walk on the quotient: sequences of moves between its orbits, by the sum of their shifts.
///
/// Consecutive walks have long common prefixes, so the numbers of all prefixes are stored.
pub(super) struct LiftCounter<'a> {
    quotient: &'a Quotient,
    /// The last walk.
    path: Vec<u32>,
    /// For each prefix of the walk and each sum of shifts the number of lifts.
    lifts: Vec<u128>,
    /// True after an overflow, which makes all numbers invalid.
    has_overflowed: bool,
}

impl<'a> LiftCounter<'a> {
    pub(super) const fn new(quotient: &'a Quotient) -> Self {
        Self { quotient, path: Vec::new(), lifts: Vec::new(), has_overflowed: false }
    }

    /// Returns the number of lifts of a path; `None` if it is 2^128 or more.
    pub(super) fn open(&mut self, path: &[u32]) -> Option<u128> {
        self.follow(path);
        let last = self.lifts.len() - self.quotient.order;
        let sum = self.lifts[last..].iter().try_fold(0_u128, |sum, &lifts| sum.checked_add(lifts));
        sum.filter(|_| !self.has_overflowed)
    }

    /// Returns the numbers of lifts of a closed walk by the sum of the shifts; `None` if one is 2^128 or more.
    pub(super) fn closed(&mut self, path: &[u32]) -> Option<&[u128]> {
        self.follow(path);
        let last = self.lifts.len();
        if let (Some(&first), Some(&end)) = (path.first(), path.last()) {
            self.step(end, first);
        }
        // The closing move is not a part of the stored prefixes.
        self.path.truncate(path.len() - 1);
        (!self.has_overflowed).then(|| &self.lifts[last..])
    }

    fn follow(&mut self, path: &[u32]) {
        let order = self.quotient.order;
        let same = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        self.path.truncate(same);
        self.lifts.truncate(same * order);
        for &orbit in &path[same..] {
            if let Some(&before) = self.path.last() {
                self.step(before, orbit);
            } else {
                self.lifts.push(1);
                self.lifts.resize(order, 0);
            }
            self.path.push(orbit);
        }
    }

    /// Adds a step: each of its shifts is added to each sum.
    fn step(&mut self, from: u32, to: u32) {
        let order = self.quotient.order;
        let shifts = self.quotient.shifts(from, to);
        let (before, here) = (self.lifts.len() - order, self.lifts.len());
        self.lifts.resize(here + order, 0);
        for shift in (0..order).filter(|shift| shifts >> shift & 1 == 1) {
            for sum in 0..order {
                let lifts = self.lifts[before + sum];
                let to = &mut self.lifts[here + (sum + shift) % order];
                let (sum, has_overflowed) = to.overflowing_add(lifts);
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

    /// Two orbits of two squares, between which each step has two shifts.
    #[test]
    fn an_overflow_has_no_result() {
        let edges = [(0, 2), (0, 3), (1, 2), (1, 3)];
        let graph = Graph::from_edges(4, edges).unwrap();
        let quotient = Quotient::new(&graph, &[1, 0, 3, 2]).unwrap();
        let walk = |len: usize| -> Vec<u32> { (0..len).map(|at| at as u32 % 2).collect() };
        assert_eq!(LiftCounter::new(&quotient).open(&walk(4)), Some(8));
        assert_eq!(LiftCounter::new(&quotient).open(&walk(128)), Some(1 << 127));
        assert_eq!(LiftCounter::new(&quotient).open(&walk(129)), None);
        assert_eq!(LiftCounter::new(&quotient).open(&walk(200)), None);
        assert_eq!(LiftCounter::new(&quotient).closed(&walk(128)), Some(&[1 << 127; 2][..]));
        assert_eq!(LiftCounter::new(&quotient).closed(&walk(130)), None);
    }
}
