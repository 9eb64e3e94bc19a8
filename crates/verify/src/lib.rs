//! The trusted part of Caracole: the tour verifier and the certificate checker.
//!
//! A [`Tour`], a [`Cover`] and a [`SimplePath`] can only be constructed by the verifier, and a [`Proof`] only by the
//! checker, so a value of these types is a checked one. Solvers return paths, formulas and certificates; they
//! share no code with this crate except the vocabulary of `caracole-core`.
//!
//! This crate has its own neighbour arithmetic and uses neither [`Moves`](caracole_core::Moves) nor any graph: two
//! squares are a move apart if their coordinates differ by a leaper's offset, modulo the side where edges are
//! joined.
//!
//! Functions that verify a path take a closure that walks it from the start, so the path need not be stored:
//! [`check`] uses a bit per square of the board.

mod adjacency;
mod check;
mod cover;
mod defect;
mod evidence;
mod formula;
mod outcome;
mod path_check;
mod proof;
mod simple_path;
#[cfg(test)]
mod tests;
mod tour;

pub use adjacency::Adjacency;
pub use caracole_core::{Stop, StopCause};
use check::Defects;
pub use check::{Verdict, check, check_simple_path};
pub use cover::{Cover, CoverDefect, CoverVerdict, InvalidCover, check_cover};
pub use defect::Defect;
pub use evidence::{Evidence, InvalidCertificate, Proof, UncheckedCertificate};
pub use formula::{FormulaError, ProgressFn, check_formula, check_step, no_progress};
pub use outcome::{NotFound, Outcome};
pub use proof::{Checked, ProofError, ProofErrorKind, UncheckedCause, check_proof};
pub use simple_path::SimplePath;
pub use tour::{InvalidTour, Squares, Tour, adjacent_steps};

/// The state that the checker derives, for explanations of certificates.
pub mod propagation {
    pub use crate::proof::move_list::MoveList;
    pub use crate::proof::propagation::{
        Balance, Conflict, CutBalance, MoveStatus, Propagation, Propagator,
    };
}
