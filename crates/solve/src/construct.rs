//! Tours of plain rectangles, built and not searched for.

#[cfg_attr(not(test), expect(dead_code, reason = "nobody asks for a look yet"))]
mod braid;
mod comb;
mod fill;
mod links;
mod mix;
mod sides;
mod strip;
mod sweep;

use std::sync::Arc;

use caracole_core::{
    Formula, Kind, Outcome, Path, Piece, Problem, Proof, Reason, Square, Stop, StopCause,
};

use crate::existence::{ends_apart, too_few};
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

use comb::Comb;
use links::Links;
use sides::{Sides, narrow, wide};
pub use sweep::Sweep;

/// Builds a tour of any plain rectangle that has one, in time that grows with its squares only:
/// any tour, closed or open, with given ends or without.
///
/// | board | how |
/// | --- | --- |
/// | closed, sides of at least 5 | closed tours of blocks, joined in the shape of a comb |
/// | closed, a side of 3 | a closed tour of 3x10 or 3x12, four files put in again and again |
/// | given ends, sides of at least 5 | a trunk of blocks from end to end, closed blocks beside it |
/// | a side below 5, what is left on 5 | the exact [`Sweep`], which also proves impossibility |
///
/// On boards with sides of at least 6 every pair of ends works that the colours allow; where they
/// do not, the answer is `Unknown`, for nothing was searched.
///
/// Takes about 16 bytes a square.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Run, Solver};
///
/// let problem = Problem::new("100x99".parse()?).from("c7")?.to("aa52")?;
/// let outcome = Construct.solve(&problem, &mut Run::new());
/// assert_eq!(outcome.tour().map(|tour| tour.len()), Some(9900));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Construct;

