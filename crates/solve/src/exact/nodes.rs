//! The nodes of the flow, and the ways between them.

use super::model::Model;
use super::state::State;

/// The numbers of the nodes.
#[derive(Clone, Copy)]
pub(super) struct Nodes {
    len: u32,
    pub(super) is_double: bool,
}

impl Nodes {
    pub(super) const fn of(model: &Model) -> Self {
        Self { len: model.len() as u32, is_double: model.colours.is_none() }
    }

    pub(super) const fn count(self) -> usize {
        2 * self.len as usize + 2
    }

    #[expect(clippy::unused_self, reason = "whoever asks need not know how nodes are numbered")]
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

    pub(super) const fn is_sender(self, node: u32) -> bool {
        node < self.len || node == self.sender_of_ends()
    }

    /// The vertex of a node that has one.
    pub(super) const fn vertex(self, node: u32) -> Option<u32> {
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

/// Where the flow can be changed from a node: from senders along what carries nothing, from takers
/// back along what does.
pub(super) fn ways(
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
