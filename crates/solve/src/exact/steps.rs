//! Which steps each square may be, where clues fix some.

use caracole_core::Cases;

use super::model::Model;

/// For each square the set of its steps, counted from 0, as bits.
pub(super) struct Steps {
    /// Words in a set.
    pub(super) words: usize,
    pub(super) len: usize,
    pub(super) is_round: bool,
    pub(super) sets: Vec<u64>,
    pub(super) waiting: Vec<u32>,
    pub(super) is_waiting: Vec<bool>,
    pub(super) room: Room,
}

/// Room for the work on one square: sets of steps.
#[derive(Clone, Default)]
pub(super) struct Room {
    pub(super) kept: Vec<u64>,
    pub(super) around: Vec<u64>,
    pub(super) beside: Vec<u64>,
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
        steps.keep_within_reach(model);
        Some(steps)
    }

    /// A square so many moves away from a clue cannot be as near to it in steps, and where moves
    /// change colour, every other step is not for it. The rules would find all this step by step.
    fn keep_within_reach(&mut self, model: &Model) {
        /// With more clues there is little left to find.
        const MOST: usize = 64;
        for &(clue, step) in model.clues.iter().take(MOST) {
            for (vertex, distance) in (0..).zip(distances(model, clue)) {
                if vertex == clue || distance == u32::MAX {
                    continue;
                }
                for by in 0..distance {
                    self.forbid(vertex, step.checked_add(by));
                    self.forbid(vertex, step.checked_sub(by));
                    if self.is_round {
                        let len = self.len as u32;
                        self.forbid(vertex, Some((step + by) % len));
                        self.forbid(vertex, Some((step + len - by % len) % len));
                    }
                }
            }
        }
        let (Some(&(clue, step)), true) = (model.clues.first(), model.colours.is_some()) else {
            return;
        };
        // Even steps are the bits of 5s, odd ones those of As.
        for vertex in (0..model.len() as u32).filter(|&vertex| vertex != clue) {
            let is_same = model.colour(vertex) == model.colour(clue);
            let is_even = (step % 2 == 0) == is_same;
            let mask = if is_even { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
            let at = vertex as usize * self.words;
            self.sets[at..at + self.words].iter_mut().for_each(|word| *word &= mask);
        }
    }

    fn forbid(&mut self, vertex: u32, step: Option<u32>) {
        if let Some(step) = step.filter(|&step| step <= self.last()) {
            self.sets[vertex as usize * self.words + step as usize / 64] &= !(1 << (step % 64));
        }
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

    pub(super) fn set(&self, vertex: u32) -> &[u64] {
        let at = vertex as usize * self.words;
        &self.sets[at..at + self.words]
    }

    /// The step of a square that has one left.
    pub(super) fn only(&self, vertex: u32) -> Option<u32> {
        let set = self.set(vertex);
        let count: u32 = set.iter().map(|word| word.count_ones()).sum();
        let (at, word) = (0..).zip(set).find(|&(_, &word)| word != 0)?;
        (count == 1).then(|| 64 * at + word.trailing_zeros())
    }

    pub(super) const fn last(&self) -> u32 {
        self.len as u32 - 1
    }

    pub(super) fn has(&self, vertex: u32, step: u32) -> bool {
        self.sets[vertex as usize * self.words + step as usize / 64] >> (step % 64) & 1 == 1
    }

    /// Adds to `onto` the steps after those of a set, and those before.
    pub(super) fn add_beside(&self, set: &[u64], onto: &mut [u64], after: bool, before: bool) {
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

pub(super) fn bit(set: &[u64], step: u32) -> bool {
    set[step as usize / 64] >> (step % 64) & 1 == 1
}

/// How many moves each vertex is away from one.
fn distances(model: &Model, from: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; model.len()];
    distances[from as usize] = 0;
    let mut waiting = vec![from];
    let mut next = 0;
    while let Some(&at) = waiting.get(next) {
        next += 1;
        for &to in model.graph().neighbours(at) {
            if distances[to as usize] == u32::MAX {
                distances[to as usize] = distances[at as usize] + 1;
                waiting.push(to);
            }
        }
    }
    distances
}
