//! The vocabulary of knight's tours.
//!
//! Everything in Caracole speaks these words: a [`Board`] with its [`Square`]s, a [`Piece`] made
//! of [`Leaper`]s, the [`Graph`] of its moves, a [`Problem`], and an [`Outcome`] with its three
//! answers. A [`Path`] is any list of squares; a [`Tour`] is a path that the verifier in
//! [`verify`] has accepted, and cannot be made in any other way. So is a [`Cover`], the paths of
//! several knights.
//!
//! This crate depends on nothing and solves nothing.
//!
//! ```
//! use caracole_core::{Board, Path, Problem, Tour};
//!
//! let board: Board = "3x4".parse()?;
//! let problem = Problem::new(board.clone());
//! let path: Path = ["a1", "c2", "a3", "b1", "c3", "a2", "b4", "c4", "b2", "a4", "c1", "b3"]
//!     .iter()
//!     .map(|name| board.parse_square(name))
//!     .collect::<Result<_, _>>()?;
//! assert!(Tour::verify(&problem, path).is_err(), "b4 to c4 is no knight's move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cover;
mod formula;
mod graph;
mod leaper;
mod long_path;
pub mod memory;
mod mixture;
mod move_graph;
mod moves;
mod order;
mod outcome;
pub mod parallel;
mod path;
mod place;
mod problem;
mod proof;
mod set;
mod square;
mod symmetry;
mod tour;
pub mod verify;
mod words;

pub use board::{Board, BoardError, Surface};
pub use cover::{Cover, RejectedCover};
pub use formula::Formula;
pub use graph::{Graph, GraphError};
pub use leaper::{Leaper, LeaperError, Piece};
pub use long_path::LongPath;
pub use mixture::Mixture;
pub use move_graph::{GraphFacts, MoveGraph};
pub use moves::{Moves, Offset};
pub use order::{MoveOrder, OrderError};
pub use outcome::{Outcome, Stop, StopCause};
pub use path::Path;
pub use place::{File, Level, Place, Rank, SquareError, shorten};
pub use problem::{Kind, Problem, ProblemError, SquareArg};
pub use proof::{Case, Cases, Fact, Highlight, Proof, Reason, Role, Theorem};
pub use set::SquareSet;
pub use square::Square;
pub use symmetry::Symmetry;
pub use tour::{Rejected, Squares, Tour, steps_beside, unwatched};
pub use words::{UnknownWord, counted, listed, nearest};
