//! The symmetries of a board as they move its squares.

use std::collections::{BTreeMap, BTreeSet};

use caracole_core::{Board, MoveGraph, Symmetry};

use super::quotient::greatest_common_divisor;

/// The permutations of the squares by the symmetries of a board, each once: on a board of one rank,
/// the mirror from top to bottom moves nothing.
pub(super) struct Group {
    images: BTreeSet<Vec<u32>>,
}

impl Group {
    pub(super) fn of(board: &Board, moves: &MoveGraph) -> Self {
        let images = Symmetry::of(board).into_iter().map(|symmetry| image(board, moves, symmetry));
        Self { images: images.collect() }
    }

    /// How many permutations there are.
    pub(super) fn len(&self) -> u64 {
        self.images.len() as u64
    }

    /// Permutations other than the identity, such that each permutation is like one of them, and how
    /// many are like it.
    ///
    /// Those are alike that leave as many tours as they are: a permutation and those of its powers of
    /// which it is a power, for these leave the same; and what comes of them when the board is laid
    /// otherwise before.
    pub(super) fn kinds(&self) -> Vec<(Vec<u32>, u64)> {
        let mut kinds: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for image in self.images.iter().filter(|image| !is_identity(image)) {
            let like = self.images.iter().flat_map(|turn| {
                generators(image).into_iter().map(move |power| conjugate(&power, turn))
            });
            if let Some(first) = like.min() {
                *kinds.entry(first).or_default() += 1;
            }
        }
        kinds.into_iter().collect()
    }
}

/// Where a symmetry carries each square.
pub(super) fn image(board: &Board, moves: &MoveGraph, symmetry: Symmetry) -> Vec<u32> {
    let to = |vertex| moves.vertex(symmetry.apply(board, moves.square(vertex)));
    (0..moves.graph().vertices()).filter_map(to).collect()
}

pub(super) fn is_identity(image: &[u32]) -> bool {
    (0..).zip(image).all(|(at, &to)| at == to)
}

/// The powers of a permutation of which it is a power itself.
fn generators(image: &[u32]) -> Vec<Vec<u32>> {
    let mut powers = vec![image.to_vec()];
    while let Some(last) = powers.last().filter(|last| !is_identity(last)) {
        let next = last.iter().map(|&at| image[at as usize]).collect();
        powers.push(next);
    }
    let order = powers.len();
    let times = (1..).zip(powers);
    times.filter(|&(n, _)| greatest_common_divisor(n, order) == 1).map(|(_, power)| power).collect()
}

/// The permutation as it is after all squares have been carried elsewhere.
fn conjugate(image: &[u32], turn: &[u32]) -> Vec<u32> {
    let mut conjugate = vec![0; image.len()];
    for (at, &to) in image.iter().enumerate() {
        conjugate[turn[at] as usize] = turn[to as usize];
    }
    conjugate
}
