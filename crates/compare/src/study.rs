//! Boards that grow: success rates and growth curves.

mod point;
mod starts;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use caracole_core::{Board, Kind, Piece, Problem, Square, StopCause};
use caracole_solve::{Limits, Random, Stats, Support};

use crate::{Answer, Bout, Contestant, Quarrel, Ring, Row};

pub use point::Point;
pub use starts::{Starts, StartsError};

/// Contestants on square boards of many sizes, from many starts.
///
/// ```
/// use caracole_compare::{Contestant, Here, Starts, Study};
///
/// let study = Study {
///     sizes: 5..=7,
///     starts: Starts::All,
///     contestants: Contestant::named("warnsdorff/roth")?,
///     ..Study::default()
/// };
/// let points = study.run(&mut Here, |_| {})?;
/// // A tour of 7x7 starts on one of 25 squares.
/// assert_eq!(points[2].runs, 25);
/// assert!(points[2].found < 25, "Roth's rule fails from some of them");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// The sides of the boards.
    pub sizes: RangeInclusive<u32>,
    /// Where the tours start.
    pub starts: Starts,
    /// Which tours are looked for.
    pub kind: Kind,
    /// Who walks.
    pub piece: Piece,
    /// Who competes.
    pub contestants: Vec<Contestant>,
    /// What a contestant may spend on one tour.
    pub limits: Limits,
    /// What a contestant may do on one size before it is spared further starts, in steps. A case
    /// counts as one for every square of the board, and eight updates as one.
    pub work: u64,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Study {
    fn default() -> Self {
        Self {
            sizes: 5..=8,
            starts: Starts::default(),
            kind: Kind::Any,
            piece: Piece::KNIGHT,
            contestants: Contestant::all(),
            limits: Limits { steps: Some(4_000_000), ..Limits::default() },
            work: 16_000_000,
            seed: 0,
        }
    }
}

/// A median is of more times than these, unless they are long.
const FEWEST_TIMES: u32 = 10;

/// One contestant on one size.
///
/// ```
/// use caracole_compare::{Contestant, Here, Starts, Study, Unit};
///
/// let study = Study {
///     sizes: 5..=6,
///     starts: Starts::Corner(3.try_into()?),
///     contestants: Contestant::named("neural")?,
///     ..Study::default()
/// };
/// // Part by part, for whoever wants to do something between.
/// let mut points = Vec::new();
/// for unit in study.units() {
///     let Unit { contestant, size } = &unit;
///     eprintln!("{contestant} on {size}x{size}");
///     points.push(study.run_unit(&unit, &mut Here));
/// }
/// assert_eq!(points.len(), 4, "two contestants, two sizes");
/// study.check(&points)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unit<'a> {
    /// Who.
    pub contestant: &'a Contestant,
    /// The side of the board.
    pub size: u32,
}

