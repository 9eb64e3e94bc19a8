//! Moves that every flow makes, and moves that none makes.
//!
//! When all needs can flow, a set of senders that can send no more, whichever way the flow is
//! changed, takes all that its neighbours have. Such sets are closed in the residual graph: with a
//! vertex they have all that can be reached from it, by moves that carry nothing forwards and by
//! moves that carry something back. So the parts that are strongly connected, from the last on,
//! make a chain of them, and a move between two parts is in all flows or in none.

use super::nodes::{Nodes, closed_set};
use super::state::State;
use super::supply::Supply;

/// What a flow tells of the moves.
#[derive(Default)]
pub(super) struct Tight {
    /// Sets of squares that take all that is left for them.
    pub(super) sets: Vec<Vec<u32>>,
    /// Moves that must be made, and moves that cannot.
    pub(super) made: Vec<u32>,
    pub(super) out: Vec<u32>,
    /// Squares with their ends known.
    pub(super) ends: Vec<(u32, u8)>,
}

/// A link between two parts: which parts, and what it tells.
struct Link {
    lower: u32,
    upper: u32,
    tells: Tells,
}

#[derive(Clone, Copy)]
enum Tells {
    Made(u32),
    Out(u32),
    Ends(u32, u8),
}

impl Supply {
    /// What the flow tells, if it tells anything. There must be one that gives all that is needed.
    pub(super) fn tight(&self, state: &State<'_>) -> Option<Tight> {
        let parts = self.parts(state);
        let mut links = self.links(state, &parts);
        if links.is_empty() {
            return None;
        }
        links.sort_unstable_by_key(|link| link.upper);
        let mut tight = Tight::default();
        let mut last: Option<(u32, bool)> = None;
        for link in links {
            // The chain is cut below the upper part, unless it is cut where this link is cut too.
            let is_told = match last {
                Some((cut, is_told)) if cut >= link.lower => is_told,
                _ => {
                    let is_below = |node: u32| parts[node as usize] < link.upper;
                    let set = closed_set(state, Nodes::of(state.model), is_below);
                    let is_told = set.is_some();
                    tight.sets.extend(set);
                    last = Some((link.upper - 1, is_told));
                    is_told
                }
            };
            match link.tells {
                _ if !is_told => {}
                Tells::Made(edge) => tight.made.push(edge),
                Tells::Out(edge) => tight.out.push(edge),
                Tells::Ends(vertex, ends) => tight.ends.push((vertex, ends)),
            }
        }
        (!tight.sets.is_empty()).then_some(tight)
    }

    /// All links between different parts.
    fn links(&self, state: &State<'_>, parts: &[u32]) -> Vec<Link> {
        let model = state.model;
        let nodes = Nodes::of(model);
        let mut links = Vec::new();
        let mut link = |a: u32, b: u32, tells: Tells| {
            let (a, b) = (parts[a as usize], parts[b as usize]);
            if a != b {
                links.push(Link { lower: a.min(b), upper: a.max(b), tells });
            }
        };
        for from in nodes.side(model, true) {
            for (to, edge) in state.open(from) {
                let carries = self.carries(edge)[usize::from(to < from)];
                let tells = if carries { Tells::Made(edge) } else { Tells::Out(edge) };
                link(nodes.sender(from), nodes.taker(to), tells);
            }
        }
        for sends in [true, false] {
            for vertex in nodes.side(model, sends) {
                let knot = state.knots[vertex as usize];
                let (node, hub) = if sends {
                    (nodes.sender(vertex), nodes.taker_of_ends())
                } else {
                    (nodes.taker(vertex), nodes.sender_of_ends())
                };
                if knot.high - knot.low == 1 {
                    link(node, hub, Tells::Ends(vertex, knot.low + self.ends_of(node)));
                }
            }
        }
        links
    }

    /// The strongly connected part of each node, numbered so that ways lead to lower numbers.
    fn parts(&self, state: &State<'_>) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let count = Nodes::of(state.model).count();
        let (mut order, mut parts) = (vec![NONE; count], vec![NONE; count]);
        let mut low = vec![0; count];
        let (mut next, mut part) = (0, 0);
        let (mut stack, mut path): (Vec<u32>, Vec<(u32, Vec<u32>)>) = (Vec::new(), Vec::new());
        for root in 0..count as u32 {
            if order[root as usize] != NONE {
                continue;
            }
            path.push((root, self.ways(state, root)));
            (order[root as usize], low[root as usize]) = (next, next);
            next += 1;
            stack.push(root);
            while let Some((at, ways)) = path.last_mut() {
                let at = *at;
                if let Some(to) = ways.pop() {
                    if order[to as usize] == NONE {
                        (order[to as usize], low[to as usize]) = (next, next);
                        next += 1;
                        stack.push(to);
                        path.push((to, self.ways(state, to)));
                    } else if parts[to as usize] == NONE {
                        low[at as usize] = low[at as usize].min(order[to as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    low[before as usize] = low[before as usize].min(low[at as usize]);
                }
                if low[at as usize] == order[at as usize] {
                    while let Some(member) = stack.pop() {
                        parts[member as usize] = part;
                        if member == at {
                            break;
                        }
                    }
                    part += 1;
                }
            }
        }
        parts
    }
}
