//! What is known at a point of the search, and how to take it back.

use caracole_core::StopCause;

use super::knot::{Broken, Knot, Mark};
use super::model::Model;
use super::steps::Steps;
use super::undo::Undo;

/// What is known at a point of the search.
///
/// Moves that are made form lines. The two ends of a line know each other and its length; what is
/// said of squares inside a line is of no use and may be old.
pub(super) struct State<'m> {
    pub(super) model: &'m Model,
    pub(super) knots: Vec<Knot>,
    pub(super) marks: Vec<Mark>,
    pub(super) mates: Vec<u32>,
    pub(super) lens: Vec<u32>,
    /// The ends of all squares of each colour: the fewest, and the most.
    pub(super) ends: [[i64; 2]; 2],
    /// Squares with an end, as they came to be known.
    pub(super) marked: Vec<u32>,
    /// How many moves are made.
    pub(super) made: usize,
    pub(super) undo: Vec<Undo>,
    pub(super) waiting: Vec<u32>,
    /// Has something changed that the rules of lines look at?
    pub(super) are_lines_new: bool,
    pub(super) steps: Option<Steps>,
}

impl<'m> State<'m> {
    /// Nothing known but the board; [`State::begin`] adds what the problem fixes.
    pub(super) fn new(model: &'m Model) -> Self {
        let len = model.len();
        let most = match model.paths {
            0 => 0,
            1 if len > 1 => 1,
            _ => 2,
        };
        let knot = |vertex: u32| Knot {
            open: model.graph().degree(vertex) as u16,
            high: most,
            ..Knot::default()
        };
        let mut ends = [[0, 0]; 2];
        for vertex in 0..len as u32 {
            ends[model.colour(vertex)][1] += i64::from(most);
        }
        Self {
            model,
            knots: (0..len as u32).map(knot).collect(),
            marks: vec![Mark::Open; model.edges()],
            mates: (0..len as u32).collect(),
            lens: vec![1; len],
            ends,
            marked: Vec::new(),
            made: 0,
            undo: Vec::new(),
            waiting: Vec::new(),
            are_lines_new: false,
            steps: Steps::new(model),
        }
    }

    /// Fixes what the problem fixes, and all that follows.
    pub(super) fn begin(
        &mut self,
        look: &mut dyn FnMut() -> Result<(), StopCause>,
    ) -> Result<Result<(), Broken>, StopCause> {
        /// Their rules are followed within a few milliseconds.
        const SQUARES_BETWEEN_LOOKS: usize = 1 << 15;
        if self.fix().is_err() {
            return Ok(Err(Broken));
        }
        for first in (0..self.model.len()).step_by(SQUARES_BETWEEN_LOOKS) {
            look()?;
            let after = self.model.len().min(first + SQUARES_BETWEEN_LOOKS);
            (first..after).for_each(|vertex| self.wait(vertex as u32));
            if self.settle(look)?.is_err() {
                return Ok(Err(Broken));
            }
        }
        Ok(Ok(()))
    }

    /// Fixes what the problem fixes.
    fn fix(&mut self) -> Result<(), Broken> {
        let model = self.model;
        for &end in &model.ends {
            let knot = self.knots[end as usize];
            self.set_ends(end, knot.low + 1, knot.high)?;
        }
        for &edge in &model.used {
            self.make(edge)?;
        }
        self.are_lines_new = true;
        Ok(())
    }

    /// What is known of a move.
    #[inline]
    pub(super) fn mark(&self, edge: u32) -> Mark {
        self.marks[edge as usize]
    }

    /// The other end of the line that ends here.
    pub(super) fn mate(&self, end: u32) -> u32 {
        self.mates[end as usize]
    }

    /// How many squares the line that ends here has.
    pub(super) fn line_len(&self, end: u32) -> u32 {
        self.lens[end as usize]
    }

    /// Is every square on its path?
    pub(super) const fn is_whole(&self) -> bool {
        self.made == self.model.edges_wanted()
    }

    /// The moves from a square that are open.
    #[inline]
    pub(super) fn open(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.model.around(vertex).filter(|&(_, edge)| self.mark(edge) == Mark::Open)
    }

