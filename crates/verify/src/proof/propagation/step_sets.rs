//! Rules 6, 7 and 8: the possible steps of each square.

use super::super::move_list::{MoveList, Near};
use super::super::undo_vec::UndoVec;
use super::{Conflict, MoveStatus, Propagation, Propagator};
use caracole_core::{Cases, Kind, Problem};

/// No square is fixed at the step.
pub(super) const NOWHERE: u32 = u32::MAX;

/// For each square, the set of its possible steps, counted from 0, as bits.
pub(super) struct StepSets {
    /// The number of steps, and the number of words of a set.
    pub(super) count: u32,
    pub(super) words: usize,
    pub(super) is_round: bool,
    sets: UndoVec<u64>,
    /// For each step, the number of possible squares, and the square that is fixed.
    holders: UndoVec<u32>,
    pub(super) fixed: UndoVec<u32>,
    /// Steps with a single possible square.
    pub(super) single_candidates: Vec<u32>,
    /// True until the clues are applied.
    pub(super) fresh: bool,
}

impl StepSets {
    /// Returns `None` without clues between the ends, or if the board is too large.
    pub(super) fn new(problem: &Problem, list: &MoveList) -> Option<Self> {
        let count = list.len();
        let is_inner = |(step, _): (u64, _)| step != 1 && step != u64::from(count);
        if !problem.clues().any(is_inner) || u64::from(count) > Cases::MAX_STEP_SET_SQUARES {
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
            sets: UndoVec::new(all.repeat(squares)),
            holders: UndoVec::new(vec![count; squares]),
            fixed: UndoVec::new(vec![NOWHERE; squares]),
            single_candidates: Vec::new(),
            fresh: true,
        })
    }

    pub(super) fn save(&mut self) {
        self.sets.save();
        self.holders.save();
        self.fixed.save();
    }

    pub(super) fn restore(&mut self) {
        self.sets.restore();
        self.holders.restore();
        self.fixed.restore();
    }

    pub(super) fn clear_queue(&mut self) {
        self.single_candidates.clear();
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

    /// Returns a word of the steps after, and of the steps before, those of a square.
    #[inline]
    pub(super) fn shifted(&self, square: u32, at: usize) -> [u64; 2] {
        let set = self.set(square);
        let carried = if at > 0 { set[at - 1] >> 63 } else { 0 };
        let borrowed = set.get(at + 1).map_or(0, |next| next << 63);
        let (mut after, mut before) = (set[at] << 1 | carried, set[at] >> 1 | borrowed);
        // A step shifted beyond the last one is the first one, or none.
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

    /// Returns a word of the set of the first step, and of the last.
    pub(super) fn ends(&self, at: usize) -> [u64; 2] {
        let last = self.count - 1;
        [u64::from(at == 0), u64::from(at == last as usize / 64) << (last % 64)]
    }

    /// Reduces the steps of a square. Returns true if any were removed.
    pub(super) fn narrow(&mut self, square: u32, to: &[u64]) -> Result<bool, Conflict> {
        if to.iter().all(|&word| word == 0) {
            return Err(Conflict);
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
                    0 => return Err(Conflict),
                    1 => self.single_candidates.push(step),
                    _ => {}
                }
            }
        }
        Ok(is_less)
    }

    /// Returns the set of a single step.
    pub(super) fn singleton(&self, step: u32) -> Vec<u64> {
        let mut set = vec![0; self.words];
        set[step as usize / 64] = 1 << (step % 64);
        set
    }

    /// Returns the only step of a square, if it has one.
    pub(super) fn only(&self, square: u32) -> Option<u32> {
        let set = self.set(square);
        let count: u32 = set.iter().map(|word| word.count_ones()).sum();
        let at = set.iter().position(|&word| word != 0)?;
        (count == 1).then(|| at as u32 * 64 + set[at].trailing_zeros())
    }

    /// Returns the steps before and after a step.
    pub(super) fn beside(&self, step: u32) -> impl Iterator<Item = u32> + use<> {
        let (last, is_round) = (self.count - 1, self.is_round);
        let before = if step > 0 { Some(step - 1) } else { is_round.then_some(last) };
        let after = if step < last { Some(step + 1) } else { is_round.then_some(0) };
        before.into_iter().chain(after)
    }
}

