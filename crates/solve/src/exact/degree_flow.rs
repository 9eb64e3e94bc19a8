//! The degree constraints as a flow, and the deficient sets that it finds.
//!
//! On a bipartite graph the edges still to be included are a flow from one colour to the other: each
//! vertex sends or receives its demand, and each undecided edge carries one at most. Path ends are
//! received by one more node, the hub of the senders, and sent by another, the hub of the receivers.
//! If some demand cannot flow, the vertices that it reaches are a deficient set.
//!
//! On other graphs every vertex is both a sender and a receiver, and every edge carries both ways.

use caracole_verify::StopCause;

use crate::Random;
use crate::flow::{FactorProblem, FactorResult, Matching, NONE, Obstruction};

use super::CheckLimits;
use super::model::Model;
use super::pruning::deficiency;
use super::state::{EdgeState, State};

/// The nodes of the flow: the senders, one for each vertex, then the receivers, then the hubs.
#[derive(Clone, Copy)]
pub(super) struct Nodes {
    len: u32,
    /// Whether every vertex is both a sender and a receiver.
    is_double: bool,
}

impl Nodes {
    pub(super) const fn of(model: &Model<'_>) -> Self {
        Self { len: model.len() as u32, is_double: model.colours.is_none() }
    }

    pub(super) const fn count(self) -> usize {
        2 * self.len as usize + 2
    }

    #[expect(clippy::unused_self, reason = "callers do not depend on how nodes are numbered")]
    pub(super) const fn sender(self, vertex: u32) -> u32 {
        vertex
    }

    pub(super) const fn receiver(self, vertex: u32) -> u32 {
        self.len + vertex
    }

    /// Returns the node that receives the ends of senders.
    pub(super) const fn hub_of_senders(self) -> u32 {
        2 * self.len
    }

    /// Returns the node that sends the ends of receivers.
    pub(super) const fn hub_of_receivers(self) -> u32 {
        2 * self.len + 1
    }

    const fn sends(self, node: u32) -> bool {
        node < self.len || node == self.hub_of_receivers()
    }

    /// Returns the vertex of a node that is not a hub.
    const fn vertex(self, node: u32) -> Option<u32> {
        if node < self.len {
            Some(node)
        } else if node < 2 * self.len {
            Some(node - self.len)
        } else {
            None
        }
    }

    /// Returns the vertices that send, or those that receive.
    pub(super) fn side<'a>(
        self,
        model: &'a Model<'_>,
        sends: bool,
    ) -> impl Iterator<Item = u32> + 'a {
        let colour = usize::from(!sends);
        (0..self.len).filter(move |&vertex| self.is_double || model.colour(vertex) == colour)
    }

    /// Returns the deficient or tight set that a set of nodes without arcs out of it stands for: its
    /// senders or, if the hub of the receivers is in it, the receivers beyond it. `None` if the ends
    /// belong to both.
    pub(super) fn closed_set(
        self,
        model: &Model<'_>,
        is_in: impl Fn(u32) -> bool,
    ) -> Option<Vec<u32>> {
        if !is_in(self.hub_of_receivers()) {
            let senders = self.side(model, true).filter(|&vertex| is_in(self.sender(vertex)));
            return Some(senders.collect());
        }
        let beyond = self.side(model, false).filter(|&vertex| !is_in(self.receiver(vertex)));
        is_in(self.hub_of_senders()).then(|| beyond.collect())
    }
}

/// A flow that meets the demands, with memory that is kept between uses.
pub(super) struct DegreeFlow {
    /// The edges that carry flow, and what each sender and receiver still needs.
    matching: Matching,
    /// The remaining demand of the hubs, that of the senders first.
    hub_demand: [i64; 2],
    /// The number of ends of the node in this flow, beyond the minimum of its vertex.
    ends: Vec<u8>,
    /// The node from which each was reached, and in which search.
    parents: Vec<(u32, u32)>,
    searches: u32,
    queue: Vec<u32>,
}

impl Default for DegreeFlow {
    fn default() -> Self {
        Self {
            matching: Matching::new(Vec::new()),
            hub_demand: [0; 2],
            ends: Vec::new(),
            parents: Vec::new(),
            searches: 0,
            queue: Vec::new(),
        }
    }
}

const ROOT: u32 = u32::MAX;
const SEARCHES_BETWEEN_CHECKS: u32 = 256;

/// On graphs with more vertices one augmenting path at a time takes too long.
const LARGE: usize = 2000;

/// The result of the flow for large graphs.
enum LargeFlow {
    Maximum,
    Deficient(Vec<u32>),
    Unclear,
}

