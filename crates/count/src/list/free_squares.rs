//! The free squares of a walk, and whether they are connected.

use caracole_core::Graph;

/// The squares that a walk has not visited.
pub(crate) trait FreeSquares {
    /// Returns all squares of a graph.
    fn new(graph: &Graph) -> Self;
    /// Returns true if the square is free.
    fn is_free(&self, square: u32) -> bool;
    /// Returns the free neighbours of a square.
    fn neighbours<'a>(&'a self, graph: &'a Graph, square: u32) -> impl Iterator<Item = u32> + 'a;
    /// Removes a free square.
    fn visit(&mut self, square: u32);
    /// Adds a square that is not free.
    fn release(&mut self, square: u32);
    /// Returns true if the free squares are connected, and one of them is adjacent to `head`. Before the visit of
    /// `head` they were connected, so only its neighbours must be searched.
    fn are_connected(&mut self, graph: &Graph, head: u32) -> bool;
}

/// Up to 64 or 128 squares, one bit each.
pub(crate) struct BitSquares<W> {
    free: W,
    /// The neighbours of each square.
    neighbours: Vec<W>,
}

/// An iterator over the squares whose bits are set, from the lowest.
pub(crate) struct Bits<W>(W);

macro_rules! bit_squares {
    ($word:ty) => {
        impl Iterator for Bits<$word> {
            type Item = u32;

            #[inline]
            fn next(&mut self) -> Option<u32> {
                let square = self.0.trailing_zeros();
                (square < <$word>::BITS).then(|| {
                    self.0 &= self.0 - 1;
                    square
                })
            }
        }

        impl BitSquares<$word> {
            /// The maximum number of squares.
            pub(crate) const MAX: u32 = <$word>::BITS;
        }

        impl FreeSquares for BitSquares<$word> {
            fn new(graph: &Graph) -> Self {
                let bits = |list: &[u32]| list.iter().fold(0, |bits, &square| bits | 1 << square);
                let squares: Vec<u32> = (0..graph.vertices()).collect();
                let lists = squares.iter().map(|&square| bits(graph.neighbours(square)));
                Self { free: bits(&squares), neighbours: lists.collect() }
            }

            #[inline]
            fn is_free(&self, square: u32) -> bool {
                self.free >> square & 1 == 1
            }

            #[inline]
            fn neighbours<'a>(
                &'a self,
                _: &'a Graph,
                square: u32,
            ) -> impl Iterator<Item = u32> + 'a {
                Bits(self.neighbours[square as usize] & self.free)
            }

            #[inline]
            fn visit(&mut self, square: u32) {
                self.free &= !(1 << square);
            }

            #[inline]
            fn release(&mut self, square: u32) {
                self.free |= 1 << square;
            }

            #[inline]
            fn are_connected(&mut self, _: &Graph, head: u32) -> bool {
                let targets = self.neighbours[head as usize] & self.free;
                if targets == 0 {
                    return self.free == 0;
                }
                // The search from one neighbour reaches the others after a few squares in most cases.
                let mut reached = targets & targets.wrapping_neg();
                let mut queue = reached;
                while targets & !reached != 0 {
                    if queue == 0 {
                        return false;
                    }
                    let at = queue.trailing_zeros();
                    queue &= queue - 1;
                    let more = self.neighbours[at as usize] & self.free & !reached;
                    reached |= more;
                    queue |= more;
                }
                true
            }
        }
    };
}

bit_squares!(u64);
bit_squares!(u128);

/// Any number of squares.
pub(crate) struct VecSquares {
    free: Vec<bool>,
    left: usize,
    /// The last search that reached each square.
    reached: Vec<u64>,
    search: u64,
    queue: Vec<u32>,
}

impl FreeSquares for VecSquares {
    fn new(graph: &Graph) -> Self {
        let squares = graph.vertices() as usize;
        Self {
            free: vec![true; squares],
            left: squares,
            reached: vec![0; squares],
            search: 0,
            queue: Vec::new(),
        }
    }

    #[inline]
    fn is_free(&self, square: u32) -> bool {
        self.free[square as usize]
    }

    #[inline]
    fn neighbours<'a>(&'a self, graph: &'a Graph, square: u32) -> impl Iterator<Item = u32> + 'a {
        graph.neighbours(square).iter().copied().filter(|&near| self.free[near as usize])
    }

    #[inline]
    fn visit(&mut self, square: u32) {
        self.free[square as usize] = false;
        self.left -= 1;
    }

    #[inline]
    fn release(&mut self, square: u32) {
        self.free[square as usize] = true;
        self.left += 1;
    }

    fn are_connected(&mut self, graph: &Graph, head: u32) -> bool {
        let mut targets = self.neighbours(graph, head).count();
        let Some(first) = self.neighbours(graph, head).next() else { return self.left == 0 };
        self.search += 1;
        // Breadth-first, because the neighbours of `head` are near each other.
        self.queue.clear();
        self.queue.push(first);
        self.reached[first as usize] = self.search;
        targets -= 1;
        let mut at = 0;
        while targets > 0 {
            let Some(&square) = self.queue.get(at) else { return false };
            at += 1;
            for &next in graph.neighbours(square) {
                if !self.free[next as usize] || self.reached[next as usize] == self.search {
                    continue;
                }
                self.reached[next as usize] = self.search;
                self.queue.push(next);
                if graph.has_edge(next, head) {
                    targets -= 1;
                }
            }
        }
        true
    }
}
