//! Cycles that cover the board together, and exchanges of moves along alternating cycles.

use caracole_core::Graph;

/// Cycles, and the cycle of each vertex.
///
/// A path is stored as a cycle too: a [`Bridge`] joins its ends, which is not a move.
///
/// Takes twelve bytes per vertex, and four per cycle.
pub(crate) struct Cycles<'a> {
    graph: &'a Graph,
    /// The two neighbours of each vertex on its cycle.
    partners: Vec<[u32; 2]>,
    /// The number of the cycle of each vertex.
    of: Vec<u32>,
    /// The number of vertices of each cycle; 0 for unused numbers.
    sizes: Vec<u32>,
    /// Unused numbers.
    unused: Vec<u32>,
    count: usize,
    /// Edges that must stay, in both directions and sorted.
    fixed: Vec<(u32, u32)>,
    bridge: Option<Bridge>,
    /// The number of steps walked along cycles.
    work: u64,
}

/// No vertex, and no cycle.
const NONE: u32 = u32::MAX;

/// The number of vertices between two checks of the limits.
const SQUARES_BETWEEN_CHECKS: u32 = 1 << 13;

impl<'a> Cycles<'a> {
    /// Returns the cycles of a 2-factor. `check` is called regularly, and an error from it ends the work.
    pub(super) fn new<E>(
        graph: &'a Graph,
        partners: Vec<[u32; 2]>,
        fixed: &[(u32, u32)],
        bridge: Option<Bridge>,
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut both: Vec<_> = fixed.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        let mut cycles = Self {
            graph,
            of: vec![NONE; partners.len()],
            partners,
            sizes: Vec::new(),
            unused: Vec::new(),
            count: 0,
            fixed: both,
            bridge,
            work: 0,
        };
        for vertex in 0..cycles.of.len() as u32 {
            if vertex.is_multiple_of(SQUARES_BETWEEN_CHECKS) {
                check()?;
            }
            if cycles.of(vertex) == NONE {
                let number = cycles.sizes.len() as u32;
                let size = cycles.label(vertex, number);
                cycles.sizes.push(size);
            }
        }
        cycles.count = cycles.sizes.len();
        Ok(cycles)
    }

    /// Returns the number of cycles.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of steps walked along cycles.
    pub(super) const fn work(&self) -> u64 {
        self.work
    }

    /// Returns the graph of moves.
    pub(super) const fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Returns the bridge between the ends of the path, if one of the cycles is a path.
    pub(super) const fn bridge(&self) -> Option<&Bridge> {
        self.bridge.as_ref()
    }

    /// Returns the number of the cycle of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// Returns the two neighbours of a vertex on its cycle.
    #[inline]
    pub(super) fn partners(&self, vertex: u32) -> [u32; 2] {
        self.partners[vertex as usize]
    }

    /// Returns the number of the largest cycle.
    pub(super) fn largest(&self) -> u32 {
        (0..).zip(&self.sizes).max_by_key(|&(_, size)| size).map_or(0, |(number, _)| number)
    }

    /// Returns true if an edge of a cycle must stay.
    #[inline]
    pub(super) fn is_fixed(&self, a: u32, b: u32) -> bool {
        (!self.fixed.is_empty() && self.fixed.binary_search(&(a, b)).is_ok())
            || self.bridge.as_ref().is_some_and(|bridge| bridge.joins(a, b))
    }

    /// Returns the vertices of the cycle from `start`, in the direction away from its neighbour `before`.
    pub(super) fn walk(&self, start: u32, before: u32) -> impl Iterator<Item = u32> + '_ {
        let mut before = before;
        std::iter::successors(Some(start), move |&at| {
            let next = other(self.partners(at), before);
            before = at;
            (next != start).then_some(next)
        })
    }

    /// Numbers the vertices of a cycle, and returns their count.
    fn label(&mut self, start: u32, number: u32) -> u32 {
        let (mut before, mut at, mut size) = (NONE, start, 0);
        loop {
            self.of[at as usize] = number;
            size += 1;
            (before, at) = (at, other(self.partners(at), before));
            if at == start {
                return size;
            }
        }
    }
}

/// Returns the vertex that is not `before`.
#[inline]
const fn other(partners: [u32; 2], before: u32) -> u32 {
    if partners[0] == before { partners[1] } else { partners[0] }
}

/// A virtual edge that joins the ends of a path, so that it is treated as a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bridge {
    /// The ends.
    pub(super) ends: [u32; 2],
    /// True for an end that may move to another vertex.
    pub(super) is_free: [bool; 2],
    /// True if the ends may be a move apart.
    pub(super) may_close: bool,
}

impl Bridge {
    /// Returns true if it joins these two vertices.
    #[inline]
    pub(super) fn joins(&self, a: u32, b: u32) -> bool {
        self.ends == [a, b] || self.ends == [b, a]
    }

    /// Returns true if the path may end on another vertex than `end`.
    pub(super) fn can_leave(&self, end: u32) -> bool {
        self.ends.iter().zip(self.is_free).any(|(&it, is_free)| it == end && is_free)
    }

    /// Moves the end that is not `fixed_end`.
    pub(super) fn move_end(&mut self, fixed_end: u32, to: u32) {
        self.ends[usize::from(self.ends[0] == fixed_end)] = to;
    }
}

/// The maximum number of vertices of an exchange.
pub(super) const MAX_EXCHANGE: usize = 8;

/// A segment of a cycle between two vertices of an exchange, by their indices in it.
#[derive(Clone, Copy, Debug)]
struct Segment {
    ends: [usize; 2],
    /// The number of vertices; unknown for the longest segment, which is not walked to its end.
    len: Option<u32>,
}