impl DegreeFlow {
    /// Computes a maximum flow. Returns a deficient set if it does not meet all demands.
    pub(super) fn deficient_set(
        &mut self,
        state: &State<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        let nodes = Nodes::of(state.model);
        self.reset(state);
        if !nodes.is_double && state.model.len() > LARGE {
            match self.compute_large(state, check_limits)? {
                LargeFlow::Maximum => return Ok(None),
                LargeFlow::Deficient(vertices) => return Ok(Some(vertices)),
                LargeFlow::Unclear => {}
            }
        }
        self.send_greedily(state);
        let senders = nodes.side(state.model, true).map(|vertex| nodes.sender(vertex));
        for from in senders.chain([nodes.hub_of_receivers()]) {
            while self.has_demand(from) {
                if self.searches.is_multiple_of(SEARCHES_BETWEEN_CHECKS) {
                    check_limits()?;
                }
                if !self.augment_from(state, from) {
                    let last = self.searches;
                    let is_reached = |node: u32| self.parents[node as usize].1 == last;
                    return Ok(nodes.closed_set(state.model, is_reached));
                }
            }
        }
        Ok(None)
    }

    /// Clears the flow and sets the demands.
    fn reset(&mut self, state: &State<'_>) {
        let model = state.model;
        let nodes = Nodes::of(model);
        let Matching { partners, demand } = &mut self.matching;
        demand.clear();
        for _ in 0..2 {
            demand.extend(state.vertices.iter().map(|vertex_state| vertex_state.demand()));
        }
        self.hub_demand = [0, usize::from(!nodes.is_double)].map(|colour| free_ends(state, colour));
        partners.clear();
        partners.resize(demand.len(), [NONE; 2]);
        self.ends.clear();
        self.ends.resize(nodes.count(), 0);
        self.parents.clear();
        self.parents.resize(nodes.count(), (ROOT, 0));
        self.searches = 0;
    }

    fn has_demand(&self, node: u32) -> bool {
        let hub = self.matching.demand.len();
        match self.matching.demand.get(node as usize) {
            Some(&demand) => demand > 0,
            None => self.hub_demand[node as usize - hub] > 0,
        }
    }

    fn lower_demand(&mut self, node: u32) {
        let hub = self.matching.demand.len();
        match self.matching.demand.get_mut(node as usize) {
            Some(demand) => *demand -= 1,
            None => self.hub_demand[node as usize - hub] -= 1,
        }
    }

    /// Sends what the neighbours can receive at once.
    fn send_greedily(&mut self, state: &State<'_>) {
        let nodes = Nodes::of(state.model);
        for vertex in nodes.side(state.model, true) {
            let sender = nodes.sender(vertex);
            for (near, _) in state.undecided(vertex) {
                if !self.has_demand(sender) {
                    break;
                }
                let receiver = nodes.receiver(near);
                if self.has_demand(receiver) {
                    self.matching.add(sender, receiver);
                    self.lower_demand(sender);
                    self.lower_demand(receiver);
                }
            }
        }
    }

