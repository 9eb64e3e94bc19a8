//! Factors by maximum flow: the b-matchings of a bipartite graph.
//!
//! A closed tour is a connected 2-factor: it has two edges at every vertex. A 2-factor of a bipartite
//! graph is a flow from one colour to the other, which is found in polynomial time. If none exists, a
//! deficient set proves it: vertices whose neighbours have too few edges for them.
//!
//! `patch` merges the cycles of a 2-factor to a tour, `exact` searches for deficient sets, and `longest`
//! bounds the number of edges of a path.

mod deficiency;
mod free_ends;
mod matching;

use caracole_core::Graph;

use crate::Random;

pub(crate) use deficiency::Obstruction;
pub(crate) use matching::Matching;

/// A bipartite graph and the degree that each vertex needs in a factor.
///
/// A *factor* is a set of open edges and free ends that together give every vertex its degree. A tour is
/// a connected factor of degree 2 with two ends or none. So without a factor no tour exists.
///
/// Included edges and given ends are not part of the factor. They lower the degrees of their vertices, and
/// included edges are not open.
#[derive(Clone, Copy)]
pub(crate) struct FactorProblem<'a, EndRoom, IsOpen> {
    /// The graph.
    pub(crate) graph: &'a Graph,
    /// The colour of each vertex, 0 or 1. Open edges join different colours.
    pub(crate) colours: &'a [u8],
    /// The number of edges and free ends of each vertex: 0, 1 or 2.
    pub(crate) degrees: &'a [u8],
    /// The number of free ends.
    pub(crate) ends: u32,
    /// The maximum number of free ends of a vertex.
    pub(crate) end_room: EndRoom,
    /// Returns true if an edge of the graph can be used. Symmetric.
    pub(crate) is_open: IsOpen,
}

/// The result of the search for a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FactorResult {
    /// A factor.
    Factor(Factor),
    /// No factor exists, for this reason.
    None(Obstruction),
}

/// Edges and ends that give each vertex its degree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Factor {
    /// The at most two partners of each vertex; [`NONE`] in empty slots.
    pub(crate) partners: Vec<[u32; 2]>,
    /// The vertices of the free ends; twice if a vertex has two.
    pub(crate) ends: Vec<u32>,
}

/// No vertex.
pub(crate) const NONE: u32 = u32::MAX;

/// Bytes per vertex of the search and the factor, without the problem: partners, lists of vertices and
/// levels, positions in adjacency lists, demands.
pub(crate) const BYTES: u64 = 8 + 4 + 4 + 4 + 4 + 1;

impl<R, O> FactorProblem<'_, R, O> {
    /// Returns the vertices of a colour.
    fn of_colour(&self, colour: u8) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(self.colours).filter(move |&(_, &its)| its == colour).map(|(vertex, _)| vertex)
    }
}

impl<R, O> FactorProblem<'_, R, O>
where
    R: Fn(u32) -> u8,
    O: Fn(u32, u32) -> bool,
{
    /// Searches for a factor, which depends on the random stream, or returns an obstruction.
    ///
    /// Finds a maximum matching, and places the free ends last, one augmenting path each. Takes
    /// O(m sqrt n) time for m edges and n vertices, and [`BYTES`] per vertex. `check` is called every
    /// few thousand steps, and an error from it ends the search.
    pub(crate) fn factor<E>(
        &self,
        random: &mut Random,
        check: impl FnMut() -> Result<(), E>,
    ) -> Result<FactorResult, E> {
        let mut ticker = Ticker::new(check);
        let matching = Matching::maximum(self, random, &mut ticker)?;
        free_ends::place(self, matching, random, &mut ticker)
    }

    /// Returns the maximum number of open edges without more at a vertex than its degree. Takes as long as
    /// [`FactorProblem::factor`].
    pub(crate) fn max_edges<E>(&self, check: impl FnMut() -> Result<(), E>) -> Result<u32, E> {
        let mut random = Random::new(0, "most edges");
        let matching = Matching::maximum(self, &mut random, &mut Ticker::new(check))?;
        let used = |vertex: u32| self.degrees[vertex as usize] - matching.demand[vertex as usize];
        Ok(self.of_colour(0).map(|vertex| u32::from(used(vertex))).sum())
    }
}

/// Calls the check of the limits once per [`Ticker::TICKS_BETWEEN_CHECKS`] steps.
struct Ticker<Check> {
    check: Check,
    left: u32,
}

impl<E, Check: FnMut() -> Result<(), E>> Ticker<Check> {
    const TICKS_BETWEEN_CHECKS: u32 = 1 << 14;

    const fn new(check: Check) -> Self {
        Self { check, left: 0 }
    }

    #[inline]
    fn tick(&mut self) -> Result<(), E> {
        if self.left == 0 {
            self.left = Self::TICKS_BETWEEN_CHECKS;
            return (self.check)();
        }
        self.left -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
