//! Tours of large shapes: a 2-factor whose cycles are merged.

mod cycles;
mod merge;
mod model;

use caracole_core::Problem;
use caracole_verify::{Outcome, StopCause};

use crate::existence::{alternate, not_connected};
use crate::run::Answer;
use crate::solver::outcome_without_search;
use crate::{Random, Run, Solver, Support};

use model::Cover;

pub(crate) use merge::merge;
pub(crate) use model::{TourShape, TwoFactorModel, trivial_path};

/// Covers the board with a 2-factor and merges its cycles to one tour: for boards of any shape, up to millions of
/// squares.
///
/// The first step is a *2-factor*: moves such that every square has two of them, found as a flow from one colour
/// to the other. Without a factor no tour exists, and a deficient set proves it. A factor is a set of cycles.
/// If two cycles have moves that are two sides of a parallelogram, the other two sides join them; on large
/// boards this merges nearly all cycles. The others are merged by exchanges of three or four moves and by
/// random exchanges. If that fails, the method restarts with another factor.
///
/// The tour looks random and depends only on the seed. The method may fail although a tour exists; small and
/// tight boards are better solved by search.
///
/// * Boards: all whose moves change colour: flat boards with and without holes, boxes, cylinders and
///   tori of even sides, and leapers with an odd sum of coordinates, such as the knight.
/// * Constraints: kind, start, end, required and forbidden moves.
/// * Time: slightly more than linear in practice; two seconds for a million squares.
/// * Memory: about 80 bytes per square.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Patch, Run, Solver};
///
/// let problem = Problem::new("40x40-k9,ab17,t20,f5".parse()?).closed();
/// let outcome = Patch.solve(&problem, &mut Run::new());
/// assert_eq!(outcome.found().map(|tour| tour.len()), Some(1596));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch;

impl Solver for Patch {
    fn name(&self) -> &'static str {
        "patch"
    }

    fn supports(&self, problem: &Problem) -> Support {
        let needs = if problem.knights() > 1 {
            "one knight"
        } else if !alternate(problem) {
            "moves that change colour, also round the board"
        } else if has_clues_between(problem) {
            "no clues but the ends"
        } else {
            return Support::Yes;
        };
        Support::No(format!("patching needs {needs}"))
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        outcome_without_search(self, problem, run).unwrap_or_else(|| {
            let outcome = patch(problem, run).and_then(|answer| run.answer(problem, answer));
            outcome.unwrap_or_else(|cause| run.stopped(problem, cause, self.name()))
        })
    }
}

/// Returns true if the problem has clues other than the two ends.
pub(crate) fn has_clues_between(problem: &Problem) -> bool {
    let ends =
        usize::from(problem.start_square().is_some()) + usize::from(problem.end_square().is_some());
    problem.clues().count() > ends
}

/// Repeats factor and merging until one cycle is left or the limit of attempts is reached.
fn patch(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    run.check_limits()?;
    if let Some(path) = trivial_path(problem) {
        return Ok(Answer::Tour(path));
    }
    let model = TwoFactorModel::new(problem, run)?;
    let mut shapes = match model.shapes() {
        Ok(shapes) => shapes,
        Err(reason) => return Ok(Answer::Impossible(reason)),
    };
    let max_attempts = MAX_TOTAL_SQUARES / u64::from(model.graph().vertices()).max(1);
    let max_attempts = max_attempts.clamp(MIN_ATTEMPTS, MAX_ATTEMPTS);
    let (mut fewest, mut attempts) = (usize::MAX, 0);
    for number in 0..max_attempts {
        // The shapes alternate.
        let Some(&shape) = shapes.get(number as usize % shapes.len().max(1)) else { break };
        let mut random = Random::numbered(run.seed(), "patch", number);
        match model.cover(shape, &mut random, run)? {
            Cover::Cycles(mut cycles) => {
                attempts += 1;
                merge(&mut cycles, &mut random, run)?;
                if cycles.count() == 1 {
                    return model.path(&cycles, run).map(Answer::Tour);
                }
                fewest = fewest.min(cycles.count());
            }
            Cover::None(obstruction) => {
                // A closed tour without one of its moves is a path. So without a cover by a path and
                // cycles no tour exists.
                shapes.retain(|&other| other != shape);
                if shapes.is_empty()
                    && let Some(reason) = model.reason(obstruction)
                {
                    return Ok(Answer::Impossible(reason));
                }
            }
            Cover::EndsAdjacent => {}
        }
    }
    Ok(match not_connected(model.instance.move_graph()) {
        Some(reason) => Answer::Impossible(reason),
        None => Answer::Failed(format!(
            "{attempts} sets of loops that cover the board were patched together, and at best \
             {fewest} loops were left"
        )),
    })
}

/// The limit of squares over all attempts. Small boards get more attempts than large ones.
const MAX_TOTAL_SQUARES: u64 = 1 << 14;
const MIN_ATTEMPTS: u64 = 4;
const MAX_ATTEMPTS: u64 = 16;

#[cfg(test)]
mod tests;
