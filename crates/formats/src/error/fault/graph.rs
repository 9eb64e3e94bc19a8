//! What can be wrong with the file of a graph.

use thiserror::Error;

/// What can be wrong with a file in the formats `tsplib` and `graph6`.
///
/// ```
/// use caracole_formats::{Fault, Format, GraphFault, read_graph};
///
/// let text = b"TYPE : HCP\nDIMENSION : 0\n";
/// let error = read_graph(text, Some(Format::Tsplib)).expect_err("a graph has vertices");
/// assert!(matches!(
///     error.fault(),
///     Fault::GraphFile(GraphFault::Keyword { keyword: "DIMENSION", .. })
/// ));
/// assert_eq!(
///     error.to_string(),
///     "line 2: DIMENSION '0' cannot be read: it is a number from 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// A keyword of TSPLIB that is missing.
    #[error("the TSPLIB file has no {keyword}")]
    NoKeyword {
        /// The keyword.
        keyword: &'static str,
    },
    /// A value of TSPLIB that is not known here.
    #[error("{keyword} '{text}' cannot be read: {expected}")]
    Keyword {
        /// The keyword.
        keyword: &'static str,
        /// Its value.
        text: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A vertex that does not exist.
    #[error("'{text}' is not a vertex: they run from 1 to {last}")]
    NoSuchVertex {
        /// What was written.
        text: String,
        /// The last vertex.
        last: u64,
    },
    /// Sizes that do not fit.
    #[error("the file says {said} vertices, but {found}")]
    OtherCount {
        /// What the file says.
        said: u64,
        /// What is there.
        found: String,
    },
    /// A file that ends too early, or goes on too long.
    #[error(
        "a graph6 line of {vertices} vertices has {expected} characters after its size, not {found}"
    )]
    Graph6Length {
        /// The vertices.
        vertices: u64,
        /// How many characters there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// More edges than a graph can hold.
    #[error("the graph has more than 2^31 edges")]
    TooManyEdges,
}
