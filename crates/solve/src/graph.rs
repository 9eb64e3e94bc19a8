//! Graph algorithms that several methods share: connected components, articulation points, strongly
//! connected components.
//!
//! Some ignore edges of the graph: `is_open(vertex, place)` returns true if the edge at a place in the list
//! of neighbours of a vertex is used. The buffers that they reuse do not change the results.

use caracole_core::Graph;

/// No number.
const NONE: u32 = u32::MAX;

/// The search for connected components.
#[derive(Default)]
pub(crate) struct Components {
    is_visited: Vec<bool>,
    stack: Vec<u32>,
}

impl Components {
    /// Visits the graph without the vertices `removed`, component by component: `visit` receives
    /// each vertex and the number of its component. Components are numbered in the order of their
    /// first vertices. Returns the number of components.
    pub(crate) fn visit(
        &mut self,
        graph: &Graph,
        removed: &[u32],
        is_open: impl Fn(u32, usize) -> bool,
        mut visit: impl FnMut(u32, usize),
    ) -> usize {
        let Self { is_visited, stack } = self;
        is_visited.clear();
        is_visited.resize(graph.vertices() as usize, false);
        for &vertex in removed {
            is_visited[vertex as usize] = true;
        }
        let mut count = 0;
        for root in 0..graph.vertices() {
            if std::mem::replace(&mut is_visited[root as usize], true) {
                continue;
            }
            stack.push(root);
            while let Some(vertex) = stack.pop() {
                visit(vertex, count);
                for (place, &next) in graph.neighbours(vertex).iter().enumerate() {
                    if !is_visited[next as usize] && is_open(vertex, place) {
                        is_visited[next as usize] = true;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        count
    }
}

/// An entry in the list of neighbours of a vertex, for a [`DepthFirstSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The edge to this neighbour is used.
    Open(u32),
    /// The edge is not used.
    Closed,
    /// The list has ended.
    End,
}

/// What a [`DepthFirstSearch`] reports.
pub(crate) trait Visitor {
    /// A vertex was reached.
    fn enter(&mut self, vertex: u32);

    /// The subtree of a vertex below `parent` was searched. If `is_hanging`, no edge leads from it to a vertex above
    /// the parent, so without the parent it would be separated from the rest, if there is a rest.
    fn leave(&mut self, vertex: u32, parent: u32, is_hanging: bool);
}

/// Depth-first search with the subtrees that hang on one vertex (Hopcroft and Tarjan 1973).
#[derive(Default)]
pub(crate) struct DepthFirstSearch {
    /// The number of each vertex in the order of the search, from 1; 0 if it was not visited.
    order: Vec<u32>,
    /// The lowest number that the subtree of each vertex has an edge to.
    low: Vec<u32>,
    /// The vertices from the root, each with the next place in its list of neighbours.
    stack: Vec<(u32, u32)>,
    visited: u32,
}

impl DepthFirstSearch {
    /// Starts a search of a graph with `vertices` vertices.
    pub(crate) fn start(&mut self, vertices: u32) {
        for list in [&mut self.order, &mut self.low] {
            list.clear();
            list.resize(vertices as usize, 0);
        }
        self.visited = 0;
    }

    /// Returns true if the vertex was visited.
    pub(crate) fn has_visited(&self, vertex: u32) -> bool {
        self.order[vertex as usize] > 0
    }

    /// Returns the number of visited vertices.
    pub(crate) const fn visited(&self) -> u32 {
        self.visited
    }

    /// Searches from a vertex that was not visited. `entry` returns an entry of the list of a vertex.
    #[inline]
    pub(crate) fn visit_from(
        &mut self,
        root: u32,
        entry: impl Fn(u32, usize) -> Entry,
        visitor: &mut impl Visitor,
    ) {
        self.stack.clear();
        self.push(root, visitor);
        while let Some(&mut (vertex, ref mut place)) = self.stack.last_mut() {
            let at = *place as usize;
            *place += 1;
            match entry(vertex, at) {
                Entry::Closed => {}
                Entry::Open(next) if self.order[next as usize] == 0 => self.push(next, visitor),
                Entry::Open(next) => {
                    let order = self.order[next as usize];
                    self.low[vertex as usize] = self.low[vertex as usize].min(order);
                }
                Entry::End => {
                    self.stack.pop();
                    let Some(&(parent, _)) = self.stack.last() else { break };
                    let lowest = self.low[vertex as usize];
                    self.low[parent as usize] = self.low[parent as usize].min(lowest);
                    visitor.leave(vertex, parent, lowest >= self.order[parent as usize]);
                }
            }
        }
    }

    fn push(&mut self, vertex: u32, visitor: &mut impl Visitor) {
        self.visited += 1;
        (self.order[vertex as usize], self.low[vertex as usize]) = (self.visited, self.visited);
        self.stack.push((vertex, 0));
        visitor.enter(vertex);
    }
}

/// The search for articulation points: vertices without which a connected graph falls apart.
#[derive(Default)]
pub(crate) struct ArticulationPoints {
    search: DepthFirstSearch,
    points: Vec<u32>,
}

/// Collects articulation points.
struct Points<'a> {
    points: &'a mut Vec<u32>,
    subtrees_of_root: u32,
}

impl Visitor for Points<'_> {
    fn enter(&mut self, _: u32) {}

    fn leave(&mut self, _: u32, parent: u32, is_hanging: bool) {
        if parent == 0 {
            self.subtrees_of_root += 1;
        } else if is_hanging {
            self.points.push(parent);
        }
    }
}

impl ArticulationPoints {
    /// Searches the component of vertex 0. Returns true if the whole graph is connected.
    pub(crate) fn search(&mut self, graph: &Graph, is_open: impl Fn(u32, usize) -> bool) -> bool {
        let Self { search, points } = self;
        points.clear();
        let mut visitor = Points { points, subtrees_of_root: 0 };
        search.start(graph.vertices());
        let entry = |vertex, place| match graph.neighbours(vertex).get(place) {
            Some(&next) if is_open(vertex, place) => Entry::Open(next),
            Some(_) => Entry::Closed,
            None => Entry::End,
        };
        search.visit_from(0, entry, &mut visitor);
        if visitor.subtrees_of_root > 1 {
            points.push(0);
        }
        search.visited() == graph.vertices()
    }

