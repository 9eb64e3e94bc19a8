//! What a problem fixes, in the numbers of a graph's vertices.

use caracole_core::{Kind, MoveGraph, Problem};

/// Clues and moves to use, ready to be asked at every step.
///
/// Vertices with a clue are *kept*: a search marks them as taken from the beginning, and enters
/// them at their step only, where [`Rules::clue_at`] leaves no other choice. So a problem without
/// clues costs one comparison a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// For each step, counted from 0, its vertex or [`NO_CLUE`]; empty where there are no clues.
    clues: Vec<u32>,
    /// Both directions of every move that must be made, sorted.
    used: Vec<(u32, u32)>,
    /// Does the move from the last square to the first count as made?
    goes_home: bool,
}

/// No vertex has this number: a graph has fewer.
const NO_CLUE: u32 = u32::MAX;

impl Rules {
    /// Bytes a square that clues take, if there are any.
    pub(super) const BYTES_OF_CLUES: u64 = 4;

    /// The rules of a problem whose squares and moves are those of `graph`.
    pub(super) fn new(problem: &Problem, graph: &MoveGraph) -> Self {
        let mut clues = Vec::new();
        for (step, square) in problem.clues() {
            if let Some(vertex) = graph.vertex(square) {
                clues.resize(graph.graph().vertices() as usize, NO_CLUE);
                clues[step as usize - 1] = vertex;
            }
        }
        let mut used = Vec::new();
        for &(a, b) in problem.used() {
            if let (Some(a), Some(b)) = (graph.vertex(a), graph.vertex(b)) {
                used.extend([(a, b), (b, a)]);
            }
        }
        used.sort_unstable();
        Self { clues, used, goes_home: problem.kind() == Kind::Closed }
    }

    /// Is nothing fixed?
    pub(crate) const fn are_none(&self) -> bool {
        self.clues.is_empty() && self.used.is_empty()
    }

    /// The vertex that is fixed as the one after `taken` others.
    #[inline]
    pub(crate) fn clue_at(&self, taken: usize) -> Option<u32> {
        self.clues.get(taken).copied().filter(|&vertex| vertex != NO_CLUE)
    }

    /// The vertices with a clue: no other step may enter them.
    pub(crate) fn kept(&self) -> impl Iterator<Item = u32> + '_ {
        self.clues.iter().copied().filter(|&vertex| vertex != NO_CLUE)
    }

    /// The other ends of the moves that must be made from or to `vertex`.
    fn partners(&self, vertex: u32) -> &[(u32, u32)] {
        let first = self.used.partition_point(|&(from, _)| from < vertex);
        let len = self.used[first..].partition_point(|&(from, _)| from == vertex);
        &self.used[first..first + len]
    }

    /// May the knight, which came to `from` from `before`, go on to `to`? Not if a move that must
    /// be made from or to `from` is lost by it.
    ///
    /// Once left, a square is never seen again, so every move at `from` must be the one that came
    /// or the one that goes. The start of a closed tour may leave one for the way home.
    #[inline]
    pub(crate) fn keep_used(&self, before: Option<u32>, from: u32, to: u32) -> bool {
        if self.used.is_empty() {
            return true;
        }
        let left = self
            .partners(from)
            .iter()
            .filter(|&&(_, partner)| partner != to && Some(partner) != before)
            .count();
        left <= usize::from(before.is_none() && self.goes_home)
    }

    /// Does a path over all vertices, each of its steps allowed by [`Rules::keep_used`], make the
    /// moves that must be made at its two ends?
    pub(super) fn ends_keep_used(&self, path: &[u32]) -> bool {
        let (&[first, second, ..], &[.., before, last]) = (path, path) else {
            return self.used.is_empty();
        };
        let made = |vertex, by_path, by_home| {
            self.partners(vertex)
                .iter()
                .all(|&(_, partner)| partner == by_path || (self.goes_home && partner == by_home))
        };
        made(first, second, last) && made(last, before, first)
    }
}
