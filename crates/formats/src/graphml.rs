//! `graphml`: squares by name, with file, rank and level (from 1) as data.

use std::io::{self, Write};

use caracole_core::{Board, MoveGraph};

use crate::output::Output;

pub(crate) fn write_graph(
    out: &mut Output<'_>,
    board: &Board,
    graph: &MoveGraph,
) -> io::Result<()> {
    let edges = graph.graph();
    out.write_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    )?;
    let keys: &[&str] = if board.is_box() { &["file", "rank", "level"] } else { &["file", "rank"] };
    for key in keys {
        writeln!(out, "  <key id=\"{key}\" for=\"node\" attr.name=\"{key}\" attr.type=\"long\"/>")?;
    }
    out.write_str("  <graph id=\"board\" edgedefault=\"undirected\">\n")?;
    for vertex in 0..edges.vertices() {
        let square = graph.square(vertex);
        let place = board.coord(square);
        out.write_str("    <node id=\"")?;
        out.write_name(board, square)?;
        out.write_str("\">")?;
        let numbers = [place.file.index(), place.rank.index(), place.level.index()];
        for (key, number) in keys.iter().zip(numbers) {
            write!(out, "<data key=\"{key}\">{}</data>", u64::from(number) + 1)?;
        }
        out.write_str("</node>\n")?;
    }
    for (a, b) in edges.edge_list() {
        out.write_str("    <edge source=\"")?;
        out.write_name(board, graph.square(a))?;
        out.write_str("\" target=\"")?;
        out.write_name(board, graph.square(b))?;
        out.write_str("\"/>\n")?;
    }
    out.write_str("  </graph>\n</graphml>\n")
}
