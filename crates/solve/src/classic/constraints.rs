//! The constraints of a search that extends a path step by step.

use caracole_core::Kind;

use super::ends_fit;
use crate::instance::Instance;

/// The clues and required edges of an instance, indexed for a search that extends a path.
///
/// Vertices with a clue are *reserved*: a search marks them as visited at the beginning, and enters them only
/// at their step, where [`PathConstraints::clue_at`] allows no other vertex. So a problem without clues costs
/// one comparison per step.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathConstraints {
    /// For each step, counted from 0, its vertex or [`NO_CLUE`]; empty without clues.
    clues: Vec<u32>,
    /// Both directions of every required move, sorted.
    required: Vec<(u32, u32)>,
    /// True if the tour must be closed, so that it includes the closing move.
    is_closed: bool,
}

/// No vertex has this number: a graph has fewer.
const NO_CLUE: u32 = u32::MAX;

impl PathConstraints {
    /// Bytes per square of clues.
    pub(super) const BYTES_OF_CLUES: u64 = 4;

    /// Returns the constraints of an instance.
    pub(crate) fn new(instance: &Instance<'_>) -> Self {
        let mut clues = Vec::new();
        for &(vertex, step) in &instance.clues {
            clues.resize(instance.graph().vertices() as usize, NO_CLUE);
            clues[step as usize] = vertex;
        }
        let mut required: Vec<_> =
            instance.required.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        required.sort_unstable();
        Self { clues, required, is_closed: instance.problem().kind() == Kind::Closed }
    }

    /// Returns true without constraints.
    pub(crate) const fn is_empty(&self) -> bool {
        self.clues.is_empty() && self.required.is_empty()
    }

    /// Returns the vertex of the clue for the step after `taken` others.
    #[inline]
    pub(crate) fn clue_at(&self, taken: usize) -> Option<u32> {
        self.clues.get(taken).copied().filter(|&vertex| vertex != NO_CLUE)
    }

    /// Returns the vertices with a clue.
    pub(crate) fn reserved(&self) -> impl Iterator<Item = u32> + '_ {
        self.clues.iter().copied().filter(|&vertex| vertex != NO_CLUE)
    }

    /// Returns the other ends of the required moves of `vertex`.
    fn partners(&self, vertex: u32) -> &[(u32, u32)] {
        let first = self.required.partition_point(|&(from, _)| from < vertex);
        let len = self.required[first..].partition_point(|&(from, _)| from == vertex);
        &self.required[first..first + len]
    }

    /// Returns true if the path `before`, `from`, `to` includes all required moves of `from`.
    ///
    /// The path does not return to `from`, so every required move of `from` must be one of its two moves.
    /// At the start of a closed tour one required move can be the closing move.
    #[inline]
    pub(crate) fn allows_required(&self, before: Option<u32>, from: u32, to: u32) -> bool {
        if self.required.is_empty() {
            return true;
        }
        let unused = self
            .partners(from)
            .iter()
            .filter(|&&(_, partner)| partner != to && Some(partner) != before)
            .count();
        unused <= usize::from(before.is_none() && self.is_closed)
    }

    /// Returns true if a path over all vertices includes the required moves of its two ends. All other steps
    /// must meet [`PathConstraints::allows_required`].
    pub(super) fn ends_allow_required(&self, path: &[u32]) -> bool {
        let (&[first, second, ..], &[.., before, last]) = (path, path) else {
            return self.required.is_empty();
        };
        let made = |vertex, by_path, by_home| {
            self.partners(vertex)
                .iter()
                .all(|&(_, partner)| partner == by_path || (self.is_closed && partner == by_home))
        };
        made(first, second, last) && made(last, before, first)
    }

    /// Returns true if a path over all vertices that meets the other constraints is a tour of the right kind
    /// and includes the required moves of its ends.
    pub(crate) fn accept(&self, instance: &Instance<'_>, path: &[u32]) -> bool {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return false;
        };
        let [first, last] = [first, last].map(|vertex| instance.square(vertex));
        self.ends_allow_required(path)
            && ends_fit(instance.problem(), instance.moves(), first, last)
    }
}