    /// Computes the flow of a large bipartite graph by the faster method.
    fn compute_large(
        &mut self,
        state: &State<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<LargeFlow, StopCause> {
        let model = state.model;
        let nodes = Nodes::of(model);
        let Some(colours) = model.colours.as_deref() else { return Ok(LargeFlow::Unclear) };
        let degrees: Vec<u8> = state.vertices.iter().map(|its| its.demand()).collect();
        let problem = FactorProblem {
            graph: model.graph(),
            colours,
            degrees: &degrees,
            ends: (free_ends(state, 0) + free_ends(state, 1)).max(0) as u32,
            end_room: |vertex: u32| {
                let vertex_state = state.vertices[vertex as usize];
                vertex_state.max_ends - vertex_state.min_ends
            },
            is_open: |a: u32, b: u32| {
                let is_undecided = |edge| state.edge_state(edge) == EdgeState::Undecided;
                model.edge_between(a, b).is_some_and(is_undecided)
            },
        };
        // Whether there is a factor does not depend on the random numbers.
        let factor = match problem.factor(&mut Random::new(0, "supply"), check_limits)? {
            FactorResult::Factor(factor) => factor,
            FactorResult::None(Obstruction::Deficient(vertices)) => {
                return Ok(LargeFlow::Deficient(vertices));
            }
            // Here it is known how many ends each colour has. If the first set cannot have all of
            // them, it is deficient by itself; else the second is.
            FactorResult::None(Obstruction::TightThenDeficient(sets)) => {
                let deficient = sets.into_iter().find(|set| deficiency(state, set) > 0);
                return Ok(deficient.map_or(LargeFlow::Unclear, LargeFlow::Deficient));
            }
            FactorResult::None(Obstruction::Ends) => return Ok(LargeFlow::Unclear),
        };
        self.matching.demand.fill(0);
        self.hub_demand = [0; 2];
        for vertex in nodes.side(model, true) {
            for near in factor.partners[vertex as usize].into_iter().filter(|&near| near != NONE) {
                self.matching.add(nodes.sender(vertex), nodes.receiver(near));
            }
        }
        for vertex in factor.ends {
            let sends = colours[vertex as usize] == 0;
            let node = if sends { nodes.sender(vertex) } else { nodes.receiver(vertex) };
            self.ends[node as usize] += 1;
        }
        Ok(LargeFlow::Maximum)
    }

    /// Sends one more from a node, along a shortest augmenting path. Returns false if there is none.
    fn augment_from(&mut self, state: &State<'_>, root: u32) -> bool {
        let nodes = Nodes::of(state.model);
        self.searches += 1;
        self.parents[root as usize] = (ROOT, self.searches);
        let mut queue = std::mem::take(&mut self.queue);
        let mut parents = std::mem::take(&mut self.parents);
        queue.clear();
        queue.push(root);
        let mut next = 0;
        let mut target = None;
        while let Some(&at) = queue.get(next).filter(|_| target.is_none()) {
            next += 1;
            self.for_each_successor(state, at, |to| {
                if target.is_none() && parents[to as usize].1 != self.searches {
                    parents[to as usize] = (at, self.searches);
                    queue.push(to);
                    if nodes.sends(at) && self.has_demand(to) {
                        target = Some(to);
                    }
                }
            });
        }
        (self.queue, self.parents) = (queue, parents);
        target.map(|target| self.augment_to(state, target)).is_some()
    }

    /// Changes the flow along the path that was found.
    fn augment_to(&mut self, state: &State<'_>, target: u32) {
        let nodes = Nodes::of(state.model);
        self.lower_demand(target);
        let mut root = target;
        // Removals come first: a node has two places only.
        for is_added in [false, true] {
            let mut at = target;
            while self.parents[at as usize].0 != ROOT {
                let from = self.parents[at as usize].0;
                if nodes.sends(from) == is_added {
                    self.change(nodes, from.min(at), from.max(at), is_added);
                }
                at = from;
            }
            root = at;
        }
        self.lower_demand(root);
    }

    /// Adds or removes one unit of flow between two nodes, of which the second may be a hub.
    fn change(&mut self, nodes: Nodes, node: u32, other: u32, is_added: bool) {
        let is_hub = nodes.vertex(other).is_none();
        match (is_hub, is_added) {
            (false, true) => self.matching.add(node, other),
            (false, false) => self.matching.remove(node, other),
            (true, true) => self.ends[node as usize] += 1,
            (true, false) => self.ends[node as usize] -= 1,
        }
    }

    /// Returns true if the flow uses the undecided edge from one vertex to the other.
    pub(super) fn carries(&self, nodes: Nodes, from: u32, to: u32) -> bool {
        self.matching.contains(nodes.sender(from), nodes.receiver(to))
    }

    /// Returns how many ends a node has in this flow, beyond the minimum of its vertex.
    pub(super) fn ends_of(&self, node: u32) -> u8 {
        self.ends[node as usize]
    }

    /// Visits the successors of a node in the residual graph: from senders along edges without
    /// flow, from receivers back along edges with it.
    pub(super) fn for_each_successor(
        &self,
        state: &State<'_>,
        at: u32,
        mut visit: impl FnMut(u32),
    ) {
        let model = state.model;
        let nodes = Nodes::of(model);
        let sends = nodes.sends(at);
        let joins_hub = |vertex: u32, node: u32| {
            let (vertex_state, ends) = (state.vertices[vertex as usize], self.ends_of(node));
            if sends { vertex_state.min_ends + ends < vertex_state.max_ends } else { ends > 0 }
        };
        let opposite =
            |vertex: u32| if sends { nodes.receiver(vertex) } else { nodes.sender(vertex) };
        let Some(vertex) = nodes.vertex(at) else {
            for near in nodes.side(model, !sends) {
                if joins_hub(near, opposite(near)) {
                    visit(opposite(near));
                }
            }
            return;
        };
        for (near, _) in state.undecided(vertex) {
            let node = opposite(near);
            if self.matching.contains(at, node) != sends {
                visit(node);
            }
        }
        if joins_hub(vertex, at) {
            visit(if sends { nodes.hub_of_senders() } else { nodes.hub_of_receivers() });
        }
    }
}

/// Returns how many ends of a colour are not placed yet.
const fn free_ends(state: &State<'_>, colour: usize) -> i64 {
    state.model.ends_per_colour[colour] - state.end_bounds(colour)[0]
}
