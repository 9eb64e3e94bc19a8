//! Graph files as boards: graphs whose vertices keep their names.
//!
//! | format | file extensions | names of the vertices |
//! | --- | --- | --- |
//! | TSPLIB HCP | `.hcp`, `.tsp` | from 1; `FIXED_EDGES_SECTION` requires edges |
//! | DIMACS | `.col`, `.edge`, `.dimacs` | from 1 |
//! | graph6, sparse6 | `.g6`, `.graph6`, `.s6`, `.sparse6` | from 0 |
//! | edge list | `.edges`, `.edgelist` | as written: a line per edge, two names |
//! | `GraphML` | `.graphml` | the `id` of each node |
//! | JSON | `.json` | `{"vertices":["a","b"],"edges":[["a","b"]]}`, or `nodes` and `links` as networkx writes them |
//!
//! In HCP and DIMACS files and edge lists a repeated edge counts once.

mod edge_list;
mod graphml;
mod sparse6;

use std::path::Path;

use caracole_core::{Board, Graph, GraphError, NamedGraph, Problem, Square, UnknownName};
use serde_json::Value;

use crate::error::{GraphFileError, ReadError, ReadErrorKind};
use crate::read::text;
use crate::{Format, graph6, json, recognise, tsplib};

/// A format of graph files.
///
/// ```
/// use std::path::Path;
///
/// use caracole_formats::graph_file::GraphFormat;
///
/// assert_eq!(GraphFormat::from_extension(Path::new("petersen.g6")), Some(GraphFormat::Graph6));
/// assert_eq!(GraphFormat::recognise(b"p edge 2 1\ne 1 2\n"), Some(GraphFormat::Dimacs));
/// assert_eq!("sparse6".parse(), Ok(GraphFormat::Sparse6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphFormat {
    /// TSPLIB HCP files.
    Tsplib,
    /// DIMACS graph colouring files.
    Dimacs,
    /// The dense format of nauty.
    Graph6,
    /// The sparse format of nauty.
    Sparse6,
    /// Two names per line.
    EdgeList,
    /// The XML format.
    Graphml,
    /// An object with vertices and edges.
    Json,
}

impl GraphFormat {
    const ALL: [Self; 7] = [
        Self::Tsplib,
        Self::Dimacs,
        Self::Graph6,
        Self::Sparse6,
        Self::EdgeList,
        Self::Graphml,
        Self::Json,
    ];

    /// Returns the name of the format.
    ///
    /// ```
    /// use caracole_formats::graph_file::GraphFormat;
    ///
    /// assert_eq!(GraphFormat::EdgeList.name(), "edges");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tsplib => "tsplib",
            Self::Dimacs => "dimacs",
            Self::Graph6 => "graph6",
            Self::Sparse6 => "sparse6",
            Self::EdgeList => "edges",
            Self::Graphml => "graphml",
            Self::Json => "json",
        }
    }

    /// Returns the format that a file extension names.
    pub fn from_extension(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "hcp" | "tsp" => Self::Tsplib,
            "col" | "edge" | "dimacs" => Self::Dimacs,
            "g6" | "graph6" => Self::Graph6,
            "s6" | "sparse6" => Self::Sparse6,
            "edges" | "edgelist" => Self::EdgeList,
            "graphml" => Self::Graphml,
            "json" => Self::Json,
            _ => return None,
        })
    }

    /// Detects the format from the content of a file.
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        if sparse6::is_sparse6(bytes) {
            return Some(Self::Sparse6);
        }
        match recognise(bytes) {
            Some(Format::Tsplib) => Some(Self::Tsplib),
            Some(Format::Dimacs) => Some(Self::Dimacs),
            Some(Format::Graph6) => Some(Self::Graph6),
            // Other files of tags are pictures and pages.
            Some(Format::Graphml) => {
                let is_graphml = |word: &[u8]| word.starts_with(b"<graphml");
                bytes
                    .split(|byte| byte.is_ascii_whitespace() || *byte == b'>')
                    .any(is_graphml)
                    .then_some(Self::Graphml)
            }
            Some(Format::Json) => is_graph_object(bytes).then_some(Self::Json),
            _ => edge_list::is_edge_list(bytes).then_some(Self::EdgeList),
        }
    }
}

impl std::str::FromStr for GraphFormat {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("graph format", text, Self::ALL, Self::name)
    }
}

/// A graph from a file, and the edges that the file requires.
///
/// ```
/// use caracole_formats::graph_file;
///
/// let file = graph_file::read(b"p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n", None)?;
/// let problem = file.problem()?.closed();
/// assert_eq!(problem.board().to_string(), "graph:1,2-1,3-2,4-1,4-3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFile {
    /// The graph.
    pub graph: NamedGraph,
    /// The edges that a tour must use, in the order of the file.
    pub fixed: Vec<(u32, u32)>,
}

impl GraphFile {
    /// Returns the problem of any tour of the graph that uses the required edges.
    ///
    /// # Errors
    /// A required edge is not an edge of the graph.
    pub fn problem(self) -> Result<Problem, ReadError> {
        let problem = Problem::new(Board::from_graph(self.graph));
        let square = |vertex: u32| Square::from_index(vertex.into());
        let mut fixed = self.fixed.into_iter();
        let problem =
            fixed.try_fold(problem, |problem, (a, b)| problem.require(square(a), square(b)));
        Ok(problem.map_err(ReadErrorKind::from)?)
    }
}

