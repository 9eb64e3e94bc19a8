//! Tours of plain rectangles, built and not searched for.

mod bands;
mod blocks;
mod comb;
mod fill;
mod links;
#[cfg_attr(not(test), expect(dead_code, reason = "only its tests use it so far"))]
mod ribbon;
mod sides;
mod strip;
mod sweep;
mod trunk;

use caracole_core::{Kind, Outcome, Path, Piece, Problem, Proof, Reason, Stop, StopCause};

use crate::existence::{ends_apart, too_few};
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

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
    let proved = |reason| Outcome::Impossible(Proof::new(problem.clone(), reason));
    let answer = method(problem, run).and_then(|answer| match answer {
        Answer::Tour(links) => run_along(problem, path_along(problem, &links), run),
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
    let sides = Sides::of(problem.board());
    if sides.area() >= u64::from(u32::MAX) {
        run.reserve(Links::bytes(sides.area()))?;
        return Err(StopCause::Memory);
    }
    run.look()?;
    let is_thin = sides.shorter() <= 5;
    if colours_forbid(problem, sides) {
        return if is_thin { sweep::sweep(problem, run) } else { Ok(Answer::Nothing(COLOURS)) };
    }
    let links = match sides.shorter() {
        0..3 | 4 => None,
        3 => strip_for(problem, sides, run)?,
        _ => blocks_for(problem, sides, run)?,
    };
    match links {
        Some(links) => Ok(Answer::Tour(links)),
        None if is_thin => sweep::sweep(problem, run),
        None => Ok(Answer::Nothing("no cut of the board into blocks led to one")),
    }
}

const COLOURS: &str = "colours alternate along a tour, and here they cannot";

/// Do the colours of the squares forbid a tour between the given ends, or a closed one?
fn colours_forbid(problem: &Problem, sides: Sides) -> bool {
    let is_odd = !sides.area().is_multiple_of(2);
    match (problem.start(), problem.end()) {
        (Some(start), Some(end)) => !sides.colours_allow(narrow(start), narrow(end)),
        _ if is_odd && problem.kind() == Kind::Closed => true,
        (start, end) => is_odd && start.or(end).is_some_and(|end| sides.colour(narrow(end)) != 0),
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
fn blocks_for(
    problem: &Problem,
    sides: Sides,
    run: &mut Run<'_>,
) -> Result<Option<Links>, StopCause> {
    let is_even = sides.area().is_multiple_of(2);
    match (problem.start(), problem.end()) {
        (Some(start), Some(end)) => trunk::trunk(sides, [narrow(start), narrow(end)], run),
        _ if is_even && problem.kind() != Kind::Open => comb::comb(sides, run),
        (start, end) => {
            // A tour between given ends is one between those ends in the other order.
            let given = start.or(end).map_or(0, narrow);
            for partner in partners(sides, given) {
                if let Some(links) = trunk::trunk(sides, [given, partner], run)? {
                    return Ok(Some(links));
                }
            }
            Ok(None)
        }
    }
}

fn has_both_ends(problem: &Problem) -> bool {
    problem.start().is_some() && problem.end().is_some()
}

/// Some squares that can be the other end of an open tour, those near `given` first.
///
/// Where the sides are at least 6 the first will do. On five ranks corners are the best ends, and
/// squares at other places are tried in case that they are not.
fn partners(sides: Sides, given: u32) -> impl Iterator<Item = u32> {
    const MOST: usize = 8;
    let (file, rank) = sides.place(given);
    let near = |at: u32, side: u32| at.saturating_sub(4)..(at + 5).min(side);
    let mut corners: Vec<u32> = [0, sides.files - 1]
        .into_iter()
        .flat_map(|file| [0, sides.ranks - 1].map(|rank| sides.at(file, rank)))
        .collect();
    corners.sort_by_key(|&corner| {
        let corner = sides.place(corner);
        corner.0.abs_diff(file).max(corner.1.abs_diff(rank))
    });
    let around = near(rank, sides.ranks)
        .flat_map(move |rank| near(file, sides.files).map(move |file| sides.at(file, rank)));
    corners
        .into_iter()
        .chain(around)
        .filter(move |&partner| {
            partner != given
                && sides.colours_allow(given, partner)
                && !sides.are_a_move_apart(given, partner)
        })
        .take(MOST)
}

#[cfg(test)]
mod tests;
