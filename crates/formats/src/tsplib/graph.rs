//! HCP files into graphs.

use caracole_core::{Graph, GraphError};

use super::file::{EdgeFormat, File, Section, Word};
use crate::error::{Fault, GraphFault, ReadError};
use crate::read::text;

/// Reads an HCP file. Edges that come twice, or once in each direction, count once.
pub(crate) fn read_graph(bytes: &[u8]) -> Result<Graph, ReadError> {
    let file = File::open(text(bytes)?)?;
    let section = (file.section == Some(Section::Edges)).then_some(());
    section.ok_or(GraphFault::NoKeyword { keyword: "EDGE_DATA_SECTION" })?;
    let vertices = file.dimension.ok_or(GraphFault::NoKeyword { keyword: "DIMENSION" })?;
    let format = file.edge_format.ok_or(GraphFault::NoKeyword { keyword: "EDGE_DATA_FORMAT" })?;
    // A vertex with an edge takes a byte or more; a size beyond that only takes up memory.
    let most = file.length as u64 + (1 << 16);
    let size = u32::try_from(vertices).ok().filter(|_| vertices <= most);
    let Some(size) = size else {
        let found = format!("a file of {} bytes does not join so many", file.length);
        return Err(GraphFault::OtherCount { said: vertices, found }.into());
    };
    let edges = match format {
        EdgeFormat::EdgeList => edge_list(&file, vertices)?,
        EdgeFormat::AdjList => adjacency_lists(&file, vertices)?,
    };
    if edges.len() > (u32::MAX / 2) as usize {
        return Err(GraphFault::TooManyEdges.into());
    }
    Ok(Graph::from_edges(size, once(edges)).map_err(Fault::from)?)
}

/// The edges, each where it came first.
fn once(edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let sorted = |(a, b): (u32, u32)| if a < b { (a, b) } else { (b, a) };
    let mut order: Vec<_> =
        edges.iter().zip(0_u32..).map(|(&edge, at)| (sorted(edge), at)).collect();
    order.sort_unstable();
    let mut is_new = vec![false; edges.len()];
    for (at, &(edge, place)) in order.iter().enumerate() {
        is_new[place as usize] = at == 0 || order[at - 1].0 != edge;
    }
    edges.into_iter().zip(is_new).filter(|&(_, is_new)| is_new).map(|(edge, _)| edge).collect()
}

/// Pairs of vertices up to -1.
fn edge_list(file: &File<'_>, vertices: u64) -> Result<Vec<(u32, u32)>, ReadError> {
    let mut edges = Vec::new();
    let mut words = file.words();
    while let Some(first) = words.next() {
        if first.text == "-1" || first.text == "EOF" {
            break;
        }
        let a = first.vertex(vertices)?;
        let Some(second) = words.next() else {
            let found = format!("the last edge has only one end, {a}");
            return Err(first.fault(GraphFault::OtherCount { said: vertices, found }));
        };
        edges.push(edge(&second, a, vertices)?);
    }
    Ok(edges)
}

/// Lists of a vertex and its neighbours, each ended by -1, up to another -1.
fn adjacency_lists(file: &File<'_>, vertices: u64) -> Result<Vec<(u32, u32)>, ReadError> {
    let mut edges = Vec::new();
    let mut of = None;
    for word in file.words() {
        match (word.text, of) {
            ("EOF", _) | ("-1", None) => break,
            ("-1", Some(_)) => of = None,
            (_, None) => of = Some(word.vertex(vertices)?),
            (_, Some(a)) => edges.push(edge(&word, a, vertices)?),
        }
    }
    Ok(edges)
}

/// The edge from `a` to the vertex that a word names, counted from 0.
fn edge(word: &Word<'_>, a: u64, vertices: u64) -> Result<(u32, u32), ReadError> {
    let b = word.vertex(vertices)?;
    if a == b {
        return Err(word.fault(GraphError::Loop { vertex: (a - 1) as u32 }));
    }
    Ok(((a - 1) as u32, (b - 1) as u32))
}
