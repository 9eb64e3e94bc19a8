//! `dimacs`: `p edge N M`, then a line `e u v` per edge, with vertices from 1.

use std::io::{self, Write};

use caracole_core::{Graph, shorten};

use crate::output::Output;

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
