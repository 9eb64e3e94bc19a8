//! What is settled stays so.

use super::{Known, SPARE, SURPLUS, Steps};

impl Known<'_> {
    /// Looks at everything again, and sees that nothing more follows.
    pub(in super::super) fn assert_settled(&mut self) {
        let now = |known: &Self| {
            let numbers = [&known.made, &known.open, &known.low, &known.high, &known.length];
            let all = known.list.len() as usize;
            let numbers = numbers.map(|kept| kept.slice(0, all).to_vec());
            let steps = known.steps.as_ref().map(Steps::all);
            (known.fates.slice(0, known.list.moves()).to_vec(), numbers, steps)
        };
        let before = now(self);
        for at in SPARE.into_iter().chain(SURPLUS) {
            self.sums.set(at, u32::MAX);
        }
        (0..self.list.len()).for_each(|square| self.wake(square));
        self.settle().expect("what was settled holds");
        assert_eq!(now(self), before);
    }
}
