//! The ant colony of Hingston and Kendall.

mod colony;
mod settings;

use std::num::NonZeroU64;

use caracole_core::{Moves, Path, Problem, pluralize};
use caracole_verify::{Outcome, Stop, StopCause};

use crate::classic::{PathConstraints, compile};
use crate::instance::Instance;
use crate::solver::outcome_without_search;
use crate::{ColonyStats, Random, Run, Solver, Stats, Support, TrailView};

use colony::{Ant, Tours, Trails};
pub use settings::{ColonyNumberError, Evaporation, Exponent, Strength, Until};

/// The ant colony of Hingston and Kendall (2005). In every cycle ants walk at random until they have no move.
/// The probability of a move is proportional to the strength of its trail. Long walks leave strong trails for the
/// next cycle.
///
/// An ant that made `L` moves on a board of `N` squares adds `deposit * (L - i) / (N - 1 - i)` to the trail of its
/// move `i`, counted from 0, so a tour adds `deposit` to each of its moves. The trails change after all ants of a
/// cycle have walked, and after a share of all trails has evaporated. A move and its reverse have separate trails.
///
/// *Use*: demonstrations. After a failure the answer is unknown. The answer is impossible only if a theorem
/// decides the problem without a search.
///
/// *Start*: one ant starts on each square without a clue. If the start is given, the same number of ants starts
/// there. *Ends, clues, required moves*: ants make no move that violates them. *Closed and open tours*: ants walk
/// tours of any kind until one is of the required kind.
///
/// *Complexity*: `n` squares with `d` moves each take up to `n * n * d` time per cycle, and about `30 * d` bytes per
/// square, with `d` rounded up to a multiple of 8. Each tour that is stored to count the different ones takes about
/// 50 bytes, and one, two or four more per square.
///
/// *Reference*: P. Hingston, G. Kendall, *Enumerating knight's tours using an ant colony
/// algorithm*, 2005.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Run, Solver, Until};
///
/// let problem = Problem::new("8x8".parse()?);
/// let tour = Ants::default().solve(&problem, &mut Run::new()).found().ok_or("no tour")?;
/// assert_eq!(tour.len(), 64);
///
/// // Count the different tours of 500 cycles.
/// let mut run = Run::new();
/// let ants = Ants { cycles: 500.try_into()?, until: Until::LastCycle, ..Ants::default() };
/// ants.solve(&problem, &mut run);
/// assert!(run.stats().colony.is_some_and(|colony| colony.distinct > 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ants {
    /// The share of every trail that evaporates after a cycle; 0.25 by default.
    pub evaporation: Evaporation,
    /// The strength that an ant which visits all squares adds to the trail of each of its moves; 1 by default.
    pub deposit: Strength,
    /// The strength of every trail before the first cycle; 1e-6 by default.
    pub first_trail: Strength,
    /// The probability of a move is proportional to this power of the strength of its trail; 1 by default.
    pub exponent: Exponent,
    /// The limit of cycles; 27000 by default.
    pub cycles: NonZeroU64,
    /// When the colony stops; at the first tour by default.
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
        if let Some(outcome) = outcome_without_search(self, problem, run) {
            return outcome;
        }
        let moves = Moves::new(problem.piece(), problem.board());
        let most_moves = moves.max_degree(problem.board());
        let bytes = Trails::bytes(most_moves, self.exponent) + Ant::BYTES;
        let instance = match compile(self.name(), problem, moves, bytes, run) {
            Ok(instance) => instance,
            Err(stop) => return Outcome::Unknown(stop),
        };
        let mut colony = ColonyStats::default();
        let mut first_tour = None;
        let end = self.cycles(&instance, most_moves, &mut colony, &mut first_tour, run);
        run.stats.colony = Some(colony);
        match (end, first_tour) {
            // After an interrupt no tour is returned. After another stop a tour that was found is returned.
            (Err(StopCause::Interrupt), Some(_)) => {
                Outcome::Unknown(Stop::new(StopCause::Interrupt, summary(problem, run)))
            }
            (_, Some(path)) => run.found(problem, path),
            (Ok(()), None) => {
                Outcome::Unknown(Stop::new(StopCause::Heuristic, summary(problem, run)))
            }
            (Err(cause), None) => run.stopped(problem, cause, self.name()),
        }
    }
}

impl Ants {
    /// Runs all cycles, and stores the first tour.
    fn cycles(
        &self,
        instance: &Instance<'_>,
        most_moves: usize,
        colony: &mut ColonyStats,
        first_tour: &mut Option<Path>,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        let graph = instance.graph();
        let constraints = PathConstraints::new(instance);
        let (squares, start) = (graph.vertices(), constraints.clue_at(0));
        let mut trails = Trails::new(graph, most_moves, self.first_trail, self.exponent, run)?;
        let mut ant =
            Ant::new(instance, &constraints, &trails, Random::new(run.seed(), self.name()));
        let mut tours = Tours::new(squares, run.reserve(0)?);
        while colony.cycles < self.cycles.get() {
            for own in 0..squares {
                if start.is_none() && !ant.is_open(own) {
                    continue;
                }
                ant.walk(start.unwrap_or(own), &trails, run)?;
                trails.deposit(ant.slots(), self.deposit);
                let path = ant.path();
                if path.len() < squares as usize || !constraints.accept(instance, path) {
                    continue;
                }
                colony.tours += 1;
                if first_tour.is_none() {
                    *first_tour = Some(instance.path(path.to_vec()));
                }
                if self.until == Until::FirstTour {
                    colony.distinct = 1;
                    return Ok(());
                }
                tours.insert(path, run)?;
                colony.distinct = tours.count();
            }
            trails.update(self.evaporation, run)?;
            colony.cycles += 1;
            run.stats.colony = Some(*colony);
            if run.is_observed() {
                let (cycle, graph) = (colony.cycles, instance.move_graph());
                let strengths = &trails.listed(instance.graph());
                run.observe_trails(&TrailView { cycle, graph, strengths })?;
            }
        }
        Ok(())
    }
}

/// Describes the walks of the colony.
fn summary(problem: &Problem, run: &Run<'_>) -> String {
    let Stats { walks, longest_path, colony, .. } = run.stats();
    let ColonyStats { cycles, tours, distinct } = colony.unwrap_or_default();
    let squares = problem.board().len();
    let found = match tours {
        0 if longest_path == squares => {
            format!("some visited all {squares} squares, but not as asked")
        }
        0 => format!("the one that came farthest visited {longest_path} of {squares} squares"),
        _ => format!("they found {tours} tours, {distinct} of them different"),
    };
    format!("{} walked, in {}; {found}", pluralize(walks, "ant"), pluralize(cycles, "full cycle"))
}

#[cfg(test)]
mod tests;
