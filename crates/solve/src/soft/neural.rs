//! Tours that a neural network settles on.

mod ending;
mod network;

use std::num::NonZeroU32;

use caracole_core::{Kind, Outcome, Path, Problem, Proof, Reason, Stop, StopCause, counted};

use crate::auto::proved;
use crate::construct::run_along;
use crate::patch::{Plan, Task, has_clues_between, merge, tiny};
use crate::solver::unsupported;
use crate::{Decision, NetworkStats, Random, Run, Solver, Support, decide};

use ending::Ending;
use network::Network;

/// Takefuji and Lee's neural network: one neuron for each move, on or off, all of them drawn at
/// random and then swept over until every square has two moves.
///
/// A neuron whose two squares have fewer than four moves together, its own counted at both, is
/// driven on; one with more is driven off. It turns on when its input has grown above 3 and off
/// below 0, and stays as it is between, which keeps neighbours from turning each other on and off
/// for ever. Neurons are updated one after the other in a fixed order: all at once they hardly ever
/// come to rest.
///
/// Nothing in the network asks for a single loop. On 8x8 it settles in nineteen runs of twenty, but
/// in one loop in a fifth of them only; on 20x20 hardly ever. What it settles on covers the board
/// with loops, and `repair` joins them as [`Patch`](crate::Patch) does.
///
/// A tour with two ends is a loop through one more place, which is a move away from every square
/// that may be an end. That is how boards of odd sides are done, and it settles as often. A tour
/// of any kind is looked for as a closed one unless there can be none.
///
/// * Boards: all, of any surface, with holes, boxes; all leapers.
/// * Fixed: kind, start, end, moves to use and to avoid.
/// * Time: each sweep in proportion to the moves; large boards take more sweeps.
/// * Memory: at most 130 bytes a square for the knight.
/// * Reference: Y. Takefuji and K. C. Lee, "Neural network computing for knight's tour problems",
///   Neurocomputing 4 (1992), 249-254. Their equation counts the neuron's own output in both sums;
///   a form without it is often printed, and does not settle.
///
/// ```
/// use caracole_core::{Outcome, Problem};
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let mut run = Run::new();
/// let Outcome::Unknown(stop) = Neural::default().solve(&problem, &mut run) else {
///     return Err("seed 0 ends in several loops".into());
/// };
/// println!("{stop}");
/// assert!(run.stats().network.and_then(|network| network.loops) > Some(1));
///
/// let repaired = Neural { repair: true, ..Neural::DEFAULT };
/// assert!(repaired.solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neural {
    /// Sweeps over all neurons after which an attempt is given up.
    pub sweeps: NonZeroU32,
    /// How many random states it begins with, one after the other, until one leads to a tour.
    pub attempts: NonZeroU32,
    /// Are loops joined to one?
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

/// What came of all attempts.
enum Answer {
    Tour(Path),
    /// What is fixed contradicts itself.
    Impossible(Reason),
    /// No tour; how the last attempt ended.
    None(Ending),
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
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        if let Decision::Impossible(proof) = decide(problem) {
            return proved(problem, proof, run);
        }
        let answer = self.attempts(problem, run).and_then(|answer| match answer {
            Answer::Tour(path) => run_along(problem, path, run),
            Answer::Impossible(reason) => {
                Ok(Outcome::Impossible(Proof::new(problem.clone(), reason)))
            }
            Answer::None(ending) => {
                let story = ending.story(self.attempts);
                Ok(Outcome::Unknown(Stop::new(StopCause::Heuristic, story)))
            }
        });
        answer.unwrap_or_else(|cause| self.stopped(problem, cause, run))
    }
}

impl Neural {
    /// Lets networks settle, one after the other, until one leads to a tour.
    fn attempts(&self, problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
        run.look()?;
        if let Some(path) = tiny(problem) {
            return Ok(Answer::Tour(path));
        }
        let _memory = run.reserve(network::bytes(problem))?;
        let task = Task::new(problem, run)?;
        let plan = plan(problem);
        if let Some(reason) = task.contradiction(plan) {
            return Ok(Answer::Impossible(reason));
        }
        let mut network = Network::new(problem, &task, plan, run)?;
        let mut number = 0;
        loop {
            let ending = match self.attempt(number, (&task, plan), &mut network, run)? {
                Answer::None(ending) => ending,
                answer => return Ok(answer),
            };
            number += 1;
            if number == self.attempts.get() {
                return Ok(Answer::None(ending));
            }
        }
    }

    /// Lets the network settle from one random state, and makes a tour of what it settles on.
    fn attempt(
        &self,
        number: u32,
        (task, plan): (&Task<'_>, Plan),
        network: &mut Network,
        run: &mut Run<'_>,
    ) -> Result<Answer, StopCause> {
        let mut random = Random::numbered(run.get_seed(), "neural", number.into());
        let before = run.stats().network.map_or(0, |network| network.sweeps);
        let tell = |run: &mut Run<'_>, sweeps: u32, loops: Option<usize>| {
            let loops = loops.map(|loops| loops as u64);
            run.tell_of_network(NetworkStats { sweeps: before + u64::from(sweeps), loops });
        };
        let mut sweeps = 0;
        tell(run, sweeps, None);
        network.begin(&mut random, run)?;
        while !network.is_settled() {
            if sweeps == self.sweeps.get() {
                let squares = network.satisfied();
                return Ok(Answer::None(Ending::Restless { sweeps, plan, squares }));
            }
            network.sweep(run)?;
            sweeps += 1;
            tell(run, sweeps, None);
            run.show_network(&network.view(task.move_graph(), number, sweeps))?;
        }
        let factor = network.factor(run)?;
        let mut loops = task.loops(factor, plan, &task.ends(plan), run)?;
        let count = loops.count();
        tell(run, sweeps, Some(count));
        if self.repair {
            merge(&mut loops, &mut random, run)?;
        }
        if loops.count() > 1 {
            let left = self.repair.then_some(loops.count());
            return Ok(Answer::None(Ending::Loops { sweeps, plan, count, left }));
        }
        let path = task.path(&loops, run)?;
        let ends_meet = task.problem().kind() == Kind::Open
            && path.first().zip(path.last()).is_some_and(|(a, b)| task.is_move(a, b));
        Ok(if ends_meet { Answer::None(Ending::EndsMeet { sweeps }) } else { Answer::Tour(path) })
    }

    /// The answer after a stop: how far the network came, unless it was a path already.
    fn stopped(&self, problem: &Problem, cause: StopCause, run: &Run<'_>) -> Outcome {
        let stats = run.stats();
        match stats.network {
            Some(NetworkStats { sweeps, .. }) if stats.attempts == 0 => {
                let (squares, updates) = (problem.board().len(), stats.updates);
                let story = format!(
                    "the network of {squares} squares had {}, which took {updates} updates of \
                     neurons",
                    counted(sweeps, "sweep")
                );
                Outcome::Unknown(Stop::new(cause, story))
            }
            _ => run.stopped(problem, cause, self.name()),
        }
    }
}

/// What the network is to settle on: loops as in the paper, wherever they can be a tour.
fn plan(problem: &Problem) -> Plan {
    let has_both_ends = problem.start().is_some() && problem.end().is_some();
    match problem.kind() {
        Kind::Closed => Plan::Ring,
        Kind::Open => Plan::Path,
        // The move home of a tour that need not close is no move of it.
        Kind::Any if has_both_ends || !problem.used().is_empty() => Plan::Path,
        Kind::Any => match decide(&problem.clone().closed()) {
            Decision::Impossible(_) => Plan::Path,
            Decision::Exists | Decision::Undecided => Plan::Ring,
        },
    }
}
