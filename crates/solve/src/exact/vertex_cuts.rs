//! Vertex cuts: squares without which the board falls into more components than a tour can visit.

use caracole_verify::StopCause;

use crate::graph::{ArticulationPoints, Components};

use super::CheckLimits;
use super::model::Model;
use super::state::{EdgeState, State};

/// The search for vertex cuts, with memory that is kept between uses.
#[derive(Default)]
pub(super) struct VertexCuts {
    articulation_points: ArticulationPoints,
    components: Components,
}

/// A component of the board without a vertex cut.
#[derive(Clone, Copy, Default)]
struct Component {
    /// Vertices of the first colour less those of the second.
    balance: i64,
    /// The minimum number of path ends.
    min_ends: i64,
}

impl VertexCuts {
    /// Returns a vertex cut of no vertex or one, if there is one.
    pub(super) fn find(
        &mut self,
        state: &State<'_>,
        check_limits: &mut CheckLimits<'_>,
    ) -> Result<Option<Vec<u32>>, StopCause> {
        let is_open = |vertex, place| is_open(state, vertex, place);
        let is_connected = self.articulation_points.search(state.model.graph(), is_open);
        // One path cannot be in two components; several can.
        if !is_connected && (state.model.paths <= 1 || self.is_cut(state, &[])) {
            return Ok(Some(Vec::new()));
        }
        for at in 0..self.articulation_points.points().len() {
            check_limits()?;
            let point = self.articulation_points.points()[at];
            if self.is_cut(state, &[point]) {
                return Ok(Some(vec![point]));
            }
        }
        Ok(None)
    }

    /// Returns true if the board without these vertices has more components than a tour can visit,
    /// as [`Case::VertexCut`](caracole_core::Case::VertexCut) counts.
    pub(super) fn is_cut(&mut self, state: &State<'_>, vertices: &[u32]) -> bool {
        let components = self.components(state, vertices);
        let model = state.model;
        let is_bipartite = model.colours.is_some();
        if model.is_closed() && vertices.is_empty() {
            return components.len() > 1
                || is_bipartite && components.iter().any(|component| component.balance != 0);
        }
        let is_one_path = model.paths == 1 && (components.len() > 1 || !vertices.is_empty());
        let needs = components.iter().map(|&Component { balance, min_ends }| {
            let mut pieces = if is_bipartite { balance.abs().max(1) } else { 1 };
            pieces = pieces.max((min_ends + 1) / 2);
            if is_one_path {
                // The path leaves every component, because it goes to others.
                pieces = pieces.max(min_ends / 2 + 1);
            }
            2 * pieces - min_ends
        });
        let ends = |vertex: u32| i64::from(state.vertices[vertex as usize].min_ends);
        let free_ends = 2 * i64::from(model.paths) - (0..model.len() as u32).map(ends).sum::<i64>();
        let degrees: i64 = vertices.iter().map(|&vertex| 2 - ends(vertex)).sum();
        let inside = 2 * included_between(model, state, vertices);
        needs.sum::<i64>() - free_ends > degrees - inside
    }

    fn components(&mut self, state: &State<'_>, removed: &[u32]) -> Vec<Component> {
        let model = state.model;
        let mut components: Vec<Component> = Vec::new();
        let is_open = |vertex, place| is_open(state, vertex, place);
        self.components.visit(model.graph(), removed, is_open, |vertex, number| {
            if number == components.len() {
                components.push(Component::default());
            }
            let component = &mut components[number];
            component.balance += if model.colour(vertex) == 0 { 1 } else { -1 };
            component.min_ends += i64::from(state.vertices[vertex as usize].min_ends);
        });
        components
    }
}

fn is_open(state: &State<'_>, vertex: u32, place: usize) -> bool {
    state.edge_state(state.model.edge_at(vertex, place)) != EdgeState::Excluded
}

/// Returns the number of included edges between vertices of a set.
fn included_between(model: &Model<'_>, state: &State<'_>, vertices: &[u32]) -> i64 {
    let is_included = |edge: u32| state.edge_state(edge) == EdgeState::Included;
    let pairs = vertices
        .iter()
        .enumerate()
        .flat_map(|(at, &a)| vertices[..at].iter().map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| model.edge_between(a, b).is_some_and(is_included)).count() as i64
}
