//! Reads and writes tours and graphs, one module per format.
//!
//! | format | tours | graphs | content |
//! | --- | --- | --- | --- |
//! | `grid` | read, write | | rows of step numbers, in many notations |
//! | `squares` | read, write | | `a1 b3 c5 ...` |
//! | [`json`] | read, write | | objects with the problem and its solution |
//! | `moves` | read, write | | the start, then a digit per move |
//! | `csv` | read, write | | a line per step |
//! | `tsplib` | read, write | read, write | TOUR and HCP files |
//! | `graph6` | | read, write | the format of nauty |
//! | `dimacs`, `graphml` | | read, write | the formats of other programs |
//! | `dot` | | write | the format of Graphviz |
//!
//! [`graph_file`] reads graphs with the names of their vertices, from these formats and from `sparse6`, edge lists and
//! JSON.
//!
//! [`write_cover`] writes the paths of several knights as `grid`, `squares` or `json`. [`documents()`]
//! reads every tour, path and cover of a file.
//!
//! [`read_tour`] detects the format; [`stream()`] reads files larger than memory. A [`ParsedTour`] is
//! not verified. The readers never panic. Every error is one line with the cause, the position, and
//! how to fix it.
//!
//! ```
//! use caracole_core::Problem;
//! use caracole_verify::Tour;
//! use caracole_formats::{Format, ReadHint, WriteOptions, read_tour, write_tour};
//!
//! let parsed = read_tour(b"a3 -> c2 -> a1 -> b3 -> d2 -> b1 -> c3 -> a2 -> c1 -> d3 -> b2 -> d1",
//!     &ReadHint::default())?;
//! let tour = Tour::verify(&Problem::new(parsed.board), parsed.path)?;
//! let mut text = Vec::new();
//! write_tour(&mut text, &tour, Format::Moves, &WriteOptions::default())?;
//! assert_eq!(text, b"# board 4x3\na3 36136163163\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounding_box;
mod char_reader;
mod coordinates;
mod csv;
mod dimacs;
mod documents;
mod dot;
mod error;
mod format;
mod graph6;
pub mod graph_file;
mod graphml;
mod grid;
mod header;
pub mod json;
mod moves;
mod output;
pub mod puzzle;
mod read;
pub mod shape;
mod squares;
mod stream;
mod text;
mod tsplib;
mod write;

pub use documents::{Document, Documents, documents};
pub use error::{
    GraphFileError, GridError, Position, ReadError, ReadErrorKind, ShapeError, WriteError,
};
pub use format::{Format, recognise};
pub use json::RunRecord;
pub use read::{Assumptions, ParsedTour, ReadHint, read_graph, read_tour};
pub use shape::Shape;
pub use stream::{Stream, stream};
pub use write::{
    WriteOptions, write_bare_graph, write_cover, write_graph, write_path, write_tour,
    write_tour_with_progress,
};
