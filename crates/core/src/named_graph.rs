//! Graphs whose vertices have names, and their text form.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Graph, GraphError, shorten};

/// A graph whose vertices have names: a board without coordinates.
///
/// Names are not empty. Because moves are written `a-b` and lists with commas, names contain no white space, no
/// control characters and none of `- , ; = ! # " \ < > &`.
///
/// ```
/// use caracole_core::{Board, NamedGraph, Problem};
///
/// let graph = NamedGraph::new(["paris", "rome", "oslo"], [(0, 1), (1, 2), (2, 0)])?;
/// assert_eq!((graph.name(1), graph.vertex("oslo")), ("rome", Some(2)));
/// let problem = Problem::new(Board::from_graph(graph)).closed().start("rome")?;
/// assert_eq!(problem.board().to_string(), "graph:paris,rome-paris,oslo-paris,oslo-rome");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedGraph {
    names: Vec<String>,
    /// Neighbours are in rising order.
    graph: Graph,
    by_name: BTreeMap<String, u32>,
    /// Two colours such that every edge joins different ones, if there are any.
    colours: Option<Vec<u8>>,
    max_degree: u32,
}

impl NamedGraph {
    /// Returns the graph with these names and edges. The vertices are numbered in the order of the names.
    pub fn new<S: Into<String>>(
        names: impl IntoIterator<Item = S>,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GraphError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let Ok(vertices) = u32::try_from(names.len()) else {
            return Err(GraphError::TooManyVertices);
        };
        if vertices == 0 {
            return Err(GraphError::NoVertices);
        }
        let mut by_name = BTreeMap::new();
        for (name, vertex) in names.iter().zip(0..) {
            if !is_name(name) {
                return Err(GraphError::Name { text: shorten(name) });
            }
            if by_name.insert(name.clone(), vertex).is_some() {
                return Err(GraphError::NameTwice { text: shorten(name) });
            }
        }
        // Sorted edges make sorted lists of neighbours, so that equal graphs are equal values.
        let mut edges: Vec<(u32, u32)> =
            edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        let graph = Graph::from_edges(vertices, edges)?;
        let colours = graph.two_colouring();
        let max_degree = (0..vertices).map(|vertex| graph.degree(vertex)).max().unwrap_or_default();
        Ok(Self { names, graph, by_name, colours, max_degree })
    }

    /// Returns a graph whose vertices are named by their numbers, counted from `first`.
    ///
    /// ```
    /// use caracole_core::{Graph, NamedGraph};
    ///
    /// let path = Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// assert_eq!(NamedGraph::numbered(&path, 1)?.name(2), "3");
    /// # Ok::<(), caracole_core::GraphError>(())
    /// ```
    pub fn numbered(graph: &Graph, first: u32) -> Result<Self, GraphError> {
        let names =
            (0..graph.vertices()).map(|vertex| (u64::from(vertex) + u64::from(first)).to_string());
        Self::new(names, graph.edge_list())
    }

