//! A board folded by a symmetry: squares that it carries to each other become one.

use std::collections::BTreeMap;

use caracole_core::Graph;

/// The orbits of a symmetry, and how the moves join them.
///
/// The squares of an orbit are numbered by how often the symmetry must be applied to come to them from
/// the first. A move from the first square of one orbit to square `k` of another has the *shift* `k`;
/// its images have the same, so a pair of orbits is joined by as many orbits of moves as there are
/// shifts.
pub(super) struct Quotient {
    /// The orbits, and which of them are joined.
    pub(super) graph: Graph,
    /// How often the symmetry must be applied until every square is back.
    pub(super) order: usize,
    /// How many squares each orbit has.
    sizes: Vec<usize>,
    /// Which orbits have a move from a square to its own image.
    loops: Vec<bool>,
    /// For each orbit, and each of its neighbours in the graph, the shifts, as bits.
    shifts: Vec<Vec<u64>>,
}

impl Quotient {
    /// Folds a graph by a permutation of its squares that keeps the moves; `None` if it does not keep
    /// them or takes more than 64 times to return.
    pub(super) fn new(graph: &Graph, image: &[u32]) -> Option<Self> {
        let (orbits, place) = orbits(image);
        let order = orbits.iter().map(Vec::len).fold(1, least_common_multiple);
        // Symmetries of boxes come back after six times at most.
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
                    // Moves from a square that stays to those of an orbit are images of each other.
                    let shift =
                        if is_alone || orbits[other as usize].len() == 1 { 0 } else { shift };
                    *joined.entry((orbit, other)).or_default() |= 1 << shift;
                }
            }
        }
        let pairs = joined.keys().copied().filter(|&(a, b)| a < b);
        let folded = Graph::from_edges(orbits.len() as u32, pairs).ok()?;
        let shifts = (0..folded.vertices())
            .map(|a| folded.neighbours(a).iter().map(|&b| joined.get(&(a, b)).copied()).collect());
        let shifts = shifts.collect::<Option<_>>()?;
        let sizes = orbits.iter().map(Vec::len).collect();
        Some(Self { graph: folded, order, sizes, loops, shifts })
    }

    /// How many orbits there are.
    pub(super) const fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Does no square come back before the others?
    pub(super) fn is_free(&self) -> bool {
        self.sizes.iter().all(|&size| size == self.order)
    }

    /// The squares that stay where they are.
    pub(super) fn fixed(&self) -> Vec<u32> {
        (0..self.len()).filter(|&at| self.sizes[at] == 1).map(|at| at as u32).collect()
    }

    /// The orbits that have a move from a square to its own image.
    pub(super) fn looped(&self) -> Vec<u32> {
        (0..self.len()).filter(|&at| self.loops[at]).map(|at| at as u32).collect()
    }

    /// The shifts of the moves from one orbit to another.
    #[inline]
    pub(super) fn shifts(&self, from: u32, to: u32) -> u64 {
        let at = self.graph.neighbours(from).iter().position(|&near| near == to);
        at.map_or(0, |at| self.shifts[from as usize][at])
    }
}

/// The orbits of a permutation, by their first squares; and of each square the orbit, and the place
/// in it.
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

/// The largest number that divides both.
pub(super) const fn greatest_common_divisor(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
