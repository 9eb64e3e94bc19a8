//! The free squares of a walk: which they are, and whether they hang together.

use caracole_core::Graph;

/// The squares that a walk has not visited.
pub(crate) trait Region {
    /// All squares of a graph.
    fn all(graph: &Graph) -> Self;
    /// Is the square free?
    fn has(&self, square: u32) -> bool;
    /// The free squares a move away from a square.
    fn near<'a>(&'a self, graph: &'a Graph, square: u32) -> impl Iterator<Item = u32> + 'a;
    /// The square is visited.
    fn take(&mut self, square: u32);
    /// The square is free again.
    fn give(&mut self, square: u32);
    /// Is there a way over free squares from every free square to every other, and one from `head`
    /// to them? Before `head` was taken there was, so only its neighbours can have been torn apart.
    fn holds_together(&mut self, graph: &Graph, head: u32) -> bool;
}

/// Up to 64 or 128 squares: a bit for each.
pub(crate) struct Narrow<W> {
    free: W,
    /// The neighbours of each square.
    near: Vec<W>,
}

/// The squares whose bits are set, from the lowest.
pub(crate) struct Bits<W>(W);

macro_rules! narrow {
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

        impl Narrow<$word> {
            /// The most squares it can have.
            pub(crate) const MOST: u32 = <$word>::BITS;
        }

        impl Region for Narrow<$word> {
            fn all(graph: &Graph) -> Self {
                let bits = |list: &[u32]| list.iter().fold(0, |bits, &square| bits | 1 << square);
                let squares: Vec<u32> = (0..graph.vertices()).collect();
                let near = squares.iter().map(|&square| bits(graph.neighbours(square)));
                Self { free: bits(&squares), near: near.collect() }
            }

            #[inline]
            fn has(&self, square: u32) -> bool {
                self.free >> square & 1 == 1
            }

            #[inline]
            fn near<'a>(&'a self, _: &'a Graph, square: u32) -> impl Iterator<Item = u32> + 'a {
                Bits(self.near[square as usize] & self.free)
            }

            #[inline]
            fn take(&mut self, square: u32) {
                self.free &= !(1 << square);
            }

            #[inline]
            fn give(&mut self, square: u32) {
                self.free |= 1 << square;
            }

            #[inline]
            fn holds_together(&mut self, _: &Graph, head: u32) -> bool {
                let apart = self.near[head as usize] & self.free;
                if apart == 0 {
                    return self.free == 0;
                }
                // Grows from one neighbour until all others are met; mostly after a few squares.
                let mut met = apart & apart.wrapping_neg();
                let mut fresh = met;
                while apart & !met != 0 {
                    if fresh == 0 {
                        return false;
                    }
                    let at = fresh.trailing_zeros();
                    fresh &= fresh - 1;
                    let more = self.near[at as usize] & self.free & !met;
                    met |= more;
                    fresh |= more;
                }
                true
            }
        }
    };
}

narrow!(u64);
narrow!(u128);

/// Any number of squares.
pub(crate) struct Wide {
    free: Vec<bool>,
    left: usize,
    /// The round in which a square was met last.
    met: Vec<u64>,
    round: u64,
    waiting: Vec<u32>,
}

impl Region for Wide {
    fn all(graph: &Graph) -> Self {
        let squares = graph.vertices() as usize;
        Self {
            free: vec![true; squares],
            left: squares,
            met: vec![0; squares],
            round: 0,
            waiting: Vec::new(),
        }
    }

    #[inline]
    fn has(&self, square: u32) -> bool {
        self.free[square as usize]
    }

    #[inline]
    fn near<'a>(&'a self, graph: &'a Graph, square: u32) -> impl Iterator<Item = u32> + 'a {
        graph.neighbours(square).iter().copied().filter(|&near| self.free[near as usize])
    }

    #[inline]
    fn take(&mut self, square: u32) {
        self.free[square as usize] = false;
        self.left -= 1;
    }

    #[inline]
    fn give(&mut self, square: u32) {
        self.free[square as usize] = true;
        self.left += 1;
    }

    fn holds_together(&mut self, graph: &Graph, head: u32) -> bool {
        let mut apart = self.near(graph, head).count();
        let Some(first) = self.near(graph, head).next() else { return self.left == 0 };
        self.round += 1;
        // Breadth first: the squares that are looked for are near.
        self.waiting.clear();
        self.waiting.push(first);
        self.met[first as usize] = self.round;
        apart -= 1;
        let mut at = 0;
        while apart > 0 {
            let Some(&square) = self.waiting.get(at) else { return false };
            at += 1;
            for &next in graph.neighbours(square) {
                if !self.free[next as usize] || self.met[next as usize] == self.round {
                    continue;
                }
                self.met[next as usize] = self.round;
                self.waiting.push(next);
                if graph.has_edge(next, head) {
                    apart -= 1;
                }
            }
        }
        true
    }
}
