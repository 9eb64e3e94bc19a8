//! What a walk walks on, and what is fixed.

use caracole_core::Graph;

use super::clues::Clues;

/// Everything a walk must know. Squares are the vertices of the graph.
pub(crate) struct Ground {
    /// The moves that may be made.
    pub(crate) graph: Graph,
    /// Must the last square be a move from the first?
    pub(crate) closed: bool,
    /// Where walks begin, in the order in which they do.
    pub(crate) starts: Vec<u32>,
    /// On which squares a walk may end.
    pub(crate) is_end: Vec<bool>,
    /// Of a walk and its reverse take one: that whose last square has the larger number, compared
    /// with the first, or, of closed walks, which begin on the same square, with the second.
    pub(crate) one_way: bool,
    /// The first and the last square must not be joined in this graph.
    pub(crate) apart: Option<Graph>,
    /// Squares fixed at steps between the ends.
    pub(crate) clues: Option<Clues>,
    /// Moves that must be made.
    pub(crate) used: Option<Graph>,
    /// Of each square, if every move changes colour.
    pub(crate) colours: Option<Vec<u8>>,
}

impl Ground {
    /// All walks over a graph: closed ones in one direction from square 0, others from everywhere in
    /// both directions.
    pub(crate) fn new(graph: Graph, closed: bool) -> Self {
        let squares = graph.vertices();
        Self {
            colours: graph.two_colours(),
            closed,
            starts: if closed { vec![0] } else { (0..squares).collect() },
            is_end: vec![true; squares as usize],
            one_way: closed,
            apart: None,
            clues: None,
            used: None,
            graph,
        }
    }

    /// How many squares there are.
    pub(crate) const fn squares(&self) -> usize {
        self.is_end.len()
    }

    /// Leaves out starts from which colours, ends or the shape of the board allow no walk. None is
    /// left if there is none at all.
    pub(crate) fn narrow_starts(&mut self) {
        let connected = self.graph.parts().len() == 1;
        let enough = !self.closed || self.squares() >= 3;
        let colours = self.start_colours();
        let mut starts = std::mem::take(&mut self.starts);
        let allow = |start| self.clues.as_ref().is_none_or(|clues| clues.allow(1, start));
        let coloured = |start| {
            self.colours.as_ref().is_none_or(|all| colours[usize::from(all[start as usize])])
        };
        starts.retain(|&start| connected && enough && allow(start) && coloured(start));
        self.starts = starts;
    }

    /// Do the colours of the board, and of what is fixed, fit a walk from the one colour, and from the
    /// other?
    fn start_colours(&self) -> [bool; 2] {
        let Some(colours) = &self.colours else { return [true; 2] };
        let second: usize = colours.iter().map(|&colour| usize::from(colour)).sum();
        let counts = [self.squares() - second, second];
        let even = !self.closed || self.squares().is_multiple_of(2);
        [0, 1].map(|first| {
            let mut clues = self.clues.iter().flat_map(Clues::all);
            even && counts[first] == self.squares().div_ceil(2)
                && clues.all(|(step, square)| {
                    usize::from(colours[square as usize]) == (first + step - 1) % 2
                })
        })
    }

    /// May a walk from `start` end here? Of closed walks that go one way the second square has a say
    /// as well.
    pub(crate) fn may_end(&self, start: u32, end: u32) -> bool {
        if !self.is_end[end as usize] || (start == end && self.squares() > 1) {
            return false;
        }
        if self.closed {
            return self.graph.has_edge(start, end);
        }
        let right_colour = self.colours.as_ref().is_none_or(|colours| {
            let change = usize::from(colours[start as usize] ^ colours[end as usize]);
            change == (self.squares() - 1) % 2
        });
        let apart = self.apart.as_ref().is_none_or(|joined| !joined.has_edge(start, end));
        let right_way = !self.one_way || start <= end;
        right_colour && apart && right_way
    }

    /// The squares that must come before or after a square.
    #[inline]
    pub(crate) fn used_at(&self, square: u32) -> &[u32] {
        self.used.as_ref().map_or(&[], |used| used.neighbours(square))
    }
}
