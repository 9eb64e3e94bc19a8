//! Graphs without a board.

use std::fmt;

/// A simple undirected graph, stored as one array of neighbours (CSR).
///
/// Vertices are numbered from 0. The neighbours of a vertex keep the order in which they were
/// given, which is the order in which searches try them.
///
/// Takes `4 * (vertices + 2 * edges)` bytes.
///
/// ```
/// use caracole_core::Graph;
///
/// // A square with one diagonal.
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])?;
/// assert_eq!(graph.neighbours(0), [1, 3, 2]);
/// assert_eq!(graph.edges(), 5);
/// assert!(Graph::from_edges(2, [(0, 2)]).is_err());
/// # Ok::<(), caracole_core::GraphError>(())
/// ```
///
/// Components, and subgraphs:
///
/// ```
/// use caracole_core::Graph;
///
/// let triangle_and_edge = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (3, 4)])?;
/// assert_eq!(triangle_and_edge.vertices(), 5);
/// assert_eq!(triangle_and_edge.degree(3), 1);
/// assert!(triangle_and_edge.has_edge(2, 0) && !triangle_and_edge.has_edge(2, 3));
/// assert_eq!(triangle_and_edge.components(), [(0, 3), (3, 2)], "first vertex and size");
/// assert_eq!(triangle_and_edge.two_colouring(), None, "three in a ring need three colours");
///
/// let open = triangle_and_edge.without(|a, b| (a, b) == (2, 0));
/// assert!(open.edge_list().eq([(0, 1), (1, 2), (3, 4)]));
/// assert_eq!(open.two_colouring(), Some(vec![0, 1, 0, 0, 1]));
/// # Ok::<(), caracole_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The offset of the neighbours of each vertex, and the length of `neighbours`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Returns the graph with these edges.
    pub fn from_edges(
        vertices: u32,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GraphError> {
        let mut lists = vec![Vec::new(); vertices as usize];
        for (a, b) in edges {
            if a >= vertices || b >= vertices {
                return Err(GraphError::NoSuchVertex { vertex: a.max(b), vertices });
            }
            if a == b {
                return Err(GraphError::Loop { vertex: a });
            }
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        // One pass over all lists keeps this linear where a vertex has very many neighbours.
        let mut seen_from = vec![u32::MAX; vertices as usize];
        for (a, list) in (0..vertices).zip(&lists) {
            for &b in list {
                if std::mem::replace(&mut seen_from[b as usize], a) == a {
                    return Err(GraphError::EdgeTwice { edge: (b, a) });
                }
            }
        }
        let ends = lists.iter().map(Vec::len).sum();
        Ok(Self::from_lists(lists.into_iter(), ends))
    }

    /// Returns the graph of neighbour lists that are symmetric and without loops or repeats, with `ends` entries in all.
    fn from_lists(
        lists: impl ExactSizeIterator<Item = impl IntoIterator<Item = u32>>,
        ends: usize,
    ) -> Self {
        let mut growing = GrowingGraph::new(lists.len(), ends);
        for list in lists {
            growing.neighbours.extend(list);
            growing.close_list();
        }
        growing.finish()
    }

    /// Returns the number of vertices.
    pub const fn vertices(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Returns the number of edges.
    pub const fn edges(&self) -> u64 {
        self.neighbours.len() as u64 / 2
    }

    /// Returns the neighbours of a vertex in the order in which they are tried.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the number of neighbours of a vertex.
    pub fn degree(&self, vertex: u32) -> u32 {
        self.neighbours(vertex).len() as u32
    }

    /// Returns true if an edge joins the two vertices.
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).contains(&b)
    }

    /// Returns the edges, each once, the smaller vertex first.
    pub fn edge_list(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertices()).flat_map(move |a| {
            self.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| (a, b))
        })
    }

    /// Returns the graph without some edges.
    #[must_use]
    pub fn without(&self, is_removed: impl Fn(u32, u32) -> bool) -> Self {
        let is_removed = &is_removed;
        let lists = (0..self.vertices()).map(|a| {
            let all = self.neighbours(a).iter().copied();
            all.filter(move |&b| !is_removed(a, b) && !is_removed(b, a))
        });
        Self::from_lists(lists, self.neighbours.len())
    }

    /// Returns a bipartition, or `None` if the graph is not bipartite. The first vertex of each component has colour 0.
    pub fn two_colouring(&self) -> Option<Vec<u8>> {
        const NONE: u8 = 2;
        let mut colours = vec![NONE; self.vertices() as usize];
        for (root, _) in self.components() {
            colours[root as usize] = 0;
            let mut waiting = vec![root];
            while let Some(a) = waiting.pop() {
                let other = 1 - colours[a as usize];
                for &b in self.neighbours(a) {
                    if colours[b as usize] == NONE {
                        colours[b as usize] = other;
                        waiting.push(b);
                    } else if colours[b as usize] != other {
                        return None;
                    }
                }
            }
        }
        Some(colours)
    }

    /// Returns the distance of every vertex from one of them, by breadth-first search; `u32::MAX` for vertices that
    /// cannot be reached.
    ///
    /// ```
    /// use caracole_core::Graph;
    ///
    /// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
    /// assert_eq!(graph.distances(0), [0, 1, 1, 2, u32::MAX]);
    /// # Ok::<(), caracole_core::GraphError>(())
    /// ```
    pub fn distances(&self, from: u32) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.vertices() as usize];
        distances[from as usize] = 0;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&vertex) = queue.get(at) {
            at += 1;
            for &next in self.neighbours(vertex) {
                if distances[next as usize] == u32::MAX {
                    distances[next as usize] = distances[vertex as usize] + 1;
                    queue.push(next);
                }
            }
        }
        distances
    }

    /// Returns the components: the first vertex of each and its size.
    pub fn components(&self) -> Vec<(u32, u32)> {
        let mut seen = vec![false; self.vertices() as usize];
        let mut parts = Vec::new();
        for root in 0..self.vertices() {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            let mut size = 0;
            let mut waiting = vec![root];
            while let Some(a) = waiting.pop() {
                size += 1;
                for &b in self.neighbours(a) {
                    if !std::mem::replace(&mut seen[b as usize], true) {
                        waiting.push(b);
                    }
                }
            }
            parts.push((root, size));
        }
        parts
    }
}

