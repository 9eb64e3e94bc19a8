//! Single steps of constructed tours, without a check of all steps.

use std::sync::Arc;

use caracole_core::{Board, Formula, Kind, Leaper, Problem, Square};
use caracole_verify as verify;
use caracole_verify::{Outcome, Stop, StopCause, Tour, adjacent_steps};

use crate::{Construct, Decision, Run, Solver, decide};

/// Looks up single squares and steps of a constructed tour, on boards of any size.
///
/// The verifier checks all steps of a [`Tour`], which is not possible on a board of 10^19 squares. A locator evaluates
/// the formula of the tour, and checks each result: the square is on the board, its step is the given one, and the
/// steps before and after it are a move away. A result that fails this check is not returned.
///
/// Takes constant time on boards with sides of at least 5, and time logarithmic in the longer side on thinner ones.
/// Nothing is stored.
///
/// [`Tour`]: caracole_verify::Tour
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, locate};
///
/// let problem = Problem::new("4294967295x4294967294".parse()?).start("0,0")?;
/// let tour = locate(&problem, &mut Run::new()).into_result()?;
/// let step = 1_000_000_000_000_000_000;
/// let square = tour.square_at(step).ok_or("beyond the end")?;
/// assert_eq!(tour.step_of(square), Some(step));
/// assert_eq!(tour.successor(square), tour.square_at(step + 1));
/// assert_eq!(tour.predecessor(square), tour.square_at(step - 1));
/// // The tour is closed, so the successor of the last square is the first.
/// assert!(tour.is_closed());
/// let last = tour.square_at(tour.len()).ok_or("there is a last")?;
/// assert_eq!(tour.successor(last), Some(tour.board().parse_square("0,0")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Locator {
    source: Source,
    closed: bool,
}

#[derive(Clone, Debug)]
enum Source {
    Formula(Arc<dyn Formula>),
    /// A short tour of a thin board, which frontier dynamic programming found.
    Stored(Tour),
}

/// Returns the constructed tour of a problem, without a check of all its steps.
///
/// If there is none, the error is the outcome: `Impossible` with its proof, or `Unknown` if the construction does not
/// support the problem.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, locate};
///
/// let problem = Problem::new("1000x1000".parse()?).start("a1")?.end("all999")?;
/// let tour = locate(&problem, &mut Run::new()).into_result()?;
/// let square = tour.square_at(500_000).ok_or("beyond the end")?;
/// println!("step 500000 is {}", problem.board().name(square));
///
/// let nowhere = locate(&Problem::new("4x4".parse()?), &mut Run::new());
/// assert!(nowhere.is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn locate(problem: &Problem, run: &mut Run<'_>) -> Outcome<Locator> {
    run.set_method("theorem");
    if let Decision::Impossible(certificate) = decide(problem) {
        return run.impossible(problem, certificate.into_reason());
    }
    let construct = Construct::default();
    run.set_method(construct.name());
    match construct.formula(problem, run) {
        Ok(formula) => {
            let len = formula.board().len();
            let [first, last] = [1, len].map(|step| formula.coord_at(step));
            let closed = len >= 3 && Leaper::KNIGHT.is_move(first, last);
            let locator = Locator { source: Source::Formula(formula), closed };
            if locator.answers(problem) { Outcome::Found(locator) } else { fault() }
        }
        Err(outcome) => outcome.map(|tour| {
            let closed = tour.is_closed();
            Locator { source: Source::Stored(tour), closed }
        }),
    }
}

/// Returns the outcome of a formula that does not solve the problem.
fn fault() -> Outcome<Locator> {
    debug_assert!(false, "the formula has other ends");
    Outcome::Unknown(Stop::new(StopCause::Fault, "the formula has other ends than those asked for"))
}

impl Locator {
    /// Returns true if the tour has the kind and the ends of a problem.
    fn answers(&self, problem: &Problem) -> bool {
        let is_of_kind = match problem.kind() {
            Kind::Any => true,
            Kind::Closed => self.closed,
            Kind::Open => !self.closed,
        };
        is_of_kind && problem.clues().all(|(step, square)| self.square_at(step) == Some(square))
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        match &self.source {
            Source::Formula(formula) => formula.board(),
            Source::Stored(tour) => tour.board(),
        }
    }

    /// Returns the number of squares.
    #[expect(clippy::len_without_is_empty, reason = "a tour has at least one square")]
    pub fn len(&self) -> u64 {
        self.board().len()
    }

    /// Returns true if the ends are a move apart.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the square of a step, counted from 1.
    pub fn square_at(&self, step: u64) -> Option<Square> {
        match &self.source {
            _ if step == 0 || step > self.len() => None,
            Source::Formula(formula) if is_sound_at(&**formula, step) => {
                formula.board().at(formula.coord_at(step))
            }
            Source::Formula(_) => None,
            Source::Stored(tour) => tour.square_at(step),
        }
    }

    /// Returns the step of a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        match &self.source {
            _ if !self.board().contains(square) => None,
            Source::Formula(formula) => {
                let place = formula.board().coord(square);
                let step = formula.step_of(place);
                let is_right = (1..=self.len()).contains(&step)
                    && formula.coord_at(step) == place
                    && is_sound_at(&**formula, step);
                is_right.then_some(step)
            }
            Source::Stored(tour) => tour.step_of(square),
        }
    }

    /// Returns the square after a square. In a closed tour the first square follows the last one.
    pub fn successor(&self, square: Square) -> Option<Square> {
        let [_, after] = adjacent_steps(self.step_of(square)?, self.len(), self.closed);
        self.square_at(after?)
    }

    /// Returns the square before a square. In a closed tour the last square precedes the first one.
    pub fn predecessor(&self, square: Square) -> Option<Square> {
        let [before, _] = adjacent_steps(self.step_of(square)?, self.len(), self.closed);
        self.square_at(before?)
    }
}

fn is_sound_at(formula: &dyn Formula, step: u64) -> bool {
    let checked = verify::check_step(formula, step);
    debug_assert!(checked.is_ok(), "{}: {checked:?}", formula.board());
    checked.is_ok()
}
