//! `dimacs`: `p edge N M`, then a line `e u v` per edge, with vertices from 1.

use std::io::{self, Write};

use caracole_core::{Graph, GraphError, shorten};

use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};
use crate::output::Output;

/// Reads a graph. A repeated edge, in either direction, counts once. The stated number of edges may count it once or
/// twice.
pub(crate) fn read_graph(text: &str) -> Result<Graph, ReadError> {
    let mut size: Option<(u32, u64)> = None;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut lines_of_edges = 0_u64;
    for (line, number) in text.lines().zip(1..) {
        let error = |kind: ReadErrorKind| ReadError::new(Position::line(number), kind);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let not_dimacs = || error(GraphFileError::NotDimacs { text: shorten(line.trim()) }.into());
        match words[..] {
            // Nodes may have values, which do not matter here.
            [] | ["c" | "n", ..] => {}
            ["p", "edge" | "col", vertices, count] if size.is_none() => {
                let vertices: u32 = vertices.parse().map_err(|_| not_dimacs())?;
                let max = text.len() as u64 + (1 << 16);
                if u64::from(vertices) > max {
                    let found = format!("a file of {} bytes cannot join that many", text.len());
                    let said = u64::from(vertices);
                    return Err(error(GraphFileError::OtherCount { said, found }.into()));
                }
                size = Some((vertices, count.parse().map_err(|_| not_dimacs())?));
            }
            ["e", a, b] => {
                let Some((vertices, _)) = size else {
                    return Err(error(GraphFileError::NoElement { keyword: "p edge" }.into()));
                };
                let vertex = |text: &str| {
                    let vertex = text.parse().ok().filter(|vertex| (1..=vertices).contains(vertex));
                    let last = u64::from(vertices);
                    vertex.ok_or_else(|| {
                        let text = shorten(text);
                        error(GraphFileError::NoSuchVertex { text, last }.into())
                    })
                };
                let (a, b) = (vertex(a)?, vertex(b)?);
                if a == b {
                    return Err(error(GraphError::NamedLoop { text: a.to_string() }.into()));
                }
                edges.push((a.min(b) - 1, a.max(b) - 1));
                lines_of_edges += 1;
            }
            _ => return Err(not_dimacs()),
        }
    }
    let Some((vertices, count)) = size else {
        return Err(GraphFileError::NoElement { keyword: "p edge" }.into());
    };
    edges.sort_unstable();
    edges.dedup();
    if ![lines_of_edges, edges.len() as u64, 2 * edges.len() as u64].contains(&count) {
        let found = format!("{lines_of_edges} lines with edges follow");
        return Err(GraphFileError::OtherEdgeCount { said: count, found }.into());
    }
    if vertices == 0 {
        return Err(ReadErrorKind::Empty.into());
    }
    Ok(Graph::from_edges(vertices, edges).map_err(ReadErrorKind::from)?)
}

pub(crate) fn write_graph(out: &mut Output<'_>, title: &str, graph: &Graph) -> io::Result<()> {
    writeln!(out, "c graph of {}", shorten(title))?;
    writeln!(out, "p edge {} {}", graph.vertices(), graph.edges())?;
    for (a, b) in graph.edge_list() {
        out.write_str("e ")?;
        out.write_number(u64::from(a) + 1)?;
        out.write_byte(b' ')?;
        out.write_number(u64::from(b) + 1)?;
        out.write_byte(b'\n')?;
    }
    Ok(())
}
