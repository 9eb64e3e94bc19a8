//! Tours of large shapes, patched together from loops.

mod bridge;
mod loops;
mod mend;
mod merge;
mod plan;

use caracole_core::{Case, Cases, Outcome, Path, Problem, Proof, Reason, Square, Stop, StopCause};

use crate::auto::proved;
use crate::construct::run_along;
use crate::existence::alternate;
use crate::factor::Lack;
use crate::solver::unsupported;
use crate::{Decision, Random, Run, Solver, Support, decide};

use plan::Cover;

pub(crate) use merge::merge;
pub(crate) use plan::{Plan, Task, tiny};

/// Covers the board with loops, and joins them to one tour: for boards of any shape, up to
/// millions of squares.
///
/// First comes a *factor*: moves such that every square has two of them, found as a flow from one
/// colour to the other. If there is none, there is no tour, and the squares that need too much
/// show it. A factor is a set of loops. Where two loops have moves that lie like two sides of a
/// parallelogram, the other two sides join them; nearly all loops of a large board go this way. For
/// the rest three or four moves are exchanged at once, or moves are exchanged at random to make
/// room, and if all that does not help, it begins again with another factor.
///
/// The tour looks random, and is the same for the same seed. It need not be found where there is
/// one: small and tight boards are better searched.
///
/// * Boards: whose moves all change colour. Flat ones with and without holes, boxes, cylinders and
///   tori of even sides; leapers of an odd sum such as the knight.
/// * Fixed: kind, start, end, moves to use and to avoid.
/// * Time: in practice a little more than in proportion to the squares; two seconds for a million.
/// * Memory: about 80 bytes a square.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Patch, Run, Solver};
///
/// let problem = Problem::new("40x40-k9,ab17,t20,f5".parse()?).closed();
/// let outcome = Patch.solve(&problem, &mut Run::new());
/// assert_eq!(outcome.tour().map(|tour| tour.len()), Some(1596));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch;

/// What came of all attempts.
enum Answer {
    Tour(Path),
    Impossible(Reason),
    /// The fewest loops that were left, of so many attempts.
    Loops {
        fewest: usize,
        attempts: u64,
    },
}

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
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        if let Decision::Impossible(proof) = decide(problem) {
            return proved(problem, proof, run);
        }
        let answer = patch(problem, run).and_then(|answer| match answer {
            Answer::Tour(path) => run_along(problem, path, run),
            Answer::Impossible(reason) => {
                Ok(Outcome::Impossible(Proof::new(problem.clone(), reason)))
            }
            Answer::Loops { fewest, attempts } => {
                let story = format!(
                    "{attempts} sets of loops that cover the board were patched together, and at \
                     best {fewest} loops were left"
                );
                Ok(Outcome::Unknown(Stop::new(StopCause::Heuristic, story)))
            }
        });
        answer.unwrap_or_else(|cause| run.stopped(problem, cause, self.name()))
    }
}

/// Are there clues beside the two ends?
pub(crate) fn has_clues_between(problem: &Problem) -> bool {
    let ends = usize::from(problem.start().is_some()) + usize::from(problem.end().is_some());
    problem.clues().count() > ends
}

/// Covers and merges, again and again, until there is a tour or it seems in vain.
fn patch(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    run.look()?;
    if let Some(path) = tiny(problem) {
        return Ok(Answer::Tour(path));
    }
    let task = Task::new(problem, run)?;
    let mut plans = match task.plans() {
        Ok(plans) => plans,
        Err(reason) => return Ok(Answer::Impossible(reason)),
    };
    let most = MOST_SQUARES_IN_ALL / u64::from(task.graph().vertices()).max(1);
    let most = most.clamp(LEAST_ATTEMPTS, MOST_ATTEMPTS);
    let (mut fewest, mut attempts) = (usize::MAX, 0);
    for number in 0..most {
        // The plans take turns.
        let Some(&plan) = plans.get(number as usize % plans.len().max(1)) else { break };
        let mut random = Random::numbered(run.get_seed(), "patch", number);
        match task.cover(plan, &mut random, run)? {
            Cover::Loops(mut loops) => {
                attempts += 1;
                merge(&mut loops, &mut random, run)?;
                if loops.count() == 1 {
                    return task.path(&loops, run).map(Answer::Tour);
                }
                fewest = fewest.min(loops.count());
            }
            Cover::None(lack) => {
                // A path may be a closed tour less a move: if there is no cover by a path, there
                // is none at all.
                plans.retain(|&other| other != plan);
                if plans.is_empty()
                    && let Some(reason) = task.reason(lack)
                {
                    return Ok(Answer::Impossible(reason));
                }
            }
            Cover::EndsMeet => {}
        }
    }
    Ok(match task.parts() {
        Some(reason) => Answer::Impossible(reason),
        None => Answer::Loops { fewest, attempts },
    })
}

/// Small boards are tried more often than large ones: it is given up after so many squares.
const MOST_SQUARES_IN_ALL: u64 = 1 << 14;
const LEAST_ATTEMPTS: u64 = 4;
const MOST_ATTEMPTS: u64 = 16;

/// What there is not enough of, as a reason.
fn starvation(lack: Lack, squares: impl Fn(Vec<u32>) -> Vec<Square>) -> Option<Reason> {
    match lack {
        Lack::Starved(set) => Some(Reason::Starved { squares: squares(set) }),
        Lack::TightThenStarved([tight, starved]) => {
            let cases = vec![Case::Tight(squares(tight)), Case::Starved(squares(starved))];
            Some(Reason::Cases { cases: Cases::new(cases) })
        }
        Lack::Ends => None,
    }
}

#[cfg(test)]
mod tests;
