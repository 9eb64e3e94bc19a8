//! What is to be seen at one moment.

mod hear;
mod play;

use std::collections::HashSet;
use std::sync::Arc;

use caracole_core::{Board, Moves, Problem, Square};

use super::event::{Action, Event, Frame};
use super::shots::{NetworkShot, TrailShot};
use super::steps::Steps;

/// What is to be seen at one moment: the path so far, the step of each square, the ways on, the
/// network and the trails where there are any, and what happened last.
///
/// A move takes the same time on any board. A walk that begins takes time in proportion to the path
/// that ends.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Event, Projector};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let mut camera = Camera::new(&problem);
/// Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
/// let mut projector = Projector::new(camera.film());
/// projector.jump(10);
///
/// let stage = projector.stage();
/// let knight = stage.knight().ok_or("nobody is there")?;
/// assert_eq!(stage.event(), Some(Event::Visit { step: 10, square: knight }));
/// assert_eq!((stage.path().len(), stage.step_of(knight)), (10, Some(10)));
/// assert_eq!((stage.counts().steps, stage.left()), (9, None));
/// // Warnsdorff's rule goes where the fewest ways lead on.
/// let next = stage.ways_on(knight).min_by_key(|&square| stage.degree(square));
/// let fewest = next.and_then(|square| stage.degree(square));
/// projector.forward();
/// let stage = projector.stage();
/// assert_eq!(stage.knight().map(|square| stage.ways_on(square).count()), fewest);
/// // Neither network nor ants are at work here.
/// assert!(stage.network().is_none() && stage.trails().is_none());
/// assert_eq!((stage.board(), stage.problem()), (problem.board(), &problem));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    problem: Problem,
    moves: Moves,
    /// Moves that the problem forbids, both ways.
    avoided: HashSet<(Square, Square)>,
    path: Vec<Square>,
    steps: Steps,
    counts: Counts,
    network: Option<Arc<NetworkShot>>,
    trails: Option<Arc<TrailShot>>,
    last: Option<Frame>,
}

/// What was done up to a moment, as [`Stats`](crate::Stats) counts it.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Counts, Projector};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let mut camera = Camera::new(&problem);
/// let mut run = Run::new().observed_by(&mut camera);
/// Backtracking::default().solve(&problem, &mut run);
/// let stats = run.stats();
/// let mut projector = Projector::new(camera.film());
/// assert_eq!(projector.stage().counts(), Counts::default());
/// projector.jump(projector.moments());
/// let Counts { attempts, steps, retreats } = projector.stage().counts();
/// assert_eq!((attempts, steps, retreats), (stats.attempts, stats.steps, stats.retreats));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Walks begun.
    pub attempts: u64,
    /// Squares gone to, starts not counted.
    pub steps: u64,
    /// Squares left again.
    pub retreats: u64,
}

impl Stage {
    /// Before anything has happened.
    pub(super) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let both_ways = |&(a, b): &(Square, Square)| [(a, b), (b, a)];
        Self {
            problem: problem.clone(),
            moves: Moves::new(problem.piece(), board),
            avoided: problem.avoided().iter().flat_map(both_ways).collect(),
            path: Vec::new(),
            steps: Steps::new(board),
            counts: Counts::default(),
            network: None,
            trails: None,
            last: None,
        }
    }

    /// The problem that the solver works on.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        self.problem.board()
    }

    /// The squares of the path, from its start.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// Where the knight stands.
    pub fn knight(&self) -> Option<Square> {
        self.path.last().copied()
    }

    /// The step of a square, counted from 1; `None` if it is not on the path.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        match self.steps.get(square) {
            0 => None,
            step => Some(step.into()),
        }
    }

    /// The free squares one move away from a square.
    pub fn ways_on(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.moves.from(self.board(), square).filter(move |&to| {
            self.steps.get(to) == 0
                && (self.avoided.is_empty() || !self.avoided.contains(&(square, to)))
        })
    }

    /// How many ways on a free square has; `None` for squares of the path.
    pub fn degree(&self, square: Square) -> Option<usize> {
        (self.steps.get(square) == 0).then(|| self.ways_on(square).count())
    }

    /// What was done until now.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The network, after its last sweep.
    pub fn network(&self) -> Option<&NetworkShot> {
        self.network.as_deref()
    }

    /// The trails, after the last cycle.
    pub fn trails(&self) -> Option<&TrailShot> {
        self.trails.as_deref()
    }

    /// What happened last.
    pub fn event(&self) -> Option<Event> {
        let step = self.path.len() as u64;
        match self.last?.action() {
            Action::Attempt(start) => Some(Event::Attempt { start }),
            Action::Visit(square) => Some(Event::Visit { step, square }),
            Action::Retreat(left) => Some(Event::Retreat { step, left, to: self.knight()? }),
            Action::Sweep => {
                let shot = self.network()?;
                Some(Event::Sweep { attempt: shot.attempt(), sweep: shot.sweep() })
            }
            Action::Trails => Some(Event::Trails { cycle: self.trails()?.cycle() }),
        }
    }

    /// The square that the knight has just left again.
    pub fn left(&self) -> Option<Square> {
        match self.last?.action() {
            Action::Retreat(left) => Some(left),
            _ => None,
        }
    }
}
