//! Single steps of tours that nobody walks.

use std::sync::Arc;

use caracole_core::{
    Board, Formula, Kind, Outcome, Problem, Square, Stop, StopCause, Tour, steps_beside, verify,
};

use crate::{Construct, Decision, Run, Solver, decide};

/// Answers for single squares and steps of a constructed tour, on boards of any size.
///
/// A [`Tour`] was walked from its first step to its last before it was called one. On a board of
/// 10^19 squares nobody can; but the tour is a formula, and each answer is checked as it is given:
/// the square is on the board, its step is the one asked for, and the steps beside it stand a move
/// away. An answer that fails this is not given.
///
/// Takes constant time on boards with sides from 5 on, and time in proportion to the number of
/// digits of the longer side on thinner ones. Nothing is stored.
///
/// [`Tour`]: caracole_core::Tour
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, locate};
///
/// let problem = Problem::new("4294967295x4294967294".parse()?).from("0,0")?;
/// let tour = locate(&problem, &mut Run::new()).map_err(|outcome| outcome.word())?;
/// let step = 1_000_000_000_000_000_000;
/// let square = tour.square_at(step).ok_or("beyond the end")?;
/// assert_eq!(tour.step_of(square), Some(step));
/// assert_eq!(tour.successor(square), tour.square_at(step + 1));
/// assert_eq!(tour.predecessor(square), tour.square_at(step - 1));
/// // Closed: after the last square comes the first.
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
    /// A short tour of a thin board, which was found by search.
    Walked(Tour),
}

/// The constructed tour that answers a problem, without walking it.
///
/// Where there is none, the answer is why: `Impossible` with its proof, or `Unknown` where the
/// construction does not apply.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, locate};
///
/// let problem = Problem::new("1000x1000".parse()?).from("a1")?.to("all999")?;
/// let tour = locate(&problem, &mut Run::new()).map_err(|outcome| outcome.word())?;
/// let square = tour.square_at(500_000).ok_or("beyond the end")?;
/// println!("half way it stands on {}", problem.board().name(square));
///
/// let nowhere = locate(&Problem::new("4x4".parse()?), &mut Run::new());
/// assert!(nowhere.is_err_and(|outcome| outcome.is_impossible()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn locate(problem: &Problem, run: &mut Run<'_>) -> Result<Locator, Box<Outcome>> {
    run.work_by("theorem");
    if let Decision::Impossible(proof) = decide(problem) {
        return Err(Box::new(Outcome::Impossible(proof)));
    }
    let construct = Construct::default();
    run.work_by(construct.name());
    match construct.formula(problem, run) {
        Ok(formula) => {
            let len = formula.board().len();
            let [first, last] = [1, len].map(|step| formula.place_at(step));
            let closed = len >= 3 && verify::is_knight_move(first, last);
            let locator = Locator { source: Source::Formula(formula), closed };
            if locator.answers(problem) { Ok(locator) } else { Err(Box::new(fault())) }
        }
        Err(outcome) => match *outcome {
            Outcome::Found(tour) => {
                let closed = tour.is_closed();
                Ok(Locator { source: Source::Walked(tour), closed })
            }
            outcome => Err(Box::new(outcome)),
        },
    }
}

/// A formula for another problem than the one that was asked.
fn fault() -> Outcome {
    debug_assert!(false, "the formula has other ends");
    Outcome::Unknown(Stop::new(StopCause::Fault, "the formula has other ends than those asked for"))
}

impl Locator {
    /// Is it of the kind that was asked for, with the given ends?
    fn answers(&self, problem: &Problem) -> bool {
        let is_of_kind = match problem.kind() {
            Kind::Any => true,
            Kind::Closed => self.closed,
            Kind::Open => !self.closed,
        };
        is_of_kind && problem.clues().all(|(step, square)| self.square_at(step) == Some(square))
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match &self.source {
            Source::Formula(formula) => formula.board(),
            Source::Walked(tour) => tour.board(),
        }
    }

    /// How many squares the tour has.
    #[expect(clippy::len_without_is_empty, reason = "a tour has at least one square")]
    pub fn len(&self) -> u64 {
        self.board().len()
    }

    /// Are the ends a move apart?
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The square of a step, counted from 1.
    pub fn square_at(&self, step: u64) -> Option<Square> {
        match &self.source {
            _ if step == 0 || step > self.len() => None,
            Source::Formula(formula) if is_sound_at(&**formula, step) => {
                formula.board().at(formula.place_at(step))
            }
            Source::Formula(_) => None,
            Source::Walked(tour) => tour.square_at(step),
        }
    }

    /// The step of a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        match &self.source {
            _ if !self.board().contains(square) => None,
            Source::Formula(formula) => {
                let place = formula.board().place(square);
                let step = formula.step_of(place);
                let is_right = (1..=self.len()).contains(&step)
                    && formula.place_at(step) == place
                    && is_sound_at(&**formula, step);
                is_right.then_some(step)
            }
            Source::Walked(tour) => tour.step_of(square),
        }
    }

    /// The square after a square; after the last comes the first if the tour is closed.
    pub fn successor(&self, square: Square) -> Option<Square> {
        let [_, after] = steps_beside(self.step_of(square)?, self.len(), self.closed);
        self.square_at(after?)
    }

    /// The square before a square; before the first comes the last if the tour is closed.
    pub fn predecessor(&self, square: Square) -> Option<Square> {
        let [before, _] = steps_beside(self.step_of(square)?, self.len(), self.closed);
        self.square_at(before?)
    }
}

fn is_sound_at(formula: &dyn Formula, step: u64) -> bool {
    let checked = verify::check_step(formula, step);
    debug_assert!(checked.is_ok(), "{}: {checked:?}", formula.board());
    checked.is_ok()
}
