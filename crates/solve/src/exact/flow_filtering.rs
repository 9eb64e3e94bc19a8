//! Filtering by flow: edges that every factor has, and edges that none has (Régin 1994).
//!
//! If all demands can flow, a set of nodes without residual arcs out of it stands for a *tight* set,
//! which takes all that its neighbours have. The strongly connected components of the residual
//! graph, from the last on, form a chain of such sets, and an edge between two components is in all
//! maximum flows or in none.

use caracole_verify::StopCause;

use crate::graph::strong_components;

use super::CheckLimits;
use super::degree_flow::{DegreeFlow, Nodes};
use super::state::{State, VertexState};

/// The consequences of a flow that meets all demands.
#[derive(Default)]
pub(super) struct FlowFacts {
    /// Tight sets of vertices, which prove the rest.
    pub(super) tight_sets: Vec<Vec<u32>>,
    /// Edges that every factor has, and edges that none has.
    pub(super) included: Vec<u32>,
    pub(super) excluded: Vec<u32>,
    /// Vertices with their numbers of ends.
    pub(super) ends: Vec<(u32, u8)>,
}

/// A link between two components, and what follows from it.
struct Link {
    lower: u32,
    upper: u32,
    fact: Fact,
}

#[derive(Clone, Copy)]
enum Fact {
    Included(u32),
    Excluded(u32),
    Ends(u32, u8),
}

impl DegreeFlow {
    /// Returns what follows from the flow, if anything does. It must meet all demands.
    pub(super) fn facts(
        &self,
        state: &State<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Option<FlowFacts>, StopCause> {
        let nodes = Nodes::of(state.model);
        let successors = |node: u32| {
            let mut all = Vec::new();
            self.for_each_successor(state, node, |to| all.push(to));
            all
        };
        let components = strong_components(nodes.count(), successors, &mut *check_limits)?;
        check_limits()?;
        let mut links = self.links(state, &components);
        if links.is_empty() {
            return Ok(None);
        }
        links.sort_unstable_by_key(|link| link.upper);
        let mut facts = FlowFacts::default();
        let mut last: Option<(u32, bool)> = None;
        for link in links {
            // The chain is cut below the upper component, unless the last cut separates this link.
            let is_proved = match last {
                Some((cut, is_proved)) if cut >= link.lower => is_proved,
                _ => {
                    check_limits()?;
                    let is_below = |node: u32| components[node as usize] < link.upper;
                    let set = nodes.closed_set(state.model, is_below);
                    let is_proved = set.is_some();
                    facts.tight_sets.extend(set);
                    last = Some((link.upper - 1, is_proved));
                    is_proved
                }
            };
            match link.fact {
                _ if !is_proved => {}
                Fact::Included(edge) => facts.included.push(edge),
                Fact::Excluded(edge) => facts.excluded.push(edge),
                Fact::Ends(vertex, ends) => facts.ends.push((vertex, ends)),
            }
        }
        Ok((!facts.tight_sets.is_empty()).then_some(facts))
    }

    /// Returns all links between different components.
    fn links(&self, state: &State<'_>, components: &[u32]) -> Vec<Link> {
        let model = state.model;
        let nodes = Nodes::of(model);
        let mut links = Vec::new();
        let mut link = |a: u32, b: u32, fact: Fact| {
            let (a, b) = (components[a as usize], components[b as usize]);
            if a != b {
                links.push(Link { lower: a.min(b), upper: a.max(b), fact });
            }
        };
        for from in nodes.side(model, true) {
            for (to, edge) in state.undecided(from) {
                let is_included = self.carries(nodes, from, to);
                let fact = if is_included { Fact::Included(edge) } else { Fact::Excluded(edge) };
                link(nodes.sender(from), nodes.receiver(to), fact);
            }
        }
        for sends in [true, false] {
            for vertex in nodes.side(model, sends) {
                let VertexState { min_ends, max_ends, .. } = state.vertices[vertex as usize];
                let (node, hub) = if sends {
                    (nodes.sender(vertex), nodes.hub_of_senders())
                } else {
                    (nodes.receiver(vertex), nodes.hub_of_receivers())
                };
                if max_ends - min_ends == 1 {
                    link(node, hub, Fact::Ends(vertex, min_ends + self.ends_of(node)));
                }
            }
        }
        links
    }
}
