//! Squares that need more than their neighbours can give: a flow tells.
//!
//! Where every move changes colour, the moves still to be made are a flow from the squares of one
//! colour to those of the other: each square sends or takes what it needs, each open move carries
//! one at most. An end is taken by one more taker, and sent by one more sender. If not all that is
//! needed can flow, the squares that the shortage reaches are a set that starves.
//!
//! On other boards every square is both a sender and a taker, and every move carries both ways.

use caracole_core::StopCause;

use super::fill::{Filled, LARGE};
use super::nodes::{Nodes, closed_set, ways};
use super::state::State;
use super::think::Look;

/// Room for the flow, kept between uses.
///
/// Nodes are the senders, one for each vertex, then the takers, then the taker and the sender of
/// ends.
#[derive(Default)]
pub(super) struct Supply {
    /// What each node still needs.
    pub(super) left: Vec<i64>,
    /// Does the open move carry something from its first vertex to its second, and back?
    pub(super) carries: Vec<[bool; 2]>,
    /// How many ends the node has in this flow, beyond the fewest of its square.
    pub(super) ends: Vec<u8>,
    /// Whence each node was reached, and in which round.
    reached: Vec<(u32, u32)>,
    round: u32,
    waiting: Vec<u32>,
}

const ROOT: u32 = u32::MAX;
const ROUNDS_BETWEEN_LOOKS: u32 = 256;

impl Supply {
    /// Squares that starve, if the flow finds any.
    pub(super) fn starved(
        &mut self,
        state: &State<'_>,
        look: &mut Look<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        let nodes = Nodes::of(state.model);
        self.fill(state);
        if !nodes.is_double && state.model.len() > LARGE {
            match self.fill_at_once(state, look)? {
                Filled::All => return Ok(None),
                Filled::Short(squares) => return Ok(Some(squares)),
                Filled::Unclear => {}
            }
        }
        let senders = nodes.side(state.model, true).map(|vertex| nodes.sender(vertex));
        for from in senders.chain([nodes.sender_of_ends()]) {
            while self.left[from as usize] > 0 {
                if self.round.is_multiple_of(ROUNDS_BETWEEN_LOOKS) {
                    look()?;
                }
                if !self.augment(state, from) {
                    return Ok(self.shortage(state));
                }
            }
        }
        Ok(None)
    }

    /// Begins with what flows without much thought.
    fn fill(&mut self, state: &State<'_>) {
        let model = state.model;
        let nodes = Nodes::of(model);
        self.left.clear();
        for _ in 0..2 {
            self.left.extend(state.knots.iter().map(|knot| i64::from(knot.need())));
        }
        let more = |colour: usize| model.ends_wanted[colour] - state.ends(colour)[0];
        self.left.extend([more(0), more(usize::from(!nodes.is_double))]);
        self.carries.clear();
        self.carries.resize(model.edges(), [false; 2]);
        self.ends.clear();
        self.ends.resize(nodes.count(), 0);
        self.reached.clear();
        self.reached.resize(nodes.count(), (ROOT, 0));
        self.round = 0;
        for from in nodes.side(model, true) {
            for (to, edge) in state.open(from) {
                if self.left[from as usize] == 0 {
                    break;
                }
                let taker = nodes.taker(to) as usize;
                if self.left[taker] > 0 {
                    self.carries[edge as usize][usize::from(to < from)] = true;
                    self.left[from as usize] -= 1;
                    self.left[taker] -= 1;
                }
            }
        }
    }

    /// One more from a sender to whoever can take it, if there is a way.
    fn augment(&mut self, state: &State<'_>, root: u32) -> bool {
        let nodes = Nodes::of(state.model);
        self.round += 1;
        self.reached[root as usize] = (ROOT, self.round);
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        waiting.push(root);
        // Who can take it is mostly near, so the search goes round the root.
        let mut next = 0;
        let mut goal = None;
        while let Some(&at) = waiting.get(next).filter(|_| goal.is_none()) {
            next += 1;
            let round = self.round;
            let (left, reached) = (&self.left, &mut self.reached);
            ways(&self.carries, &self.ends, state, at, |to| {
                if goal.is_none() && reached[to as usize].1 != round {
                    reached[to as usize] = (at, round);
                    waiting.push(to);
                    if nodes.is_sender(at) && left[to as usize] > 0 {
                        goal = Some(to);
                    }
                }
            });
        }
        self.waiting = waiting;
        goal.map(|goal| self.send(state, goal)).is_some()
    }

    /// Changes the flow along the way that was found.
    fn send(&mut self, state: &State<'_>, goal: u32) {
        let nodes = Nodes::of(state.model);
        self.left[goal as usize] -= 1;
        let mut at = goal;
        while self.reached[at as usize].0 != ROOT {
            let from = self.reached[at as usize].0;
            let gives = nodes.is_sender(from);
            let (sender, taker) = if gives { (from, at) } else { (at, from) };
            if let (Some(a), Some(b)) = (nodes.vertex(sender), nodes.vertex(taker)) {
                if let Some(edge) = state.model.edge(a, b) {
                    self.carries[edge as usize][usize::from(b < a)] = gives;
                }
            } else {
                let node = if nodes.vertex(sender).is_some() { sender } else { taker };
                let ends = &mut self.ends[node as usize];
                *ends = if gives { *ends + 1 } else { *ends - 1 };
            }
            at = from;
        }
        self.left[at as usize] -= 1;
    }

    /// The set that starves, from what the shortage has reached.
    fn shortage(&self, state: &State<'_>) -> Option<Vec<u32>> {
        let nodes = Nodes::of(state.model);
        let is_reached = |node: u32| self.reached[node as usize].1 == self.round;
        closed_set(state, nodes, is_reached)
    }

    /// Does the flow make this move, in the one direction and in the other?
    pub(super) fn carries(&self, edge: u32) -> [bool; 2] {
        self.carries[edge as usize]
    }

    /// How many ends the node has in this flow, beyond the fewest of its square.
    pub(super) fn ends_of(&self, node: u32) -> u8 {
        self.ends[node as usize]
    }

    /// Where the flow can be changed from a node.
    pub(super) fn ways(&self, state: &State<'_>, at: u32) -> Vec<u32> {
        let mut all = Vec::new();
        ways(&self.carries, &self.ends, state, at, |to| all.push(to));
        all
    }
}
