//! Verification of formulas, without storing the tour.
//!
//! If every step has a square on the board, a move away from the square before, and the formula maps this square back to
//! the step, then no two steps have the same square; so there are as many different squares as steps, and these are all
//! squares of the board.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use caracole_core::{Coord, File, Formula, Kind, Piece, Problem, Rank, Square, Workers};

use crate::Defect;
use crate::adjacency::Adjacency;

/// The error for a formula that is not accepted.
///
/// ```
/// use caracole_core::Square;
/// use caracole_verify::{Defect, FormulaError};
///
/// let [a1, b1] = [0, 1].map(Square::from_index);
/// let refusal = FormulaError::Defect(Defect::NotAMove { step: 2, squares: [a1, b1] });
/// assert_eq!(refusal.to_string(), "the formula is no tour: not-a-move");
/// assert_eq!(FormulaError::Stopped.to_string(), "the check was stopped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaError {
    /// A defect.
    Defect(Defect),
    /// The progress callback stopped the check.
    Stopped,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defect(defect) => write!(f, "the formula is no tour: {}", defect.name()),
            Self::Stopped => f.write_str("the check was stopped"),
        }
    }
}

impl std::error::Error for FormulaError {}

/// A progress callback, which receives the number of checked steps of all threads and can stop the check.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use caracole_verify::ProgressFn;
///
/// let most = AtomicU64::new(0);
/// let at_most_a_million = |checked: u64| {
///     most.fetch_max(checked, Ordering::Relaxed);
///     if checked > 1_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// };
/// let watch: ProgressFn<'_> = &at_most_a_million;
/// assert!(watch(65_536).is_continue() && watch(1_048_576).is_break());
/// assert_eq!(most.into_inner(), 1_048_576);
/// ```
pub type ProgressFn<'a> = &'a (dyn Fn(u64) -> ControlFlow<()> + Sync);

/// Checks all steps of a formula against a problem, on all threads of the workers. Returns whether the tour is closed.
///
/// ```
/// use caracole_core::{Board, Coord, File, Formula, Leaper, OneThread, Piece, Problem, Rank, Square};
/// use caracole_verify::{Defect, FormulaError, check_formula, no_progress};
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
///     fn coord_at(&self, step: u64) -> Coord {
///         Coord::flat(File::new(step as u32 - 1), Rank::new(0))
///     }
///
///     fn step_of(&self, place: Coord) -> u64 {
///         u64::from(place.file.index()) + 1
///     }
/// }
///
/// let row = Row("1000x1".parse()?);
/// let problem = Problem::with_piece(row.board().clone(), Piece::from(Leaper::new(0, 1)?));
/// assert_eq!(check_formula(&problem, &row, &OneThread, &no_progress), Ok(false), "an open tour");
///
/// let by_knight = Problem::new(row.board().clone());
/// let squares = [0, 1].map(Square::from_index);
/// let defect = Defect::NotAMove { step: 2, squares };
/// assert_eq!(check_formula(&by_knight, &row, &OneThread, &no_progress), Err(FormulaError::Defect(defect)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_formula(
    problem: &Problem,
    formula: &dyn Formula,
    workers: &dyn Workers,
    progress: ProgressFn<'_>,
) -> Result<bool, FormulaError> {
    if problem.board() != formula.board() || !problem.board().is_plain() {
        let square = Square::from_index(problem.board().area());
        return Err(FormulaError::Defect(Defect::OffBoard { step: 1, square }));
    }
    if problem.knights() > 1 {
        let knights = problem.knights();
        return Err(FormulaError::Defect(Defect::SeveralKnights { knights }));
    }
    let check = Check::new(problem, formula);
    check.all_steps(workers, progress)?;
    check.whole().map_err(FormulaError::Defect)
}

/// Checks one step of a formula: its square is on the board and has this step, and the steps before and after are a
/// knight's move away.
///
/// ```
/// use caracole_core::{Board, File, Formula, Coord, Rank, Square};
/// use caracole_verify::{Defect, check_step};
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
///     fn coord_at(&self, step: u64) -> Coord {
///         Coord::flat(File::new(step as u32 - 1), Rank::new(if step == 2 { 2 } else { 0 }))
///     }
///
///     fn step_of(&self, place: Coord) -> u64 {
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
    let square = |place: Coord| board.at(place).ok_or(Square::from_index(board.area()));
    let place = formula.coord_at(step);
    let here = square(place).map_err(|square| Defect::OffBoard { step, square })?;
    let found = formula.step_of(place);
    if found != step {
        return Err(Defect::Repeat { square: here, steps: [found, step] });
    }
    let check_move = |from: u64, to: u64, other: u64| {
        let beside = formula.coord_at(other);
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

/// Returns true if two places of a flat board are a knight's move apart.
#[inline]
pub(crate) const fn is_knight_move(from: Coord, to: Coord) -> bool {
    let files = from.file.index().abs_diff(to.file.index());
    let ranks = from.rank.index().abs_diff(to.rank.index());
    matches!((files, ranks), (1, 2) | (2, 1))
}

/// Returns the square of a step, by the function that was checked.
pub(crate) fn coord_at(formula: &dyn Formula, step: u64) -> Coord {
    let mut place = [Coord::flat(File::new(0), Rank::new(0))];
    formula.walk(step, &mut place);
    place[0]
}

/// Returns the step of a square, by the function that was checked.
pub(crate) fn step_of(formula: &dyn Formula, place: Coord) -> u64 {
    let mut step = [0];
    formula.steps_of(&[place], &mut step);
    step[0]
}

/// A formula, and the problem against which it is checked.
pub(crate) struct Check<'a> {
    problem: &'a Problem,
    formula: &'a dyn Formula,
    /// The adjacency of pieces other than the knight, whose moves need only a comparison.
    adjacency: Option<Adjacency<'a>>,
    len: u64,
}

