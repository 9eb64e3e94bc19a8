//! All states of a sweep, layer after layer, remembered.

use std::collections::HashMap;
use std::rc::Rc;

use caracole_core::StopCause;

use crate::Run;

use super::state::{Choice, Frontier, State, Step};

/// The states that the squares so far can end in, in rising order.
type Layer = Rc<[State]>;

/// The layers of a sweep and how each follows from the one before.
///
/// A layer and a step determine the next layer, and on a long board both soon come again. So each
/// layer is stored once, and so is each step from it.
pub(super) struct Layers {
    frontier: Frontier,
    stored: Vec<Layer>,
    numbers: HashMap<Layer, usize>,
    links: Vec<Link>,
    known: HashMap<(usize, Step), u32>,
    /// The link to each layer after the first.
    trail: Vec<u32>,
    now: usize,
    steps: u64,
    bytes: u64,
}

/// How a layer follows from the one before.
struct Link {
    layer: usize,
    /// For each state of the layer a state before it and the choice that leads here.
    parents: Vec<(u32, Choice)>,
}

impl Layers {
    pub(super) fn new(frontier: Frontier, first: State) -> Self {
        let first: Layer = Rc::new([first]);
        Self {
            frontier,
            stored: vec![Rc::clone(&first)],
            numbers: HashMap::from([(first, 0)]),
            links: Vec::new(),
            known: HashMap::new(),
            trail: Vec::new(),
            now: 0,
            steps: 0,
            bytes: 0,
        }
    }

    /// Goes on to the layer after one more square.
    pub(super) fn advance(&mut self, step: Step, run: &mut Run<'_>) -> Result<(), StopCause> {
        let link = match self.known.get(&(self.now, step)) {
            Some(&link) => link,
            None => self.settle(step, run)?,
        };
        self.trail.push(link);
        self.now = self.links[link as usize].layer;
        Ok(())
    }

    /// Finds the layer that follows when it is not known yet.
    fn settle(&mut self, step: Step, run: &mut Run<'_>) -> Result<u32, StopCause> {
        const STATES_BETWEEN_LOOKS: usize = 4096;
        let mut found: Vec<(State, u32, Choice)> = Vec::new();
        let states = Rc::clone(&self.stored[self.now]);
        let mut parent = 0;
        for some in states.chunks(STATES_BETWEEN_LOOKS) {
            for &state in some {
                self.frontier.expand(state, step, |next, choice| {
                    found.push((next, parent, choice));
                });
                parent += 1;
            }
            // No knight goes anywhere here, so the run is told of no steps.
            run.look()?;
            run.reserve(
                self.bytes() + (found.capacity() * size_of::<(State, u32, Choice)>()) as u64,
            )?;
        }
        self.steps += found.len() as u64;
        found.sort_unstable();
        found.dedup_by_key(|&mut (state, ..)| state);
        let layer: Layer = found.iter().map(|&(state, ..)| state).collect();
        let parents = found.into_iter().map(|(_, parent, choice)| (parent, choice)).collect();
        self.bytes += 16 * layer.len() as u64;
        let next = self.stored.len();
        let layer = *self.numbers.entry(layer).or_insert_with_key(|layer| {
            self.stored.push(Rc::clone(layer));
            next
        });
        let link = self.links.len() as u32;
        self.links.push(Link { layer, parents });
        self.known.insert((self.now, step), link);
        Ok(link)
    }

    /// Has no state come through?
    pub(super) fn is_empty(&self) -> bool {
        self.stored[self.now].is_empty()
    }

    /// How many states were reached from another, in all.
    pub(super) const fn steps(&self) -> u64 {
        self.steps
    }

    /// About how much memory the layers take.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes + 4 * self.trail.len() as u64
    }

    /// The choices that lead to the last state, from the last square back to the first; `None` if
    /// that state was not reached.
    pub(super) fn trace_back(&self) -> Option<impl Iterator<Item = (u32, Choice)> + '_> {
        let mut at = self.stored[self.now].binary_search(&self.frontier.last()).ok()?;
        Some((0..self.trail.len() as u32).rev().map(move |square| {
            let link = &self.links[self.trail[square as usize] as usize];
            let (parent, choice) = link.parents[at];
            at = parent as usize;
            (square, choice)
        }))
    }
}
