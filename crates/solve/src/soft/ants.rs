//! An ant colony: ants walk at random, and follow the trails of those who came far.
//!
//! How one ant walks is in `walk.rs`, what becomes of the trails in `trails.rs`, and how different
//! tours are told apart in `tours.rs`.

mod settings;
mod tours;
mod trails;
mod walk;

use std::num::NonZeroU64;

use caracole_core::{Moves, Outcome, Path, Problem, Stop, StopCause, counted};

use crate::auto::proved;
use crate::classic::Task;
use crate::solver::unsupported;
use crate::{ColonyStats, Decision, Random, Run, Solver, Stats, Support, TrailView, decide};

pub use settings::{ColonyNumberError, Evaporation, Exponent, Strength, Until};
use tours::Tours;
use trails::Trails;
use walk::Walker;

/// The ant colony of Hingston and Kendall (2005): in every cycle ants walk at random until they
/// have no move, the chance of a move being in proportion to its trail; and those who came far
/// leave strong trails for the next cycle.
///
/// An ant that made `L` moves on a board of `N` squares adds `deposit * (L - i) / (N - 1 - i)` to
/// the trail of its move `i`, counted from 0, so a tour adds `deposit` to each of its moves. This
/// is done when all ants of the cycle are back, after a share of all trails has evaporated. A move
/// and its way back have trails of their own.
///
/// *When to use it*: to see that it works. A failure proves nothing, and the answer is then
/// unknown; impossible is said only of what a theorem decides beforehand.
///
/// *Start*: one ant starts on each square without a clue; if the start is fixed, as many ants as
/// there are squares start there. *Ends, clues, moves to use*: an ant makes no move that breaks
/// them, and is stuck where there is no other. *Closed and open tours*: ants do not know what is
/// asked, so tours are walked until one suits.
///
/// *Costs*: `n` squares with `d` moves each take up to `n * n * d` time a cycle, and about `30 * d`
/// bytes a square, `d` rounded up to a multiple of 8; each tour that is kept to count the different
/// ones takes some 50 bytes, and one, two or four more a square.
///
/// *Reference*: P. Hingston, G. Kendall, *Enumerating knight's tours using an ant colony
/// algorithm*, 2005.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Run, Solver, Until};
///
/// let problem = Problem::new("8x8".parse()?);
/// let tour = Ants::default().solve(&problem, &mut Run::new()).tour().ok_or("no tour")?;
/// assert_eq!(tour.len(), 64);
///
/// // How many different tours do they find in 500 cycles?
/// let mut run = Run::new();
/// let ants = Ants { cycles: 500.try_into()?, until: Until::LastCycle, ..Ants::default() };
/// ants.solve(&problem, &mut run);
/// assert!(run.stats().colony.is_some_and(|colony| colony.distinct > 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ants {
    /// The share of every trail that is gone after a cycle; 0.25 by default.
    pub evaporation: Evaporation,
    /// What an ant that visits all squares adds to the trail of each of its moves; 1 by default.
    pub deposit: Strength,
    /// How strong every trail is before the first cycle; 1e-6 by default.
    pub first_trail: Strength,
    /// The power of a trail that the chance of its move is in proportion to; 1 by default.
    pub exponent: Exponent,
    /// How many cycles there are at most; 27000 by default.
    pub cycles: NonZeroU64,
    /// Whether it stops at the first tour, as it does by default.
    pub until: Until,
}

impl Default for Ants {
    fn default() -> Self {
        Self {
            evaporation: Evaporation::default(),
            deposit: Strength::DEPOSIT,
            first_trail: Strength::FIRST,
            exponent: Exponent::default(),
            cycles: const { NonZeroU64::new(27_000).unwrap() },
            until: Until::default(),
        }
    }
}

impl Solver for Ants {
    fn name(&self) -> &'static str {
        "ants"
    }

    fn supports(&self, problem: &Problem) -> Support {
        Support::of_one_knight(problem, || Support::Yes)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        if let Decision::Impossible(proof) = decide(problem) {
            return proved(problem, proof, run);
        }
        let moves = Moves::new(problem.piece(), problem.board());
        let most_moves = moves.offsets().len();
        let bytes = Trails::bytes(most_moves, self.exponent) + Walker::BYTES;
        let task = match Task::new(self.name(), problem, moves, bytes, run) {
            Ok(task) => task,
            Err(stop) => return Outcome::Unknown(stop),
        };
        let mut colony = ColonyStats::default();
        let mut first_tour = None;
        let end = self.cycles(&task, most_moves, &mut colony, &mut first_tour, run);
        run.tell_of_colony(colony);
        match (end, first_tour) {
            // Who asked to stop wants no answer; whatever else ends the search, a tour is a tour.
            (Err(StopCause::Interrupt), Some(_)) => {
                Outcome::Unknown(Stop::new(StopCause::Interrupt, story(problem, run)))
            }
            (_, Some(path)) => run.found(problem, path),
            (Ok(()), None) => {
                Outcome::Unknown(Stop::new(StopCause::Heuristic, story(problem, run)))
            }
            (Err(cause), None) => run.stopped(problem, cause, self.name()),
        }
    }
}

impl Ants {
    /// Sends the ants out, cycle by cycle, and keeps the first tour that they find.
    fn cycles(
        &self,
        task: &Task<'_>,
        most_moves: usize,
        colony: &mut ColonyStats,
        first_tour: &mut Option<Path>,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let graph = task.graph();
        let (squares, start) = (graph.vertices(), task.rules().clue_at(0));
        let mut trails = Trails::new(graph, most_moves, self.first_trail, self.exponent, run)?;
        let mut walker = Walker::new(task, &trails, Random::new(run.get_seed(), self.name()));
        let mut tours = Tours::new(squares, run.reserve(0)?);
        while colony.cycles < self.cycles.get() {
            for own in 0..squares {
                if start.is_none() && !walker.is_open(own) {
                    continue;
                }
                walker.walk(start.unwrap_or(own), &trails, run)?;
                trails.leave(walker.places(), self.deposit);
                let path = walker.path();
                if path.len() < squares as usize || !task.accepts(path) {
                    continue;
                }
                colony.tours += 1;
                if first_tour.is_none() {
                    *first_tour = Some(task.path(path.to_vec()));
                }
                if self.until == Until::FirstTour {
                    colony.distinct = 1;
                    return Ok(());
                }
                tours.keep(path, run)?;
                colony.distinct = tours.count();
            }
            trails.renew(self.evaporation, run)?;
            colony.cycles += 1;
            run.tell_of_colony(*colony);
            if run.is_observed() {
                let (cycle, graph) = (colony.cycles, task.move_graph());
                let strengths = &trails.listed(task.graph());
                run.show_trails(&TrailView { cycle, graph, strengths })?;
            }
        }
        Ok(())
    }
}

/// What the ants have done.
fn story(problem: &Problem, run: &Run<'_>) -> String {
    let Stats { attempts, farthest, colony, .. } = run.stats();
    let ColonyStats { cycles, tours, distinct } = colony.unwrap_or_default();
    let squares = problem.board().len();
    let found = match tours {
        0 if farthest == squares => format!("some visited all {squares} squares, but not as asked"),
        0 => format!("the one that came farthest visited {farthest} of {squares} squares"),
        _ => format!("they found {tours} tours, {distinct} of them different"),
    };
    format!("{} walked, in {}; {found}", counted(attempts, "ant"), counted(cycles, "full cycle"))
}

#[cfg(test)]
mod tests;
