//! The neural network of Takefuji and Lee.

mod network;

use std::num::NonZeroU32;

use caracole_core::{Kind, Path, Problem, pluralize};
use caracole_verify::{Outcome, Stop, StopCause};

use crate::patch::{TourShape, TwoFactorModel, has_clues_between, merge, trivial_path};
use crate::run::Answer;
use crate::solver::outcome_without_search;
use crate::{Decision, NetworkStats, Random, Run, Solver, Support, decide};

use network::Network;

/// The neural network of Takefuji and Lee: one neuron for each move, active or inactive. The first state is random,
/// and sweeps update all neurons until every square has two active moves.
///
/// The input of a neuron rises if its two squares have fewer than four active moves together, with its own counted
/// at both, and falls if they have more. The neuron becomes active above 3 and inactive below 0. The hysteresis
/// between prevents oscillations of neighbours. Neurons are updated one after the other in a fixed order; with
/// simultaneous updates the network rarely converges.
///
/// The network does not prefer a single cycle. On 8x8 it converges in 19 of 20 runs, and in a fifth of these to one
/// cycle; on 20x20 rarely. The result is a 2-factor, and `repair` joins its cycles as [`Patch`](crate::Patch) does.
///
/// A tour with two ends is a cycle through an additional vertex, which is adjacent to every square that may be an
/// end. So boards of odd sides are supported, and the network converges as often. If the kind of tour is open, the
/// network searches for a closed tour unless none exists.
///
/// * Boards: all surfaces, with holes, boxes; all leapers.
/// * Constraints: kind, start, end, required and forbidden moves.
/// * Time: each sweep is linear in the moves; large boards take more sweeps.
/// * Memory: at most 130 bytes per square for the knight.
/// * Reference: Y. Takefuji and K. C. Lee, "Neural network computing for knight's tour problems",
///   Neurocomputing 4 (1992), 249-254. Their equation counts the neuron's own output in both sums;
///   a form without it is often printed, and does not settle.
///
/// ```
/// use caracole_verify::Outcome;
/// use caracole_core::Problem;
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let mut run = Run::new();
/// let Outcome::Unknown(stop) = Neural::default().solve(&problem, &mut run) else {
///     return Err("seed 0 ends in several cycles".into());
/// };
/// println!("{stop}");
/// assert!(run.stats().network.and_then(|network| network.cycles) > Some(1));
///
/// let repaired = Neural { repair: true, ..Neural::DEFAULT };
/// assert!(repaired.solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neural {
    /// The limit of sweeps of an attempt.
    pub sweeps: NonZeroU32,
    /// The limit of attempts, each from a random state.
    pub attempts: NonZeroU32,
    /// Whether cycles are merged to one.
    pub repair: bool,
}

impl Neural {
    /// One attempt of 500 sweeps, and no repair.
    pub const DEFAULT: Self =
        Self { sweeps: NonZeroU32::new(500).unwrap(), attempts: NonZeroU32::MIN, repair: false };
}

impl Default for Neural {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Solver for Neural {
    fn name(&self) -> &'static str {
        "neural"
    }

    fn supports(&self, problem: &Problem) -> Support {
        Support::of_one_knight(problem, || {
            if has_clues_between(problem) {
                return Support::No("the network takes no clues but the ends".to_owned());
            }
            Support::Yes
        })
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        outcome_without_search(self, problem, run).unwrap_or_else(|| {
            let answer = self.attempts(problem, run);
            let outcome = answer.and_then(|answer| run.answer(problem, answer));
            outcome.unwrap_or_else(|cause| self.stopped(problem, cause, run))
        })
    }
}

impl Neural {
    /// Runs attempts until one leads to a tour.
    fn attempts(&self, problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
        run.check_limits()?;
        if let Some(path) = trivial_path(problem) {
            return Ok(Answer::Tour(path));
        }
        let _memory = run.reserve(network::bytes(problem))?;
        let model = TwoFactorModel::new(problem, run)?;
        let shape = shape(problem);
        if let Some(reason) = model.contradiction(shape) {
            return Ok(Answer::Impossible(reason));
        }
        let mut network = Network::new(problem, &model, shape, run)?;
        let mut number = 0;
        loop {
            let failure = match self.attempt(number, (&model, shape), &mut network, run)? {
                Ok(path) => return Ok(Answer::Tour(path)),
                Err(failure) => failure,
            };
            number += 1;
            if number == self.attempts.get() {
                return Ok(Answer::Failed(failure.describe(self.attempts)));
            }
        }
    }

