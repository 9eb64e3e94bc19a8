//! The checker of proofs that there is no tour.
//!
//! It shares no code with any solver: neighbours come from the arithmetic of the verifier, and the rules of
//! [`Cases`](caracole_core::Cases) are implemented a second time. A proof is accepted only if every step was checked.

mod cases;
mod clauses;
mod elementary;
mod error;
mod forced_moves;
mod local_moves;
pub(crate) mod move_list;
mod orbits;
pub(crate) mod propagation;
#[cfg(test)]
mod tests;
mod undo_vec;

use caracole_core::{Kind, Problem, Reason, Square, Theorem};

use crate::ProgressFn;
pub use error::{ProofError, ProofErrorKind};
use local_moves::LocalMoves;
use move_list::MoveList;
use propagation::Propagator;

/// The result of a check that found no error.
///
/// ```
/// use caracole_core::{Problem, Reason, Theorem};
/// use caracole_verify::{Checked, check_proof, no_progress};
///
/// let problem = Problem::new("3x8".parse()?).closed();
/// let reason = Reason::Theorem { theorem: Theorem::Schwenk };
/// assert_eq!(check_proof(&problem, &reason, &no_progress), Ok(Checked::ByTheorem(Theorem::Schwenk)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checked {
    /// Every step was checked: there is no tour.
    Proved {
        /// The number of closed cases; one for a proof without cases.
        cases: u64,
    },
    /// Every clause was checked, the empty one too: there is no tour.
    ProvedByClauses {
        /// How many clauses were added, those of cuts included.
        clauses: u64,
    },
    /// The problem meets the conditions of the theorem. The theorem itself was not proved again.
    ByTheorem(Theorem),
    /// Nothing was checked.
    NotChecked(UncheckedCause),
}

/// The reason why nothing was checked.
///
/// ```
/// use caracole_core::{Problem, Reason};
/// use caracole_verify::{Checked, UncheckedCause, check_proof, no_progress};
///
/// let problem = Problem::new("4x4".parse()?);
/// let reason = Reason::Exhausted { method: "backtracking", steps: 1_000_000 };
/// let checked = check_proof(&problem, &reason, &no_progress);
/// assert_eq!(checked, Ok(Checked::NotChecked(UncheckedCause::Search)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UncheckedCause {
    /// The certificate states that a search found nothing, which cannot be checked.
    Search,
    /// The board is too large to visit each of its squares.
    TooLarge,
    /// A limit ended the check.
    Stopped,
}

/// Checks every step of the reason why a problem has no tour.
///
/// The check of a proof by cases takes about as long as the search that found it. `progress` is called with the
/// number of checked lines and can stop the check, which then returns [`UncheckedCause::Stopped`].
///
/// ```
/// use caracole_core::{Case, Cases, Problem, Reason};
/// use caracole_verify::{Checked, check_proof, no_progress};
///
/// let problem = Problem::new("4x4".parse()?).closed();
/// // The corners a1 and d4 have the same two neighbours, which closes a cycle of four squares.
/// let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
/// assert_eq!(check_proof(&problem, &reason, &no_progress), Ok(Checked::Proved { cases: 1 }));
///
/// let error = check_proof(&Problem::new("6x6".parse()?).closed(), &reason, &no_progress).unwrap_err();
/// assert_eq!(error.text(problem.board()), "line 1: the forced moves do not contradict each other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the first step that does not hold.
pub fn check_proof(
    problem: &Problem,
    reason: &Reason,
    progress: ProgressFn<'_>,
) -> Result<Checked, ProofError> {
    match reason {
        Reason::Cases { cases } => cases::check(problem, cases, progress),
        Reason::Clauses { clauses } => clauses::check(problem, clauses, progress),
        Reason::Theorem { theorem } if elementary::theorem(problem, *theorem) => {
            Ok(Checked::ByTheorem(*theorem))
        }
        Reason::Theorem { theorem } => {
            Err(ProofError { line: None, kind: ProofErrorKind::OtherTheorem(*theorem) })
        }
        Reason::Searched { .. } | Reason::Exhausted { .. } => {
            Ok(Checked::NotChecked(UncheckedCause::Search))
        }
        _ => match argument(problem, reason) {
            Ok(true) => Ok(Checked::Proved { cases: 1 }),
            Ok(false) => Ok(Checked::NotChecked(UncheckedCause::TooLarge)),
            Err(kind) => Err(ProofError { line: None, kind }),
        },
    }
}

/// Checks a reason of a single step. Returns false if the board is too large for it.
fn argument(problem: &Problem, reason: &Reason) -> Result<bool, ProofErrorKind> {
    let local = LocalMoves::new(problem);
    match reason {
        Reason::TooFewSquares => elementary::too_few(problem),
        Reason::Colours { counts } => elementary::colours(&local, *counts),
        Reason::StepColour { square, step, counts } => {
            elementary::step_colour(&local, *square, *step, *counts)
        }
        Reason::StepColours { squares, steps } => {
            elementary::step_colours(&local, *squares, *steps)
        }
        Reason::EndsNotAMoveApart { start, end } => {
            elementary::ends_apart(&local, [*start, *end], Kind::Closed)
        }
        Reason::EndsAMoveApart { start, end } => {
            elementary::ends_apart(&local, [*start, *end], Kind::Open)
        }
        Reason::NoMove { square } => elementary::no_move(&local, *square),
        Reason::DeadEnds { squares } => elementary::dead_ends(&local, squares),
        Reason::Disconnected { squares } => return local.no_way(*squares),
        Reason::SharedNeighbour { end, needed_by } => {
            elementary::shared_neighbour(&local, *end, needed_by)
        }
        Reason::OuterLines { end } => elementary::outer_lines(&local, *end),
        Reason::ForcedPath { path } => forced_moves::path(&local, path),
        Reason::ForcedCycle { cycle } => forced_moves::cycle(&local, cycle),
        Reason::VertexCut { squares } | Reason::DeficientSet { squares } => {
            let Some(list) = MoveList::new(problem) else {
                return Ok(false);
            };
            let mut propagator = Propagator::new(problem, &list);
            let has_conflict =
                propagator.apply_constraints().and_then(|()| propagator.propagate()).is_err();
            match reason {
                Reason::VertexCut { .. } => cases::cut(&propagator, squares, has_conflict),
                _ => cases::deficient_set(&mut propagator, squares, has_conflict),
            }
        }
        // The caller handles these.
        Reason::Theorem { .. }
        | Reason::Searched { .. }
        | Reason::Cases { .. }
        | Reason::Clauses { .. }
        | Reason::Exhausted { .. } => return Ok(false),
    }?;
    Ok(true)
}

fn all_different(squares: &[Square]) -> Result<(), ProofErrorKind> {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(ProofErrorKind::Twice(pair[0])),
        None => Ok(()),
    }
}
