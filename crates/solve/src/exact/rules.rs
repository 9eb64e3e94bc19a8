//! What follows from what is known: the rules that [`Cases`](caracole_core::Cases) lists.

use caracole_core::StopCause;

use super::knot::{Broken, Mark};
use super::state::State;
use super::think::Look;

impl State<'_> {
    /// Applies the rules until nothing more follows. Looks up in between, for on large boards with
    /// clues that may take long.
    pub(super) fn settle(&mut self, look: &mut Look<'_>) -> Result<Result<(), Broken>, StopCause> {
        loop {
            if self.propagate().is_err() {
                return Ok(Err(Broken));
            }
            if self.is_settled() {
                return Ok(Ok(()));
            }
            look()?;
        }
    }

    /// Applies the rules until nothing more follows, or for some milliseconds.
    fn propagate(&mut self) -> Result<(), Broken> {
        loop {
            while let Some(vertex) = self.next_waiting() {
                self.count(vertex)?;
            }
            if self.take_lines_news() {
                self.count_ends()?;
                self.look_at_lines()?;
                continue;
            }
            if !self.look_at_steps()? {
                return Ok(());
            }
        }
    }

    /// Rule 1: moves and ends of a square come to two.
    fn count(&mut self, vertex: u32) -> Result<(), Broken> {
        let knot = self.knots[vertex as usize];
        if knot.made + knot.low > 2 {
            return Err(Broken);
        }
        let most = knot.high.min(2 - knot.made);
        if u16::from(knot.made) + knot.open + u16::from(most) < 2 {
            return Err(Broken);
        }
        let least =
            knot.low.max(2_u8.saturating_sub(knot.made).saturating_sub(knot.open.min(2) as u8));
        if knot.made + least == 2 {
            self.set_ends(vertex, least, least)?;
            self.take_all_out(vertex);
            return Ok(());
        }
        if u16::from(knot.made) + knot.open + u16::from(most) == 2 {
            self.set_ends(vertex, most, most)?;
            return self.make_all(vertex);
        }
        self.set_ends(vertex, least, most)
    }

    fn take_all_out(&mut self, vertex: u32) {
        if self.knots[vertex as usize].open == 0 {
            return;
        }
        let model = self.model;
        for (_, edge) in model.around(vertex) {
            if self.mark(edge) == Mark::Open {
                self.take_out(edge);
            }
        }
    }

    fn make_all(&mut self, vertex: u32) -> Result<(), Broken> {
        if self.knots[vertex as usize].open == 0 {
            return Ok(());
        }
        let model = self.model;
        for (_, edge) in model.around(vertex) {
            if self.mark(edge) == Mark::Open {
                self.make(edge)?;
            }
        }
        Ok(())
    }

    /// Rule 2: the ends of all squares come to two for each path, and those of each colour to what
    /// the numbers of squares leave.
    fn count_ends(&mut self) -> Result<(), Broken> {
        for colour in 0..2 {
            let wanted = self.model.ends_wanted[colour];
            let [low, high] = self.ends(colour);
            if low > wanted || high < wanted {
                return Err(Broken);
            }
            if low == high || low < wanted && wanted < high {
                continue;
            }
            for vertex in 0..self.model.len() as u32 {
                if self.model.colour(vertex) == colour {
                    let knot = self.knots[vertex as usize];
                    let ends = if low == wanted { knot.low } else { knot.high };
                    self.set_ends(vertex, ends, ends)?;
                }
            }
        }
        Ok(())
    }

    /// Rules 4 and 5: paths do not end too early, and not too close to each other.
    fn look_at_lines(&mut self) -> Result<(), Broken> {
        let model = self.model;
        let (mut finished, mut squares) = (0, 0);
        let mut at = 0;
        while let Some(&end) = self.marked.get(at) {
            at += 1;
            if let Some(apart) = &model.apart {
                for &near in apart.neighbours(end) {
                    self.set_ends(near, self.knots[near as usize].low, 0)?;
                }
            }
            let knot = self.knots[end as usize];
            let other = self.mate(end);
            // A line is met at both of its ends, and counted at the smaller.
            let is_finished = if knot.made == 0 {
                knot.low == 2
            } else {
                other > end && self.knots[other as usize].low == 1
            };
            if is_finished {
                if knot.made == 1
                    && model.knights_from.contains(&end)
                    && model.knights_from.contains(&other)
                {
                    return Err(Broken);
                }
                finished += 1;
                squares += self.line_len(end) as usize;
            }
        }
        let left = model.len() - squares;
        if finished > model.paths || finished == model.paths && left > 0 && model.paths > 0 {
            return Err(Broken);
        }
        if finished + 1 == model.paths { self.keep_last_path_open(left) } else { Ok(()) }
    }

    /// The free end of the line that has an end on this square; `None` if it is finished.
    fn free_end(&self, end: u32) -> Option<u32> {
        let knot = self.knots[end as usize];
        if knot.made == 0 {
            return (knot.low == 1).then_some(end);
        }
        let other = self.mate(end);
        (self.knots[other as usize].low == 0).then_some(other)
    }

    /// The last path takes in all squares that are left.
    fn keep_last_path_open(&mut self, left: usize) -> Result<(), Broken> {
        for at in 0..self.marked.len() {
            let Some(free) = self.free_end(self.marked[at]) else { continue };
            let len = self.line_len(free) as usize;
            if len < left {
                let low = self.knots[free as usize].low;
                self.set_ends(free, low, low)?;
            }
            for before in 0..at {
                let Some(other) = self.free_end(self.marked[before]) else { continue };
                if len + (self.line_len(other) as usize) < left
                    && let Some(edge) = self.model.edge(free, other)
                    && self.mark(edge) == Mark::Open
                {
                    self.take_out(edge);
                }
            }
        }
        Ok(())
    }
}
