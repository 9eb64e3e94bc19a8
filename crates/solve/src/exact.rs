//! The complete search on the move graph.
//!
//! Moves are chosen anywhere on the board, not along a walk: each square needs two, or one and an
//! end. What is chosen forces other moves and forbids others, by the rules that
//! [`Cases`](caracole_core::Cases) lists, and mostly little is left to choose. Before the search,
//! and when it turns out to be hard, the whole board is looked at: does it fall apart, do squares
//! starve, are there moves that every tour makes, or none?
//!
//! | file | holds |
//! | --- | --- |
//! | `model` | the problem in vertices and edges |
//! | `knot`, `state`, `undo` | what is known, and how to take it back |
//! | `rules`; `steps`, `narrow` | what follows from it; with clues |
//! | `think`, `cut`, `tight` | what is seen beyond the rules |
//! | `supply`, `nodes`, `fill`, `shortfall` | the flow that shows it |
//! | `search`, `record`, `simpler` | suppose, take back, and the proof that grows meanwhile |
//! | `alike` | moves that symmetries take to each other, which hard searches refute together |
//! | `attempts`, `answer` | restarts on all cores; from moves to paths |
//! | `walk`, `listing` | what is told of one answer, and of several |

mod alike;
mod answer;
mod attempts;
mod cut;
mod fill;
mod knot;
mod listing;
mod model;
mod narrow;
mod nodes;
mod record;
mod rules;
mod search;
mod shortfall;
mod simpler;
mod state;
mod steps;
mod supply;
mod think;
mod tight;
mod undo;
mod walk;

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use caracole_core::{
    Case, Cases, Cover, Outcome, Problem, Proof, Reason, Stop, StopCause, parallel,
};

use crate::existence::{elementary_reason, ends_apart, too_few};
use crate::{Run, Solver, Support};

use attempts::{Attempt, End, Quest};
pub use listing::{Listing, Others};
use model::Model;
use walk::{walk, walk_all};

/// Decides any problem, given time: finds a tour, or proves that there is none.
///
/// Takes about 250 bytes a square; with clues up to 2 MB more for each core, on boards of up to 4096
/// squares, and some tens of megabytes for long proofs.
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
    /// On how many cores hard problems are searched; all there are if it is not said. The answer
    /// does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// After how many attempts to give up; never, if it is not said.
    pub attempts: Option<u64>,
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

/// The search without its first attempts, which were made before and came to nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactAfter {
    /// How many attempts were made.
    pub(crate) attempts: u64,
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
            Support::Yes => Exact::default().solve_from(self.attempts, problem, run),
        }
    }
}

/// Why a search gives up, and how many cases it looked at: walks that others made before it are not
/// its own.
fn gave_up(problem: &Problem, cause: StopCause, run: &Run<'_>) -> Stop {
    let cases = run.stats().cases;
    if cause == StopCause::Memory || cases == 0 {
        return run.stop(problem, cause, NAME);
    }
    let squares = problem.board().len();
    Stop::new(cause, format!("{NAME} looked at {cases} cases on {squares} squares"))
}

impl Exact {
    /// Solves a problem that is supported, beginning with an attempt.
    fn solve_from(&self, first: u64, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        let outcome =
            self.search(problem, 1, first, run).and_then(|mut found| match found.answers.pop() {
                Some(paths) => walk(problem, paths, run),
                None => Ok(Self::without_answer(problem, found, run)),
            });
        outcome.unwrap_or_else(|cause| Outcome::Unknown(gave_up(problem, cause, run)))
    }

    /// The paths of all knights that a problem asks for; one of them will do as well.
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
            self.search(problem, 1, 0, run).and_then(|mut found| match found.answers.pop() {
                Some(paths) => walk_all(problem, paths, run),
                None => Ok(Self::without_answer(problem, found, run)),
            });
        outcome.unwrap_or_else(|cause| Outcome::Unknown(gave_up(problem, cause, run)))
    }

    /// Searches for answers, beginning with the attempt `first`; none are left where it says so.
    fn search(
        &self,
        problem: &Problem,
        answers: usize,
        first: u64,
        run: &mut Run<'_>,
    ) -> Result<Attempt, StopCause> {
        run.look()?;
        if too_few(problem).or_else(|| ends_apart(problem)).is_some() {
            return Ok(Attempt::none());
        }
        let model = Model::new(problem, run)?;
        let quest = Quest {
            problem,
            model: &model,
            answers,
            first,
            attempts: self.attempts,
            threads: self.threads.unwrap_or_else(parallel::cores).get(),
            seed: run.get_seed(),
            alike: OnceLock::new(),
            #[cfg(test)]
            panics_at: None,
        };
        quest.go(run)
    }

    /// What to say where no answer was found: the reason that is easiest to see.
    fn without_answer<T>(problem: &Problem, found: Attempt, run: &Run<'_>) -> Outcome<T> {
        let End::All(cases) = found.end else {
            return Outcome::Unknown(gave_up(problem, StopCause::Heuristic, run));
        };
        let steps = run.stats().cases;
        let searched = || cases.map_or(Reason::Exhausted { method: NAME, steps }, reason);
        let reason = elementary_reason(problem).unwrap_or_else(searched);
        Outcome::Impossible(Proof::new(problem.clone(), reason))
    }
}

/// A proof of a single line is a reason by itself.
fn reason(cases: Cases) -> Reason {
    match cases.lines() {
        [Case::Cut(squares)] => Reason::Cut { squares: squares.clone() },
        [Case::Starved(squares)] => Reason::Starved { squares: squares.clone() },
        _ => Reason::Cases { cases },
    }
}

#[cfg(test)]
mod tests;
