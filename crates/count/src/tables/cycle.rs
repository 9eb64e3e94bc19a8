//! Cycles of a spec and their tours.

use std::collections::BTreeSet;

use caracole_core::{Path, Problem, Square};
use caracole_verify::Tour;

use crate::list::list_task::verified;
use crate::parts::Part;
use crate::spec::{Spec, Vertex, sorted};
use crate::{CountError, Direction, Question};

/// The squares of a Hamiltonian cycle or path in order.
pub(super) struct Cycle {
    squares: Vec<Square>,
}

impl Cycle {
    /// Returns the cycle of some edges, in its default direction unless `is_reversed`.
    ///
    /// By default a path begins at the given start, or ends at the given end, or begins at the smaller of its ends.
    /// A closed tour begins at the given start, or after the given end, or on the first square, and continues to
    /// the smaller neighbour unless an end is given.
    pub(super) fn new(
        spec: &Spec,
        problem: &Problem,
        edges: &[(Vertex, Vertex)],
        is_reversed: bool,
    ) -> Option<Self> {
        let mut beside = vec![Vec::with_capacity(2); spec.len()];
        for &(a, b) in edges {
            beside[usize::from(a)].push(b);
            beside[usize::from(b)].push(a);
        }
        for two in &mut beside {
            two.sort_unstable();
        }
        let other = |from: Vertex, at: Vertex| {
            let [a, b] = beside[usize::from(at)][..] else { return None };
            Some(if a == from { b } else { a })
        };
        // An end without a vertex is an error, not a missing end.
        let vertex = |square: Option<Square>| {
            square.map_or(Some(None), |square| spec.vertex(square).map(Some))
        };
        let (start, end) = (vertex(problem.start_square())?, vertex(problem.end_square())?);
        let first_of = |two: &[Vertex]| -> Option<[Vertex; 2]> {
            let [a, b] = *two else { return None };
            Some(if is_reversed { [b, a] } else { [a, b] })
        };
        // The vertex before the first square, and the first square.
        let (mut from, mut at) = match (spec.apex(), start, end) {
            (Some(apex), Some(start), _) => (apex, start),
            (Some(apex), None, Some(end)) => (apex, other(end, apex)?),
            (Some(apex), None, None) => (apex, first_of(&beside[usize::from(apex)])?[0]),
            (None, Some(start), Some(end)) => (end, start),
            (None, None, Some(end)) => (end, first_of(&beside[usize::from(end)])?[0]),
            (None, start, None) => {
                // The default is the first square.
                let start = start.unwrap_or(0);
                (first_of(&beside[usize::from(start)])?[1], start)
            }
        };
        let mut squares = Vec::with_capacity(spec.squares());
        while squares.len() < spec.squares() {
            squares.push(spec.square(at)?);
            let next = other(from, at)?;
            (from, at) = (at, next);
        }
        Some(Self { squares })
    }

    /// Returns the verified tour.
    pub(super) fn tour(&self, problem: &Problem) -> Result<Tour, CountError> {
        verified(problem, self.squares.iter().copied().collect::<Path>())
    }
}

/// Returns the edges of a tour as a cycle of a part, and true if its direction is not the default one; `None` if it
/// is not a cycle of the part.
pub(super) fn edges_of(
    part: &Part,
    problem: &Problem,
    tour: &Tour,
) -> Option<(BTreeSet<(Vertex, Vertex)>, bool)> {
    let spec = &part.spec;
    let squares: Vec<_> = tour.squares().collect();
    if squares.len() != spec.squares() {
        return None;
    }
    let vertices: Vec<Vertex> =
        squares.iter().map(|&square| spec.vertex(square)).collect::<Option<_>>()?;
    let mut edges: BTreeSet<_> = vertices.windows(2).map(|two| sorted(two[0], two[1])).collect();
    let (first, last) = (*vertices.first()?, *vertices.last()?);
    match spec.apex() {
        Some(apex) => edges.extend([sorted(first, apex), sorted(last, apex)]),
        None => edges.extend([sorted(first, last)]),
    }
    let has = |&(a, b): &(Vertex, Vertex)| spec.neighbours(a).binary_search(&b).is_ok();
    let is_cycle = edges.len() == spec.len() && edges.iter().all(has);
    if !is_cycle || !spec.required().iter().all(|edge| edges.contains(edge)) {
        return None;
    }
    let all: Vec<_> = edges.iter().copied().collect();
    let question = Question::new(problem.clone()).counting(part.direction);
    for is_reversed in [false, true] {
        let cycle = Cycle::new(spec, problem, &all, is_reversed)?;
        if Numbering(cycle.squares).is_same(&Numbering(squares.clone()), &question) {
            return Some((edges, is_reversed && part.direction == Direction::Directed));
        }
    }
    None
}

/// The squares of a tour in the order of its steps.
pub(super) struct Numbering(Vec<Square>);

impl Numbering {
    pub(super) fn of(tour: &Tour) -> Self {
        Self(tour.squares().collect())
    }

    /// Returns true if both are one tour by the convention of the question.
    pub(super) fn is_same(&self, other: &Self, question: &Question) -> bool {
        let is_along = |squares: &[Square]| self.is_along(squares, question);
        let reversed: Vec<_> = other.0.iter().rev().copied().collect();
        is_along(&other.0) || (question.direction() == Direction::Undirected && is_along(&reversed))
    }

    /// Returns true if the squares have the same order; in closed tours from any start.
    fn is_along(&self, other: &[Square], question: &Question) -> bool {
        if question.problem().kind() != caracole_core::Kind::Closed {
            return self.0 == other;
        }
        let Some(at) =
            self.0.first().and_then(|first| other.iter().position(|square| square == first))
        else {
            return false;
        };
        self.0.len() == other.len() && self.0[..] == [&other[at..], &other[..at]].concat()
    }
}
