//! Rules 6, 7 and 8: the steps that a square may be.

use super::super::list::Near;
use super::step_sets::{NOWHERE, Steps};
use super::{Broken, Fate, Held, Known};

impl Known<'_> {
    /// The steps of a square, after something became known of it or its neighbours.
    pub(super) fn look_at_steps(&mut self, square: u32) -> Held {
        self.take_in_clues()?;
        let Some(steps) = &self.steps else {
            return Ok(());
        };
        let list = self.list;
        let allowed = self.allowed_steps(steps, square);
        self.narrow_steps(square, &allowed)?;
        self.compare_ends(square)?;
        for &Near { to, by } in list.near(square) {
            if self.fates.get(by) == Fate::Open && !self.has_steps_beside(square, to) {
                self.take_out(by)?;
            }
        }
        match self.steps.as_ref().and_then(|steps| steps.only(square)) {
            Some(step) => self.fix_step(square, step),
            None => Ok(()),
        }
    }

    /// The clues are taken in when the rules first speak.
    fn take_in_clues(&mut self) -> Held {
        let Some(steps) = self.steps.as_mut().filter(|steps| steps.fresh) else {
            return Ok(());
        };
        steps.fresh = false;
        for (step, square) in self.problem.clues() {
            let square = self.list.number(square).ok_or(Broken)?;
            self.restrict_step(square, step as u32 - 1)?;
        }
        Ok(())
    }

    /// Rules 6 and 7: the steps that the ends of the square and its neighbours leave it.
    fn allowed_steps(&self, steps: &Steps, square: u32) -> Vec<u64> {
        let word = |at: usize| {
            let (mut after, mut before) = (0, 0);
            let mut allowed = steps.set(square)[at];
            for &Near { to, by } in self.list.near(square) {
                let fate = self.fates.get(by);
                if fate == Fate::Out {
                    continue;
                }
                let [next, previous] = steps.shifted(to, at);
                after |= next;
                before |= previous;
                if fate == Fate::Made {
                    allowed &= next | previous;
                }
            }
            if !self.is_closed {
                let [first, last] = steps.ends(at);
                after |= first;
                before |= last;
                if self.high.get(square) == 0 {
                    allowed &= !(first | last);
                } else if self.low.get(square) > 0 {
                    allowed &= first | last;
                }
            }
            allowed & after & before
        };
        (0..steps.words).map(word).collect()
    }

    fn narrow_steps(&mut self, square: u32, to: &[u64]) -> Held {
        let list = self.list;
        let Some(steps) = &mut self.steps else {
            return Ok(());
        };
        if steps.narrow(square, to)? {
            self.wake(square);
            list.near(square).iter().for_each(|near| self.wake(near.to));
        }
        Ok(())
    }

    /// Rule 6, the reverse: what the steps of a square say of its ends.
    fn compare_ends(&mut self, square: u32) -> Held {
        let Some(steps) = self.steps.as_ref().filter(|_| !self.is_closed) else {
            return Ok(());
        };
        let [first, last] = [0, steps.count - 1].map(|step| steps.has(square, step));
        let count: u32 = steps.set(square).iter().map(|word| word.count_ones()).sum();
        let ends = [first, last].into_iter().filter(|&is_left| is_left).count();
        match ends {
            0 => self.set_high(square, 0),
            _ if ends == count as usize => self.set_low(square, 1),
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

    fn restrict_step(&mut self, square: u32, step: u32) -> Held {
        match &self.steps {
            Some(steps) if steps.has(square, step) => {
                let alone = steps.alone(step);
                self.narrow_steps(square, &alone)
            }
            Some(_) => Err(Broken),
            None => Ok(()),
        }
    }

    /// Rule 8: the square with this step takes it from all others, and is joined to the squares
    /// of the steps beside it.
    fn fix_step(&mut self, square: u32, step: u32) -> Held {
        let Some(steps) = &mut self.steps else {
            return Ok(());
        };
        match steps.fixed.get(step) {
            there if there == square => return Ok(()),
            NOWHERE => steps.fixed.set(step, square),
            _ => return Err(Broken),
        }
        let beside: Vec<u32> = steps.beside(step).map(|step| steps.fixed.get(step)).collect();
        for other in (0..self.list.len()).filter(|&other| other != square) {
            self.remove_step(other, step)?;
        }
        for other in beside.into_iter().filter(|&other| other != NOWHERE) {
            self.make(self.list.between(square, other).ok_or(Broken)?)?;
        }
        Ok(())
    }

    fn remove_step(&mut self, square: u32, step: u32) -> Held {
        let Some(steps) = self.steps.as_ref().filter(|steps| steps.has(square, step)) else {
            return Ok(());
        };
        let mut set = steps.set(square).to_vec();
        set[step as usize / 64] &= !(1 << (step % 64));
        self.narrow_steps(square, &set)
    }

    /// Rule 8: a step that only one square can be.
    pub(super) fn fix_lone_steps(&mut self) -> Held {
        while let Some(step) = self.steps.as_mut().and_then(|steps| steps.lone.pop()) {
            let holder = |steps: &Steps| (0..steps.count).find(|&square| steps.has(square, step));
            if let Some(square) = self.steps.as_ref().and_then(holder) {
                self.restrict_step(square, step)?;
            }
        }
        Ok(())
    }
}
