//! Writing: what every format has in common.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;

use caracole_core::verify::Watch;
use caracole_core::{Board, Graph, LongPath, MoveGraph, Tour, unwatched};

use crate::sink::Sink;
use crate::{
    Format, WriteError, csv, dimacs, dot, graph6, graphml, grid, json, moves, squares, tsplib,
};

/// How a tour is written.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_formats::{Format, WriteOptions, write_tour};
///
/// let tour = Tour::verify(&Problem::new("1x1".parse()?), Path::from_indices(vec![0]))?;
/// let from_zero = WriteOptions { base: 0, ..WriteOptions::default() };
/// let mut text = Vec::new();
/// write_tour(&mut text, &tour, Format::Grid, &from_zero)?;
/// assert_eq!(text, b"0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The number of the first step in `grid` and `csv`: 0, or 1 for anything else.
    pub base: u8,
    /// How many threads make the text of a long tour; as many as there are cores if it is not
    /// said. The text is the same for any number.
    pub threads: Option<NonZeroUsize>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { base: 1, threads: None }
    }
}

/// Writes a tour. It goes out in large pieces; nothing need be buffered by the caller.
///
/// The text of a long tour is made on all cores and never stored, so tours that are formulas are
/// written in constant memory, however long they are. A `grid` of a stored tour takes four bytes a
/// square.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_formats::{Format, WriteOptions, write_tour};
///
/// let problem = Problem::new("4x3".parse()?);
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
/// let mut text = Vec::new();
/// write_tour(&mut text, &tour, Format::Grid, &WriteOptions::default())?;
/// assert_eq!(String::from_utf8(text)?, " 1  4  7 10\n 8 11  2  5\n 3  6  9 12\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tour(
    out: &mut dyn io::Write,
    tour: &Tour,
    format: Format,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    write_tour_watched(out, tour, format, options, &unwatched)
}

/// [`write_tour`] with somebody who is told now and then how many squares were written, and can
/// stop it: then the answer is [`WriteError::Stopped`].
///
/// Holes are counted in a `grid`, for they are written too.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_formats::{Format, WriteError, WriteOptions, write_tour_watched};
///
/// let tour = Tour::verify(&Problem::new("1x1".parse()?), Path::from_indices(vec![0]))?;
/// let stop = |_: u64| ControlFlow::Break(());
/// let options = WriteOptions::default();
/// let written = write_tour_watched(&mut Vec::new(), &tour, Format::Grid, &options, &stop);
/// assert!(matches!(written, Err(WriteError::Stopped)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tour_watched(
    out: &mut dyn io::Write,
    tour: &Tour,
    format: Format,
    options: &WriteOptions,
    watch: Watch<'_>,
) -> Result<(), WriteError> {
    let mut sink = Sink::watched(out, watch, options.threads);
    match format {
        Format::Grid => grid::write(&mut sink, tour, *options)?,
        Format::Squares => squares::write(&mut sink, tour)?,
        Format::Json => json::write_tour(&mut sink, tour)?,
        Format::Csv => csv::write(&mut sink, tour, *options)?,
        Format::Moves => moves::write(&mut sink, tour)?,
        Format::Tsplib => tsplib::write_tour(&mut sink, tour)?,
        Format::Dimacs | Format::Dot | Format::Graph6 | Format::Graphml => {
            return Err(WriteError::NoTours { format });
        }
    }
    sink.flush()?;
    Ok(())
}

/// Writes a path that does not visit all squares, as `grid` or `squares`.
///
/// ```
/// use caracole_core::{LongPath, Path, Problem};
/// use caracole_formats::{Format, WriteOptions, write_path};
///
/// let problem = Problem::new("3x3".parse()?);
/// let names = "a1 c2 a3 b1 c3 a2 c1 b3";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let path = LongPath::verify(&problem, path)?;
/// let mut text = Vec::new();
/// write_path(&mut text, &path, Format::Grid, &WriteOptions::default())?;
/// assert_eq!(String::from_utf8(text)?, "# path\n3 8 5\n6 _ 2\n1 4 7\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_path(
    out: &mut dyn io::Write,
    path: &LongPath,
    format: Format,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let mut sink = Sink::new(out);
    match format {
        Format::Grid => grid::write_part(&mut sink, path, *options)?,
        Format::Squares => squares::write_part(&mut sink, path)?,
        _ => return Err(WriteError::NoPaths { format }),
    }
    sink.flush()?;
    Ok(())
}

/// Writes the move graph of a board.
///
/// ```
/// use caracole_core::{Board, MoveGraph, Moves, Piece};
/// use caracole_formats::{Format, write_graph};
///
/// let board: Board = "3x2".parse()?;
/// let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).ok_or("too large")?;
/// let mut text = Vec::new();
/// write_graph(&mut text, &board, &graph, Format::Dimacs)?;
/// assert_eq!(text, b"c graph of 3x2\np edge 6 2\ne 1 6\ne 3 4\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_graph(
    out: &mut dyn io::Write,
    board: &Board,
    graph: &MoveGraph,
    format: Format,
) -> Result<(), WriteError> {
    let mut sink = Sink::new(out);
    match format {
        Format::Dot => dot::write(&mut sink, board, graph)?,
        Format::Graphml => graphml::write(&mut sink, board, graph)?,
        _ => {
            write_bare(&mut sink, &board.title(), graph.graph(), format)?;
        }
    }
    sink.flush()?;
    Ok(())
}

/// Writes a graph that has no board: as `tsplib`, `dimacs` or `graph6`.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_formats::{Format, write_bare_graph};
///
/// let triangle = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)])?;
/// let mut text = Vec::new();
/// write_bare_graph(&mut text, "triangle", &triangle, Format::Graph6)?;
/// assert_eq!(text, b"Bw\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_bare_graph(
    out: &mut dyn io::Write,
    title: &str,
    graph: &Graph,
    format: Format,
) -> Result<(), WriteError> {
    let mut sink = Sink::new(out);
    write_bare(&mut sink, title, graph, format)?;
    sink.flush()?;
    Ok(())
}

fn write_bare(
    sink: &mut Sink<'_>,
    title: &str,
    graph: &Graph,
    format: Format,
) -> Result<(), WriteError> {
    match format {
        Format::Tsplib => Ok(tsplib::write_graph(sink, title, graph)?),
        Format::Dimacs => Ok(dimacs::write(sink, title, graph)?),
        Format::Graph6 => graph6::write(sink, graph),
        Format::Dot | Format::Graphml => Err(WriteError::NoBoard { format }),
        Format::Grid | Format::Squares | Format::Json | Format::Csv | Format::Moves => {
            Err(WriteError::NoGraphs { format })
        }
    }
}
