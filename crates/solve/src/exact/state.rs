//! What is known at a point of the search, and how to take it back.

use caracole_core::StopCause;

use super::model::Model;
use super::steps::Steps;

/// A rule is broken: there is no tour in this case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    Open,
    Made,
    Out,
}

/// What is known of a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Knot {
    /// Moves that are open.
    pub(super) open: u16,
    /// Moves that are made.
    pub(super) made: u8,
    /// The fewest ends it can have, and the most.
    pub(super) low: u8,
    pub(super) high: u8,
    /// Does it wait to be looked at?
    is_waiting: bool,
}

impl Knot {
    /// How many moves or ends are still to be found.
    pub(super) const fn need(self) -> u8 {
        2 - self.made - self.low
    }

    /// Among how many they can be found.
    pub(super) const fn choices(self) -> u16 {
        self.open + (self.high - self.low) as u16
    }
}

/// One thing to take back.
#[derive(Clone, Copy)]
enum Undo {
    /// The edge was open.
    Edge(u32),
    /// The line that ended here had its other end there, and so many squares.
    Line { end: u32, mate: u32, len: u32 },
    /// The square had these ends.
    Ends { vertex: u32, low: u8, high: u8 },
    /// A word of the steps was this.
    Steps { at: u32, word: u64 },
}

/// What is known at a point of the search.
///
/// Moves that are made form lines. The two ends of a line know each other and its length; what is
/// said of squares inside a line is of no use and may be old.
pub(super) struct State<'m> {
    pub(super) model: &'m Model,
    pub(super) knots: Vec<Knot>,
    marks: Vec<Mark>,
    mates: Vec<u32>,
    lens: Vec<u32>,
    /// The ends of all squares of each colour: the fewest, and the most.
    ends: [[i64; 2]; 2],
    /// Squares with an end, as they came to be known.
    pub(super) marked: Vec<u32>,
    /// How many moves are made.
    made: usize,
    undo: Vec<Undo>,
    waiting: Vec<u32>,
    /// Has something changed that the rules of lines look at?
    are_lines_new: bool,
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
            if self.propagate().is_err() {
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

    /// Where the state can be taken back to.
    pub(super) const fn now(&self) -> usize {
        self.undo.len()
    }

    /// Takes back all that came after.
    pub(super) fn back_to(&mut self, then: usize) {
        for vertex in self.waiting.drain(..) {
            self.knots[vertex as usize].is_waiting = false;
        }
        self.are_lines_new = false;
        if let Some(steps) = &mut self.steps {
            steps.forget();
        }
        while self.undo.len() > then {
            match self.undo.pop() {
                None => return,
                Some(Undo::Edge(edge)) => self.reopen(edge),
                Some(Undo::Line { end, mate, len }) => {
                    self.mates[end as usize] = mate;
                    self.lens[end as usize] = len;
                }
                Some(Undo::Ends { vertex, low, high }) => self.restore_ends(vertex, low, high),
                Some(Undo::Steps { at, word }) => {
                    if let Some(steps) = &mut self.steps {
                        steps.restore(at, word);
                    }
                }
            }
        }
    }

    fn reopen(&mut self, edge: u32) {
        let was_made = std::mem::replace(&mut self.marks[edge as usize], Mark::Open) == Mark::Made;
        for end in self.model.ends_of(edge) {
            let knot = &mut self.knots[end as usize];
            knot.open += 1;
            if was_made {
                knot.made -= 1;
            }
        }
        if was_made {
            self.made -= 1;
        }
    }

    fn restore_ends(&mut self, vertex: u32, low: u8, high: u8) {
        let knot = &mut self.knots[vertex as usize];
        let ends = &mut self.ends[self.model.colour(vertex)];
        ends[0] += i64::from(low) - i64::from(knot.low);
        ends[1] += i64::from(high) - i64::from(knot.high);
        if knot.low > 0 && low == 0 {
            self.marked.pop();
        }
        (knot.low, knot.high) = (low, high);
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
