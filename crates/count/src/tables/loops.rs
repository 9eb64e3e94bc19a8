//! Loops and the tours they stand for.

use std::collections::BTreeSet;

use caracole_core::{Path, Problem, Square, StopCause, Tour};

use crate::parts::{Directions, Part};
use crate::spec::{Spec, Vertex, sorted};
use crate::{CountError, Direction, Question};

/// A loop through all squares of a board, or a path through them, as it is walked.
pub(super) struct Loop {
    squares: Vec<Square>,
}

impl Loop {
    /// From its edges; `is_reversed` in the other direction than by custom.
    ///
    /// By custom a path begins at the given start, or does not at the given end, or else with the
    /// smaller of its ends. A closed tour begins at the given start, or before the given end, or on the
    /// first square, and goes on to the smaller neighbour unless an end is given.
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
        let vertex = |square| spec.vertex(square);
        let (start, end) = (problem.start().and_then(vertex), problem.end().and_then(vertex));
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

    /// The tour, checked.
    pub(super) fn tour(&self, problem: &Problem) -> Result<Tour, CountError> {
        let path: Path = self.squares.iter().copied().collect();
        Tour::verify(problem, path)
            .map_err(|rejected| CountError::stopped(StopCause::Fault, rejected.to_string()))
    }
}

/// The edges of a tour as a loop of a part, and in which direction it is walked; none if it is not one
/// of the part.
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
    let is_loop = edges.len() == spec.len() && edges.iter().all(has);
    if !is_loop || !spec.required().iter().all(|edge| edges.contains(edge)) {
        return None;
    }
    let all: Vec<_> = edges.iter().copied().collect();
    for is_reversed in [false, true] {
        let walked = Loop::new(spec, problem, &all, is_reversed)?;
        if Numbering(walked.squares).is_same(&Numbering(squares.clone()), &directed(part, problem))
        {
            return Some((edges, is_reversed && part.directions == Directions::Both));
        }
    }
    None
}

/// Is a tour of the part to be told from its reverse?
fn directed(part: &Part, problem: &Problem) -> Question {
    let direction = match part.directions {
        Directions::Both => Direction::Directed,
        Directions::One => Direction::Undirected,
    };
    Question::new(problem.clone()).counting(direction)
}

/// The squares of a tour in the order of its steps.
pub(super) struct Numbering(Vec<Square>);

impl Numbering {
    pub(super) fn of(tour: &Tour) -> Self {
        Self(tour.squares().collect())
    }

    /// Is it the same tour, by what the question takes to be one?
    pub(super) fn is_same(&self, other: &Self, question: &Question) -> bool {
        let forth = |squares: &[Square]| self.is_along(squares, question);
        let reversed: Vec<_> = other.0.iter().rev().copied().collect();
        forth(&other.0) || (question.direction() == Direction::Undirected && forth(&reversed))
    }

    /// The same squares in the same order; of closed tours from any start.
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