/// The number of steps of one call of the formula, which fit into the first-level cache.
const PIECE: usize = 256;
/// The number of steps of a thread between two calls of the progress callback.
const SHARE: u64 = 1 << 16;

impl<'a> Check<'a> {
    pub(crate) fn new(problem: &'a Problem, formula: &'a dyn Formula) -> Self {
        let (board, piece) = (problem.board(), problem.piece());
        let is_plain_knight = *piece == Piece::KNIGHT && board.graph().is_none();
        let adjacency = (!is_plain_knight).then(|| Adjacency::new(board, piece));
        Self { problem, formula, adjacency, len: board.len() }
    }

    fn all_steps(
        &self,
        workers: &dyn Workers,
        progress: ProgressFn<'_>,
    ) -> Result<(), FormulaError> {
        let progress =
            Progress { next: AtomicU64::new(0), done: AtomicU64::new(0), callback: progress };
        if self.len <= SHARE || workers.threads() == 1 {
            return self.shares(&progress);
        }
        let first_error = Mutex::new(None);
        workers.run(&|| {
            if let Err(error) = self.shares(&progress) {
                // The other threads stop after their share.
                progress.next.store(self.len, Ordering::Relaxed);
                let mut first = first_error.lock().unwrap_or_else(PoisonError::into_inner);
                // A defect is more informative than a stop.
                if !matches!(*first, Some(FormulaError::Defect(_))) {
                    *first = Some(error);
                }
            }
        });
        first_error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Checks shares until none is left.
    fn shares(&self, progress: &Progress<'_>) -> Result<(), FormulaError> {
        while let Some(before) = progress.take(self.len) {
            let last = self.len.min(before.saturating_add(SHARE));
            // The last step of the share before is included, for the move between the shares.
            self.steps(before.max(1), last).map_err(FormulaError::Defect)?;
            progress.tell(last - before)?;
        }
        Ok(())
    }

    /// Checks the steps from `first` to `last`, and the moves between them.
    fn steps(&self, first: u64, last: u64) -> Result<(), Defect> {
        let mut places = [Coord::flat(File::new(0), Rank::new(0)); PIECE];
        let mut found = [0; PIECE];
        let mut before = None;
        let mut step = first;
        while step <= last {
            let count = (last - step).saturating_add(1).min(PIECE as u64) as usize;
            let (places, found) = (&mut places[..count], &mut found[..count]);
            self.formula.walk(step, places);
            // A sample of the functions for single steps is compared too.
            if self.formula.coord_at(step) != places[0] {
                let square = self.square(places[0]);
                return Err(Defect::Repeat { square, steps: [step, step] });
            }
            if !self.are_on_board(places) {
                return Err(self.first_off_board(step, places));
            }
            self.formula.steps_of(places, found);
            if !are_from(step, found) {
                return Err(self.first_repeat(step, places, found));
            }
            let single = self.formula.step_of(places[0]);
            if single != step {
                let square = self.square(places[0]);
                return Err(Defect::Repeat { square, steps: [single, step] });
            }
            let is_joined = before.is_none_or(|before| self.is_move(before, places[0]));
            if !is_joined || !self.are_moves(places) {
                return Err(self.first_no_move(step, before, places));
            }
            before = Some(places[count - 1]);
            step += count as u64;
        }
        Ok(())
    }

    fn are_on_board(&self, places: &[Coord]) -> bool {
        let (files, ranks) = (self.problem.board().files(), self.problem.board().ranks());
        let is_on_board = |place: &Coord| {
            place.file.index() < files && place.rank.index() < ranks && place.level.index() == 0
        };
        places.iter().all(is_on_board)
    }

    pub(crate) fn are_moves(&self, places: &[Coord]) -> bool {
        if self.adjacency.is_some() {
            return places.windows(2).all(|pair| self.is_move(pair[0], pair[1]));
        }
        let wrong = |pair: &[Coord]| {
            let files = pair[0].file.index().abs_diff(pair[1].file.index());
            let ranks = pair[0].rank.index().abs_diff(pair[1].rank.index());
            // No bit is left if the one is 1 or 2 and the other is what is missing to 3.
            (files.wrapping_sub(1) & !1) | (files ^ ranks ^ 3)
        };
        places.windows(2).fold(0, |all, pair| all | wrong(pair)) == 0
    }

    /// Boards of formulas are flat and have no holes, so the difference of two coordinates decides.
    fn is_move(&self, from: Coord, to: Coord) -> bool {
        match &self.adjacency {
            Some(adjacency) => adjacency.direction(from, to).is_some(),
            None => is_knight_move(from, to),
        }
    }

    #[cold]
    fn first_off_board(&self, step: u64, places: &[Coord]) -> Defect {
        let off = places.iter().position(|&place| !self.are_on_board(&[place])).unwrap_or(0);
        let square = Square::from_index(self.problem.board().area());
        Defect::OffBoard { step: step + off as u64, square }
    }

    #[cold]
    fn first_repeat(&self, step: u64, places: &[Coord], found: &[u64]) -> Defect {
        let wrong = found.iter().zip(step..).position(|(&found, step)| found != step).unwrap_or(0);
        let steps = [found[wrong], step + wrong as u64];
        Defect::Repeat { square: self.square(places[wrong]), steps }
    }

    #[cold]
    fn first_no_move(&self, step: u64, before: Option<Coord>, places: &[Coord]) -> Defect {
        let first = step + u64::from(before.is_none());
        let chain: Vec<Coord> = before.into_iter().chain(places.iter().copied()).collect();
        let pairs = || chain.windows(2);
        let at = pairs().position(|pair| !self.is_move(pair[0], pair[1])).unwrap_or(0);
        let squares = [chain[at], chain[at + 1]].map(|place| self.square(place));
        Defect::NotAMove { step: first + at as u64, squares }
    }

    fn square(&self, place: Coord) -> Square {
        let board = self.problem.board();
        board.at(place).unwrap_or_else(|| Square::from_index(board.area()))
    }
}

/// Returns true if these are consecutive steps from `step` on.
fn are_from(step: u64, found: &[u64]) -> bool {
    // A loop without an exit is vectorised.
    let expected = |at: usize| step.wrapping_add(at as u64);
    found.iter().enumerate().fold(0, |wrong, (at, found)| wrong | (found ^ expected(at))) == 0
}

/// The steps that threads have taken, and those that are checked.
struct Progress<'a> {
    next: AtomicU64,
    done: AtomicU64,
    callback: ProgressFn<'a>,
}

