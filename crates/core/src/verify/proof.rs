//! The checker of proofs that there is no tour.
//!
//! It shares no code with any search: neighbours come from the arithmetic of the verifier, and the
//! rules of proofs by cases, as they stand at [`Cases`](crate::Cases), are written here a second
//! time. A proof is accepted only if every step of it was followed.

mod alike;
mod cases;
mod clash;
mod flaw;
mod forced;
mod kept;
mod known;
mod list;
mod near;
mod seen;
mod simple;

use crate::tour::unwatched;
use crate::verify::Watch;
use crate::{Kind, Problem, Reason, Square, Theorem};

pub(crate) use clash::{Clash, clash};
pub use flaw::{Flaw, Wrong};
use known::{Balance, CutCount, Known};
use list::MoveList;
use near::Around;
pub(crate) use seen::{Apart, Part, apart, forced as forced_moves, left_for};

/// What came of a proof that has no flaw.
///
/// ```
/// use caracole_core::verify::{Checked, check_proof};
/// use caracole_core::{Problem, Reason, Theorem};
///
/// let problem = Problem::new("3x8".parse()?).closed();
/// let reason = Reason::Theorem { theorem: Theorem::Schwenk };
/// assert_eq!(check_proof(&problem, &reason), Ok(Checked::ByTheorem(Theorem::Schwenk)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checked {
    /// Every step was checked: there is no tour.
    Proved {
        /// How many cases were closed; one for a proof without cases.
        cases: u64,
    },
    /// The problem is one of those that the theorem speaks of. The theorem itself was not proved
    /// again.
    ByTheorem(Theorem),
    /// Nothing was checked.
    NotChecked(Unchecked),
}

/// Why nothing was checked.
///
/// ```
/// use caracole_core::verify::{Checked, Unchecked, check_proof};
/// use caracole_core::{Problem, Reason};
///
/// let problem = Problem::new("4x4".parse()?);
/// let reason = Reason::Exhausted { method: "backtracking", steps: 1_000_000 };
/// let checked = check_proof(&problem, &reason);
/// assert_eq!(checked, Ok(Checked::NotChecked(Unchecked::Search)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unchecked {
    /// The proof says that a search found nothing. Nobody can see that from it.
    Search,
    /// The board is too large to look at each of its squares.
    TooLarge,
}

/// Checks a proof, step by step.
///
/// A proof by cases takes about as long as the search that found it.
///
/// ```
/// use caracole_core::verify::{Checked, check_proof};
/// use caracole_core::{Case, Cases, Problem, Reason};
///
/// let problem = Problem::new("4x4".parse()?).closed();
/// // The corners a1 and d4 have the same two neighbours, which closes a ring of four squares.
/// let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
/// assert_eq!(check_proof(&problem, &reason), Ok(Checked::Proved { cases: 1 }));
///
/// let flaw = check_proof(&Problem::new("6x6".parse()?).closed(), &reason).unwrap_err();
/// assert_eq!(
///     flaw.text(problem.board()),
///     "line 1: the forced moves do not contradict each other"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof(problem: &Problem, reason: &Reason) -> Result<Checked, Flaw> {
    // Nobody stops it.
    let checked = check_proof_watched(problem, reason, &unwatched)?;
    Ok(checked.unwrap_or(Checked::NotChecked(Unchecked::Search)))
}

/// [`check_proof`] with somebody who is told how many lines of a proof by cases were checked, and
/// can stop it: then there is no answer.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::verify::{Checked, check_proof_watched};
/// use caracole_core::{Case, Cases, Problem, Reason};
///
/// let problem = Problem::new("4x4".parse()?).closed();
/// let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
/// let go_on = check_proof_watched(&problem, &reason, &|_| ControlFlow::Continue(()));
/// assert_eq!(go_on, Ok(Some(Checked::Proved { cases: 1 })));
/// let stop = check_proof_watched(&problem, &reason, &|_| ControlFlow::Break(()));
/// assert_eq!(stop, Ok(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof_watched(
    problem: &Problem,
    reason: &Reason,
    watch: Watch<'_>,
) -> Result<Option<Checked>, Flaw> {
    match reason {
        Reason::Cases { cases } => cases::check(problem, cases, watch),
        Reason::Theorem { theorem } if simple::theorem(problem, *theorem) => {
            Ok(Some(Checked::ByTheorem(*theorem)))
        }
        Reason::Theorem { theorem } => {
            Err(Flaw { line: None, wrong: Wrong::OtherTheorem(*theorem) })
        }
        Reason::Searched { .. } | Reason::Exhausted { .. } => {
            Ok(Some(Checked::NotChecked(Unchecked::Search)))
        }
        _ => match argument(problem, reason) {
            Ok(true) => Ok(Some(Checked::Proved { cases: 1 })),
            Ok(false) => Ok(Some(Checked::NotChecked(Unchecked::TooLarge))),
            Err(wrong) => Err(Flaw { line: None, wrong }),
        },
    }
}

