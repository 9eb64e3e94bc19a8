//! Walks back through the layers of a sweep: from a state to the choices that led to it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::CountError;
use crate::layer::Layer;
use crate::matching::{Change, MOST_PAIRS, Mates};
use crate::plan::Side;
use crate::spec::Vertex;
use crate::step::Step;
use crate::word::pairs;

/// A class, and the number of a matching of its loose ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) word: u64,
    pub(super) number: u64,
}

/// A sweep with all its layers.
#[derive(Clone, Copy)]
pub(super) struct Trail<'a> {
    pub(super) side: &'a Side,
    pub(super) layers: &'a [Option<Arc<Layer>>],
    /// How many of its steps.
    pub(super) steps: usize,
}

impl Trail<'_> {
    /// Walks back along the way with a number among those that lead to a state. Adds the edges it
    /// chose; what is left is the state before the first step and the number of the way there.
    pub(super) fn back(
        &self,
        mut state: State,
        mut index: BigUint,
        edges: &mut Vec<(Vertex, Vertex)>,
    ) -> Result<(State, BigUint), CountError> {
        for at in (0..self.steps).rev() {
            let mut found = None;
            self.each_before(at, state, |choice, before, ways| {
                if index < ways {
                    found = Some((choice, before));
                    return ControlFlow::Break(());
                }
                index -= ways;
                ControlFlow::Continue(())
            })?;
            let Some((choice, before)) = found else { return Err(torn()) };
            edges.extend(&self.side.decided[at][choice]);
            state = before;
        }
        Ok((state, index))
    }

    /// The states a set of edges goes through, from the one before the first step on.
    pub(super) fn forth(
        &self,
        first: State,
        edges: &BTreeSet<(Vertex, Vertex)>,
    ) -> Option<Vec<Went>> {
        let mut state = first;
        let mut all = Vec::with_capacity(self.steps);
        for (step, decided) in self.side.steps.iter().zip(&self.side.decided).take(self.steps) {
            let made: BTreeSet<_> =
                decided.iter().flatten().filter(|edge| edges.contains(edge)).collect();
            let is_made = |list: &Vec<(Vertex, Vertex)>| {
                list.len() == made.len() && list.iter().all(|edge| made.contains(edge))
            };
            let choice = decided.iter().position(is_made)?;
            let change = step.change(&step.choices[choice], state.word);
            let word = step.target(&step.choices[choice], state.word)?;
            let number = change.apply(pairs(state.word), state.number)?;
            all.push(Went { before: state, choice });
            state = State { word, number };
        }
        all.push(Went { before: state, choice: 0 });
        Some(all)
    }

    /// The number of the way that went through these states, among those that lead to the last. `first`
    /// is the number of the way to the state before the first step.
    pub(super) fn number(&self, went: &[Went], first: BigUint) -> Result<BigUint, CountError> {
        let mut index = first;
        for at in 0..self.steps {
            let (Went { before, choice }, after) = (went[at], went[at + 1].before);
            self.each_before(at, after, |other, state, ways| {
                if other == choice && state == before {
                    return ControlFlow::Break(());
                }
                index += ways;
                ControlFlow::Continue(())
            })?;
        }
        Ok(index)
    }

    /// Hands over the states that a step leads from to a state, with their numbers of ways: by choice,
    /// then in the order of [`each_preimage`].
    fn each_before(
        &self,
        at: usize,
        state: State,
        mut each: impl FnMut(usize, State, BigUint) -> ControlFlow<()>,
    ) -> Result<(), CountError> {
        let Some(Some(layer)) = self.layers.get(at) else { return Err(torn()) };
        let step: &Step = &self.side.steps[at];
        let mut reader = layer.reader();
        for (index, choice) in step.choices.iter().enumerate() {
            let Some(word) = step.source(choice, state.word) else { continue };
            let Some(class) = layer.find(word) else { continue };
            let block = reader.block(class)?;
            let change = step.change(choice, word);
            let flow = each_preimage(change, pairs(word), state.number, |number| {
                match block.get::<BigUint>(number) {
                    Some(ways) => each(index, State { word, number }, ways),
                    None => ControlFlow::Continue(()),
                }
            });
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// A state, and the choice that was made there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Went {
    pub(super) before: State,
    choice: usize,
}

fn torn() -> CountError {
    CountError::Unanswerable("the tables do not fit together: build them again".into())
}

/// The matchings that become one with this number by a change, in a fixed order.
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
            let mut before = [0; 2 * MOST_PAIRS];
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
                // One end of a pair gets the low end, and its partner the high one.
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
