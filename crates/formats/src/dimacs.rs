//! `dimacs`: `p edge N M`, then a line `e u v` for each edge, vertices from 1.

use std::io::{self, Write};

use caracole_core::{Graph, shorten};

use crate::sink::Sink;

pub(crate) fn write(sink: &mut Sink<'_>, title: &str, graph: &Graph) -> io::Result<()> {
    writeln!(sink, "c graph of {}", shorten(title))?;
    writeln!(sink, "p edge {} {}", graph.vertices(), graph.edges())?;
    for (a, b) in graph.edge_list() {
        sink.text("e ")?;
        sink.number(u64::from(a) + 1)?;
        sink.byte(b' ')?;
        sink.number(u64::from(b) + 1)?;
        sink.byte(b'\n')?;
    }
    Ok(())
}
