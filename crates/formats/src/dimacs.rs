//! `dimacs`: `p edge N M`, then a line `e u v` for each edge, vertices from 1.

use std::io::{self, Write};

use caracole_core::{Board, MoveGraph, shorten};

use crate::sink::Sink;

pub(crate) fn write(sink: &mut Sink<'_>, board: &Board, graph: &MoveGraph) -> io::Result<()> {
    let edges = graph.graph();
    writeln!(sink, "c move graph of the board {}", shorten(&board.to_string()))?;
    writeln!(sink, "p edge {} {}", edges.vertices(), edges.edges())?;
    for (a, b) in edges.edge_list() {
        sink.text("e ")?;
        sink.number(u64::from(a) + 1, 0)?;
        sink.byte(b' ')?;
        sink.number(u64::from(b) + 1, 0)?;
        sink.byte(b'\n')?;
    }
    Ok(())
}
