//! Why edges make no graph.

use std::fmt;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge names a vertex beyond the last.
    NoSuchVertex {
        /// The vertex.
        vertex: u32,
        /// How many there are.
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
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { vertex, vertices } => {
                write!(f, "vertex {vertex} does not exist: there are {vertices}, counted from 0")
            }
            Self::Loop { vertex } => write!(f, "an edge joins vertex {vertex} to itself"),
            Self::EdgeTwice { edge: (a, b) } => write!(f, "the edge {a}-{b} is given twice"),
        }
    }
}

impl std::error::Error for GraphError {}