impl Study {
    /// The parts that a study consists of, size by size.
    ///
    /// ```
    /// use caracole_compare::{Contestant, Here, Study};
    ///
    /// let contestants = Contestant::named("construct")?;
    /// let study = Study { sizes: 5..=7, contestants, ..Study::default() };
    /// let points: Vec<_> =
    ///     study.units().iter().map(|unit| study.run_unit(unit, &mut Here)).collect();
    /// assert!(study.check(&points).is_ok(), "nobody denies what another has found");
    /// assert_eq!(points.iter().map(|point| point.size).collect::<Vec<_>>(), [5, 6, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn units(&self) -> Vec<Unit<'_>> {
        let of_size =
            |size| self.contestants.iter().map(move |contestant| Unit { contestant, size });
        self.sizes.clone().flat_map(of_size).collect()
    }

    /// Does all parts, one after the other. `done` is told how many are done.
    pub fn run(
        &self,
        ring: &mut dyn Ring,
        mut done: impl FnMut(usize),
    ) -> Result<Vec<Point>, Quarrel> {
        let mut points = Vec::new();
        for unit in self.units() {
            points.push(self.run_unit(&unit, ring));
            done(points.len());
        }
        self.check(&points)?;
        Ok(points)
    }

    /// Does one part.
    pub fn run_unit(&self, unit: &Unit<'_>, ring: &mut dyn Ring) -> Point {
        let &Unit { contestant, size } = unit;
        let Some(bare) = self.problem(size) else { return Point::of(contestant.name(), size, &[]) };
        let plan = self.plan(unit, &bare);
        // Where there are few tours, each is timed more than once: a single time is the cold one.
        let repeats = FEWEST_TIMES / plan.len().max(1) as u32 + 1;
        ring.clear();
        let mut rows = Vec::new();
        let mut done = 0_u64;
        for &(start, seed) in &plan {
            if done >= self.work {
                break;
            }
            let Ok(problem) = bare.clone().from(start) else { continue };
            let limits = self.limits;
            let bout = Bout { contestant, problem: &problem, limits, seed, repeats };
            let row = ring.fight(&bout);
            done = done.saturating_add(self.effort(&row, problem.board().len()));
            rows.push(row);
        }
        Point { planned: plan.len() as u64, ..Point::of(contestant.name(), size, &rows) }
    }

    /// No contestant may deny a size on which another has found tours, where it is known that
    /// there are tours from all starts.
    pub fn check(&self, points: &[Point]) -> Result<(), Quarrel> {
        for size in self.sizes.clone() {
            if self.problem(size).is_none_or(|problem| caracole_solve::starts(&problem).is_none()) {
                continue;
            }
            let of_size = || points.iter().filter(move |point| point.size == size);
            let found = of_size().find(|point| point.found > 0);
            let denies = of_size().find(|point| point.impossible > 0);
            if let (Some(found), Some(denies)) = (found, denies) {
                return Err(Quarrel { found: found.name.clone(), denies: denies.name.clone() });
            }
        }
        Ok(())
    }

    /// What is asked on a board of this size, but for the start.
    fn problem(&self, size: u32) -> Option<Problem> {
        let board = Board::rectangle(size, size).ok()?;
        Some(Problem::with_piece(board, self.piece.clone()).of_kind(self.kind))
    }

    /// The starts of the tours that are asked for, with a seed for each. Who takes no chances is
    /// asked for none twice, and nobody for what he is not made for.
    fn plan(&self, unit: &Unit<'_>, problem: &Problem) -> Vec<(Square, u64)> {
        let &Unit { contestant, size } = unit;
        let mut starts = self.starts.of(problem, self.seed);
        if !contestant.uses_chance() {
            let mut seen = HashSet::new();
            starts.retain(|start| seen.insert(*start));
        }
        let solver = contestant.solver();
        let is_supported = |start: Square| {
            let problem = problem.clone().from(start);
            problem.is_ok_and(|problem| solver.supports(&problem) == Support::Yes)
        };
        starts.retain(|&start| is_supported(start));
        let mut seeds = Random::numbered(self.seed, "runs", size.into());
        let mut plan: Vec<(Square, u64)> =
            starts.into_iter().map(|start| (start, seeds.bits())).collect();
        if self.starts == Starts::All {
            // The work may end before the plan does. What was done by then is to tell of the whole
            // board, and not of its first rank.
            Random::numbered(self.seed, "order", size.into()).shuffle(&mut plan);
        }
        plan
    }

    /// What a run has taken, in steps: a case is thought through for the whole board, and an update
    /// of a neuron is the eighth part of a step. Who had to be stopped by anything but the steps,
    /// or never came back, has had his share too.
    fn effort(&self, row: &Row, squares: u64) -> u64 {
        let Stats { steps, cases, updates, .. } = row.stats;
        let told = steps.saturating_add(cases.saturating_mul(squares)).saturating_add(updates / 8);
        match &row.answer {
            Answer::Unknown(stop) if has_run_away(stop.cause) => {
                told.max(self.limits.steps.unwrap_or(self.work))
            }
            _ => told,
        }
    }
}

/// Does this end a run that takes its time, or the memory, and counts no steps meanwhile?
const fn has_run_away(cause: StopCause) -> bool {
    matches!(cause, StopCause::Time | StopCause::Memory | StopCause::Fault)
}

#[cfg(test)]
mod tests;
