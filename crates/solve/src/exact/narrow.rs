//! What follows from the steps that squares may be: rules 6 to 8.

use super::knot::{Broken, Mark};
use super::state::State;
use super::steps::{Room, Steps, bit};

/// Words of sets that are looked at before the clock is.
const WORDS_AT_ONCE: usize = 1 << 17;

impl State<'_> {
    /// Applies the rules of steps where something changed. Says whether anything followed.
    pub(super) fn look_at_steps(&mut self) -> Result<bool, Broken> {
        let Some(mut steps) = self.steps.take() else { return Ok(false) };
        let before = self.now();
        let outcome = self.narrow(&mut steps);
        self.steps = Some(steps);
        outcome?;
        // What is left for the next time is not said to follow.
        Ok(self.now() > before && self.is_settled_but_for_squares())
    }

    /// Has every rule been applied to everything that changed?
    pub(super) fn is_settled(&self) -> bool {
        self.waiting.is_empty() && self.is_settled_but_for_squares()
    }

    fn is_settled_but_for_squares(&self) -> bool {
        self.steps.as_ref().is_none_or(|steps| steps.waiting.is_empty())
    }

    fn narrow(&mut self, steps: &mut Steps) -> Result<(), Broken> {
        // Some milliseconds of work, whatever the size of the board.
        let most = WORDS_AT_ONCE / steps.words;
        for _ in 0..most {
            let Some(vertex) = steps.waiting.pop() else { break };
            steps.is_waiting[vertex as usize] = false;
            self.narrow_square(steps, vertex)?;
            if steps.waiting.is_empty() {
                self.narrow_steps(steps)?;
            }
        }
        Ok(())
    }

    /// Writes a word of a set, and wakes whom it concerns.
    fn write_steps(&mut self, steps: &mut Steps, vertex: u32, at: usize, word: u64) {
        let place = vertex as usize * steps.words + at;
        self.note_steps(place as u32, steps.sets[place]);
        steps.sets[place] = word;
        steps.touch(vertex);
        for (near, edge) in self.model.around(vertex) {
            if self.mark(edge) != Mark::Out {
                steps.touch(near);
            }
        }
    }

    fn narrow_square(&mut self, steps: &mut Steps, vertex: u32) -> Result<(), Broken> {
        let mut room = std::mem::take(&mut steps.room);
        let known = self.narrow_in(steps, vertex, &mut room);
        steps.room = room;
        known
    }

    fn narrow_in(&mut self, steps: &mut Steps, vertex: u32, room: &mut Room) -> Result<(), Broken> {
        let model = self.model;
        let Room { kept, around, beside } = room;
        kept.copy_from_slice(steps.set(vertex));
        // A neighbour for the step before, and one for the step after.
        around.fill(0);
        for (near, edge) in model.around(vertex) {
            let mark = self.mark(edge);
            if mark == Mark::Out {
                continue;
            }
            for (onto, word) in around.iter_mut().zip(steps.set(near)) {
                *onto |= word;
            }
            if mark == Mark::Made {
                beside.fill(0);
                steps.add_beside(steps.set(near), beside, true, true);
                intersect(kept, beside);
            }
        }
        let last = steps.last();
        for is_after in [true, false] {
            beside.fill(0);
            steps.add_beside(around, beside, is_after, !is_after);
            if !steps.is_round {
                // Nothing comes before the first step, and nothing after the last.
                let end = if is_after { 0 } else { last };
                beside[end as usize / 64] |= 1 << (end % 64);
            }
            intersect(kept, beside);
        }
        if !steps.is_round {
            self.keep_ends(vertex, last, kept)?;
        }
        if kept.iter().all(|&word| word == 0) {
            return Err(Broken);
        }
        for (at, &word) in kept.iter().enumerate() {
            if word != steps.set(vertex)[at] {
                self.write_steps(steps, vertex, at, word);
            }
        }
        beside.fill(0);
        steps.add_beside(steps.set(vertex), beside, true, true);
        self.narrow_moves(steps, vertex, beside)
    }

    /// Rule 6: the first step and the last are the ends.
    fn keep_ends(&mut self, vertex: u32, last: u32, kept: &mut [u64]) -> Result<(), Broken> {
        let knot = self.knots[vertex as usize];
        let [first, end] = [0, last].map(|step| bit(kept, step));
        let count: u32 = kept.iter().map(|word| word.count_ones()).sum();
        if knot.low > 0 {
            kept.fill(0);
        }
        if knot.high == 0 || knot.low > 0 {
            for (step, was_there) in [(0, first), (last, end)] {
                let word = &mut kept[step as usize / 64];
                *word &= !(1 << (step % 64));
                *word |= u64::from(knot.low > 0 && was_there) << (step % 64);
            }
            return Ok(());
        }
        let ends = [first, end].into_iter().filter(|&is_left| is_left).count();
        match ends {
            0 => self.set_ends(vertex, 0, 0),
            _ if ends == count as usize => self.set_ends(vertex, 1, 1),
            _ => Ok(()),
        }
    }

    /// Rules 7 and 8 for the moves of a square.
    fn narrow_moves(
        &mut self,
        steps: &mut Steps,
        vertex: u32,
        beside: &[u64],
    ) -> Result<(), Broken> {
        let model = self.model;
        let only = steps.only(vertex);
        for (near, edge) in model.around(vertex) {
            if self.mark(edge) != Mark::Open {
                continue;
            }
            let mut shared = beside.iter().zip(steps.set(near)).map(|(a, b)| a & b);
            if shared.all(|word| word == 0) {
                self.take_out(edge);
                steps.touch(vertex);
                steps.touch(near);
            } else if only.is_some() && steps.only(near).is_some() {
                self.make(edge)?;
                steps.touch(vertex);
                steps.touch(near);
            }
        }
        let Some(step) = only else { return Ok(()) };
        for other in (0..steps.len as u32).filter(|&other| other != vertex) {
            if steps.has(other, step) {
                let at = step as usize / 64;
                let word = steps.set(other)[at] & !(1 << (step % 64));
                self.write_steps(steps, other, at, word);
            }
        }
        Ok(())
    }

    /// Rule 8: a step that only one square can be.
    fn narrow_steps(&mut self, steps: &mut Steps) -> Result<(), Broken> {
        let words = steps.words;
        let (mut once, mut again) = (vec![0; words], vec![0; words]);
        for set in steps.sets.chunks(words) {
            for at in 0..words {
                again[at] |= once[at] & set[at];
                once[at] |= set[at];
            }
        }
        let count: u32 = once.iter().map(|word: &u64| word.count_ones()).sum();
        if count as usize != steps.len {
            return Err(Broken);
        }
        for vertex in 0..steps.len as u32 {
            let single = (0..words).find(|&at| steps.set(vertex)[at] & once[at] & !again[at] != 0);
            let Some(single) = single.filter(|_| steps.only(vertex).is_none()) else { continue };
            let alone = steps.set(vertex)[single] & once[single] & !again[single];
            if !alone.is_power_of_two() {
                return Err(Broken);
            }
            for at in 0..words {
                let word = if at == single { alone } else { 0 };
                if steps.set(vertex)[at] != word {
                    self.write_steps(steps, vertex, at, word);
                }
            }
        }
        Ok(())
    }
}

fn intersect(kept: &mut [u64], with: &[u64]) {
    for (kept, with) in kept.iter_mut().zip(with) {
        *kept &= with;
    }
}
