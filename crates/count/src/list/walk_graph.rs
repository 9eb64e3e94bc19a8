//! The graph of a walk, and its constraints.

use caracole_core::Graph;

/// A graph with the constraints of a walk over all its vertices. The vertices are squares, or orbits of squares.
pub(crate) struct WalkGraph {
    pub(crate) graph: Graph,
    /// True if the last square must be adjacent to the first.
    pub(crate) closed: bool,
    /// The squares where walks begin, in order.
    pub(crate) starts: Vec<u32>,
    /// True for each square that can be the end.
    pub(crate) is_end: Vec<bool>,
    /// True if of a walk and its reverse only one is visited: the one whose last square is larger than the first
    /// or, in closed walks, which begin on the same square, larger than the second.
    pub(crate) is_one_direction: bool,
    /// A graph in which the ends must not be adjacent.
    pub(crate) not_adjacent: Option<Graph>,
    /// The given steps between the ends.
    pub(crate) clues: Option<Clues>,
    /// The required moves.
    pub(crate) required: Option<Graph>,
    /// The colours of the squares, if the graph is bipartite.
    pub(crate) colours: Option<Vec<u8>>,
}

impl WalkGraph {
    /// Returns a graph without constraints. Closed walks begin on square 0 and have one direction, others begin
    /// everywhere and have both directions.
    pub(crate) fn new(graph: Graph, closed: bool) -> Self {
        let squares = graph.vertices();
        Self {
            colours: graph.two_colouring(),
            closed,
            starts: if closed { vec![0] } else { (0..squares).collect() },
            is_end: vec![true; squares as usize],
            is_one_direction: closed,
            not_adjacent: None,
            clues: None,
            required: None,
            graph,
        }
    }

    /// Returns the number of squares.
    pub(crate) const fn squares(&self) -> usize {
        self.is_end.len()
    }

    /// Removes starts that colours, clues or the components of the graph exclude: all of them if no walk exists.
    pub(crate) fn narrow_starts(&mut self) {
        let is_connected = self.graph.components().len() == 1;
        let is_large_enough = !self.closed || self.squares() >= 3;
        let colours = self.start_colours();
        let mut starts = std::mem::take(&mut self.starts);
        let clues_allow = |start| self.clues.as_ref().is_none_or(|clues| clues.allow(1, start));
        let colours_allow = |start| {
            self.colours.as_ref().is_none_or(|all| colours[usize::from(all[start as usize])])
        };
        starts.retain(|&start| {
            is_connected && is_large_enough && clues_allow(start) && colours_allow(start)
        });
        self.starts = starts;
    }

    /// Returns, for each colour, true if the numbers of squares and the clues allow a start of this colour.
    fn start_colours(&self) -> [bool; 2] {
        let Some(colours) = &self.colours else { return [true; 2] };
        let second: usize = colours.iter().map(|&colour| usize::from(colour)).sum();
        let counts = [self.squares() - second, second];
        let even = !self.closed || self.squares().is_multiple_of(2);
        [0, 1].map(|first| {
            let mut clues = self.clues.iter().flat_map(|clues| &clues.sorted);
            even && counts[first] == self.squares().div_ceil(2)
                && clues.all(|&(step, square)| {
                    usize::from(colours[square as usize]) == (first + step - 1) % 2
                })
        })
    }

    /// Returns true if a walk from `start` can end on a square. In closed walks of one direction the second square
    /// also matters.
    pub(crate) fn may_end(&self, start: u32, end: u32) -> bool {
        if !self.is_end[end as usize] || (start == end && self.squares() > 1) {
            return false;
        }
        if self.closed {
            return self.graph.has_edge(start, end);
        }
        let colour_fits = self.colours.as_ref().is_none_or(|colours| {
            let change = usize::from(colours[start as usize] ^ colours[end as usize]);
            change == (self.squares() - 1) % 2
        });
        let is_adjacent =
            self.not_adjacent.as_ref().is_some_and(|joined| joined.has_edge(start, end));
        colour_fits && !is_adjacent && (!self.is_one_direction || start <= end)
    }

    /// Returns the squares that must precede or follow a square.
    #[inline]
    pub(crate) fn required_at(&self, square: u32) -> &[u32] {
        self.required.as_ref().map_or(&[], |required| required.neighbours(square))
    }
}

/// Squares with given steps.
pub(crate) struct Clues {
    /// Steps from 1 and their squares, in increasing order.
    sorted: Vec<(usize, u32)>,
    /// For each step, from 0, the index of the first clue at that step or later.
    next: Vec<u32>,
    /// True for squares with a clue.
    is_given: Vec<bool>,
    /// The distances of all squares from each clue; empty if they would take too much memory.
    distances: Vec<Vec<u32>>,
}

impl Clues {
    /// The maximum number of stored distances.
    const MAX_DISTANCES: usize = 1 << 24;

    /// Returns `None` without clues.
    pub(crate) fn new(graph: &Graph, mut clues: Vec<(usize, u32)>) -> Option<Self> {
        if clues.is_empty() {
            return None;
        }
        let squares = graph.vertices() as usize;
        clues.sort_unstable();
        let mut is_given = vec![false; squares];
        let mut next = Vec::with_capacity(squares + 1);
        for (at, &(step, square)) in (0..).zip(&clues) {
            is_given[square as usize] = true;
            next.resize(step + 1, at);
        }
        next.resize(squares + 1, clues.len() as u32);
        let fits = clues.len().saturating_mul(squares) <= Self::MAX_DISTANCES;
        let distances = clues.iter().filter(|_| fits).map(|&(_, square)| graph.distances(square));
        Some(Self { distances: distances.collect(), sorted: clues, next, is_given })
    }

    /// Returns true if the next clue allows the square at this step.
    pub(crate) fn allow(&self, step: usize, square: u32) -> bool {
        let at = self.next[step] as usize;
        let Some(&(due, expected)) = self.sorted.get(at) else {
            return !self.is_given[square as usize];
        };
        if due == step {
            return square == expected;
        }
        let is_in_reach = self
            .distances
            .get(at)
            .is_none_or(|distances| distances[square as usize] as usize <= due - step);
        !self.is_given[square as usize] && is_in_reach
    }
}
