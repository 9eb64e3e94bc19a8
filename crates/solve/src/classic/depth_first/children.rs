//! Which square is tried next.

use caracole_core::Graph;

/// How the next child of a square is chosen: each child once, in an order that depends on the
/// squares visited so far only.
pub(crate) trait ChildOrder {
    /// The order before any square is visited.
    fn new(graph: &Graph) -> Self;

    /// Bytes a vertex.
    const BYTES: u64;

    /// `vertex` is on the path now.
    fn visit(&mut self, graph: &Graph, vertex: u32);

    /// `vertex` is on the path no longer.
    fn leave(&mut self, graph: &Graph, vertex: u32);

    /// The place in `children` of the one to try after the one at place `last`, among those that
    /// are `free`.
    fn next(
        &self,
        children: &[u32],
        last: Option<usize>,
        free: impl Fn(u32) -> bool,
    ) -> Option<usize>;
}

/// Children in the order of the moves.
pub(crate) struct AsOrdered;

impl ChildOrder for AsOrdered {
    const BYTES: u64 = 0;

    fn new(_: &Graph) -> Self {
        Self
    }

    #[inline]
    fn visit(&mut self, _: &Graph, _: u32) {}

    #[inline]
    fn leave(&mut self, _: &Graph, _: u32) {}

    #[inline]
    fn next(
        &self,
        children: &[u32],
        last: Option<usize>,
        free: impl Fn(u32) -> bool,
    ) -> Option<usize> {
        let first = last.map_or(0, |last| last + 1);
        (first..children.len()).find(|&place| free(children[place]))
    }
}

/// Children with the fewest onward moves first; ties keep the order of the moves.
pub(crate) struct LonelyFirst {
    /// For each vertex, how many of its neighbours are not on the path.
    onward: Vec<u32>,
}

impl ChildOrder for LonelyFirst {
    const BYTES: u64 = 4;

    fn new(graph: &Graph) -> Self {
        Self { onward: (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect() }
    }

    #[inline]
    fn visit(&mut self, graph: &Graph, vertex: u32) {
        for &neighbour in graph.neighbours(vertex) {
            self.onward[neighbour as usize] -= 1;
        }
    }

    #[inline]
    fn leave(&mut self, graph: &Graph, vertex: u32) {
        for &neighbour in graph.neighbours(vertex) {
            self.onward[neighbour as usize] += 1;
        }
    }

    /// When the search comes back to a square, the path is what it was when its last child was
    /// chosen, and so are the onward moves. So the sorted list of children need not be kept: the
    /// next child is the least that comes after the last one.
    #[inline]
    fn next(
        &self,
        children: &[u32],
        last: Option<usize>,
        free: impl Fn(u32) -> bool,
    ) -> Option<usize> {
        let key = |place: usize| (self.onward[children[place] as usize], place);
        let last = last.map(key);
        (0..children.len())
            .filter(|&place| free(children[place]))
            .map(key)
            .filter(|&key| last.is_none_or(|last| key > last))
            .min()
            .map(|(_, place)| place)
    }
}
