//! For each square, the set of the steps that it may be.

use crate::{Cases, Kind, Problem};

use super::super::kept::Kept;
use super::super::list::MoveList;
use super::Broken;

/// No square must be the step.
pub(super) const NOWHERE: u32 = u32::MAX;

/// For each square a set of steps, counted from 0: a bit each.
pub(super) struct Steps {
    /// How many steps there are, and how many words hold a bit for each.
    pub(super) count: u32,
    pub(super) words: usize,
    pub(super) is_round: bool,
    sets: Kept<u64>,
    /// For each step, how many squares may be it, and the square that must.
    holders: Kept<u32>,
    pub(super) fixed: Kept<u32>,
    /// Steps that one square is left for.
    pub(super) lone: Vec<u32>,
    /// Were the clues not taken in yet?
    pub(super) fresh: bool,
}

impl Steps {
    /// `None` if no clue but the ends is given, or the board is too large.
    pub(super) fn new(problem: &Problem, list: &MoveList) -> Option<Self> {
        let count = list.len();
        let is_inner = |(step, _): (u64, _)| step != 1 && step != u64::from(count);
        if !problem.clues().any(is_inner) || u64::from(count) > Cases::MOST_STEPS_KNOWN {
            return None;
        }
        let words = count.div_ceil(64) as usize;
        let mut all = vec![u64::MAX; words];
        all[words - 1] >>= (words * 64) as u32 - count;
        let squares = count as usize;
        Some(Self {
            count,
            words,
            is_round: problem.kind() == Kind::Closed,
            sets: Kept::new(all.repeat(squares)),
            holders: Kept::new(vec![count; squares]),
            fixed: Kept::new(vec![NOWHERE; squares]),
            lone: Vec::new(),
            fresh: true,
        })
    }

    pub(super) fn mark(&mut self) {
        self.sets.mark();
        self.holders.mark();
        self.fixed.mark();
    }

    pub(super) fn undo(&mut self) {
        self.sets.undo();
        self.holders.undo();
        self.fixed.undo();
    }

    pub(super) fn forget_waiting(&mut self) {
        self.lone.clear();
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> Vec<u64> {
        self.sets.slice(0, self.words * self.count as usize).to_vec()
    }

    pub(super) fn set(&self, square: u32) -> &[u64] {
        self.sets.slice(square as usize * self.words, self.words)
    }

    pub(super) fn has(&self, square: u32, step: u32) -> bool {
        self.set(square)[step as usize / 64] >> (step % 64) & 1 == 1
    }

    /// A word of the steps just after those of a square, and just before.
    #[inline]
    pub(super) fn shifted(&self, square: u32, at: usize) -> [u64; 2] {
        let set = self.set(square);
        let carried = if at > 0 { set[at - 1] >> 63 } else { 0 };
        let borrowed = set.get(at + 1).map_or(0, |next| next << 63);
        let (mut after, mut before) = (set[at] << 1 | carried, set[at] >> 1 | borrowed);
        // What was shifted beyond the last step is the first one, or nothing.
        let last = self.count - 1;
        let is_last = at == last as usize / 64;
        if is_last {
            after &= u64::MAX >> (63 - last % 64);
        }
        if self.is_round && at == 0 {
            after |= u64::from(self.has(square, last));
        }
        if self.is_round && is_last {
            before |= u64::from(self.has(square, 0)) << (last % 64);
        }
        [after, before]
    }

    /// A word of the set of the first step alone, and of the last.
    pub(super) fn ends(&self, at: usize) -> [u64; 2] {
        let last = self.count - 1;
        [u64::from(at == 0), u64::from(at == last as usize / 64) << (last % 64)]
    }

    /// The steps of a square become these, which are fewer; says whether any are gone.
    pub(super) fn narrow(&mut self, square: u32, to: &[u64]) -> Result<bool, Broken> {
        if to.iter().all(|&word| word == 0) {
            return Err(Broken);
        }
        let mut is_less = false;
        for (at, &word) in to.iter().enumerate() {
            let place = (square as usize * self.words + at) as u32;
            let mut gone = self.sets.get(place) & !word;
            if gone == 0 {
                continue;
            }
            is_less = true;
            self.sets.set(place, word);
            while gone != 0 {
                let step = at as u32 * 64 + gone.trailing_zeros();
                gone &= gone - 1;
                let holders = self.holders.get(step) - 1;
                self.holders.set(step, holders);
                match holders {
                    0 => return Err(Broken),
                    1 => self.lone.push(step),
                    _ => {}
                }
            }
        }
        Ok(is_less)
    }

    /// The set of this step alone.
    pub(super) fn alone(&self, step: u32) -> Vec<u64> {
        let mut set = vec![0; self.words];
        set[step as usize / 64] = 1 << (step % 64);
        set
    }

    /// The only step of a square, if there is but one.
    pub(super) fn only(&self, square: u32) -> Option<u32> {
        let set = self.set(square);
        let count: u32 = set.iter().map(|word| word.count_ones()).sum();
        let at = set.iter().position(|&word| word != 0)?;
        (count == 1).then(|| at as u32 * 64 + set[at].trailing_zeros())
    }

    /// The steps beside a step.
    pub(super) fn beside(&self, step: u32) -> impl Iterator<Item = u32> + use<> {
        let (last, is_round) = (self.count - 1, self.is_round);
        let before = if step > 0 { Some(step - 1) } else { is_round.then_some(last) };
        let after = if step < last { Some(step + 1) } else { is_round.then_some(0) };
        before.into_iter().chain(after)
    }
}
