//! The rule on graphs without a board.

use std::fmt;

use caracole_core::{Graph, Square};

use super::super::rules::Rules;
use super::tie::Tie;
use super::walk::{Halt, walk};
use crate::Run;

/// What came of a walk on a graph.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::Tie;
/// use caracole_solve::classic::warnsdorff::{GraphWalk, on_graph};
///
/// // A line of three vertices: from its end to its end, or from the middle to nowhere.
/// let line = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// assert_eq!(on_graph(&line, 0, Tie::First, 0)?, GraphWalk::Path(vec![0, 1, 2]));
/// let walk = on_graph(&line, 1, Tie::First, 0)?;
/// assert!(matches!(walk, GraphWalk::DeadEnd(_)));
/// assert_eq!(walk.vertices(), [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphWalk {
    /// It visited every vertex: a Hamiltonian path.
    Path(Vec<u32>),
    /// It had no edge left to follow. This is how far it came; it says nothing about whether
    /// there is a Hamiltonian path.
    DeadEnd(Vec<u32>),
}

impl GraphWalk {
    /// The vertices visited, in order.
    pub fn vertices(&self) -> &[u32] {
        match self {
            Self::Path(path) | Self::DeadEnd(path) => path,
        }
    }
}

/// Why there is no such walk.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::Tie;
/// use caracole_solve::classic::warnsdorff::{GraphWalkError, on_graph};
///
/// let line = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let error = on_graph(&line, 3, Tie::First, 0).expect_err("no such vertex");
/// assert_eq!(error.to_string(), "no vertex 3: the graph has 3, numbered from 0");
/// let error = on_graph(&line, 0, Tie::Roth, 0).expect_err("a graph has no centre");
/// assert_eq!(error, GraphWalkError::NeedsBoard { tie: Tie::Roth });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphWalkError {
    /// The start is no vertex of the graph.
    NoSuchVertex {
        /// The start.
        start: u32,
        /// How many vertices there are.
        vertices: u32,
    },
    /// The rule for ties looks at places on a board.
    NeedsBoard {
        /// The rule.
        tie: Tie,
    },
}

impl fmt::Display for GraphWalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { start, vertices } => {
                write!(f, "no vertex {start}: the graph has {vertices}, numbered from 0")
            }
            Self::NeedsBoard { tie } => {
                let others = Tie::ALL.into_iter().filter(|tie| !tie.needs_board()).map(Tie::name);
                let others = others.collect::<Vec<_>>().join(", ");
                write!(f, "ties {tie} needs a board: on a graph use one of {others}")
            }
        }
    }
}

impl std::error::Error for GraphWalkError {}

/// One walk by Warnsdorff's rule on any graph: always to the unvisited neighbour that has the
/// fewest unvisited neighbours. Ties are broken by `tie`, and chance in them comes from `seed`.
///
/// It takes time in proportion to vertices and edges, and 9 bytes a vertex. It finds no
/// Hamiltonian path that it does not walk into: a dead end proves nothing.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::Tie;
/// use caracole_solve::classic::warnsdorff::{GraphWalk, on_graph};
///
/// // The Petersen graph: an outer ring, a star inside, and spokes between them. It has no
/// // Hamiltonian cycle, but a Hamiltonian path.
/// let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i + 5, (i + 2) % 5 + 5), (i, i + 5)]);
/// let petersen = Graph::from_edges(10, edges)?;
/// let walk = on_graph(&petersen, 0, Tie::First, 0)?;
/// assert_eq!(walk, GraphWalk::Path(vec![0, 1, 2, 3, 4, 9, 7, 5, 8, 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn on_graph(
    graph: &Graph,
    start: u32,
    tie: Tie,
    seed: u64,
) -> Result<GraphWalk, GraphWalkError> {
    if start >= graph.vertices() {
        return Err(GraphWalkError::NoSuchVertex { start, vertices: graph.vertices() });
    }
    let mut ties = tie.on_graph(start, seed).ok_or(GraphWalkError::NeedsBoard { tie })?;
    let square = |vertex| Square::from_index(u64::from(vertex));
    Ok(match walk(graph, &Rules::default(), start, &mut *ties, square, &mut Run::new()) {
        Ok(path) => GraphWalk::Path(path),
        Err(Halt::DeadEnd(path)) => GraphWalk::DeadEnd(path),
        // A run without limits, flag and observer never stops a walk.
        Err(Halt::Stop(_)) => GraphWalk::DeadEnd(Vec::new()),
    })
}