impl Cycles<'_> {
    /// Exchanges edges along an alternating cycle of different vertices: removes the edges from the first
    /// to the second, the third to the fourth and so on, and adds those from the second to the third and so
    /// on, and from the last to the first.
    ///
    /// The new cycles are determined by walking along all segments between the vertices of the
    /// alternating cycle in parallel, so the longest segment is never walked to its end. Merging two cycles
    /// takes time linear in the smaller one.
    pub(super) fn exchange(&mut self, alternating: &[u32]) {
        let is_done = self.exchange_within(alternating, u32::MAX);
        debug_assert!(is_done, "{alternating:?}");
    }

    /// Makes an exchange if at most `max_steps` along each segment determine the new cycles.
    pub(super) fn exchange_within(&mut self, alternating: &[u32], max_steps: u32) -> bool {
        debug_assert!(
            alternating.len() >= 4
                && alternating.len() <= MAX_EXCHANGE
                && alternating.len().is_multiple_of(2)
        );
        self.change(alternating);
        let Some(segments) = self.segments(alternating, max_steps) else {
            self.change(&inverse(alternating));
            return false;
        };
        self.relabel(alternating, &segments);
        true
    }

    /// Replaces the edges without an update of the cycle numbers.
    fn change(&mut self, alternating: &[u32]) {
        for (at, &vertex) in alternating.iter().enumerate() {
            let (old, new) = (alternating[at ^ 1], alternating[joined_index(alternating, at)]);
            let partners = &mut self.partners[vertex as usize];
            debug_assert!(partners.contains(&old) && !partners.contains(&new), "{alternating:?}");
            partners[usize::from(partners[0] != old)] = new;
        }
        if let Some(bridge) = &mut self.bridge
            && bridge.joins(alternating[0], alternating[1])
        {
            bridge.move_end(alternating[0], alternating[alternating.len() - 1]);
        }
    }

    /// Returns the segments of cycles between the vertices of an alternating cycle, the longest one last;
    /// `None` if more than one is too long.
    fn segments(&mut self, alternating: &[u32], max_steps: u32) -> Option<Vec<Segment>> {
        let mut walkers: Vec<(usize, u32, u32)> = (0..alternating.len())
            .map(|at| (at, alternating[joined_index(alternating, at)], alternating[at]))
            .collect();
        let mut found: Vec<Segment> = Vec::with_capacity(alternating.len() / 2);
        let mut steps = 1;
        while walkers.len() > 2 {
            if steps >= max_steps {
                return None;
            }
            steps += 1;
            self.work += walkers.len() as u64;
            for (_, before, at) in &mut walkers {
                (*before, *at) = (*at, other(self.partners[*at as usize], *before));
            }
            for at in (0..walkers.len()).rev() {
                let Some(&(from, _, now)) = walkers.get(at) else { continue };
                if let Some(to) = alternating.iter().position(|&vertex| vertex == now)
                    && walkers.len() > 2
                {
                    found.push(Segment { ends: [from, to], len: Some(steps) });
                    walkers.retain(|&(begin, ..)| begin != from && begin != to);
                }
            }
        }
        if let [(from, ..), (to, ..)] = walkers[..] {
            found.push(Segment { ends: [from, to], len: None });
        }
        Some(found)
    }

    /// Numbers the cycles after an exchange. The cycle of the longest segment keeps the
    /// number of that segment.
    fn relabel(&mut self, alternating: &[u32], segments: &[Segment]) {
        let mut before: Vec<u32> = alternating.iter().map(|&vertex| self.of(vertex)).collect();
        before.sort_unstable();
        before.dedup();
        let Some(longest) = segments.last() else { return };
        let fixed_end = self.of(alternating[longest.ends[0]]);
        let total: u32 = before.iter().map(|&number| self.sizes[number as usize]).sum();
        self.count -= before.len();
        for &number in &before {
            self.sizes[number as usize] = 0;
        }
        self.unused.extend(before.iter().filter(|&&number| number != fixed_end));
        let segment_at = |place: usize| segments.iter().position(|it| it.ends.contains(&place));
        let (mut is_done, mut rest) = ([false; MAX_EXCHANGE], total);
        for first in (0..segments.len()).rev() {
            if is_done[first] {
                continue;
            }
            self.count += 1;
            let number = if first + 1 == segments.len() { fixed_end } else { self.new_number() };
            let mut place = segments[first].ends[0];
            while let Some(at) = segment_at(place)
                && !is_done[at]
            {
                is_done[at] = true;
                let Segment { ends: [a, b], len } = segments[at];
                let end = if place == a { b } else { a };
                if let Some(len) = len {
                    rest -= len;
                    self.sizes[number as usize] += len;
                    self.label_segment(
                        alternating[place],
                        alternating[joined_index(alternating, place)],
                        len,
                        number,
                    );
                }
                place = joined_index(alternating, end);
            }
        }
        self.sizes[fixed_end as usize] += rest;
    }

    fn new_number(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        })
    }

    fn label_segment(&mut self, start: u32, before: u32, len: u32, number: u32) {
        if self.of(start) == number {
            return;
        }
        let (mut before, mut at) = (before, start);
        for _ in 0..len {
            self.of[at as usize] = number;
            (before, at) = (at, other(self.partners(at), before));
        }
    }
}

/// Returns the index of the vertex that an exchange joins to the one at an index.
const fn joined_index(alternating: &[u32], at: usize) -> usize {
    match at {
        0 => alternating.len() - 1,
        at if at == alternating.len() - 1 => 0,
        at if at % 2 == 0 => at - 1,
        at => at + 1,
    }
}

/// Returns the alternating cycle of the inverse exchange.
pub(super) fn inverse(alternating: &[u32]) -> Vec<u32> {
    let mut back = alternating.to_vec();
    back[1..].reverse();
    back
}
