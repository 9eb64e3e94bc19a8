//! All states of a sweep, layer after layer, remembered.

use std::collections::HashMap;
use std::rc::Rc;

use caracole_core::StopCause;

use crate::{Reservation, Run};

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
    /// What the layers and links take.
    bytes: u64,
    /// What the whole sweep will take beside them, once it was asked for.
    set_aside: u64,
    memory: Reservation,
}

/// How a layer follows from the one before.
struct Link {
    layer: usize,
    /// For each state of the layer a state before it and the choice that leads here.
    parents: Box<[(u32, Choice)]>,
}

/// A state in its layer, and its parent in the link.
const BYTES_OF_STATE: u64 = (size_of::<State>() + size_of::<(u32, Choice)>()) as u64;
/// A layer in its list and in the table of numbers, its link, and the step in what is known.
const BYTES_OF_LAYER: u64 = 256;

impl Layers {
    pub(super) fn new(frontier: Frontier, first: State, memory: Reservation) -> Self {
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
            set_aside: 0,
            memory,
        }
    }

    /// Asks for the memory of the whole way over `squares` squares, and `more` bytes beside it.
    pub(super) fn set_aside(
        &mut self,
        squares: u32,
        more: u64,
        run: &Run<'_>,
    ) -> Result<(), StopCause> {
        self.set_aside = size_of::<u32>() as u64 * u64::from(squares) + more;
        let bytes = self.bytes();
        self.memory.resize(bytes, run)?;
        self.trail.reserve_exact(squares as usize - self.trail.len());
        Ok(())
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
            let found = found.capacity() * size_of::<(State, u32, Choice)>();
            let bytes = self.bytes() + found as u64;
            self.memory.resize(bytes, run)?;
        }
        self.steps += found.len() as u64;
        found.sort_unstable();
        found.dedup_by_key(|&mut (state, ..)| state);
        let layer: Layer = found.iter().map(|&(state, ..)| state).collect();
        let parents = found.into_iter().map(|(_, parent, choice)| (parent, choice)).collect();
        self.bytes += layer.len() as u64 * BYTES_OF_STATE + BYTES_OF_LAYER;
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

    /// About how much memory the layers take, with what is set aside.
    const fn bytes(&self) -> u64 {
        self.bytes + self.set_aside
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
