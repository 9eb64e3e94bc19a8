//! Reads and writes tours and graphs: one file per format.
//!
//! | format | tours | graphs | what it is |
//! | --- | --- | --- | --- |
//! | [`grid`] | read, write | | rows of step numbers, and all that teachers and blogs print |
//! | [`squares`] | read, write | | `a1 b3 c5 ...` |
//! | [`json`] | read, write | | an object with everything |
//! | `moves` | read, write | | the start, then a digit a move |
//! | `csv` | read, write | | a line a step |
//! | `tsplib` | read, write | read, write | TOUR and HCP files |
//! | `graph6` | | read, write | what nauty reads |
//! | `dimacs`, `dot`, `graphml` | | write | for other programs |
//!
//! The paths of several knights are written by [`write_cover`] as `grid`, `squares` or `json`.
//! [`documents()`] reads them, and every tour and path of a file.
//!
//! [`read_tour`] recognises the format; [`stream()`] reads files larger than memory. What is read
//! is a [`Reading`], which nobody has checked: hand it to the verifier. Nothing that is read makes
//! these functions panic, and every error is one line that says what, where, and how to fix it.
//!
//! ```
//! use caracole_core::{Problem, Tour};
//! use caracole_formats::{Format, ReadHint, WriteOptions, read_tour, write_tour};
//!
//! let reading = read_tour(b"a3 -> c2 -> a1 -> b3 -> d2 -> b1 -> c3 -> a2 -> c1 -> d3 -> b2 -> d1",
//!     &ReadHint::default())?;
//! let tour = Tour::verify(&Problem::new(reading.board), reading.path)?;
//! let mut text = Vec::new();
//! write_tour(&mut text, &tour, Format::Moves, &WriteOptions::default())?;
//! assert_eq!(text, b"# board 4x3\na3 36136163163\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chars;
mod cover;
mod csv;
mod dimacs;
mod documents;
mod dot;
mod error;
mod format;
mod graph6;
mod graphml;
pub mod grid;
mod head;
pub mod json;
mod moves;
mod pieces;
pub mod puzzle;
mod read;
mod recognise;
pub mod shape;
mod sink;
pub mod squares;
mod stream;
mod text;
mod tsplib;
mod write;

pub use cover::write_cover;
pub use documents::{Document, Documents, documents};
pub use error::{Fault, GraphFault, GridFault, Position, ReadError, ShapeFault, WriteError};
pub use format::Format;
pub use json::RunRecord;
pub use read::{Assumed, ReadHint, Reading, read_graph, read_tour};
pub use recognise::recognise;
pub use shape::Shape;
pub use stream::{Stream, stream};
pub use write::{
    WriteOptions, write_bare_graph, write_graph, write_path, write_tour, write_tour_watched,
};
