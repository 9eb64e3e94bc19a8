//! Squares that need more than their neighbours can give: a flow tells.
//!
//! Where every move changes colour, the moves still to be made are a flow from the squares of one
//! colour to those of the other: each square sends or takes what it needs, each open move carries
//! one at most. An end is taken by one more taker, and sent by one more sender. If not all that is
//! needed can flow, the squares that the shortage reaches are a set that starves.

use std::collections::{HashMap, HashSet};

use caracole_core::StopCause;

use super::state::{Mark, State};
use super::think::Look;

/// Room for the flow, kept between uses.
#[derive(Default)]
pub(super) struct Supply {
    /// What each vertex still needs; then the takers and the senders of ends.
    left: Vec<i64>,
    /// Does the open move carry something?
    carries: Vec<bool>,
    /// How many ends the square has in this flow, beyond the fewest.
    ends: Vec<u8>,
    /// Whence each vertex was reached, and in which round.
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
        let model = state.model;
        let Some(colours) = model.colours.as_deref() else { return Ok(None) };
        let len = model.len() as u32;
        self.fill(state);
        // Senders are the squares of the first colour, and `sender` for the ends of the second.
        let (taker, sender) = (len, len + 1);
        for from in (0..len).filter(|&at| colours[at as usize] == 0).chain([sender]) {
            while self.left[from as usize] > 0 {
                if self.round.is_multiple_of(ROUNDS_BETWEEN_LOOKS) {
                    look()?;
                }
                if !self.augment(state, from, taker, sender) {
                    return Ok(self.shortage(state, taker, sender));
                }
            }
        }
        Ok(None)
    }

    fn fill(&mut self, state: &State<'_>) {
        let model = state.model;
        let len = model.len();
        self.left.clear();
        self.left.extend(state.knots.iter().map(|knot| i64::from(knot.need())));
        let more = |colour: usize| model.ends_wanted[colour] - state.ends(colour)[0];
        self.left.extend([more(0), more(1)]);
        self.carries.clear();
        self.carries.resize(model.edges(), false);
        self.ends.clear();
        self.ends.resize(len, 0);
        self.reached.clear();
        self.reached.resize(len + 2, (ROOT, 0));
        self.round = 0;
        for from in (0..len as u32).filter(|&at| model.colour(at) == 0) {
            for (to, edge) in state.open(from) {
                if self.left[from as usize] == 0 {
                    break;
                }
                if self.left[to as usize] > 0 {
                    self.carries[edge as usize] = true;
                    self.left[from as usize] -= 1;
                    self.left[to as usize] -= 1;
                }
            }
        }
    }

    /// One more from a sender to whoever can take it, if there is a way.
    fn augment(&mut self, state: &State<'_>, root: u32, taker: u32, sender: u32) -> bool {
        let model = state.model;
        self.round += 1;
        self.reached[root as usize] = (ROOT, self.round);
        self.waiting.clear();
        self.waiting.push(root);
        // Who can take it is mostly near, so the search goes round the root.
        let mut next = 0;
        while let Some(&at) = self.waiting.get(next) {
            next += 1;
            let is_sender = at == sender || at != taker && model.colour(at) == 0;
            let mut goal = None;
            let mut reach = |this: &mut Self, to: u32| {
                if this.reached[to as usize].1 != this.round {
                    this.reached[to as usize] = (at, this.round);
                    this.waiting.push(to);
                    if is_sender && this.left[to as usize] > 0 {
                        goal = Some(to);
                    }
                }
            };
            if at == taker || at == sender {
                let colour = usize::from(at == sender);
                for near in (0..model.len() as u32).filter(|&near| model.colour(near) == colour) {
                    let knot = state.knots[near as usize];
                    let given = self.ends[near as usize];
                    let is_way = if is_sender { knot.low + given < knot.high } else { given > 0 };
                    if is_way {
                        reach(self, near);
                    }
                }
            } else {
                for (near, edge) in model.around(at) {
                    if state.mark(edge) == Mark::Open && self.carries[edge as usize] != is_sender {
                        reach(self, near);
                    }
                }
                let knot = state.knots[at as usize];
                let given = self.ends[at as usize];
                let is_way = if is_sender { knot.low + given < knot.high } else { given > 0 };
                if is_way {
                    reach(self, if is_sender { taker } else { sender });
                }
            }
            if let Some(goal) = goal {
                self.send(state, goal, taker, sender);
                return true;
            }
        }
        false
    }

    /// Does the flow make this move?
    pub(super) fn carries(&self, edge: u32) -> bool {
        self.carries[edge as usize]
    }

    /// How many ends the square has in this flow, beyond the fewest.
    pub(super) fn ends_of(&self, vertex: u32) -> u8 {
        self.ends[vertex as usize]
    }

    /// Where the flow can be changed from a vertex: from senders along what carries nothing, from
    /// takers back along what does.
    pub(super) fn ways(&self, state: &State<'_>, at: u32) -> Vec<u32> {
        let model = state.model;
        let (taker, sender) = (model.len() as u32, model.len() as u32 + 1);
        let is_sender = at == sender || at != taker && model.colour(at) == 0;
        let is_way = |vertex: u32| {
            let (knot, given) = (state.knots[vertex as usize], self.ends[vertex as usize]);
            if is_sender { knot.low + given < knot.high } else { given > 0 }
        };
        if at == taker || at == sender {
            let colour = usize::from(at == sender);
            let squares = 0..model.len() as u32;
            return squares.filter(|&to| model.colour(to) == colour && is_way(to)).collect();
        }
        let moves = state.open(at).filter(|&(_, edge)| self.carries(edge) != is_sender);
        let hub = if is_sender { taker } else { sender };
        moves.map(|(to, _)| to).chain(is_way(at).then_some(hub)).collect()
    }

    /// Changes the flow along the way that was found.
    fn send(&mut self, state: &State<'_>, goal: u32, taker: u32, sender: u32) {
        self.left[goal as usize] -= 1;
        let mut at = goal;
        let mut gives = true;
        while self.reached[at as usize].0 != ROOT {
            let from = self.reached[at as usize].0;
            let (a, b) = (from.min(at), from.max(at));
            if b == taker || b == sender {
                let ends = &mut self.ends[a as usize];
                *ends = if gives { *ends + 1 } else { *ends - 1 };
            } else if let Some(edge) = state.model.edge(a, b) {
                self.carries[edge as usize] = gives;
            }
            gives = !gives;
            at = from;
        }
        self.left[at as usize] -= 1;
    }

    /// The set that starves, from what the shortage has reached.
    fn shortage(&self, state: &State<'_>, taker: u32, sender: u32) -> Option<Vec<u32>> {
        let model = state.model;
        let is_reached = |at: u32| self.reached[at as usize].1 == self.round;
        let squares = 0..model.len() as u32;
        if !is_reached(sender) {
            return Some(squares.filter(|&at| model.colour(at) == 0 && is_reached(at)).collect());
        }
        // The takers that were not reached get too little, unless the ends are among them.
        is_reached(taker)
            .then(|| squares.filter(|&at| model.colour(at) == 1 && !is_reached(at)).collect())
    }
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
    let mut beyond: HashMap<u32, i64> = HashMap::new();
    let (mut most, mut sure) = ([0, 0], [0, 0]);
    for &square in squares {
        let knot = state.knots[square as usize];
        most[model.colour(square)] += i64::from(knot.high);
        sure[model.colour(square)] += i64::from(knot.low);
        for (near, edge) in model.around(square) {
            if state.mark(edge) != Mark::Out {
                *beyond.entry(near).or_insert(0) += 1;
            }
        }
    }
    let given = beyond.into_iter().map(|(near, moves)| {
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
