//! Writes tours, paths, covers and graphs in any format.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;

use caracole_core::{Board, Graph, MoveGraph};
use caracole_verify::ProgressFn;
use caracole_verify::{Cover, SimplePath, Tour, no_progress};

use crate::output::Output;
use crate::{
    Format, WriteError, coordinates, csv, dimacs, dot, graph6, graphml, grid, json, moves, squares,
    tsplib,
};

/// Options of the writers.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
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
    /// The number of the first step in `grid` and `csv`, and of the first step, row and column in
    /// `coordinates`: 0, or 1 for anything else.
    pub base: u8,
    /// The number of threads that format a long tour; all cores if `None`. The output does not
    /// depend on it.
    pub threads: Option<NonZeroUsize>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { base: 1, threads: None }
    }
}

/// Writes a tour. The output is buffered here.
///
/// Long tours are formatted in chunks on several threads, so a formula is written in constant memory.
/// A `grid` of a stored tour takes four bytes per square.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
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
    write_tour_with_progress(out, tour, format, options, &no_progress)
}

/// [`write_tour`] with a progress callback, which receives the number of written squares and can stop
/// the writer with [`WriteError::Stopped`]. In a `grid`, holes count too.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
/// use caracole_formats::{Format, WriteError, WriteOptions, write_tour_with_progress};
///
/// let tour = Tour::verify(&Problem::new("1x1".parse()?), Path::from_indices(vec![0]))?;
/// let stop = |_: u64| ControlFlow::Break(());
/// let options = WriteOptions::default();
/// let written = write_tour_with_progress(&mut Vec::new(), &tour, Format::Grid, &options, &stop);
/// assert!(matches!(written, Err(WriteError::Stopped)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tour_with_progress(
    out: &mut dyn io::Write,
    tour: &Tour,
    format: Format,
    options: &WriteOptions,
    progress: ProgressFn<'_>,
) -> Result<(), WriteError> {
    let mut out = Output::with_progress(out, progress, options.threads);
    check_coordinates(tour.board(), format)?;
    match format {
        Format::Grid => grid::write_tour(&mut out, tour, *options)?,
        Format::Squares => squares::write_tour(&mut out, tour)?,
        Format::Json => json::write_tour(&mut out, tour)?,
        Format::Csv => csv::write_tour(&mut out, tour, *options)?,
        Format::Moves => moves::write_tour(&mut out, tour)?,
        Format::Coordinates => coordinates::write_tour(&mut out, tour, *options)?,
        Format::Tsplib => tsplib::write_tour(&mut out, tour)?,
        Format::Dimacs | Format::Dot | Format::Graph6 | Format::Graphml => {
            return Err(WriteError::NoTours { format });
        }
    }
    out.flush()?;
    Ok(())
}

/// Returns an error for formats of files and ranks if the board is a graph.
fn check_coordinates(board: &Board, format: Format) -> Result<(), WriteError> {
    match format {
        Format::Grid | Format::Csv | Format::Moves if board.graph().is_some() => {
            Err(WriteError::NoCoordinates { format })
        }
        _ => Ok(()),
    }
}

/// Writes a path that need not visit every square, as `grid` or `squares`.
///
/// ```
/// use caracole_verify::SimplePath;
/// use caracole_core::{Path, Problem};
/// use caracole_formats::{Format, WriteOptions, write_path};
///
/// let problem = Problem::new("3x3".parse()?);
/// let names = "a1 c2 a3 b1 c3 a2 c1 b3";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let path = SimplePath::verify(&problem, path)?;
/// let mut text = Vec::new();
/// write_path(&mut text, &path, Format::Grid, &WriteOptions::default())?;
/// assert_eq!(String::from_utf8(text)?, "# path\n3 8 5\n6 _ 2\n1 4 7\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_path(
    out: &mut dyn io::Write,
    path: &SimplePath,
    format: Format,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let mut out = Output::new(out);
    check_coordinates(path.board(), format)?;
    match format {
        Format::Grid => grid::write_path(&mut out, path, *options)?,
        Format::Squares => squares::write_path(&mut out, path)?,
        _ => return Err(WriteError::NoPaths { format }),
    }
    out.flush()?;
    Ok(())
}

/// Writes the paths of several knights, as `grid`, `squares` or `json`.
///
/// A `grid` takes eight bytes per square.
///
/// ```
/// use caracole_verify::Cover;
/// use caracole_core::{Path, Problem};
/// use caracole_formats::{Format, WriteOptions, write_cover};
///
/// let problem = Problem::new("3x3-b2".parse()?).with_knights(2, ["a1"])?;
/// let path = |names: &str| -> Result<Path, _> {
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
/// };
/// let cover = Cover::verify(&problem, vec![path("a1 b3 c1")?, path("c2 a3 b1 c3 a2")?])?;
/// let written = |format| {
///     let mut text = Vec::new();
///     write_cover(&mut text, &cover, format, &WriteOptions::default()).map(|()| text)
/// };
/// assert_eq!(String::from_utf8(written(Format::Grid)?)?, "2B 2A 4B\n5B  . 1B\n1A 3B 3A\n");
/// assert_eq!(
///     String::from_utf8(written(Format::Squares)?)?,
///     "# board 3x3-b2\n# knights 2\na1 b3 c1\nc2 a3 b1 c3 a2\n"
/// );
/// assert!(written(Format::Moves).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cover(
    out: &mut dyn io::Write,
    cover: &Cover,
    format: Format,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let mut out = Output::new(out);
    check_coordinates(cover.board(), format)?;
    match format {
        Format::Grid => grid::write_cover(&mut out, cover, *options)?,
        Format::Squares => squares::write_cover(&mut out, cover)?,
        Format::Json => json::write_cover(&mut out, cover)?,
        _ => return Err(WriteError::NoCovers { format }),
    }
    out.flush()?;
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
    let mut out = Output::new(out);
    match format {
        Format::Dot => dot::write_graph(&mut out, board, graph)?,
        Format::Graphml => graphml::write_graph(&mut out, board, graph)?,
        _ => {
            write_graph_only(&mut out, &board.title(), graph.graph(), format)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Writes a graph without a board, as `tsplib`, `dimacs` or `graph6`.
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
    let mut out = Output::new(out);
    write_graph_only(&mut out, title, graph, format)?;
    out.flush()?;
    Ok(())
}

fn write_graph_only(
    out: &mut Output<'_>,
    title: &str,
    graph: &Graph,
    format: Format,
) -> Result<(), WriteError> {
    match format {
        Format::Tsplib => Ok(tsplib::write_graph(out, title, graph)?),
        Format::Dimacs => Ok(dimacs::write_graph(out, title, graph)?),
        Format::Graph6 => graph6::write_graph(out, graph),
        Format::Dot | Format::Graphml => Err(WriteError::NoBoard { format }),
        Format::Grid
        | Format::Squares
        | Format::Json
        | Format::Csv
        | Format::Moves
        | Format::Coordinates => Err(WriteError::NoGraphs { format }),
    }
}
