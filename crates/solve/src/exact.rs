//! The complete search: a constraint solver on the edges of the move graph.
//!
//! A decision includes or excludes an edge anywhere on the board, not along a walk: each vertex needs
//! two edges, or one and a path end. Propagation of the rules that [`Cases`](caracole_core::Cases)
//! lists includes and excludes others, and mostly little is left to decide. Before the search, and
//! when it turns out to be hard, the whole graph is pruned: by vertex cuts, deficient sets, and
//! filtering by flow.
//!
//! | file | contains |
//! | --- | --- |
//! | `model` | the problem as a graph with numbered edges |
//! | `state` | what is known at a search node: edge and vertex states, path fragments, the trail |
//! | `propagate`, `step_domains` | propagation to a fixpoint; of the steps that vertices can be |
//! | `pruning`, `vertex_cuts`, `degree_flow`, `flow_filtering` | pruning beyond propagation |
//! | `cut_search` | the search for vertex cuts of more than one vertex |
//! | `search`, `proof_log` | decisions, conflicts, backtracking, and the proof that is logged |
//! | `learning`, `clausal` | clause learning, for problems that take long, and its proofs |
//! | `export` | these proofs for other programs |
//! | `edge_orbits` | symmetries: edges that hard searches exclude together |
//! | `restarts` | restarts with random tie-breaks, on several threads |
//! | `paths`, `listing` | from edges to paths, and several solutions |

mod clausal;
mod cut_search;
mod degree_flow;
mod edge_orbits;
mod export;
mod flow_filtering;
mod learning;
mod listing;
mod model;
mod paths;
mod proof_log;
mod propagate;
mod pruning;
mod restarts;
mod search;
mod state;
mod step_domains;
mod vertex_cuts;

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use caracole_core::{Case, Problem, Reason};
use caracole_verify::{Cover, Outcome, Stop, StopCause};

use crate::existence::{elementary_reason, ends_apart, too_few};
use crate::{Run, Solver, Support};

pub use export::{CnfFormula, ExportError};
pub use listing::{Listing, Others};
use model::Model;
use paths::{report_cover, report_tour};
use restarts::{End, Proof, Restart, RestartingSearch};

/// Checks the limits of the run; an error ends the work.
type CheckLimits<'a> = dyn FnMut() -> Result<(), StopCause> + 'a;

/// Decides any problem, given time: finds a tour, or proves that there is none.
///
/// Takes about 250 bytes a square; with clues up to 2 MB more for each thread, on boards of up to
/// 4096 squares, and some tens of megabytes for long proofs.
///
/// ```
/// use caracole_core::{Leaper, Piece, Problem};
/// use caracole_solve::{Exact, Run, Solver};
///
/// let exact = Exact::default();
/// let problem = Problem::new("8x8-a1,h1".parse()?).closed();
/// assert!(exact.solve(&problem, &mut Run::new()).is_found());
/// // A giraffe jumps one square this way and four that way.
/// let giraffe = Piece::from("1,4".parse::<Leaper>()?);
/// let problem = Problem::with_piece("11x11".parse()?, giraffe);
/// assert!(exact.solve(&problem, &mut Run::new()).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact {
    /// The number of threads for hard problems; that of the run if `None`. The answer does not depend on
    /// it, except in a [race](caracole_runtime::Options::race).
    pub threads: Option<NonZeroUsize>,
    /// The number of restarts, the first search included, after which the search gives up; never if
    /// `None`.
    pub max_restarts: Option<u64>,
}

const NAME: &str = "exact";

impl Solver for Exact {
    fn name(&self) -> &'static str {
        NAME
    }

    fn supports(&self, problem: &Problem) -> Support {
        Support::of_one_knight(problem, || Support::Yes)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return crate::solver::unsupported(why);
        }
        self.solve_from(0, problem, run)
    }
}

/// The search without its first restarts, which were made before, without a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactAfter {
    /// The number of restarts.
    pub(crate) restarts: u64,
}