impl Construct {
    /// The tour as a formula, not walked and not checked; or the outcome where there is none.
    pub fn formula(
        self,
        problem: &Problem,
        run: &mut Run<'_>,
    ) -> Result<Arc<dyn Formula>, Box<Outcome>> {
        if let Support::No(why) = self.supports(problem) {
            return Err(Box::new(unsupported(why)));
        }
        match construct(problem, run) {
            Ok(Answer::Formula(formula)) => Ok(formula),
            answer => Err(Box::new(outcome_of(&self, problem, run, answer))),
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
        support("construction", needs, problem)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        answered(self, problem, run, construct)
    }
}

/// A construction or a sweep works on a problem unless it needs another board, another piece, or
/// fewer clues.
fn support(method: &str, board_needed: Option<&str>, problem: &Problem) -> Support {
    let other_piece = (*problem.piece() != Piece::KNIGHT).then_some("a knight");
    let clues = (!problem.fixes_ends_only()).then_some("nothing fixed but the ends");
    match board_needed.or(other_piece).or(clues) {
        Some(needs) => Support::No(format!("the {method} needs {needs}")),
        None => Support::Yes,
    }
}

/// What comes of a construction or a sweep.
enum Answer {
    /// A tour, as links.
    Tour(Links),
    /// A tour as arithmetic.
    Formula(Arc<dyn Formula>),
    /// The tour of the only square of the board.
    OneSquare,
    /// Everything was tried in so many steps.
    Exhausted { steps: u64 },
    /// Proved by a look at the problem.
    Impossible(Reason),
    /// No tour, and no proof either.
    Nothing(&'static str),
}

/// Lets a method work on a problem, and makes an outcome of its answer.
fn answered(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
    method: impl Fn(&Problem, &mut Run<'_>) -> Result<Answer, StopCause>,
) -> Outcome {
    if let Support::No(why) = solver.supports(problem) {
        return unsupported(why);
    }
    let answer = method(problem, run);
    outcome_of(solver, problem, run, answer)
}

fn outcome_of(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
    answer: Result<Answer, StopCause>,
) -> Outcome {
    let proved = |reason| Outcome::Impossible(Proof::new(problem.clone(), reason));
    let answer = answer.and_then(|answer| match answer {
        Answer::Tour(links) => run_along(problem, path_along(problem, &links), run),
        Answer::Formula(formula) if problem.board().len() > MOST_STEPS => {
            Ok(Outcome::Unknown(too_long(&*formula)))
        }
        Answer::Formula(formula) => run.found_formula(problem, formula),
        Answer::OneSquare => run_along(problem, problem.board().squares().take(1).collect(), run),
        Answer::Exhausted { steps } => Ok(proved(Reason::Exhausted { method: sweep::NAME, steps })),
        Answer::Impossible(reason) => Ok(proved(reason)),
        Answer::Nothing(why) => {
            let story = format!("no tour by construction: {why}");
            Ok(Outcome::Unknown(Stop::new(StopCause::Heuristic, story)))
        }
    });
    answer.unwrap_or_else(|cause| run.stopped(problem, cause, solver.name()))
}

/// Nobody waits until more steps than this are walked and checked: that takes days.
const MOST_STEPS: u64 = 1 << 48;

fn too_long(formula: &dyn Formula) -> Stop {
    let squares = formula.board().len();
    let story = format!(
        "there is a formula for all {squares} squares, but to walk them all would take days or \
         years: `locate` tells single steps and squares"
    );
    Stop::new(StopCause::Unsupported, story)
}

/// The tour that the links make, from its start.
fn path_along(problem: &Problem, links: &Links) -> Path {
    let given = problem.start().or(problem.end()).map(narrow);
    let begin = given.or_else(|| links.loose_end());
    let mut path = Path::new();
    path.extend(begin.into_iter().flat_map(|begin| links.walk(begin)).map(wide));
    if problem.start().is_none() && problem.end().is_some() {
        path.reverse();
    }
    path
}

/// Walks a tour, tells the run of each step, and hands it to the verifier.
fn run_along(problem: &Problem, path: Path, run: &mut Run<'_>) -> Result<Outcome, StopCause> {
    for (step, square) in (1..).zip(path.iter()) {
        if step == 1 {
            run.attempt(square)?;
        } else {
            run.visit(step, square)?;
        }
    }
    Ok(run.found(problem, path))
}

/// What needs no method at all: a single square, and ends that contradict the kind of tour.
fn at_once(problem: &Problem) -> Option<Answer> {
    if let Some(reason) = too_few(problem).or_else(|| ends_apart(problem)) {
        return Some(Answer::Impossible(reason));
    }
    (problem.board().len() == 1).then_some(Answer::OneSquare)
}

/// Builds a tour for a problem that is supported.
fn construct(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    if let Some(answer) = at_once(problem) {
        return Ok(answer);
    }
    run.look()?;
    let sides = Sides::of(problem.board());
    let is_thin = sides.shorter() <= 5;
    if colours_forbid(problem) {
        return if is_thin { sweep::sweep(problem, run) } else { Ok(Answer::Nothing(COLOURS)) };
    }
    if sides.shorter() >= 5
        && let Some(comb) = comb_for(problem, run)?
    {
        return Ok(Answer::Formula(Arc::new(comb)));
    }
    if sides.shorter() == 3
        && let Some(links) = strip_for(problem, sides, run)?
    {
        return Ok(Answer::Tour(links));
    }
    if is_thin {
        return sweep::sweep(problem, run);
    }
    Ok(Answer::Nothing("no cut of the board into blocks led to one"))
}

const COLOURS: &str = "colours alternate along a tour, and here they cannot";

/// Do the colours of the squares forbid a tour between the given ends, or a closed one?
fn colours_forbid(problem: &Problem) -> bool {
    let board = problem.board();
    let is_odd = !board.len().is_multiple_of(2);
    let ends = [problem.start(), problem.end()].into_iter().flatten();
    let colours: Vec<u8> = ends.map(|end| board.colour(end)).collect();
    match colours[..] {
        [start, end] if !is_odd => start == end,
        _ if !is_odd => false,
        // One square more has the colour of the corners, and so have both ends.
        _ => problem.kind() == Kind::Closed || colours.contains(&1),
    }
}

/// A closed tour of a board with three ranks, where that answers the problem.
fn strip_for(
    problem: &Problem,
    sides: Sides,
    run: &mut Run<'_>,
) -> Result<Option<Links>, StopCause> {
    let length = sides.files.max(sides.ranks);
    let has_closed = length >= 10 && length.is_multiple_of(2);
    let is_asked = problem.kind() != Kind::Open && !has_both_ends(problem);
    if has_closed && is_asked { strip::strip(sides, run).map(Some) } else { Ok(None) }
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

fn has_both_ends(problem: &Problem) -> bool {
    problem.start().is_some() && problem.end().is_some()
}

#[cfg(test)]
mod tests;