    /// Runs the network from one random state, and converts the result to a tour.
    fn attempt(
        &self,
        number: u32,
        (model, shape): (&TwoFactorModel<'_>, TourShape),
        network: &mut Network,
        run: &mut Run<'_>,
    ) -> Result<Result<Path, Failure>, StopCause> {
        let mut random = Random::numbered(run.seed(), "neural", number.into());
        let before = run.stats().network.map_or(0, |network| network.sweeps);
        let report = |run: &mut Run<'_>, sweeps: u32, cycles: Option<usize>| {
            let cycles = cycles.map(|cycles| cycles as u64);
            run.stats.network = Some(NetworkStats { sweeps: before + u64::from(sweeps), cycles });
        };
        let mut sweeps = 0;
        report(run, sweeps, None);
        network.randomise(&mut random, run)?;
        while !network.is_stable() {
            if sweeps == self.sweeps.get() {
                let squares = network.satisfied();
                return Ok(Err(Failure::Unstable { sweeps, shape, squares }));
            }
            network.sweep(run)?;
            sweeps += 1;
            report(run, sweeps, None);
            run.observe_network(&network.view(model.instance.move_graph(), number, sweeps))?;
        }
        let factor = network.factor(run)?;
        let mut cycles = model.cycles(factor, shape, &model.ends(shape), run)?;
        let count = cycles.count();
        report(run, sweeps, Some(count));
        if self.repair {
            merge(&mut cycles, &mut random, run)?;
        }
        if cycles.count() > 1 {
            let left = self.repair.then_some(cycles.count());
            return Ok(Err(Failure::Cycles { sweeps, shape, count, left }));
        }
        let path = model.path(&cycles, run)?;
        let instance = &model.instance;
        let is_adjacent = |(a, b)| instance.moves().from(instance.board(), a).any(|to| to == b);
        let ends_meet = instance.problem().kind() == Kind::Open
            && path.first().zip(path.last()).is_some_and(is_adjacent);
        Ok(if ends_meet { Err(Failure::EndsMeet { sweeps }) } else { Ok(path) })
    }

    /// Returns the outcome after a stop: the number of sweeps, unless a path was already found.
    fn stopped(&self, problem: &Problem, cause: StopCause, run: &Run<'_>) -> Outcome {
        let stats = run.stats();
        match stats.network {
            Some(NetworkStats { sweeps, .. }) if stats.walks == 0 => {
                let (squares, updates) = (problem.board().len(), stats.updates);
                let text = format!(
                    "the network of {squares} squares had {}, which took {updates} updates of \
                     neurons",
                    pluralize(sweeps, "sweep")
                );
                Outcome::Unknown(Stop::new(cause, text))
            }
            _ => run.stopped(problem, cause, self.name()),
        }
    }
}

/// Returns the shape of the solution: cycles as in the paper, if a closed tour can exist.
fn shape(problem: &Problem) -> TourShape {
    let has_both_ends = problem.start_square().is_some() && problem.end_square().is_some();
    match problem.kind() {
        Kind::Closed => TourShape::Cycle,
        Kind::Open => TourShape::Path,
        // A tour of any kind does not include the closing move, even if its ends are adjacent.
        Kind::Any if has_both_ends || !problem.required().is_empty() => TourShape::Path,
        Kind::Any => match decide(&problem.clone().closed()) {
            Decision::Impossible(_) => TourShape::Path,
            Decision::Exists | Decision::Undecided => TourShape::Cycle,
        },
    }
}

/// Why an attempt did not lead to a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// The network did not converge; the numbers of satisfied squares and of all squares.
    Unstable { sweeps: u32, shape: TourShape, squares: [usize; 2] },
    /// The network converged to several cycles, one of which may be a path; `left` of them remain after repair.
    Cycles { sweeps: u32, shape: TourShape, count: usize, left: Option<usize> },
    /// The ends of the path are a move apart, which an open tour does not allow.
    EndsMeet { sweeps: u32 },
}

impl Failure {
    /// Describes the failure of the last attempt.
    fn describe(self, attempts: NonZeroU32) -> String {
        let last = match self {
            Self::Unstable { sweeps, shape, squares: [satisfied, squares] } => {
                let sweeps = pluralize(sweeps.into(), "sweep");
                let or =
                    if shape == TourShape::Path { ", or one and an end of the path" } else { "" };
                format!(
                    "the network did not settle in {sweeps}: {satisfied} of {squares} squares had \
                     two moves{or}"
                )
            }
            Self::Cycles { sweeps, shape, count, left } => {
                let sweeps = pluralize(sweeps.into(), "sweep");
                let with =
                    if shape == TourShape::Cycle { " with two moves at every square" } else { "" };
                let repair = match left {
                    None => "repair may join them".to_owned(),
                    Some(left) => format!("repair left {}", pieces(shape, left)),
                };
                let pieces = pieces(shape, count);
                format!("the network settled after {sweeps}{with}, but in {pieces}; {repair}")
            }
            Self::EndsMeet { sweeps } => format!(
                "the network settled after {}, but on a path whose ends are a move apart",
                pluralize(sweeps.into(), "sweep")
            ),
        };
        match attempts.get() {
            1 => last,
            attempts => format!("{attempts} attempts failed; in the last {last}"),
        }
    }
}

fn pieces(shape: TourShape, count: usize) -> String {
    match shape {
        TourShape::Cycle => pluralize(count as u64, "loop"),
        TourShape::Path => format!("a path and {}", pluralize(count as u64 - 1, "loop")),
    }
}
