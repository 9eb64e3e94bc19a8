//! The check of a formula: a proof that needs no memory.
//!
//! If for every step the formula gives a place on the board, a move away from the place before,
//! and names that step again when it is asked for the place, then no two steps share a place; and
//! as many different places as the board has squares are all its squares.

mod check;
mod whole;

use std::fmt;
use std::ops::ControlFlow;

use crate::{File, Formula, Place, Problem, Rank, Square};

use super::Defect;
pub(super) use check::Check;

/// Why a formula was not accepted.
///
/// ```
/// use caracole_core::verify::{Defect, Refusal};
/// use caracole_core::Square;
///
/// let [a1, b1] = [0, 1].map(Square::from_index);
/// let refusal = Refusal::Defect(Defect::NotAMove { step: 2, squares: [a1, b1] });
/// assert_eq!(refusal.to_string(), "the formula is no tour: not-a-move");
/// assert_eq!(Refusal::Stopped.to_string(), "the check was stopped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is wrong here.
    Defect(Defect),
    /// The check was told to stop.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defect(defect) => write!(f, "the formula is no tour: {}", defect.kind()),
            Self::Stopped => f.write_str("the check was stopped"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Told now and then how many steps were checked, by all threads together. It can stop the check.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use caracole_core::verify::Watch;
///
/// let most = AtomicU64::new(0);
/// let at_most_a_million = |checked: u64| {
///     most.fetch_max(checked, Ordering::Relaxed);
///     if checked > 1_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// };
/// let watch: Watch<'_> = &at_most_a_million;
/// assert!(watch(65_536).is_continue() && watch(1_048_576).is_break());
/// assert_eq!(most.into_inner(), 1_048_576);
/// ```
pub type Watch<'a> = &'a (dyn Fn(u64) -> ControlFlow<()> + Sync);

/// Checks all steps of a formula against a problem, on all cores; says whether the tour is closed.
///
/// ```
/// use caracole_core::verify::{Defect, Refusal, check_formula};
/// use caracole_core::{
///     Board, File, Formula, Leaper, Piece, Place, Problem, Rank, Square, unwatched,
/// };
///
/// /// Along a board of one rank.
/// #[derive(Debug)]
/// struct Row(Board);
///
/// impl Formula for Row {
///     fn board(&self) -> &Board {
///         &self.0
///     }
///
///     fn place_at(&self, step: u64) -> Place {
///         Place::flat(File::new(step as u32 - 1), Rank::new(0))
///     }
///
///     fn step_of(&self, place: Place) -> u64 {
///         u64::from(place.file.index()) + 1
///     }
/// }
///
/// let row = Row("1000x1".parse()?);
/// let problem = Problem::with_piece(row.board().clone(), Piece::from(Leaper::new(0, 1)?));
/// assert_eq!(check_formula(&problem, &row, &unwatched), Ok(false), "an open tour");
///
/// let by_knight = Problem::new(row.board().clone());
/// let squares = [0, 1].map(Square::from_index);
/// let defect = Defect::NotAMove { step: 2, squares };
/// assert_eq!(check_formula(&by_knight, &row, &unwatched), Err(Refusal::Defect(defect)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_formula(
    problem: &Problem,
    formula: &dyn Formula,
    watch: Watch<'_>,
) -> Result<bool, Refusal> {
    if problem.board() != formula.board() || !problem.board().is_plain() {
        let square = Square::from_index(problem.board().area());
        return Err(Refusal::Defect(Defect::OffBoard { step: 1, square }));
    }
    if problem.knights() > 1 {
        let knights = problem.knights();
        return Err(Refusal::Defect(Defect::SeveralKnights { knights }));
    }
    let check = Check::new(problem, formula);
    check.all_steps(watch)?;
    check.whole().map_err(Refusal::Defect)
}

/// Checks one step of a formula: that it is on the board, that its place has this step, and that
/// the steps beside it stand a knight's move away.
///
/// ```
/// use caracole_core::verify::{Defect, check_step};
/// use caracole_core::{Board, File, Formula, Place, Rank, Square};
///
/// /// A single knight's move on a vast board, and nothing right beyond it.
/// #[derive(Debug)]
/// struct TwoSteps(Board);
///
/// impl Formula for TwoSteps {
///     fn board(&self) -> &Board {
///         &self.0
///     }
///
///     fn place_at(&self, step: u64) -> Place {
///         Place::flat(File::new(step as u32 - 1), Rank::new(if step == 2 { 2 } else { 0 }))
///     }
///
///     fn step_of(&self, place: Place) -> u64 {
///         u64::from(place.file.index()) + 1
///     }
/// }
///
/// let two_steps = TwoSteps("1000000x1000000".parse()?);
/// assert_eq!(check_step(&two_steps, 1), Ok(()));
/// let [c1, d1] = [2, 3].map(Square::from_index);
/// let defect = Defect::NotAMove { step: 4, squares: [c1, d1] };
/// assert_eq!(check_step(&two_steps, 4), Err(defect));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_step(formula: &dyn Formula, step: u64) -> Result<(), Defect> {
    let board = formula.board();
    let square = |place: Place| board.at(place).ok_or(Square::from_index(board.area()));
    let place = formula.place_at(step);
    let here = square(place).map_err(|square| Defect::OffBoard { step, square })?;
    let found = formula.step_of(place);
    if found != step {
        return Err(Defect::Repeat { square: here, steps: [found, step] });
    }
    let check_move = |from: u64, to: u64, other: u64| {
        let beside = formula.place_at(other);
        let square = square(beside).map_err(|square| Defect::OffBoard { step: other, square })?;
        if is_knight_move(place, beside) {
            return Ok(());
        }
        let squares = if from == step { [here, square] } else { [square, here] };
        Err(Defect::NotAMove { step: to, squares })
    };
    if step > 1 {
        check_move(step - 1, step, step - 1)?;
    }
    if step < board.len() {
        check_move(step, step + 1, step + 1)?;
    }
    Ok(())
}

/// Are two places of a flat board a knight's move apart?
///
/// ```
/// use caracole_core::verify::is_knight_move;
/// use caracole_core::{File, Place, Rank};
///
/// let place = |file, rank| Place::flat(File::new(file), Rank::new(rank));
/// assert!(is_knight_move(place(4, 3), place(5, 5)));
/// assert!(!is_knight_move(place(4, 3), place(5, 4)));
/// ```
#[inline]
pub const fn is_knight_move(from: Place, to: Place) -> bool {
    let files = from.file.index().abs_diff(to.file.index());
    let ranks = from.rank.index().abs_diff(to.rank.index());
    matches!((files, ranks), (1, 2) | (2, 1))
}

/// The place of a step, by the function that was checked.
pub(crate) fn place_at(formula: &dyn Formula, step: u64) -> Place {
    let mut place = [Place::flat(File::new(0), Rank::new(0))];
    formula.walk(step, &mut place);
    place[0]
}

/// The step of a place, by the function that was checked.
pub(crate) fn step_of(formula: &dyn Formula, place: Place) -> u64 {
    let mut step = [0];
    formula.steps_of(&[place], &mut step);
    step[0]
}
