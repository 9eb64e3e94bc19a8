//! The results of constructions, and their conversion to outcomes.

use std::sync::Arc;

use caracole_core::{Formula, Path, Problem};
use caracole_verify::{Outcome, Stop, StopCause};

use crate::run::Answer;
use crate::solver::unsupported;
use crate::{Run, Solver, Support};

use super::sides::{narrow, wide};
use crate::links::Links;

/// The result of a construction or of frontier DP.
pub(super) enum Construction {
    /// A tour as links.
    Links(Links),
    /// A tour as a formula.
    Formula(Arc<dyn Formula>),
    /// A tour as a path, or no tour.
    Answer(Answer),
}

/// Runs a method on a problem, and converts the result to an outcome.
pub(super) fn run_method(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
    method: impl Fn(&Problem, &mut Run<'_>) -> Result<Construction, StopCause>,
) -> Outcome {
    if let Support::No(why) = solver.supports(problem) {
        return unsupported(why);
    }
    let result = method(problem, run);
    outcome_of(solver, problem, run, result)
}

/// Converts the result of a construction to an outcome.
pub(super) fn outcome_of(
    solver: &impl Solver,
    problem: &Problem,
    run: &mut Run<'_>,
    result: Result<Construction, StopCause>,
) -> Outcome {
    let result = result.and_then(|result| match result {
        Construction::Links(links) => {
            run.answer(problem, Answer::Tour(path_along(problem, &links)))
        }
        Construction::Formula(formula) if problem.board().len() > MAX_STEPS => {
            Ok(Outcome::Unknown(too_long(&*formula)))
        }
        Construction::Formula(formula) => run.found_formula(problem, formula),
        Construction::Answer(answer) => run.answer(problem, answer),
    });
    result.unwrap_or_else(|cause| run.stopped(problem, cause, solver.name()))
}

/// Longer tours are not verified, because that takes days.
const MAX_STEPS: u64 = 1 << 48;

fn too_long(formula: &dyn Formula) -> Stop {
    let squares = formula.board().len();
    let story = format!(
        "a formula for all {squares} squares exists, but to verify all of them would take days or \
         years; use `locate` for single steps and squares"
    );
    Stop::new(StopCause::Unsupported, story)
}

/// Returns the tour of the links, from its start.
pub(super) fn path_along(problem: &Problem, links: &Links) -> Path {
    let given = problem.start_square().or(problem.end_square()).map(narrow);
    let begin = given.or_else(|| links.first_end());
    let mut path = Path::new();
    path.extend(begin.into_iter().flat_map(|begin| links.walk(begin)).map(wide));
    if problem.start_square().is_none() && problem.end_square().is_some() {
        path.reverse();
    }
    path
}