impl Propagator<'_> {
    /// Propagates the steps of a square after a change of it or of its neighbours.
    pub(super) fn propagate_steps(&mut self, square: u32) -> Propagation {
        self.apply_clues()?;
        let Some(steps) = &self.steps else {
            return Ok(());
        };
        let list = self.list;
        let allowed = self.allowed_steps(steps, square);
        self.restrict_steps(square, &allowed)?;
        self.compare_ends(square)?;
        for &Near { to, by } in list.near(square) {
            if self.statuses.get(by) == MoveStatus::Open && !self.has_steps_beside(square, to) {
                self.exclude(by)?;
            }
        }
        match self.steps.as_ref().and_then(|steps| steps.only(square)) {
            Some(step) => self.fix_step(square, step),
            None => Ok(()),
        }
    }

    /// The clues are applied at the first propagation.
    fn apply_clues(&mut self) -> Propagation {
        let Some(steps) = self.steps.as_mut().filter(|steps| steps.fresh) else {
            return Ok(());
        };
        steps.fresh = false;
        for (step, square) in self.problem.clues() {
            let square = self.list.number(square).ok_or(Conflict)?;
            self.restrict_step(square, step as u32 - 1)?;
        }
        Ok(())
    }

    /// Rules 6 and 7: the steps that the ends and the neighbours of a square leave.
    fn allowed_steps(&self, steps: &StepSets, square: u32) -> Vec<u64> {
        let word = |at: usize| {
            let (mut after, mut before) = (0, 0);
            let mut allowed = steps.set(square)[at];
            for &Near { to, by } in self.list.near(square) {
                let status = self.statuses.get(by);
                if status == MoveStatus::Excluded {
                    continue;
                }
                let [next, previous] = steps.shifted(to, at);
                after |= next;
                before |= previous;
                if status == MoveStatus::Included {
                    allowed &= next | previous;
                }
            }
            if !self.is_closed {
                let [first, last] = steps.ends(at);
                after |= first;
                before |= last;
                if self.max_ends.get(square) == 0 {
                    allowed &= !(first | last);
                } else if self.min_ends.get(square) > 0 {
                    allowed &= first | last;
                }
            }
            allowed & after & before
        };
        (0..steps.words).map(word).collect()
    }

    fn restrict_steps(&mut self, square: u32, to: &[u64]) -> Propagation {
        let list = self.list;
        let Some(steps) = &mut self.steps else {
            return Ok(());
        };
        if steps.narrow(square, to)? {
            self.enqueue(square);
            list.near(square).iter().for_each(|near| self.enqueue(near.to));
        }
        Ok(())
    }

    /// Rule 6, in reverse: derives ends from the steps of a square.
    fn compare_ends(&mut self, square: u32) -> Propagation {
        let Some(steps) = self.steps.as_ref().filter(|_| !self.is_closed) else {
            return Ok(());
        };
        let [first, last] = [0, steps.count - 1].map(|step| steps.has(square, step));
        let count: u32 = steps.set(square).iter().map(|word| word.count_ones()).sum();
        let ends = [first, last].into_iter().filter(|&is_left| is_left).count();
        match ends {
            0 => self.lower_max_ends(square, 0),
            _ if ends == count as usize => self.raise_min_ends(square, 1),
            _ => Ok(()),
        }
    }

    fn has_steps_beside(&self, a: u32, b: u32) -> bool {
        let Some(steps) = &self.steps else {
            return true;
        };
        (0..steps.words).any(|at| {
            let [next, previous] = steps.shifted(b, at);
            steps.set(a)[at] & (next | previous) != 0
        })
    }

    fn restrict_step(&mut self, square: u32, step: u32) -> Propagation {
        match &self.steps {
            Some(steps) if steps.has(square, step) => {
                let singleton = steps.singleton(step);
                self.restrict_steps(square, &singleton)
            }
            Some(_) => Err(Conflict),
            None => Ok(()),
        }
    }

    /// Rule 8: the square with this step excludes it for all others, and has moves to the squares of the steps before and
    /// after.
    fn fix_step(&mut self, square: u32, step: u32) -> Propagation {
        let Some(steps) = &mut self.steps else {
            return Ok(());
        };
        match steps.fixed.get(step) {
            there if there == square => return Ok(()),
            NOWHERE => steps.fixed.set(step, square),
            _ => return Err(Conflict),
        }
        let beside: Vec<u32> = steps.beside(step).map(|step| steps.fixed.get(step)).collect();
        for other in (0..self.list.len()).filter(|&other| other != square) {
            self.remove_step(other, step)?;
        }
        for other in beside.into_iter().filter(|&other| other != NOWHERE) {
            self.include(self.list.between(square, other).ok_or(Conflict)?)?;
        }
        Ok(())
    }

    fn remove_step(&mut self, square: u32, step: u32) -> Propagation {
        let Some(steps) = self.steps.as_ref().filter(|steps| steps.has(square, step)) else {
            return Ok(());
        };
        let mut set = steps.set(square).to_vec();
        set[step as usize / 64] &= !(1 << (step % 64));
        self.restrict_steps(square, &set)
    }

    /// Rule 8: a step with a single possible square.
    pub(super) fn propagate_single_candidates(&mut self) -> Propagation {
        while let Some(step) = self.steps.as_mut().and_then(|steps| steps.single_candidates.pop()) {
            let holder =
                |steps: &StepSets| (0..steps.count).find(|&square| steps.has(square, step));
            if let Some(square) = self.steps.as_ref().and_then(holder) {
                self.restrict_step(square, step)?;
            }
        }
        Ok(())
    }
}
