//! The tours of small boards by plain search, without colours and theorems.

use std::collections::{BTreeSet, HashSet};

/// A board as a graph: neighbours as bits, squares numbered rank by rank from `a1`.
pub(super) struct Oracle {
    neighbours: Vec<u64>,
    /// The squares that are not holes.
    all: u64,
}

impl Oracle {
    pub(super) fn new(files: u32, ranks: u32) -> Self {
        let (files, ranks) = (i64::from(files), i64::from(ranks));
        assert!(files * ranks <= 64, "squares are bits");
        let neighbours = (0..files * ranks)
            .map(|from| {
                let near = |to: &i64| {
                    let (dx, dy) = (from % files - to % files, from / files - to / files);
                    dx * dx + dy * dy == 5
                };
                (0..files * ranks).filter(near).fold(0, |bits, to| bits | 1 << to)
            })
            .collect();
        Self { neighbours, all: u64::MAX >> (64 - files * ranks) }
    }

    /// Returns the board with one more hole.
    pub(super) fn without(mut self, hole: usize) -> Self {
        self.all &= !(1 << hole);
        self.neighbours[hole] = 0;
        self.neighbours.iter_mut().for_each(|near| *near &= !(1 << hole));
        self
    }

    /// Returns the board without a move.
    pub(super) fn forbid(mut self, a: usize, b: usize) -> Self {
        self.neighbours[a] &= !(1 << b);
        self.neighbours[b] &= !(1 << a);
        self
    }

    pub(super) fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub(super) fn joined(&self, a: usize, b: usize) -> bool {
        self.neighbours[a] >> b & 1 == 1
    }

    /// Returns all ordered pairs of ends of tours, by walking every path from every square.
    pub(super) fn ends(&self) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        for start in bits(self.all) {
            let mut ends = 0;
            self.walk(start, self.all & !(1 << start), &mut |end| {
                ends |= 1_u64 << end;
                false
            });
            pairs
                .extend((0..self.len()).filter(|end| ends >> end & 1 == 1).map(|end| (start, end)));
        }
        pairs
    }

    /// Returns true if a tour from `start` to `end` exists; `None` after many steps.
    pub(super) fn finds(&self, start: usize, end: usize) -> Option<bool> {
        let mut budget = 3_000_000_u64;
        let found = self.walk_to(start, end, self.all & !(1 << start), &mut budget);
        if !found && budget == 0 { None } else { Some(found) }
    }

    /// Walks all paths from `head` over the squares `left`, until `found` returns true. Backtracks if a square has no
    /// neighbour left, or two have only one.
    fn walk(&self, head: usize, left: u64, found: &mut impl FnMut(usize) -> bool) -> bool {
        if left == 0 {
            return found(head);
        }
        let mut last = 0;
        for square in bits(left) {
            match (self.neighbours[square] & (left | 1 << head)).count_ones() {
                0 => return false,
                1 => last += 1,
                _ => {}
            }
        }
        last < 2
            && bits(self.neighbours[head] & left)
                .any(|next| self.walk(next, left & !(1 << next), found))
    }

    /// Searches for a path to one end, squares of lowest degree first.
    fn walk_to(&self, head: usize, end: usize, left: u64, budget: &mut u64) -> bool {
        if left == 0 {
            return head == end;
        }
        if head == end || *budget == 0 {
            return false;
        }
        *budget -= 1;
        let ways = |square: usize| (self.neighbours[square] & (left | 1 << head)).count_ones();
        if bits(left).any(|square| ways(square) < if square == end { 1 } else { 2 }) {
            return false;
        }
        let mut nexts: Vec<usize> = bits(self.neighbours[head] & left).collect();
        nexts.sort_by_key(|&next| ways(next));
        nexts.into_iter().any(|next| self.walk_to(next, end, left & !(1 << next), budget))
    }

    /// Returns true if a tour from `start` to `end` exists. Exact, and fast on thin upright boards.
    ///
    /// Squares are processed in order, and each gets its missing moves. A state contains the mate of each square:
    /// itself if it has no move, `DONE` if it has both. In the first state the ends are mates; a tour closes that
    /// path.
    pub(super) fn by_layers(&self, start: usize, end: usize) -> bool {
        let mut first: Vec<u8> = (0..self.len() as u8).collect();
        first.swap(start, end);
        let mut layer = HashSet::from([first]);
        for square in 0..self.len() {
            let mut next = HashSet::new();
            for state in layer {
                if self.complete(square, state, &mut next) {
                    return true;
                }
            }
            layer = next;
        }
        false
    }

    /// Adds all combinations of missing moves from a square to later squares. Returns true if one closes a tour.
    fn complete(&self, square: usize, state: Vec<u8>, next: &mut HashSet<Vec<u8>>) -> bool {
        let later: Vec<usize> = bits(self.neighbours[square]).filter(|&to| to > square).collect();
        let mut waiting = vec![(state, &later[..])];
        while let Some((state, choices)) = waiting.pop() {
            if state[square] == DONE {
                next.insert(state);
                continue;
            }
            let Some((&to, others)) = choices.split_first() else {
                continue;
            };
            let (a, b) = (state[square], state[to]);
            if usize::from(a) == to {
                let others_done = |(at, &mate)| at == square || at == to || mate == DONE;
                if state.iter().enumerate().all(others_done) {
                    return true;
                }
            } else if b != DONE {
                let mut joined = state.clone();
                (joined[square], joined[to]) = (DONE, DONE);
                (joined[usize::from(a)], joined[usize::from(b)]) = (b, a);
                waiting.push((joined, others));
            }
            waiting.push((state, others));
        }
        false
    }
}

/// The mate of a square that has both its moves.
const DONE: u8 = u8::MAX;

fn bits(set: u64) -> impl Iterator<Item = usize> {
    std::iter::successors((set != 0).then_some(set), |rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as usize)
}
