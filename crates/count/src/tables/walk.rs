//! Traces through the layers of a sweep: the choices that lead to a state.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::part::lost;
use crate::CountError;
use crate::driver::Share;
use crate::matching::{Change, MAX_PAIRS, Mates};
use crate::pattern::pairs;
use crate::plan::Sweep;
use crate::schedule::Schedule;
use crate::spec::Vertex;
use crate::step::Step;
use crate::store::SweepKind;

/// A pattern, and the rank of a matching of its loose ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) pattern: u64,
    pub(super) number: u64,
}

/// A sweep with all its layers.
#[derive(Clone, Copy)]
pub(super) struct SweepLayers<'a> {
    pub(super) sweep: &'a Sweep,
    pub(super) kind: SweepKind,
    pub(super) schedule: &'a Schedule,
    pub(super) layers: &'a [Option<Share<()>>],
    /// The number of its steps that are used.
    pub(super) steps: usize,
}

impl SweepLayers<'_> {
    /// Traces the partial solution with an index, among those that lead to a state, back to the first step. Adds its
    /// edges. Returns the state before the first step and the index of the partial solution there.
    pub(super) fn trace_back(
        &self,
        mut state: State,
        mut index: BigUint,
        edges: &mut Vec<(Vertex, Vertex)>,
    ) -> Result<(State, BigUint), CountError> {
        for at in (0..self.steps).rev() {
            let mut found = None;
            self.for_each_predecessor(at, state, |choice, before, weight| {
                if index < weight {
                    found = Some((choice, before));
                    return ControlFlow::Break(());
                }
                index -= weight;
                ControlFlow::Continue(())
            })?;
            let Some((choice, before)) = found else { return Err(lost()) };
            edges.extend(&self.sweep.decided[at][choice]);
            state = before;
        }
        Ok((state, index))
    }

    /// Returns the states of a set of edges, from the one before the first step.
    pub(super) fn trace(
        &self,
        first: State,
        edges: &BTreeSet<(Vertex, Vertex)>,
    ) -> Option<Vec<StepTaken>> {
        let mut state = first;
        let mut all = Vec::with_capacity(self.steps);
        for (step, decided) in self.sweep.steps.iter().zip(&self.sweep.decided).take(self.steps) {
            let made: BTreeSet<_> =
                decided.iter().flatten().filter(|edge| edges.contains(edge)).collect();
            let is_made = |list: &Vec<(Vertex, Vertex)>| {
                list.len() == made.len() && list.iter().all(|edge| made.contains(edge))
            };
            let choice = decided.iter().position(is_made)?;
            let change = step.change(&step.choices[choice], state.pattern);
            let pattern = step.target(&step.choices[choice], state.pattern)?;
            let number = change.apply(pairs(state.pattern), state.number)?;
            all.push(StepTaken { before: state, choice });
            state = State { pattern, number };
        }
        all.push(StepTaken { before: state, choice: 0 });
        Some(all)
    }

    /// Returns the index of a partial solution, among those that lead to its last state. `first` is its index
    /// before the first step.
    pub(super) fn index(&self, trace: &[StepTaken], first: BigUint) -> Result<BigUint, CountError> {
        let mut index = first;
        for at in 0..self.steps {
            let (StepTaken { before, choice }, after) = (trace[at], trace[at + 1].before);
            self.for_each_predecessor(at, after, |other, state, weight| {
                if other == choice && state == before {
                    return ControlFlow::Break(());
                }
                index += weight;
                ControlFlow::Continue(())
            })?;
        }
        Ok(index)
    }

    /// Calls `each` with the predecessors of a state and their weights: by choice, then in the order of
    /// [`each_preimage`].
    fn for_each_predecessor(
        &self,
        at: usize,
        state: State,
        mut each: impl FnMut(usize, State, BigUint) -> ControlFlow<()>,
    ) -> Result<(), CountError> {
        let place = self.schedule.layer_after(self.kind, at);
        let Some(Some(Share { layer, .. })) = self.layers.get(place) else { return Err(lost()) };
        let step: &Step = &self.sweep.steps[at];
        let mut reader = layer.reader();
        for (index, choice) in step.choices.iter().enumerate() {
            let Some(pattern) = step.source(choice, state.pattern) else { continue };
            let Some(place) = layer.find(pattern) else { continue };
            let block = reader.block(place)?;
            let change = step.change(choice, pattern);
            let flow = each_preimage(change, pairs(pattern), state.number, |number| match block
                .get::<BigUint>(
                number,
            ) {
                Some(weight) => each(index, State { pattern, number }, weight),
                None => ControlFlow::Continue(()),
            });
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// A state, and the choice of the next step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepTaken {
    pub(super) before: State,
    choice: usize,
}

/// Calls `each` with the matchings that a change converts to a matching, in a fixed order.
fn each_preimage(
    change: Change,
    pairs: usize,
    number: u64,
    mut each: impl FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let after = change.pairs_after(pairs);
    match change {
        Change::Same => each(number),
        Change::Shift(from, to) => match Change::Shift(to, from).apply(after, number) {
            Some(number) => each(number),
            None => ControlFlow::Continue(()),
        },
        Change::Pair(low, high) => {
            let mates = Mates::unrank(after, number);
            if usize::from(mates.0[low]) != high {
                return ControlFlow::Continue(());
            }
            let new = |end: usize| end - usize::from(end > low) - usize::from(end > high);
            let mut before = [0; 2 * MAX_PAIRS];
            for end in (0..2 * after).filter(|&end| end != low && end != high) {
                before[new(end)] = new(usize::from(mates.0[end])) as u8;
            }
            each(Mates(before).rank(pairs))
        }
        Change::Join(low, high) => {
            let old = |end: usize| {
                let end = end + usize::from(end >= low);
                end + usize::from(end >= high)
            };
            let mates = Mates::unrank(after, number).renumbered(after, old);
            for one in (0..2 * pairs).filter(|&end| end != low && end != high) {
                // One end of a pair becomes the mate of the low end, and its partner that of the high one.
                let partner = usize::from(mates.0[one]);
                let mut before = mates;
                for (a, b) in [(one, low), (partner, high)] {
                    before.0[a] = b as u8;
                    before.0[b] = a as u8;
                }
                each(before.rank(pairs))?;
            }
            ControlFlow::Continue(())
        }
    }
}
