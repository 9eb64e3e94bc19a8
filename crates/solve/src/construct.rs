//! Tours of plain rectangles by construction, without search.

mod block_search;
mod braid;
mod comb;
mod frontier_dp;
mod mix;
mod outcome;
mod rotation;
mod sides;
mod strip;
mod style;
mod variant;

use std::sync::Arc;

use caracole_core::{Formula, Kind, Piece, Problem, Square};
use caracole_verify::{Outcome, StopCause};

use crate::existence::{ends_apart, too_few};
use crate::run::Answer;
use crate::solver::unsupported;
use crate::{Decision, Run, Solver, Support, decide};

use comb::Comb;
pub use frontier_dp::FrontierDp;
use outcome::{Construction, outcome_of, run_method};
use sides::Sides;
pub use style::ConstructionStyle;

/// Builds a tour of any plain rectangle that has one, closed or open, with given ends or without;
/// otherwise returns a reason.
///
/// | board | technique |
/// | --- | --- |
/// | sides of at least 5 | paths through blocks, joined in the shape of a comb |
/// | given ends | a trunk of blocks from end to end, with the others attached to it |
/// | a side of 3 or 4, some ends on 5 | the exact [`FrontierDp`] on a short board, with a part of its tour repeated |
///
/// The tour is a [`Formula`]: it takes no memory, and is checked step by step on all cores. Mixed and braided
/// tours are stored, and take about 16 bytes per square.
///
/// Seed 0 of the [`Run`] gives the tour of the guide. Any other seed varies it: a random symmetry of the board,
/// a random start and direction if the problem leaves them open, and on boards of up to 65,536 squares random
/// switches as with [`Construct::mix`].
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Run, Solver};
///
/// let problem = Problem::new("100x99".parse()?).start("c7")?.end("aa52")?;
/// let outcome = Construct::default().solve(&problem, &mut Run::new());
/// assert_eq!(outcome.found().map(|tour| tour.len()), Some(9900));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Construct {
    /// The style of the tour.
    pub style: ConstructionStyle,
    /// The seed of random switches that make the tour look less regular; no switches without it.
    pub mix: Option<u64>,
}

impl Construct {
    /// Returns the tour as an unverified formula, or the outcome if the problem has no formula.
    ///
    /// Braided and mixed tours are not formulas. They are returned as an outcome.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Construct, Run};
    ///
    /// // This tour is too long to store, but every step can be computed.
    /// let problem = Problem::new("1000000000x1000000000".parse()?).closed();
    /// let formula = Construct::default()
    ///     .formula(&problem, &mut Run::new())
    ///     .map_err(|outcome| outcome.name())?;
    /// let place = formula.coord_at(123_456_789_000_000_000);
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
            Ok(Construction::Formula(formula)) => Ok(formula),
            result => Err(Box::new(outcome_of(&self, problem, run, result))),
        }
    }

    /// Builds a tour for a problem that is supported.
    fn construct(self, problem: &Problem, run: &mut Run<'_>) -> Result<Construction, StopCause> {
        if let Some(result) = trivial(problem) {
            return Ok(result);
        }
        if let Decision::Impossible(certificate) = decide(problem) {
            return Ok(Construction::Answer(Answer::Impossible(certificate.into_reason())));
        }
        run.check_limits()?;
        match run.seed() {
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
    ) -> Result<Construction, StopCause> {
        let result = match self.style {
            ConstructionStyle::Plain => plain(problem, run)?,
            ConstructionStyle::Braided => style::braided(problem, run)?,
        };
        match mix {
            Some(seed) => style::mixed(problem, result, seed, run),
            None => Ok(result),
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
        match (support("construction", needs, problem), self.style) {
            (Support::Yes, ConstructionStyle::Braided) => {
                style::braid_supports(problem, self.mix.is_some())
            }
            (support, _) => support,
        }
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        run_method(self, problem, run, |problem, run| self.construct(problem, run))
    }
}

/// Returns the support of a method for plain boards, the knight, and problems that fix at most the ends.
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

/// Returns the result for a single square, and for ends that contradict the kind of tour.
fn trivial(problem: &Problem) -> Option<Construction> {
    let answer = match too_few(problem).or_else(|| ends_apart(problem)) {
        Some(reason) => Answer::Impossible(reason),
        None if problem.board().len() == 1 => Answer::Tour(problem.board().squares().collect()),
        None => return None,
    };
    Some(Construction::Answer(answer))
}

/// Returns the result of a construction that failed, which is not a proof.
fn failed(why: &str) -> Construction {
    Construction::Answer(Answer::Failed(format!("no tour by construction: {why}")))
}

/// Builds a plain tour of a problem that has one.
fn plain(problem: &Problem, run: &mut Run<'_>) -> Result<Construction, StopCause> {
    let sides = Sides::of(problem.board());
    if sides.shorter() >= 5
        && let Some(comb) = comb_for(problem, run)?
    {
        return Ok(Construction::Formula(Arc::new(comb)));
    }
    if sides.shorter() > 5 {
        return Ok(failed("no decomposition of the board into blocks led to one"));
    }
    match strip::strip_tour(problem, run)? {
        Some(strip) => Ok(Construction::Formula(Arc::new(strip))),
        None => frontier_dp::solve(problem, run),
    }
}

/// Builds a comb on a board with sides of at least 5 whose colours allow a tour.
fn comb_for(problem: &Problem, run: &mut Run<'_>) -> Result<Option<Comb>, StopCause> {
    let board = problem.board();
    let place = |square: Square| {
        let place = board.coord(square);
        (place.file.index(), place.rank.index())
    };
    let (start, end) = (problem.start_square().map(place), problem.end_square().map(place));
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
            let must_be_open = problem.kind() == Kind::Open;
            let tour = comb::open(board, start.or(end).unwrap_or_default(), must_be_open, run)?;
            Ok(tour
                .map(|tour| if start.is_none() && end.is_some() { tour.reversed() } else { tour }))
        }
    }
}

#[cfg(test)]
mod tests;