/// An argument that is a single step. `false` if the board is too large for it.
fn argument(problem: &Problem, reason: &Reason) -> Result<bool, Wrong> {
    let around = Around::new(problem);
    match reason {
        Reason::TooFewSquares => simple::too_few(problem),
        Reason::Colours { counts } => simple::colours(&around, *counts),
        Reason::StepColour { square, step, counts } => {
            simple::step_colour(&around, *square, *step, *counts)
        }
        Reason::StepColours { squares, steps } => simple::step_colours(&around, *squares, *steps),
        Reason::EndsNotAMoveApart { start, end } => {
            simple::ends_apart(&around, [*start, *end], Kind::Closed)
        }
        Reason::EndsAMoveApart { start, end } => {
            simple::ends_apart(&around, [*start, *end], Kind::Open)
        }
        Reason::NoMove { square } => simple::no_move(&around, *square),
        Reason::DeadEnds { squares } => simple::dead_ends(&around, squares),
        Reason::NoWay { squares } => return around.no_way(*squares),
        Reason::SharedNeighbour { end, needed_by } => {
            simple::shared_neighbour(&around, *end, needed_by)
        }
        Reason::OuterLines { end } => simple::outer_lines(&around, *end),
        Reason::ForcedPath { path } => forced::path(&around, path),
        Reason::ForcedRing { ring } => forced::ring(&around, ring),
        Reason::Cut { squares } | Reason::Starved { squares } => {
            let Some(list) = MoveList::new(problem) else {
                return Ok(false);
            };
            let mut known = Known::new(problem, &list);
            let is_broken = known.take_in().and_then(|()| known.settle()).is_err();
            match reason {
                Reason::Cut { .. } => cases::cut(&known, squares, is_broken),
                _ => cases::starve(&mut known, squares, is_broken),
            }
        }
        // These never come here.
        Reason::Theorem { .. }
        | Reason::Searched { .. }
        | Reason::Cases { .. }
        | Reason::Exhausted { .. } => return Ok(false),
    }?;
    Ok(true)
}

fn all_different(squares: &[Square]) -> Result<(), Wrong> {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Wrong::Twice(pair[0])),
        None => Ok(()),
    }
}

/// What a cut leaves on the bare board, for those who put it in words: parts, the moves that they
/// need to the squares taken, and how many there are at most. `None` if that is not against a tour.
pub(crate) fn parts_without(problem: &Problem, squares: &[Square]) -> Option<[u64; 3]> {
    let list = MoveList::new(problem)?;
    let (known, numbers) = bare(problem, &list, squares)?;
    let CutCount { parts, needed, most, is_too_many } = known.count_parts(&numbers);
    is_too_many.then_some([parts, needed, most])
}

/// What a set needs on the bare board, and what there is for it, if that is less.
pub(crate) fn need_and_supply(problem: &Problem, squares: &[Square]) -> Option<[u64; 2]> {
    let list = MoveList::new(problem)?;
    let (mut known, numbers) = bare(problem, &list, squares)?;
    let Balance { need, supply, .. } = known.balance(&numbers);
    (supply < need).then_some([need, supply])
}

/// What is known before any rule has spoken, and the squares by number.
fn bare<'a>(
    problem: &'a Problem,
    list: &'a MoveList,
    squares: &[Square],
) -> Option<(Known<'a>, Vec<u32>)> {
    all_different(squares).ok()?;
    let mut known = Known::new(problem, list);
    known.take_in().ok()?;
    Some((known, number_all(list, squares)?))
}

fn number_all(list: &MoveList, squares: &[Square]) -> Option<Vec<u32>> {
    squares.iter().map(|&square| list.number(square)).collect()
}

#[cfg(test)]
mod tests;
