//! Squares that need more than their neighbours can give: a flow tells.
//!
//! Where every move changes colour, the moves still to be made are a flow from the squares of one
//! colour to those of the other: each square sends or takes what it needs, each open move carries
//! one at most. An end is taken by one more taker, and sent by one more sender. If not all that is
//! needed can flow, the squares that the shortage reaches are a set that starves.
//!
//! On other boards every square is both a sender and a taker, and every move carries both ways.

use std::collections::{HashMap, HashSet};

use caracole_core::StopCause;

use super::model::Model;
use super::state::{Mark, State};
use super::think::Look;

/// Room for the flow, kept between uses.
///
/// Nodes are the senders, one for each vertex, then the takers, then the taker and the sender of
/// ends.
#[derive(Default)]
pub(super) struct Supply {
    /// What each node still needs.
    left: Vec<i64>,
    /// Does the open move carry something from its first vertex to its second, and back?
    carries: Vec<[bool; 2]>,
    /// How many ends the node has in this flow, beyond the fewest of its square.
    ends: Vec<u8>,
    /// Whence each node was reached, and in which round.
    reached: Vec<(u32, u32)>,
    round: u32,
    waiting: Vec<u32>,
}

const ROOT: u32 = u32::MAX;
const ROUNDS_BETWEEN_LOOKS: u32 = 256;

/// The numbers of the nodes.
#[derive(Clone, Copy)]
pub(super) struct Nodes {
    len: u32,
    is_double: bool,
}

impl Nodes {
    pub(super) const fn of(model: &Model) -> Self {
        Self { len: model.len() as u32, is_double: model.colours.is_none() }
    }

    pub(super) const fn count(self) -> usize {
        2 * self.len as usize + 2
    }

    pub(super) const fn sender(self, vertex: u32) -> u32 {
        vertex
    }

    pub(super) const fn taker(self, vertex: u32) -> u32 {
        self.len + vertex
    }

    /// Takes the ends of senders.
    pub(super) const fn taker_of_ends(self) -> u32 {
        2 * self.len
    }

    /// Sends the ends of takers.
    pub(super) const fn sender_of_ends(self) -> u32 {
        2 * self.len + 1
    }

    const fn is_sender(self, node: u32) -> bool {
        node < self.len || node == self.sender_of_ends()
    }

    /// The vertex of a node that has one.
    const fn vertex(self, node: u32) -> Option<u32> {
        if node < self.len {
            Some(node)
        } else if node < 2 * self.len {
            Some(node - self.len)
        } else {
            None
        }
    }

    /// The vertices that send, or those that take.
    pub(super) fn side(self, model: &Model, sends: bool) -> impl Iterator<Item = u32> + '_ {
        let colour = usize::from(!sends);
        (0..self.len).filter(move |&vertex| self.is_double || model.colour(vertex) == colour)
    }
}

impl Supply {
    /// Squares that starve, if the flow finds any.
    pub(super) fn starved(
        &mut self,
        state: &State<'_>,
        look: &mut Look<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        let nodes = Nodes::of(state.model);
        self.fill(state);
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
            match (nodes.vertex(sender), nodes.vertex(taker)) {
                (Some(a), Some(b)) => {
                    if let Some(edge) = state.model.edge(a, b) {
                        self.carries[edge as usize][usize::from(b < a)] = gives;
                    }
                }
                _ => {
                    let node = if nodes.vertex(sender).is_some() { sender } else { taker };
                    let ends = &mut self.ends[node as usize];
                    *ends = if gives { *ends + 1 } else { *ends - 1 };
                }
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

/// Where the flow can be changed from a node: from senders along what carries nothing, from takers
/// back along what does.
fn ways(
    carries: &[[bool; 2]],
    ends: &[u8],
    state: &State<'_>,
    at: u32,
    mut reach: impl FnMut(u32),
) {
    let model = state.model;
    let nodes = Nodes::of(model);
    let sends = nodes.is_sender(at);
    let is_way = |vertex: u32, node: u32| {
        let (knot, given) = (state.knots[vertex as usize], ends[node as usize]);
        if sends { knot.low + given < knot.high } else { given > 0 }
    };
    let Some(vertex) = nodes.vertex(at) else {
        // The one that sends ends sends them to takers; the one that takes them got them from
        // senders.
        for near in nodes.side(model, !sends) {
            let node = if sends { nodes.taker(near) } else { nodes.sender(near) };
            if is_way(near, node) {
                reach(node);
            }
        }
        return;
    };
    for (near, edge) in state.open(vertex) {
        let is_back = if sends { near < vertex } else { vertex < near };
        if carries[edge as usize][usize::from(is_back)] != sends {
            reach(if sends { nodes.taker(near) } else { nodes.sender(near) });
        }
    }
    if is_way(vertex, at) {
        reach(if sends { nodes.taker_of_ends() } else { nodes.sender_of_ends() });
    }
}

/// The squares of a set of nodes that can send no more; seen from the other side, if the sender of
/// ends is among them, the takers beyond. `None` where the ends belong to both.
pub(super) fn closed_set(
    state: &State<'_>,
    nodes: Nodes,
    is_in: impl Fn(u32) -> bool,
) -> Option<Vec<u32>> {
    let model = state.model;
    if !is_in(nodes.sender_of_ends()) {
        return Some(nodes.side(model, true).filter(|&at| is_in(nodes.sender(at))).collect());
    }
    is_in(nodes.taker_of_ends())
        .then(|| nodes.side(model, false).filter(|&at| !is_in(nodes.taker(at))).collect())
}

/// As few of the squares as starve by themselves, if they are not too many to try.
pub(super) fn fewest(state: &State<'_>, squares: Vec<u32>) -> Vec<u32> {
    const MOST: usize = 2000;
    if squares.len() > MOST {
        return squares;
    }
    let mut kept = squares;
    let mut at = 0;
    while at < kept.len() {
        let dropped = kept.swap_remove(at);
        if shortfall(state, &kept) <= 0 {
            kept.push(dropped);
            let last = kept.len() - 1;
            kept.swap(at, last);
            at += 1;
        }
    }
    kept.sort_unstable();
    kept
}

/// How much more the squares need than they can get, as [`Case::Starved`] counts it.
///
/// [`Case::Starved`]: caracole_core::Case::Starved
fn shortfall(state: &State<'_>, squares: &[u32]) -> i64 {
    let model = state.model;
    let is_in: HashSet<u32> = squares.iter().copied().collect();
    let mut beside: HashMap<u32, i64> = HashMap::new();
    let (mut most, mut sure) = ([0, 0], [0, 0]);
    for &square in squares {
        let knot = state.knots[square as usize];
        most[model.colour(square)] += i64::from(knot.high);
        sure[model.colour(square)] += i64::from(knot.low);
        for (near, edge) in model.around(square) {
            if state.mark(edge) != Mark::Out {
                *beside.entry(near).or_insert(0) += 1;
            }
        }
    }
    let given = beside.into_iter().map(|(near, moves)| {
        let made = model
            .around(near)
            .filter(|&(to, edge)| state.mark(edge) == Mark::Made && !is_in.contains(&to));
        moves.min(2 - i64::from(state.knots[near as usize].low) - made.count() as i64)
    });
    let ends = (0..2).map(|colour| {
        let others = state.ends(colour)[0] - sure[colour];
        most[colour].min(model.ends_wanted[colour] - others)
    });
    2 * squares.len() as i64 - given.sum::<i64>() - ends.sum::<i64>()
}
