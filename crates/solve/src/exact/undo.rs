//! Taking back what was known.

use super::knot::Mark;
use super::state::State;

/// One thing to take back.
#[derive(Clone, Copy)]
pub(super) enum Undo {
    /// The edge was open.
    Edge(u32),
    /// The line that ended here had its other end there, and so many squares.
    Line { end: u32, mate: u32, len: u32 },
    /// The square had these ends.
    Ends { vertex: u32, low: u8, high: u8 },
    /// A word of the steps was this.
    Steps { at: u32, word: u64 },
}

impl State<'_> {
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
}