    /// Returns the name of a vertex.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    pub fn name(&self, vertex: u32) -> &str {
        &self.names[vertex as usize]
    }

    /// Returns the vertex with a name.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// Returns the graph without names. The neighbours of a vertex are in rising order.
    ///
    /// ```
    /// use caracole_core::NamedGraph;
    ///
    /// let graph = NamedGraph::new(["a", "b", "c"], [(2, 1), (1, 0)])?;
    /// assert_eq!(graph.graph().neighbours(1), [0, 2]);
    /// # Ok::<(), caracole_core::GraphError>(())
    /// ```
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns two colours such that every edge joins different ones, if there are any. The first vertex of each
    /// component has colour 0.
    ///
    /// ```
    /// use caracole_core::NamedGraph;
    ///
    /// let path = NamedGraph::new(["a", "b", "c"], [(0, 1), (1, 2)])?;
    /// assert_eq!(path.colours(), Some(&[0, 1, 0][..]));
    /// # Ok::<(), caracole_core::GraphError>(())
    /// ```
    pub fn colours(&self) -> Option<&[u8]> {
        self.colours.as_deref()
    }

    /// Returns the largest degree.
    pub(crate) const fn max_degree(&self) -> u32 {
        self.max_degree
    }

    /// Parses the text form without its prefix `graph:`: edges `a-b` and vertices, separated by commas. Vertices are
    /// numbered in the order of their first occurrence.
    pub(crate) fn parse(text: &str) -> Result<Self, GraphError> {
        let mut names: Vec<String> = Vec::new();
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut edges = Vec::new();
        for item in text.split(',') {
            let mut ends = Vec::new();
            for word in item.split('-') {
                let name = word.trim().to_owned();
                let next = names.len() as u32;
                let vertex = *numbers.entry(name).or_insert_with_key(|name| {
                    names.push(name.clone());
                    next
                });
                ends.push(vertex);
            }
            match ends[..] {
                [_] => {}
                [a, b] => edges.push((a, b)),
                _ => return Err(GraphError::Syntax { text: shorten(item) }),
            }
        }
        let graph = Self::new(names, edges);
        // The message names the vertices as they are written.
        graph.map_err(|error| match error {
            GraphError::EdgeTwice { edge: (a, b) } => {
                let name = |vertex: u32| numbers.iter().find(|(_, at)| **at == vertex);
                let text = [b, a].map(|vertex| name(vertex).map_or("", |(name, _)| name)).join("-");
                GraphError::NamedEdgeTwice { text: shorten(&text) }
            }
            GraphError::Loop { vertex } => {
                let name = numbers.iter().find(|(_, at)| **at == vertex);
                GraphError::NamedLoop { text: shorten(name.map_or("", |(name, _)| name)) }
            }
            error => error,
        })
    }
}

/// Writes the text form without its prefix: each vertex, and its edges to earlier vertices.
impl fmt::Display for NamedGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (vertex, name) in (0..).zip(&self.names) {
            let earlier = self.graph.neighbours(vertex).iter().take_while(|&&other| other < vertex);
            let mut is_alone = true;
            for &other in earlier {
                write!(f, "{separator}{name}-{}", self.name(other))?;
                (separator, is_alone) = (",", false);
            }
            if is_alone {
                write!(f, "{separator}{name}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}

/// Returns true for a name that all formats can hold.
fn is_name(name: &str) -> bool {
    const RESERVED: &str = "-,;=!#\"\\<>&";
    let is_allowed = |c: char| !c.is_whitespace() && !c.is_control() && !RESERVED.contains(c);
    !name.is_empty() && name.chars().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_read_back() {
        for text in ["a", "a,b", "1,2-1,3-1,3-2,4", "b,a-b,c,d-a,d-c", "é,a_b.c-é,a1:3"] {
            let graph = NamedGraph::parse(text).unwrap();
            assert_eq!(graph.to_string(), text);
            assert_eq!(NamedGraph::parse(&graph.to_string()), Ok(graph));
        }
        let graph = NamedGraph::parse("b-a, c-b").unwrap();
        assert_eq!(graph.to_string(), "b,a-b,c-b", "vertices in the order of their occurrence");
        assert_eq!(graph.vertex("c"), Some(2));
    }

    #[test]
    fn invalid_text_forms_are_refused() {
        let names = "names have no white space and none of - , ; = ! # \" \\ < > &";
        for (text, message) in [
            ("", format!("'' is not the name of a vertex: {names}")),
            ("a-b-c", "'a-b-c' is not an edge: write two vertices, such as a-b".to_owned()),
            ("a-a", "an edge joins vertex a to itself".to_owned()),
            ("a-b,b-a", "the edge a-b is given twice".to_owned()),
            ("a-b b", format!("'b b' is not the name of a vertex: {names}")),
            ("a,!b", format!("'!b' is not the name of a vertex: {names}")),
        ] {
            let error = NamedGraph::parse(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        let twice = NamedGraph::new(["a", "a"], []);
        assert_eq!(twice, Err(GraphError::NameTwice { text: "a".to_owned() }));
        assert_eq!(NamedGraph::new(Vec::<String>::new(), []), Err(GraphError::NoVertices));
    }
}
