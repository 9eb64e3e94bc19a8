//! Factors: moves such that every square has two of them, on boards whose moves change colour.

mod ends;
mod flow;
mod lack;
mod settle;

use caracole_core::Graph;

use crate::Random;

use flow::Flow;
pub(crate) use lack::Lack;

/// What a factor is wanted of: a graph in two colours, and what each vertex needs of it.
///
/// A *factor* is a set of open moves, and free ends, such that every vertex has as many of both
/// together as it needs. A tour is a factor of needs of two, with two ends or none, in one piece:
/// where there is no factor, there is no tour.
///
/// Moves that are made already, and ends that are given, are no part of the factor: they lower the
/// needs of their vertices, and such moves are not open any more.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a, Room, Open> {
    /// The moves.
    pub(crate) graph: &'a Graph,
    /// The colour of each vertex, 0 or 1. Open moves join different colours.
    pub(crate) colours: &'a [u8],
    /// How many moves and free ends each vertex needs: 0, 1 or 2.
    pub(crate) needs: &'a [u8],
    /// How many free ends there are in all, neither more nor less.
    pub(crate) ends: u32,
    /// How many of the free ends a vertex may have.
    pub(crate) room: Room,
    /// May the move between these vertices, which the graph has, be made? The same both ways.
    pub(crate) is_open: Open,
}

/// What came of the search for a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A factor.
    Factor(Factor),
    /// There is none, and this is why.
    Lack(Lack),
}

/// Moves and ends that give each vertex what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Factor {
    /// The at most two vertices that each is joined to; [`NONE`] in empty places.
    pub(crate) beside: Vec<[u32; 2]>,
    /// The vertices of the free ends; twice where a vertex has two.
    pub(crate) ends: Vec<u32>,
}

/// No vertex.
pub(crate) const NONE: u32 = u32::MAX;

/// Bytes that the search takes for each vertex, the factor included and what is wanted not: lists
/// of the vertices and of their levels, places in the lists of neighbours, what is missing.
pub(crate) const BYTES: u64 = 8 + 4 + 4 + 4 + 4 + 1;

impl<Room, Open> Wanted<'_, Room, Open>
where
    Room: Fn(u32) -> u8,
    Open: Fn(u32, u32) -> bool,
{
    /// Looks for a factor: a random one by the chance given, or the squares that show that there
    /// is none.
    ///
    /// It begins with moves drawn at random. What is missing then is pushed towards where it can be
    /// had (Goldberg and Tarjan 1988), in a bounded number of rounds over the board, which nearly
    /// always does all; the rest is changed along shortest alternating paths, many at once, until
    /// nothing is missing or no path is left (Hopcroft and Karp 1973; Dinic 1970). Free ends come
    /// last, one path each. Time O(m sqrt n) for m moves of n vertices; [`BYTES`] a vertex. `look`
    /// is called every few thousand moves, and an error from it ends the work.
    pub(crate) fn factor<E>(
        &self,
        random: &mut Random,
        look: impl FnMut() -> Result<(), E>,
    ) -> Result<Answer, E> {
        let mut pace = Pace { look, left: 0 };
        let mut flow = Flow::new(self.needs);
        flow.begin(self, random, &mut pace)?;
        flow.settle(self, &mut pace)?;
        flow.complete(self, &mut pace)?;
        ends::place(self, flow, random, &mut pace)
    }
}

/// Looks up every so many small steps.
struct Pace<Look> {
    look: Look,
    left: u32,
}

impl<E, Look: FnMut() -> Result<(), E>> Pace<Look> {
    const STEPS: u32 = 1 << 14;

    #[inline]
    fn step(&mut self) -> Result<(), E> {
        if self.left == 0 {
            self.left = Self::STEPS;
            return (self.look)();
        }
        self.left -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
