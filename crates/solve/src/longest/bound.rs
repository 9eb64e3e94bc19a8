//! Upper bounds on the length of a path.

use caracole_core::Graph;
use caracole_verify::StopCause;

use super::component::Component;
use crate::Run;
use crate::flow::{self, FactorProblem};

/// An upper bound on the number of squares of a path in a component, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) squares: u32,
    pub(super) why: String,
}

/// Returns the best of the bounds that need no flow. `is_connected` is true if the component
/// is the whole board.
pub(super) fn elementary(component: &Component, is_connected: bool) -> Bound {
    let why = if is_connected {
        "the board has no more squares".to_owned()
    } else {
        format!("a path stays among {} squares that moves join", component.len())
    };
    let mut best = Bound { squares: component.len(), why };
    for other in [colours(component), dead_ends(component)].into_iter().flatten() {
        lower(&mut best, other);
    }
    best
}

/// Lowers a bound by a maximum flow, if that gives a lower one. A path has one edge less than vertices.
pub(super) fn lower_by_flow(
    component: &Component,
    best: &mut Bound,
    run: &mut Run<'_>,
) -> Result<(), StopCause> {
    let moves = max_edges(component, run)?;
    let why = format!(
        "no more than {moves} moves can be made if no square is to be touched by more than two of \
         them, and a given end by one"
    );
    lower(best, Bound { squares: moves + 1, why });
    Ok(())
}

/// Returns the maximum number of edges with at most two at each vertex and at most one at a given end. The
/// edges of a path are such a set, so no path has more.
///
/// If the graph is not bipartite, this is half of the maximum flow of its double cover, which contains
/// every vertex on both sides and every edge twice. It is still an upper bound.
fn max_edges(component: &Component, run: &mut Run<'_>) -> Result<u32, StopCause> {
    let degrees: Vec<u8> =
        (0..component.len()).map(|vertex| component.max_degree(vertex) as u8).collect();
    if let Some(colours) = &component.colours {
        return matching_size(&component.graph, colours, &degrees, run);
    }
    let len = component.len();
    let bytes = u64::from(len) * 2 * (4 + flow::BYTES + 2) + component.graph.edges() * 2 * 8;
    let _memory = run.reserve(bytes)?;
    let edges = component.graph.edge_list().flat_map(|(a, b)| [(a, len + b), (b, len + a)]);
    let double_cover = Graph::from_edges(2 * len, edges).map_err(|_| StopCause::Fault)?;
    let colours = [0, 1].map(|colour| vec![colour; len as usize]).concat();
    Ok(matching_size(&double_cover, &colours, &degrees.repeat(2), run)? / 2)
}

fn matching_size(
    graph: &Graph,
    colours: &[u8],
    degrees: &[u8],
    run: &mut Run<'_>,
) -> Result<u32, StopCause> {
    let problem = FactorProblem {
        graph,
        colours,
        degrees,
        ends: 0,
        end_room: |_: u32| 0,
        is_open: |_: u32, _: u32| true,
    };
    problem.max_edges(|| run.check_limits())
}

fn lower(best: &mut Bound, other: Bound) {
    if other.squares < best.squares {
        *best = other;
    }
}

/// Returns the bound by colours, which alternate along a path.
fn colours(component: &Component) -> Option<Bound> {
    let counts = component.colour_counts()?;
    let colour =
        |end: u32| component.colours.as_ref().map(|colours| usize::from(colours[end as usize]));
    let [start, end] = component.ends.map(|end| end.and_then(colour));
    let squares = match (start.or(end), start.and(end)) {
        (None, _) => 2 * counts[0].min(counts[1]) + 1,
        (Some(one), None) if counts[one] > counts[1 - one] => 2 * counts[1 - one] + 1,
        (Some(one), None) => 2 * counts[one],
        (Some(one), Some(_)) if start == end => 2 * counts[1 - one].min(counts[one] - 1) + 1,
        (Some(one), Some(_)) => 2 * counts[one].min(counts[1 - one]),
    };
    let why = format!(
        "the squares that moves join are {} of one colour and {} of the other, and a path changes \
         colour with every move",
        counts[0].max(counts[1]),
        counts[0].min(counts[1]),
    );
    Some(Bound { squares, why })
}

/// Returns the bound by dead ends: a square with a single move is an end of the path or not visited.
fn dead_ends(component: &Component) -> Option<Bound> {
    let is_dead_end = |vertex: u32| component.graph.degree(vertex) == 1;
    let count = (0..component.len()).filter(|&vertex| is_dead_end(vertex)).count() as u32;
    let other_ends =
        component.ends.into_iter().flatten().filter(|&end| !is_dead_end(end)).count() as u32;
    let unvisited = count.saturating_sub(2 - other_ends);
    (unvisited > 0).then(|| Bound {
        squares: component.len() - unvisited,
        why: format!("{count} squares have a single move, and a path has two ends"),
    })
}
