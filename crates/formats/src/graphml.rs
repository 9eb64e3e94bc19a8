//! `graphml`: squares by name, with file, rank and level (from 1) as data.

use std::io::{self, Write};

use caracole_core::{Board, MoveGraph};

use crate::sink::Sink;

pub(crate) fn write(sink: &mut Sink<'_>, board: &Board, graph: &MoveGraph) -> io::Result<()> {
    let edges = graph.graph();
    sink.text(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    )?;
    let keys: &[&str] = if board.is_box() { &["file", "rank", "level"] } else { &["file", "rank"] };
    for key in keys {
        writeln!(
            sink,
            "  <key id=\"{key}\" for=\"node\" attr.name=\"{key}\" attr.type=\"long\"/>"
        )?;
    }
    sink.text("  <graph id=\"board\" edgedefault=\"undirected\">\n")?;
    for vertex in 0..edges.vertices() {
        let square = graph.square(vertex);
        let place = board.place(square);
        sink.text("    <node id=\"")?;
        sink.name(board, square)?;
        sink.text("\">")?;
        let numbers = [place.file.index(), place.rank.index(), place.level.index()];
        for (key, number) in keys.iter().zip(numbers) {
            write!(sink, "<data key=\"{key}\">{}</data>", u64::from(number) + 1)?;
        }
        sink.text("</node>\n")?;
    }
    for (a, b) in edges.edge_list() {
        sink.text("    <edge source=\"")?;
        sink.name(board, graph.square(a))?;
        sink.text("\" target=\"")?;
        sink.name(board, graph.square(b))?;
        sink.text("\"/>\n")?;
    }
    sink.text("  </graph>\n</graphml>\n")
}
