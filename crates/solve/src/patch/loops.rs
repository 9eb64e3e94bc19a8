//! Loops that cover the board together.

use caracole_core::Graph;

use super::bridge::Bridge;

/// Loops, and which of them each vertex is on.
///
/// A path is kept as a loop too: a [`Bridge`] joins its ends, though that is no move.
///
/// Takes twelve bytes a vertex, and four a loop.
pub(super) struct Loops<'a> {
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

/// The most vertices of an exchange.
pub(super) const MOST: usize = 8;

/// A stretch of a loop between two vertices of an exchange, by their places in it.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    ends: [usize; 2],
    /// How many vertices it has; unknown for the longest, which nobody walked to its end.
    len: Option<u32>,
}

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
    pub(super) const fn count(&self) -> usize {
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

    /// Exchanges moves along an alternating ring of vertices, all different: the moves from the
    /// first to the second, the third to the fourth and so on are given up, and those from the
    /// second to the third and so on, and from the last to the first, are made.
    ///
    /// What this does to the loops is found by walking all stretches between the vertices of the
    /// ring at the same pace, so the longest of them is never walked to its end. Two loops become
    /// one in as many steps as the smaller has vertices, up to a factor.
    pub(super) fn exchange(&mut self, ring: &[u32]) {
        debug_assert!(ring.len() >= 4 && ring.len() <= MOST && ring.len().is_multiple_of(2));
        let last = ring.len() - 1;
        let partner = |at: usize| match at {
            0 => last,
            at if at == last => 0,
            at if at % 2 == 0 => at - 1,
            at => at + 1,
        };
        for (at, &vertex) in ring.iter().enumerate() {
            let (old, new) = (ring[at ^ 1], ring[partner(at)]);
            let beside = &mut self.beside[vertex as usize];
            debug_assert!(beside.contains(&old) && !beside.contains(&new), "{ring:?}");
            beside[usize::from(beside[0] != old)] = new;
        }
        if let Some(bridge) = &mut self.bridge
            && bridge.joins(ring[0], ring[1])
        {
            bridge.move_end(ring[0], ring[last]);
        }
        let stretches = self.stretches(ring, |at| ring[partner(at)]);
        self.relabel(ring, partner, &stretches);
    }

    /// The stretches of loops between the vertices of a ring, the longest one last. `joined` tells
    /// with which vertex of the ring each one is joined.
    fn stretches(&mut self, ring: &[u32], joined: impl Fn(usize) -> u32) -> Vec<Stretch> {
        let mut walkers: Vec<(usize, u32, u32)> =
            (0..ring.len()).map(|at| (at, joined(at), ring[at])).collect();
        let mut found: Vec<Stretch> = Vec::with_capacity(ring.len() / 2);
        let mut steps = 1;
        while walkers.len() > 2 {
            steps += 1;
            self.work += walkers.len() as u64;
            for (_, before, at) in &mut walkers {
                (*before, *at) = (*at, other(self.beside[*at as usize], *before));
            }
            for at in (0..walkers.len()).rev() {
                let Some(&(from, _, now)) = walkers.get(at) else { continue };
                if let Some(to) = ring.iter().position(|&vertex| vertex == now)
                    && walkers.len() > 2
                {
                    found.push(Stretch { ends: [from, to], len: Some(steps) });
                    walkers.retain(|&(begin, ..)| begin != from && begin != to);
                }
            }
        }
        if let [(from, ..), (to, ..)] = walkers[..] {
            found.push(Stretch { ends: [from, to], len: None });
        }
        found
    }

    /// Numbers the loops that an exchange has made. The loop of the longest stretch keeps the
    /// number of that stretch.
    fn relabel(&mut self, ring: &[u32], partner: impl Fn(usize) -> usize, stretches: &[Stretch]) {
        let mut before: Vec<u32> = ring.iter().map(|&vertex| self.of(vertex)).collect();
        before.sort_unstable();
        before.dedup();
        let Some(longest) = stretches.last() else { return };
        let kept = self.of(ring[longest.ends[0]]);
        let total: u32 = before.iter().map(|&number| self.sizes[number as usize]).sum();
        self.count -= before.len();
        for &number in &before {
            self.sizes[number as usize] = 0;
        }
        self.unused.extend(before.iter().filter(|&&number| number != kept));
        let stretch_at = |place: usize| stretches.iter().position(|it| it.ends.contains(&place));
        let (mut is_done, mut rest) = ([false; MOST], total);
        for first in (0..stretches.len()).rev() {
            if is_done[first] {
                continue;
            }
            self.count += 1;
            let number = if first + 1 == stretches.len() { kept } else { self.new_number() };
            let mut place = stretches[first].ends[0];
            while let Some(at) = stretch_at(place)
                && !is_done[at]
            {
                is_done[at] = true;
                let Stretch { ends: [a, b], len } = stretches[at];
                let end = if place == a { b } else { a };
                if let Some(len) = len {
                    rest -= len;
                    self.sizes[number as usize] += len;
                    self.label_stretch(ring[place], ring[partner(place)], len, number);
                }
                place = partner(end);
            }
        }
        self.sizes[kept as usize] += rest;
    }

    fn new_number(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        })
    }

    fn label_stretch(&mut self, start: u32, before: u32, len: u32, number: u32) {
        if self.of(start) == number {
            return;
        }
        let (mut before, mut at) = (before, start);
        for _ in 0..len {
            self.of[at as usize] = number;
            (before, at) = (at, other(self.beside(at), before));
        }
    }
}

/// Of two vertices the one that is not `before`.
#[inline]
const fn other(beside: [u32; 2], before: u32) -> u32 {
    if beside[0] == before { beside[1] } else { beside[0] }
}
