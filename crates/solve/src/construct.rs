//! Tours of plain rectangles, built and not searched for.

mod answer;
mod braid;
mod comb;
mod fill;
mod links;
mod look;
mod mix;
mod ribbon;
mod sides;
mod sweep;
mod turn;
mod variant;

use std::sync::Arc;

use caracole_core::{Formula, Kind, Outcome, Piece, Problem, Square, StopCause};

use crate::existence::{ends_apart, too_few};
use crate::solver::unsupported;
use crate::{Decision, Run, Solver, Support, decide};

pub(crate) use answer::run_along;
use answer::{Answer, answered, outcome_of};
use comb::Comb;
pub use look::Look;
use sides::Sides;
pub use sweep::Sweep;

/// Builds a tour of any plain rectangle that has one, closed or open, with given ends or without;
/// where there is none, says why.
///
/// | board | how |
/// | --- | --- |
/// | sides of at least 5 | paths through blocks, joined in the shape of a comb |
/// | given ends | a trunk of blocks from end to end, the others hung on it |
/// | a side of 3 or 4, some ends on 5 | the exact [`Sweep`] of a short board, a part of it repeated |
///
/// The tour is a [`Formula`]: it takes no memory, and is checked step by step on all cores. Mixed
/// and braided tours are stored, and take about 16 bytes a square.
///
/// Seed 0 of the [`Run`] gives the tour that the guide shows. Any other seed varies it: a random
/// symmetry of the board, a random start and direction where the problem leaves them open, and on
/// boards of up to 65,536 squares random switches as with [`Construct::mix`].
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Run, Solver};
///
/// let problem = Problem::new("100x99".parse()?).from("c7")?.to("aa52")?;
/// let outcome = Construct::default().solve(&problem, &mut Run::new());
/// assert_eq!(outcome.tour().map(|tour| tour.len()), Some(9900));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Construct {
    /// How the tour shall look.
    pub look: Look,
    /// The seed of random switches that make the tour look less built; none without it.
    pub mix: Option<u64>,
}

impl Construct {
    /// The tour as a formula, not walked and not checked; or the outcome where there is none.
    ///
    /// Braided and mixed tours are no formulas: they come as an outcome.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Construct, Run};
    ///
    /// // Nobody could walk along this tour, but any of its steps can be asked for.
    /// let problem = Problem::new("1000000000x1000000000".parse()?).closed();
    /// let formula = Construct::default()
    ///     .formula(&problem, &mut Run::new())
    ///     .map_err(|outcome| outcome.word())?;
    /// let place = formula.place_at(123_456_789_000_000_000);
    /// assert_eq!(formula.step_of(place), 123_456_789_000_000_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn formula(
        self,
        problem: &Problem,
        run: &mut Run<'_>,
    ) -> Result<Arc<dyn Formula>, Box<Outcome>> {
        if let Support::No(why) = self.supports(problem) {
            return Err(Box::new(unsupported(why)));
        }
        match self.construct(problem, run) {
            Ok(Answer::Formula(formula)) => Ok(formula),
            answer => Err(Box::new(outcome_of(&self, problem, run, answer))),
        }
    }

    /// Builds a tour for a problem that is supported.
    fn construct(self, problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
        if let Some(answer) = at_once(problem) {
            return Ok(answer);
        }
        if let Decision::Impossible(proof) = decide(problem) {
            return Ok(Answer::Impossible(proof.reason().clone()));
        }
        run.look()?;
        match run.get_seed() {
            0 => self.build(problem, self.mix, run),
            _ => variant::varied(self, problem, run),
        }
    }

    /// Builds a tour of a problem that has one, and mixes it with a seed if one is given.
    fn build(
        self,
        problem: &Problem,
        mix: Option<u64>,
        run: &mut Run<'_>,
    ) -> Result<Answer, StopCause> {
        let answer = match self.look {
            Look::Plain => plain(problem, run)?,
            Look::Braided => look::braided(problem, run)?,
        };
        match mix {
            Some(seed) => look::mixed(problem, answer, seed, run),
            None => Ok(answer),
        }
    }
}

impl Solver for Construct {
    fn name(&self) -> &'static str {
        "construct"
    }

    fn supports(&self, problem: &Problem) -> Support {
        let is_plain = problem.board().is_plain();
        let needs = (!is_plain).then_some("a plain rectangle: flat, without holes");
        match (support("construction", needs, problem), self.look) {
            (Support::Yes, Look::Braided) => look::braid_supports(problem, self.mix.is_some()),
            (support, _) => support,
        }
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        answered(self, problem, run, |problem, run| self.construct(problem, run))
    }
}

/// A construction or a sweep works on a problem unless it needs another board, another piece, or
/// fewer clues.
fn support(method: &str, board_needed: Option<&str>, problem: &Problem) -> Support {
    Support::of_one_knight(problem, || {
        let other_piece = (*problem.piece() != Piece::KNIGHT).then_some("a knight");
        let clues = (!problem.fixes_ends_only()).then_some("nothing fixed but the ends");
        match board_needed.or(other_piece).or(clues) {
            Some(needs) => Support::No(format!("the {method} needs {needs}")),
            None => Support::Yes,
        }
    })
}

/// What needs no method at all: a single square, and ends that contradict the kind of tour.
fn at_once(problem: &Problem) -> Option<Answer> {
    if let Some(reason) = too_few(problem).or_else(|| ends_apart(problem)) {
        return Some(Answer::Impossible(reason));
    }
    (problem.board().len() == 1).then_some(Answer::OneSquare)
}

/// A tour of a problem that has one.
fn plain(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    let sides = Sides::of(problem.board());
    if sides.shorter() >= 5
        && let Some(comb) = comb_for(problem, run)?
    {
        return Ok(Answer::Formula(Arc::new(comb)));
    }
    if sides.shorter() > 5 {
        return Ok(Answer::Nothing("no cut of the board into blocks led to one"));
    }
    match ribbon::ribbon(problem, run)? {
        Some(ribbon) => Ok(Answer::Formula(Arc::new(ribbon))),
        None => sweep::sweep(problem, run),
    }
}

/// A tour of a board with sides of at least 5 whose colours allow it, if one is found.
fn comb_for(problem: &Problem, run: &mut Run<'_>) -> Result<Option<Comb>, StopCause> {
    let board = problem.board();
    let place = |square: Square| {
        let place = board.place(square);
        (place.file.index(), place.rank.index())
    };
    let (start, end) = (problem.start().map(place), problem.end().map(place));
    let is_even = board.len().is_multiple_of(2);
    match (start, end) {
        (Some(start), Some(end)) => comb::between(board, [start, end], run),
        _ if is_even && problem.kind() != Kind::Open => {
            let tour = comb::closed(board);
            Ok(tour.map(|tour| match (start, end) {
                (Some(start), _) => tour.beginning_at(start),
                (None, Some(end)) => tour.ending_at(end),
                (None, None) => tour,
            }))
        }
        _ => {
            let stays_open = problem.kind() == Kind::Open;
            let tour = comb::open(board, start.or(end).unwrap_or_default(), stays_open, run)?;
            Ok(tour
                .map(|tour| if start.is_none() && end.is_some() { tour.reversed() } else { tour }))
        }
    }
}

#[cfg(test)]
mod tests;