/// Reads a graph. Without a format it is recognised.
///
/// ```
/// use caracole_formats::graph_file::{self, GraphFormat};
///
/// let triangle = graph_file::read(b"a b\nb c\nc a\n", Some(GraphFormat::EdgeList))?;
/// assert_eq!(triangle.graph.graph().edges(), 3);
/// assert_eq!(triangle.graph.name(2), "c");
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8], format: Option<GraphFormat>) -> Result<GraphFile, ReadError> {
    let all = text(bytes)?;
    if all.trim().is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    let format = format.or_else(|| GraphFormat::recognise(bytes));
    let numbered = |graph: &Graph, first: u32| NamedGraph::numbered(graph, first).map_err(invalid);
    let graph = match format.ok_or(ReadErrorKind::Unrecognised)? {
        GraphFormat::Tsplib => {
            let (graph, fixed) = tsplib::read_graph_with_fixed_edges(bytes)?;
            return Ok(GraphFile { graph: numbered(&graph, 1)?, fixed });
        }
        GraphFormat::Dimacs => numbered(&crate::dimacs::read_graph(all)?, 1)?,
        GraphFormat::Graph6 => numbered(&graph6::read_graph(bytes)?, 0)?,
        GraphFormat::Sparse6 => numbered(&sparse6::read_graph(bytes)?, 0)?,
        GraphFormat::EdgeList => edge_list::read(all)?,
        GraphFormat::Graphml => graphml::read(all)?,
        GraphFormat::Json => read_json(bytes)?,
    };
    Ok(GraphFile { graph, fixed: Vec::new() })
}

fn invalid(error: GraphError) -> ReadError {
    ReadErrorKind::from(error).into()
}

/// The vertices and edges of a file by name, in the order of their first occurrence.
#[derive(Default)]
struct NameTable {
    names: Vec<String>,
    numbers: std::collections::HashMap<String, u32>,
}

impl NameTable {
    /// Returns the vertex with a name, a new one if necessary.
    fn vertex(&mut self, name: &str) -> u32 {
        if let Some(&vertex) = self.numbers.get(name) {
            return vertex;
        }
        let vertex = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), vertex);
        vertex
    }

    /// Returns the vertex with a name that was declared.
    fn declared(&self, name: &str) -> Result<u32, ReadErrorKind> {
        let vertex = self.numbers.get(name).copied();
        vertex
            .ok_or_else(|| GraphFileError::Undeclared { text: caracole_core::shorten(name) }.into())
    }

    /// Returns the graph. Errors name the vertices as the file does.
    fn graph(self, edges: Vec<(u32, u32)>) -> Result<NamedGraph, ReadErrorKind> {
        let names = self.names.clone();
        NamedGraph::new(self.names, edges).map_err(|error| {
            let name = |vertex: u32| names[vertex as usize].clone();
            match error {
                GraphError::Loop { vertex } => GraphError::NamedLoop { text: name(vertex) },
                GraphError::EdgeTwice { edge: (a, b) } => {
                    GraphError::NamedEdgeTwice { text: format!("{}-{}", name(b), name(a)) }
                }
                error => error,
            }
            .into()
        })
    }
}

/// Returns true for an object with edges or links.
fn is_graph_object(bytes: &[u8]) -> bool {
    let Ok(Value::Object(object)) = json::parse(bytes) else { return false };
    object.contains_key("edges") || object.contains_key("links")
}

/// Reads an object with vertices and edges.
fn read_json(bytes: &[u8]) -> Result<NamedGraph, ReadError> {
    let value = json::parse(bytes)?;
    Ok(from_json(&value)?)
}

/// Converts an object with `vertices` and `edges`, or with `nodes` and `links`.
pub(crate) fn from_json(value: &Value) -> Result<NamedGraph, ReadErrorKind> {
    const VERTICES: &str = "a list of names or numbers";
    const EDGES: &str = "a list of pairs of vertices, such as [\"a\",\"b\"]";
    let field = |field: &str, expected: &str| ReadErrorKind::Field {
        field: field.to_owned(),
        expected: expected.to_owned(),
    };
    let object =
        value.as_object().ok_or_else(|| field("graph", "an object with vertices and edges"))?;
    for flag in ["directed", "multigraph"] {
        if object.get(flag).is_some_and(|value| value != &Value::Bool(false)) {
            return Err(field(flag, "false: the graph is undirected and simple"));
        }
    }
    let known = ["vertices", "edges", "nodes", "links", "directed", "multigraph", "graph"];
    if let Some(unknown) = object.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(field(unknown, "left out: a graph has vertices and edges"));
    }
    let name = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        Value::Object(node) => match node.get("id")? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => number.as_u64().map(|number| number.to_string()),
            _ => None,
        },
        _ => None,
    };
    let mut table = NameTable::default();
    let vertices = object.get("vertices").or_else(|| object.get("nodes"));
    if let Some(vertices) = vertices {
        for value in vertices.as_array().ok_or_else(|| field("vertices", VERTICES))? {
            let name = name(value).ok_or_else(|| field("vertices", VERTICES))?;
            if table.numbers.contains_key(&name) {
                return Err(GraphError::NameTwice { text: name }.into());
            }
            table.vertex(&name);
        }
    }
    let edges = object.get("edges").or_else(|| object.get("links"));
    let edges = edges.and_then(Value::as_array).ok_or_else(|| field("edges", EDGES))?;
    let mut pairs = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let ends = match edge {
            Value::Array(ends) if ends.len() == 2 => name(&ends[0]).zip(name(&ends[1])),
            Value::Object(edge) => {
                edge.get("source").and_then(&name).zip(edge.get("target").and_then(&name))
            }
            _ => None,
        };
        let (a, b) = ends.ok_or_else(|| field(&format!("edges[{at}]"), EDGES))?;
        pairs.push(if vertices.is_some() {
            (table.declared(&a)?, table.declared(&b)?)
        } else {
            (table.vertex(&a), table.vertex(&b))
        });
    }
    table.graph(pairs)
}

#[cfg(test)]
mod tests;