    /// Returns the articulation points of the last search, each once for every subtree that it separates.
    pub(crate) fn points(&self) -> &[u32] {
        &self.points
    }
}

/// Returns the strongly connected component of each node of a directed graph, numbered so that
/// arcs lead to the same or a lower number (Tarjan 1972).
///
/// `successors` returns the nodes that arcs lead to; they are visited from the last to the first.
/// `check` is called every few thousand nodes, and an error from it ends the search.
pub(crate) fn strong_components<E>(
    nodes: usize,
    successors: impl Fn(u32) -> Vec<u32>,
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    /// They are visited within a few milliseconds.
    const NODES_BETWEEN_CHECKS: u32 = 1 << 14;
    let (mut order, mut components) = (vec![NONE; nodes], vec![NONE; nodes]);
    let mut low = vec![0; nodes];
    let (mut visited, mut component) = (0, 0);
    let (mut stack, mut path): (Vec<u32>, Vec<(u32, Vec<u32>)>) = (Vec::new(), Vec::new());
    for root in 0..nodes as u32 {
        if order[root as usize] != NONE {
            continue;
        }
        path.push((root, successors(root)));
        (order[root as usize], low[root as usize]) = (visited, visited);
        visited += 1;
        stack.push(root);
        while let Some((at, ahead)) = path.last_mut() {
            let at = *at;
            if let Some(to) = ahead.pop() {
                if order[to as usize] == NONE {
                    if visited % NODES_BETWEEN_CHECKS == 0 {
                        check()?;
                    }
                    (order[to as usize], low[to as usize]) = (visited, visited);
                    visited += 1;
                    stack.push(to);
                    path.push((to, successors(to)));
                } else if components[to as usize] == NONE {
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
                    components[member as usize] = component;
                    if member == at {
                        break;
                    }
                }
                component += 1;
            }
        }
    }
    Ok(components)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn all(_: u32, _: usize) -> bool {
        true
    }

    /// Two triangles that share vertex 2, and an edge apart.
    fn triangles() -> Graph {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (5, 6)];
        Graph::from_edges(7, edges).unwrap()
    }

    #[test]
    fn components_without_vertices_and_edges() {
        let graph = triangles();
        let components = |removed: &[u32], is_open: &dyn Fn(u32, usize) -> bool| {
            let mut numbers = vec![usize::MAX; 7];
            let count = Components::default().visit(&graph, removed, is_open, |vertex, number| {
                numbers[vertex as usize] = number;
            });
            (count, numbers)
        };
        assert_eq!(components(&[], &all), (2, vec![0, 0, 0, 0, 0, 1, 1]));
        assert_eq!(components(&[2], &all), (3, vec![0, 0, usize::MAX, 1, 1, 2, 2]));
        let is_apart = |vertex: u32, place: usize| graph.neighbours(vertex)[place] + vertex != 11;
        assert_eq!(components(&[], &is_apart).0, 3);
    }

    #[test]
    fn articulation_points_hold_subtrees() {
        let graph = triangles();
        let mut search = ArticulationPoints::default();
        assert!(!search.search(&graph, all));
        assert_eq!(search.points(), [2]);
        let path = Graph::from_edges(4, [(1, 0), (0, 2), (2, 3)]).unwrap();
        assert!(search.search(&path, all));
        assert_eq!(search.points(), [2, 0]);
        let cycle = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        assert!(search.search(&cycle, all));
        assert!(search.points().is_empty());
    }

    #[test]
    fn strong_components_come_after_those_they_lead_to() {
        // 0 and 1 lead to each other, and on to 2; 3 leads to 0.
        let arcs = [vec![1], vec![0, 2], vec![], vec![0]];
        let successors = |node: u32| arcs[node as usize].clone();
        let Ok(components) = strong_components(4, successors, || Ok::<(), Infallible>(()));
        assert_eq!(components, [1, 1, 0, 2]);
    }
}
