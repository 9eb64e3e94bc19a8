//! Connected components of the move graph.

use std::cmp::Reverse;

use caracole_core::{Coord, Graph};
use caracole_verify::StopCause;

use crate::graph::Components;
use crate::instance::Instance;

/// A connected component of the move graph, with vertices of its own.
pub(super) struct Component {
    /// The edges between the vertices of the component.
    pub(super) graph: Graph,
    /// The vertices of the move graph.
    vertices: Vec<u32>,
    /// The colours of the vertices, if the graph is bipartite.
    pub(super) colours: Option<Vec<u8>>,
    /// The first and the last square of the path, if they are given.
    pub(super) ends: [Option<u32>; 2],
}

impl Component {
    /// Returns the components that contain the given ends, the largest first; none if the ends are in
    /// different components.
    pub(super) fn all(instance: &Instance<'_>) -> Result<Vec<Self>, StopCause> {
        let graph = instance.graph();
        let ends = [instance.start, instance.end];
        let mut components: Vec<Vec<u32>> = Vec::new();
        Components::default().visit(
            graph,
            &[],
            |_, _| true,
            |vertex, number| {
                if number == components.len() {
                    components.push(Vec::new());
                }
                components[number].push(vertex);
            },
        );
        // The number of each vertex in its component.
        let mut numbers = vec![0; graph.vertices() as usize];
        let mut found = Vec::new();
        for mut vertices in components {
            vertices.sort_unstable();
            for (&vertex, number) in vertices.iter().zip(0..) {
                numbers[vertex as usize] = number;
            }
            let is_in =
                |end: Option<u32>| end.is_none_or(|end| vertices.binary_search(&end).is_ok());
            if ends.into_iter().all(is_in) {
                found.push(Self::new(graph, vertices, &numbers, ends)?);
            }
        }
        found.sort_by_key(|component| Reverse(component.vertices.len()));
        Ok(found)
    }

    fn new(
        graph: &Graph,
        vertices: Vec<u32>,
        numbers: &[u32],
        ends: [Option<u32>; 2],
    ) -> Result<Self, StopCause> {
        let edges = vertices.iter().flat_map(|&a| {
            let later = graph.neighbours(a).iter().filter(move |&&b| a < b);
            later.map(move |&b| (numbers[a as usize], numbers[b as usize]))
        });
        let graph =
            Graph::from_edges(vertices.len() as u32, edges).map_err(|_| StopCause::Fault)?;
        let colours = graph.two_colouring();
        let ends = ends.map(|end| end.map(|end| numbers[end as usize]));
        Ok(Self { graph, vertices, colours, ends })
    }

    /// Returns the number of vertices.
    pub(super) const fn len(&self) -> u32 {
        self.vertices.len() as u32
    }

    /// Returns the number of given ends.
    pub(super) fn given_ends(&self) -> u32 {
        self.ends.iter().flatten().count() as u32
    }

    /// Returns true if the vertex is a given end.
    pub(super) fn is_given_end(&self, vertex: u32) -> bool {
        self.ends.contains(&Some(vertex))
    }

    /// Returns the maximum number of edges of a path at a vertex.
    pub(super) fn max_degree(&self, vertex: u32) -> u32 {
        if self.is_given_end(vertex) { 1 } else { 2 }
    }

    /// Returns the vertex of the move graph.
    pub(super) fn original(&self, vertex: u32) -> u32 {
        self.vertices[vertex as usize]
    }

    /// Returns the places of the vertices.
    pub(super) fn places(&self, instance: &Instance<'_>) -> Vec<Coord> {
        let place = |&vertex: &u32| instance.board().coord(instance.square(vertex));
        self.vertices.iter().map(place).collect()
    }

    /// Returns the number of vertices of each colour.
    pub(super) fn colour_counts(&self) -> Option<[u32; 2]> {
        let second = self.colours.as_ref()?.iter().map(|&colour| u32::from(colour)).sum();
        Some([self.len() - second, second])
    }
}
