//! Which steps each square may be, where clues fix some: rules 6 to 8.

use caracole_core::Cases;

use super::model::Model;
use super::state::{Broken, Mark, State};

/// For each square the set of its steps, counted from 0, as bits.
pub(super) struct Steps {
    /// Words in a set.
    words: usize,
    len: usize,
    is_round: bool,
    sets: Vec<u64>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    room: Room,
}

/// Room for the work on one square: sets of steps.
#[derive(Clone, Default)]
struct Room {
    kept: Vec<u64>,
    around: Vec<u64>,
    beside: Vec<u64>,
}

impl Room {
    fn new(words: usize) -> Self {
        let set = vec![0; words];
        Self { kept: set.clone(), around: set.clone(), beside: set }
    }
}

impl Steps {
    /// All steps for all squares, but for the clues; `None` without clues and on large boards.
    pub(super) fn new(model: &Model) -> Option<Self> {
        let len = model.len();
        if model.clues.is_empty() || len as u64 > Cases::MOST_STEPS_KNOWN {
            return None;
        }
        let words = len.div_ceil(64);
        let mut all = vec![u64::MAX; words];
        if let Some(last) = all.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last = (1 << (len % 64)) - 1;
        }
        let mut steps = Self {
            words,
            len,
            is_round: model.is_closed(),
            sets: all.repeat(len),
            waiting: (0..len as u32).collect(),
            is_waiting: vec![true; len],
            room: Room::new(words),
        };
        for &(vertex, step) in &model.clues {
            let at = vertex as usize * words;
            steps.sets[at..at + words].fill(0);
            steps.sets[at + step as usize / 64] = 1 << (step % 64);
        }
        Some(steps)
    }

    #[inline]
    pub(super) fn touch(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.is_waiting[vertex as usize], true) {
            self.waiting.push(vertex);
        }
    }

    /// Nothing waits any more: what is known is being taken back.
    pub(super) fn forget(&mut self) {
        for vertex in self.waiting.drain(..) {
            self.is_waiting[vertex as usize] = false;
        }
    }

    pub(super) fn restore(&mut self, at: u32, word: u64) {
        self.sets[at as usize] = word;
    }

    fn set(&self, vertex: u32) -> &[u64] {
        let at = vertex as usize * self.words;
        &self.sets[at..at + self.words]
    }

    /// The step of a square that has one left.
    fn only(&self, vertex: u32) -> Option<u32> {
        let set = self.set(vertex);
        let count: u32 = set.iter().map(|word| word.count_ones()).sum();
        let (at, word) = (0..).zip(set).find(|&(_, &word)| word != 0)?;
        (count == 1).then(|| 64 * at + word.trailing_zeros())
    }

    const fn last(&self) -> u32 {
        self.len as u32 - 1
    }

    fn has(&self, vertex: u32, step: u32) -> bool {
        self.sets[vertex as usize * self.words + step as usize / 64] >> (step % 64) & 1 == 1
    }

    /// Adds to `onto` the steps after those of a set, and those before.
    fn add_beside(&self, set: &[u64], onto: &mut [u64], after: bool, before: bool) {
        let top = self.last();
        if after {
            let mut carry = u64::from(self.is_round && bit(set, top));
            for (word, onto) in set.iter().zip(onto.iter_mut()) {
                *onto |= word << 1 | carry;
                carry = word >> 63;
            }
        }
        if before {
            for at in 0..self.words {
                let carry = set.get(at + 1).map_or(0, |next| next << 63);
                onto[at] |= set[at] >> 1 | carry;
            }
            if self.is_round && set[0] & 1 == 1 {
                onto[top as usize / 64] |= 1 << (top % 64);
            }
        }
        // What was shifted beyond the last step is no step.
        let spare = self.len % 64;
        if spare != 0 {
            onto[self.words - 1] &= (1 << spare) - 1;
        }
    }
}

fn bit(set: &[u64], step: u32) -> bool {
    set[step as usize / 64] >> (step % 64) & 1 == 1
}

impl State<'_> {
    /// Applies the rules of steps where something changed. Says whether anything followed.
    pub(super) fn look_at_steps(&mut self) -> Result<bool, Broken> {
        let Some(mut steps) = self.steps.take() else { return Ok(false) };
        let before = self.now();
        let outcome = self.narrow(&mut steps);
        self.steps = Some(steps);
        outcome?;
        Ok(self.now() > before)
    }

    fn narrow(&mut self, steps: &mut Steps) -> Result<(), Broken> {
        while let Some(vertex) = steps.waiting.pop() {
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
        match u32::from(first) + u32::from(end) {
            0 => self.set_ends(vertex, 0, 0),
            ends if ends == count => self.set_ends(vertex, 1, 1),
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