/// A graph that is given its lists of neighbours one after the other. They must come out symmetric
/// and without loops or repeats.
pub(crate) struct GrowingGraph {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl GrowingGraph {
    /// Returns a builder without lists, with capacity for all vertices and `ends` entries.
    pub(crate) fn new(vertices: usize, ends: usize) -> Self {
        let mut starts = Vec::with_capacity(vertices + 1);
        starts.push(0);
        Self { starts, neighbours: Vec::with_capacity(ends) }
    }

    /// Puts one more neighbour into the list that is open.
    #[inline]
    pub(crate) fn push(&mut self, neighbour: u32) {
        self.neighbours.push(neighbour);
    }

    /// Returns true if the open list contains the neighbour.
    pub(crate) fn has(&self, neighbour: u32) -> bool {
        let open = self.starts.last().map_or(0, |&start| start as usize);
        self.neighbours[open..].contains(&neighbour)
    }

    /// Ends the list that is open, and opens that of the next vertex.
    #[inline]
    pub(crate) fn close_list(&mut self) {
        self.starts.push(self.neighbours.len() as u32);
    }

    /// The graph.
    pub(crate) fn finish(self) -> Graph {
        Graph { starts: self.starts, neighbours: self.neighbours }
    }
}

/// Why a list of edges is no graph.
///
/// ```
/// use caracole_core::Graph;
///
/// let error = Graph::from_edges(3, [(0, 1), (1, 0)]).expect_err("one edge, both ways");
/// assert_eq!(error.to_string(), "the edge 1-0 is given twice");
/// let error = Graph::from_edges(3, [(0, 3)]).expect_err("three vertices");
/// assert_eq!(error.to_string(), "vertex 3 does not exist: there are 3, counted from 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex beyond the last.
    NoSuchVertex {
        /// The vertex.
        vertex: u32,
        /// The number of vertices.
        vertices: u32,
    },
    /// An edge joins a vertex to itself.
    Loop {
        /// The vertex.
        vertex: u32,
    },
    /// An edge is given twice.
    EdgeTwice {
        /// The edge.
        edge: (u32, u32),
    },
    /// An edge joins a vertex with a name to itself.
    NamedLoop {
        /// The name.
        text: String,
    },
    /// An edge between vertices with names is given twice.
    NamedEdgeTwice {
        /// The edge.
        text: String,
    },
    /// An edge does not have two ends.
    Syntax {
        /// The text.
        text: String,
    },
    /// An invalid name of a vertex.
    Name {
        /// The name.
        text: String,
    },
    /// Two vertices have the same name.
    NameTwice {
        /// The name.
        text: String,
    },
    /// The graph has no vertices.
    NoVertices,
    /// The graph has 2^32 vertices or more.
    TooManyVertices,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "vertex {vertex} does not exist: there are {vertices}, counted from 0")
            }
            Self::Loop { vertex } => write!(f, "an edge joins vertex {vertex} to itself"),
            Self::EdgeTwice { edge: (a, b) } => write!(f, "the edge {a}-{b} is given twice"),
            Self::NamedLoop { text } => write!(f, "an edge joins vertex {text} to itself"),
            Self::NamedEdgeTwice { text } => write!(f, "the edge {text} is given twice"),
            Self::Syntax { text } => {
                write!(f, "'{text}' is not an edge: write two vertices, such as a-b")
            }
            Self::Name { text } => write!(
                f,
                "'{text}' is not the name of a vertex: \
                 names have no white space and none of - , ; = ! # \" \\ < > &"
            ),
            Self::NameTwice { text } => write!(f, "two vertices have the name '{text}'"),
            Self::NoVertices => f.write_str("the graph has no vertices"),
            Self::TooManyVertices => f.write_str("a graph has fewer than 2^32 vertices"),
        }
    }
}

impl std::error::Error for GraphError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_parts() {
        let even = Graph::from_edges(7, [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5)]).unwrap();
        assert_eq!(even.two_colouring(), Some(vec![0, 1, 0, 1, 0, 1, 0]));
        assert_eq!(even.components(), [(0, 4), (4, 2), (6, 1)]);
        let odd = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        assert_eq!(odd.two_colouring(), None);
        assert_eq!(odd.without(|a, b| (a, b) == (2, 0)).two_colouring(), Some(vec![0, 1, 0]));
    }

    #[test]
    fn bad_edges_are_refused() {
        assert_eq!(Graph::from_edges(2, [(1, 1)]), Err(GraphError::Loop { vertex: 1 }));
        let twice = Graph::from_edges(2, [(0, 1), (1, 0)]);
        assert_eq!(twice, Err(GraphError::EdgeTwice { edge: (1, 0) }));
    }
}