impl Solver for ExactAfter {
    fn name(&self) -> &'static str {
        NAME
    }

    fn supports(&self, problem: &Problem) -> Support {
        Exact::default().supports(problem)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        match self.supports(problem) {
            Support::No(why) => crate::solver::unsupported(why),
            Support::Yes => Exact::default().solve_from(self.restarts, problem, run),
        }
    }
}

/// Returns why a search gave up, and how many decisions it made. The walks of methods before it are
/// not counted.
fn gave_up(problem: &Problem, cause: StopCause, run: &Run<'_>) -> Stop {
    let decisions = run.stats().decisions;
    if cause == StopCause::Memory || decisions == 0 {
        return run.stop(problem, cause, NAME);
    }
    let squares = problem.board().len();
    Stop::new(cause, format!("{NAME} made {decisions} decisions on {squares} squares"))
}

impl Exact {
    /// Solves a supported problem, from the restart `first` on.
    fn solve_from(&self, first: u64, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        let outcome =
            self.search(problem, 1, first, run).and_then(|mut found| match found.solutions.pop() {
                Some(paths) => report_tour(problem, paths, run),
                None => Ok(Self::without_solution(problem, found, run)),
            });
        outcome.unwrap_or_else(|cause| Outcome::Unknown(gave_up(problem, cause, run)))
    }

    /// Searches for the paths of all knights that a problem asks for, which can be a single one.
    ///
    /// Knights with a given start come first, in the order of their starts.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Exact, Run};
    ///
    /// let problem = Problem::new("4x4".parse()?).with_knights(2, ["a1"])?;
    /// assert!(Exact::default().cover(&problem, &mut Run::new()).is_found());
    /// let problem = Problem::new("3x3".parse()?).with_knights(2, ["a1", "c3"])?;
    /// assert!(Exact::default().cover(&problem, &mut Run::new()).is_impossible());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cover(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome<Cover> {
        let outcome =
            self.search(problem, 1, 0, run).and_then(|mut found| match found.solutions.pop() {
                Some(paths) => report_cover(problem, paths, run),
                None => Ok(Self::without_solution(problem, found, run)),
            });
        outcome.unwrap_or_else(|cause| Outcome::Unknown(gave_up(problem, cause, run)))
    }

    /// Searches for at most `max_solutions`, from the restart `first` on.
    fn search(
        &self,
        problem: &Problem,
        max_solutions: usize,
        first: u64,
        run: &mut Run<'_>,
    ) -> Result<Restart, StopCause> {
        run.check_limits()?;
        if too_few(problem).or_else(|| ends_apart(problem)).is_some() {
            return Ok(Restart::without_search());
        }
        let model = Model::new(problem, run)?;
        let search = RestartingSearch {
            problem,
            model: &model,
            max_solutions,
            first,
            max_restarts: self.max_restarts,
            threads: self.threads.unwrap_or_else(|| run.threads()).get(),
            seed: run.seed(),
            orbits: OnceLock::new(),
            #[cfg(test)]
            panics_at: None,
        };
        search.search(run)
    }

    /// Returns the outcome of a search without a solution, with the reason that is easiest to see.
    fn without_solution<T>(problem: &Problem, found: Restart, run: &Run<'_>) -> Outcome<T> {
        let End::Exhausted(proof) = found.end else {
            return Outcome::Unknown(gave_up(problem, StopCause::Heuristic, run));
        };
        let steps = run.stats().decisions;
        let searched = || proof.map_or(Reason::Exhausted { method: NAME, steps }, reason);
        let reason = elementary_reason(problem).unwrap_or_else(searched);
        run.impossible(problem, reason)
    }
}

/// Returns the reason that a proof is. A single line is a reason by itself.
fn reason(proof: Proof) -> Reason {
    let cases = match proof {
        Proof::Cases(cases) => cases,
        Proof::Clauses(clauses) => return Reason::Clauses { clauses },
    };
    match cases.lines() {
        [Case::VertexCut(squares)] => Reason::VertexCut { squares: squares.clone() },
        [Case::DeficientSet(squares)] => Reason::DeficientSet { squares: squares.clone() },
        _ => Reason::Cases { cases },
    }
}

#[cfg(test)]
mod tests;