    /// Ends of a colour: the fewest, and the most.
    pub(super) const fn ends(&self, colour: usize) -> [i64; 2] {
        self.ends[colour]
    }

    #[inline]
    pub(super) fn wait(&mut self, vertex: u32) {
        let knot = &mut self.knots[vertex as usize];
        if !knot.is_waiting {
            knot.is_waiting = true;
            self.waiting.push(vertex);
        }
        if let Some(steps) = &mut self.steps {
            steps.touch(vertex);
        }
    }

    /// The next square to look at.
    pub(super) fn next_waiting(&mut self) -> Option<u32> {
        let vertex = self.waiting.pop()?;
        self.knots[vertex as usize].is_waiting = false;
        Some(vertex)
    }

    /// Have lines changed since this was asked last?
    pub(super) const fn take_lines_news(&mut self) -> bool {
        std::mem::replace(&mut self.are_lines_new, false)
    }

    /// Takes an open move out.
    pub(super) fn take_out(&mut self, edge: u32) {
        debug_assert_eq!(self.mark(edge), Mark::Open);
        self.marks[edge as usize] = Mark::Out;
        self.undo.push(Undo::Edge(edge));
        for end in self.model.ends_of(edge) {
            self.knots[end as usize].open -= 1;
            self.wait(end);
        }
    }

    /// Makes a move that is open or made.
    pub(super) fn make(&mut self, edge: u32) -> Result<(), Broken> {
        match self.mark(edge) {
            Mark::Made => return Ok(()),
            Mark::Out => return Err(Broken),
            Mark::Open => {}
        }
        let [a, b] = self.model.ends_of(edge);
        if self.knots[a as usize].need() == 0 || self.knots[b as usize].need() == 0 {
            return Err(Broken);
        }
        self.marks[edge as usize] = Mark::Made;
        self.undo.push(Undo::Edge(edge));
        self.made += 1;
        for end in [a, b] {
            let knot = &mut self.knots[end as usize];
            knot.open -= 1;
            knot.made += 1;
            self.wait(end);
        }
        let (x, y) = (self.mate(a), self.mate(b));
        if x == b {
            // A ring: the answer if it takes in all squares of a closed tour.
            return if self.model.is_closed() && self.is_whole() { Ok(()) } else { Err(Broken) };
        }
        let len = self.line_len(a) + self.line_len(b);
        self.set_line(x, y, len);
        self.set_line(y, x, len);
        let may_close = self.model.is_closed() && len as usize == self.model.len();
        if !may_close
            && let Some(home) = self.model.edge(x, y).filter(|&home| self.mark(home) == Mark::Open)
        {
            self.take_out(home);
        }
        self.are_lines_new = true;
        Ok(())
    }

    fn set_line(&mut self, end: u32, mate: u32, len: u32) {
        let at = end as usize;
        self.undo.push(Undo::Line { end, mate: self.mates[at], len: self.lens[at] });
        (self.mates[at], self.lens[at]) = (mate, len);
    }

    /// Says how many ends a square has at least and at most.
    pub(super) fn set_ends(&mut self, vertex: u32, low: u8, high: u8) -> Result<(), Broken> {
        let knot = &mut self.knots[vertex as usize];
        if (knot.low, knot.high) == (low, high) {
            return Ok(());
        }
        if low > high || low + knot.made > 2 {
            return Err(Broken);
        }
        self.undo.push(Undo::Ends { vertex, low: knot.low, high: knot.high });
        let ends = &mut self.ends[self.model.colour(vertex)];
        ends[0] += i64::from(low) - i64::from(knot.low);
        ends[1] += i64::from(high) - i64::from(knot.high);
        let is_new = knot.low == 0 && low > 0;
        (knot.low, knot.high) = (low, high);
        if is_new {
            self.marked.push(vertex);
        }
        self.are_lines_new = true;
        self.wait(vertex);
        Ok(())
    }

    /// Writes a word of the steps.
    pub(super) fn note_steps(&mut self, at: u32, word: u64) {
        self.undo.push(Undo::Steps { at, word });
    }
}