impl Progress<'_> {
    /// The number of steps before the next share.
    fn take(&self, len: u64) -> Option<u64> {
        let next = |before: u64| (before < len).then(|| before.saturating_add(SHARE));
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()
    }

    fn tell(&self, steps: u64) -> Result<(), FormulaError> {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if (self.callback)(done).is_break() { Err(FormulaError::Stopped) } else { Ok(()) }
    }
}

impl Check<'_> {
    /// Checks kind, clues, and required and forbidden moves of a formula whose steps are checked. Returns whether the tour
    /// is closed.
    fn whole(&self) -> Result<bool, Defect> {
        let ends = [1, self.len].map(|step| coord_at(self.formula, step));
        let squares = ends.map(|end| self.square(end));
        let is_closed = self.len >= 3 && self.is_move(ends[1], ends[0]);
        match self.problem.kind() {
            Kind::Closed if !is_closed => return Err(Defect::NotClosed { squares }),
            Kind::Open if is_closed => return Err(Defect::NotOpen { squares }),
            _ => {}
        }
        for (step, expected) in self.problem.clues() {
            let found = self.square(coord_at(self.formula, step));
            if found != expected {
                return Err(Defect::WrongSquare { step, expected, found });
            }
        }
        let home = self.problem.kind() == Kind::Closed;
        for &(a, b) in self.problem.required() {
            if self.move_between([a, b], home).is_none() {
                return Err(Defect::OmittedMove { squares: [a, b] });
            }
        }
        for &(a, b) in self.problem.forbidden() {
            if let Some(step) = self.move_between([a, b], home) {
                return Err(Defect::ForbiddenMove { step, squares: [a, b] });
            }
        }
        Ok(is_closed)
    }

    /// Returns the step between two squares, if there is one; the closing move is after the last step.
    fn move_between(&self, squares: [Square; 2], home: bool) -> Option<u64> {
        let board = self.problem.board();
        let [a, b] = squares.map(|square| step_of(self.formula, board.coord(square)));
        let (early, late) = (a.min(b), a.max(b));
        match late - early {
            1 => Some(late),
            apart if home && apart + 1 == self.len => Some(self.len + 1),
            _ => None,
        }
    }
}

/// The progress callback that does nothing and never stops the check.
///
/// ```
/// use caracole_core::{Case, Cases, Certificate, Problem, Reason};
/// use caracole_verify::{Evidence, no_progress};
///
/// let problem = Problem::new("4x4".parse()?).closed();
/// let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
/// assert!(Evidence::check(Certificate::new(problem, reason), &no_progress)?.is_checked());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const fn no_progress(_: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
