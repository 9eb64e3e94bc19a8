//! `dot`: Graphviz, with the positions of the squares, so that `neato -n` draws the board.

use std::io::{self, Write};

use caracole_core::{Board, MoveGraph};

use crate::output::Output;

/// The distance of neighbouring squares in points. Levels are drawn side by side.
const STEP: u64 = 72;

pub(crate) fn write_graph(
    out: &mut Output<'_>,
    board: &Board,
    graph: &MoveGraph,
) -> io::Result<()> {
    let edges = graph.graph();
    out.write_str("graph board {\n  node [shape=circle];\n")?;
    for vertex in 0..edges.vertices() {
        let square = graph.square(vertex);
        let place = board.coord(square);
        let shift = u64::from(place.level.index()) * (u64::from(board.files()) + 1);
        let (x, y) = (u64::from(place.file.index()) + shift, u64::from(place.rank.index()));
        out.write_str("  \"")?;
        out.write_name(board, square)?;
        writeln!(out, "\" [pos=\"{},{}!\"];", x * STEP, y * STEP)?;
    }
    for (a, b) in edges.edge_list() {
        out.write_str("  \"")?;
        out.write_name(board, graph.square(a))?;
        out.write_str("\" -- \"")?;
        out.write_name(board, graph.square(b))?;
        out.write_str("\";\n")?;
    }
    out.write_str("}\n")
}
