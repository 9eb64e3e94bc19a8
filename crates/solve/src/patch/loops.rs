//! Loops that cover the board together.

mod exchange;

use caracole_core::Graph;

use super::bridge::Bridge;
pub(super) use exchange::{MOST, back};

/// Loops, and which of them each vertex is on.
///
/// A path is kept as a loop too: a [`Bridge`] joins its ends, though that is no move.
///
/// Takes twelve bytes a vertex, and four a loop.
pub(crate) struct Loops<'a> {
    graph: &'a Graph,
    /// The two vertices beside each on its loop.
    beside: Vec<[u32; 2]>,
    /// The number of the loop of each vertex.
    of: Vec<u32>,
    /// How many vertices each loop has; 0 for numbers that are not in use.
    sizes: Vec<u32>,
    /// Numbers that are not in use.
    unused: Vec<u32>,
    count: usize,
    /// Moves that may not be exchanged, both ways and sorted.
    fixed: Vec<(u32, u32)>,
    bridge: Option<Bridge>,
    /// How many steps were walked along loops.
    work: u64,
}

/// No vertex, and no loop.
const NONE: u32 = u32::MAX;

/// Squares that are counted without a look at the clock.
const SQUARES_BETWEEN_LOOKS: u32 = 1 << 13;

impl<'a> Loops<'a> {
    /// The loops of a factor in which every vertex is beside two others. `look` is called from time
    /// to time, and an error from it ends the work.
    pub(super) fn new<E>(
        graph: &'a Graph,
        beside: Vec<[u32; 2]>,
        fixed: &[(u32, u32)],
        bridge: Option<Bridge>,
        mut look: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut both: Vec<_> = fixed.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        let mut loops = Self {
            graph,
            of: vec![NONE; beside.len()],
            beside,
            sizes: Vec::new(),
            unused: Vec::new(),
            count: 0,
            fixed: both,
            bridge,
            work: 0,
        };
        for vertex in 0..loops.of.len() as u32 {
            if vertex.is_multiple_of(SQUARES_BETWEEN_LOOKS) {
                look()?;
            }
            if loops.of(vertex) == NONE {
                let number = loops.sizes.len() as u32;
                let size = loops.label(vertex, number);
                loops.sizes.push(size);
            }
        }
        loops.count = loops.sizes.len();
        Ok(loops)
    }

    /// How many loops there are.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// How many steps were walked along loops since the beginning.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    /// The graph of moves.
    pub(super) const fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The bridge between the ends of the path, if there is a path among the loops.
    pub(super) const fn bridge(&self) -> Option<&Bridge> {
        self.bridge.as_ref()
    }

    /// The number of the loop of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// The two vertices beside a vertex on its loop.
    #[inline]
    pub(super) fn beside(&self, vertex: u32) -> [u32; 2] {
        self.beside[vertex as usize]
    }

    /// The number of the largest loop.
    pub(super) fn largest(&self) -> u32 {
        (0..).zip(&self.sizes).max_by_key(|&(_, size)| size).map_or(0, |(number, _)| number)
    }

    /// May the move along the loop not be exchanged?
    #[inline]
    pub(super) fn is_fixed(&self, a: u32, b: u32) -> bool {
        (!self.fixed.is_empty() && self.fixed.binary_search(&(a, b)).is_ok())
            || self.bridge.as_ref().is_some_and(|bridge| bridge.joins(a, b))
    }

    /// The vertices of the loop of `start`, from there on, in the direction away from `before` if
    /// that is beside it.
    pub(super) fn walk(&self, start: u32, before: u32) -> impl Iterator<Item = u32> + '_ {
        let mut before = before;
        std::iter::successors(Some(start), move |&at| {
            let next = other(self.beside(at), before);
            before = at;
            (next != start).then_some(next)
        })
    }

    /// Numbers the vertices of a loop, and counts them.
    fn label(&mut self, start: u32, number: u32) -> u32 {
        let (mut before, mut at, mut size) = (NONE, start, 0);
        loop {
            self.of[at as usize] = number;
            size += 1;
            (before, at) = (at, other(self.beside(at), before));
            if at == start {
                return size;
            }
        }
    }
}

/// Of two vertices the one that is not `before`.
#[inline]
const fn other(beside: [u32; 2], before: u32) -> u32 {
    if beside[0] == before { beside[1] } else { beside[0] }
}
