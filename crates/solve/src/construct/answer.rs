//! From what was built to an outcome.

use std::sync::Arc;

use caracole_core::{Formula, Outcome, Path, Problem, Proof, Reason, Stop, StopCause};

use crate::solver::unsupported;
use crate::{Run, Solver, Support};

use super::links::Links;
use super::sides::{narrow, wide};
use super::sweep;

/// What comes of a construction or a sweep.
pub(super) enum Answer {
    /// A tour, as links.
    Tour(Links),
    /// A tour, square by square.
    Path(Path),
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
pub(super) fn answered(
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

pub(super) fn outcome_of(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
    answer: Result<Answer, StopCause>,
) -> Outcome {
    let proved = |reason| Outcome::Impossible(Proof::new(problem.clone(), reason));
    let answer = answer.and_then(|answer| match answer {
        Answer::Tour(links) => run_along(problem, path_along(problem, &links), run),
        Answer::Path(path) => run_along(problem, path, run),
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
pub(super) fn path_along(problem: &Problem, links: &Links) -> Path {
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
pub(crate) fn run_along(
    problem: &Problem,
    path: Path,
    run: &mut Run<'_>,
) -> Result<Outcome, StopCause> {
    for (step, square) in (1..).zip(path.iter()) {
        if step == 1 {
            run.attempt(square)?;
        } else {
            run.visit(step, square)?;
        }
    }
    Ok(run.found(problem, path))
}
