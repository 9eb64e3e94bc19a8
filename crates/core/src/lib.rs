//! The vocabulary of knight's tours: a [`Board`] with its [`Square`]s, a [`Piece`] made of [`Leaper`]s, the
//! [`MoveGraph`], a [`Problem`], a [`Path`], and a [`Certificate`], which is the claim that a problem has no tour.
//!
//! This crate starts no threads and does no I/O. Its only dependency is strsim, which suggests names; with the feature
//! `serde`, also serde.
//!
//! ```
//! use caracole_core::{Board, Path, Problem};
//!
//! let board: Board = "3x4".parse()?;
//! let problem = Problem::new(board.clone()).start("a1")?;
//! let path: Path = ["a1", "c2", "a3", "b1"]
//!     .iter()
//!     .map(|name| board.parse_square(name))
//!     .collect::<Result<_, _>>()?;
//! assert_eq!((problem.start_square(), path.len()), (board.parse_square("a1").ok(), 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod certificate;
mod coord;
mod formula;
mod graph;
mod leaper;
mod move_graph;
mod move_order;
mod moves;
mod named_graph;
mod path;
mod piece;
mod problem;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serde_text;
mod square;
mod square_set;
mod stop;
mod symmetry;
mod wording;
mod workers;

pub use board::{Board, BoardError, Surface};
pub use certificate::{
    Case, Cases, Certificate, ClauseLine, ClauseLines, Clauses, CutVertex, FieldValue, Literal,
    Reason, StoredClauses, Theorem,
};
pub use coord::{Coord, File, Level, Rank};
pub use formula::Formula;
pub use graph::{Graph, GraphError};
pub use leaper::{Leaper, LeaperError};
pub use move_graph::{GraphFacts, MoveGraph};
pub use move_order::{MoveOrder, OrderError};
pub use moves::{Moves, Offset};
pub use named_graph::NamedGraph;
pub use path::Path;
pub use piece::{Piece, PieceError};
pub use problem::{Kind, Problem, ProblemError};
pub use square::{IntoSquare, Square, SquareError};
pub use square_set::SquareSet;
pub use stop::{Stop, StopCause};
pub use symmetry::Symmetry;
pub use wording::{UnknownName, closest_name, list_names, pluralize, shorten};
pub use workers::{OneThread, Workers};
