//! `dot`: Graphviz, with the places of the squares, so that `neato -n` draws the board.

use std::io::{self, Write};

use caracole_core::{Board, MoveGraph};

use crate::sink::Sink;

/// Points from one square to the next; levels are drawn side by side.
const STEP: u64 = 72;

pub(crate) fn write(sink: &mut Sink<'_>, board: &Board, graph: &MoveGraph) -> io::Result<()> {
    let edges = graph.graph();
    sink.text("graph board {\n  node [shape=circle];\n")?;
    for vertex in 0..edges.vertices() {
        let square = graph.square(vertex);
        let place = board.place(square);
        let shift = u64::from(place.level.index()) * (u64::from(board.files()) + 1);
        let (x, y) = (u64::from(place.file.index()) + shift, u64::from(place.rank.index()));
        sink.text("  \"")?;
        sink.name(board, square)?;
        writeln!(sink, "\" [pos=\"{},{}!\"];", x * STEP, y * STEP)?;
    }
    for (a, b) in edges.edge_list() {
        sink.text("  \"")?;
        sink.name(board, graph.square(a))?;
        sink.text("\" -- \"")?;
        sink.name(board, graph.square(b))?;
        sink.text("\";\n")?;
    }
    sink.text("}\n")
}
