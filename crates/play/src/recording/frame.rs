//! Frames: the state at one moment of a recording.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use caracole_core::{Board, Moves, Problem, Square};
use caracole_solve::{NetworkView, TrailView};

use super::snapshot::{NetworkSnapshot, TrailSnapshot};
use super::{Action, Event, PackedAction};

/// The state at one moment: the path so far, the step of each square, the onward moves, the network
/// and the trails if the method has them, and the last event.
///
/// A step forward or back takes constant time, except at a restart, which takes time in proportion to
/// the path that ends.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Event, Player, Recorder};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let mut recorder = Recorder::new(&problem);
/// Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
/// let mut player = Player::new(recorder.into_recording());
/// player.seek(10);
///
/// let frame = player.frame();
/// let knight = frame.knight().ok_or("the path is empty")?;
/// assert_eq!(frame.event(), Some(Event::Visit { step: 10, square: knight }));
/// assert_eq!((frame.path().len(), frame.step_of(knight)), (10, Some(10)));
/// assert_eq!((frame.counts().steps, frame.left()), (9, None));
/// // Warnsdorff's rule goes to a square of lowest degree.
/// let next = frame.onward_moves(knight).min_by_key(|&square| frame.degree(square));
/// let lowest = next.and_then(|square| frame.degree(square));
/// player.step_forward();
/// let frame = player.frame();
/// assert_eq!(frame.knight().map(|square| frame.onward_moves(square).count()), lowest);
/// // This method has neither a network nor ants.
/// assert!(frame.network().is_none() && frame.trails().is_none());
/// assert_eq!((frame.board(), frame.problem()), (problem.board(), &problem));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    problem: Problem,
    moves: Moves,
    /// The moves that the problem forbids, in both directions.
    forbidden: HashSet<(Square, Square)>,
    path: Vec<Square>,
    steps: Steps,
    counts: Counts,
    network: Option<Arc<NetworkSnapshot>>,
    trails: Option<Arc<TrailSnapshot>>,
    last: Option<PackedAction>,
}

/// The numbers of events of each kind up to a moment, as [`Stats`](caracole_solve::Stats) counts them.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Counts, Player, Recorder};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let mut recorder = Recorder::new(&problem);
/// let mut run = Run::new().observed_by(&mut recorder);
/// Backtracking::default().solve(&problem, &mut run);
/// let stats = run.stats();
/// let mut player = Player::new(recorder.into_recording());
/// assert_eq!(player.frame().counts(), Counts::default());
/// player.seek(player.last_moment());
/// let Counts { attempts, steps, backtracks } = player.frame().counts();
/// assert_eq!((attempts, steps, backtracks), (stats.walks, stats.steps, stats.backtracks));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of paths that were started.
    pub attempts: u64,
    /// The number of visits, without starts.
    pub steps: u64,
    /// The number of backtracks.
    pub backtracks: u64,
}

impl Frame {
    /// Returns the frame before the first event.
    pub(super) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let both_directions = |&(a, b): &(Square, Square)| [(a, b), (b, a)];
        Self {
            problem: problem.clone(),
            moves: Moves::new(problem.piece(), board),
            forbidden: problem.forbidden().iter().flat_map(both_directions).collect(),
            path: Vec::new(),
            steps: Steps::new(board),
            counts: Counts::default(),
            network: None,
            trails: None,
            last: None,
        }
    }

    /// Returns the problem that the solver works on.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        self.problem.board()
    }

    /// Returns the squares of the path, from its start.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// Returns the last square of the path, which is that of the knight.
    pub fn knight(&self) -> Option<Square> {
        self.path.last().copied()
    }

    /// Returns the step of a square, counted from 1; `None` if it is not on the path.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        match self.steps.get(square) {
            0 => None,
            step => Some(step.into()),
        }
    }

    /// Returns the unvisited squares one move away from a square.
    pub fn onward_moves(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.moves.from(self.board(), square).filter(move |&to| {
            self.steps.get(to) == 0
                && (self.forbidden.is_empty() || !self.forbidden.contains(&(square, to)))
        })
    }

    /// Returns the number of onward moves of an unvisited square; `None` for squares of the path.
    pub fn degree(&self, square: Square) -> Option<usize> {
        (self.steps.get(square) == 0).then(|| self.onward_moves(square).count())
    }

    /// Returns the numbers of events.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the network after its last sweep.
    pub fn network(&self) -> Option<&NetworkSnapshot> {
        self.network.as_deref()
    }

    /// Returns the trails after the last cycle.
    pub fn trails(&self) -> Option<&TrailSnapshot> {
        self.trails.as_deref()
    }

    /// Returns the last event.
    pub fn event(&self) -> Option<Event> {
        let step = self.path.len() as u64;
        match self.last?.action() {
            Action::Attempt(start) => Some(Event::Attempt { start }),
            Action::Visit(square) => Some(Event::Visit { step, square }),
            Action::Backtrack(left) => Some(Event::Backtrack { step, left, to: self.knight()? }),
            Action::Sweep => {
                let snapshot = self.network()?;
                Some(Event::Sweep { attempt: snapshot.attempt(), sweep: snapshot.sweep() })
            }
            Action::Trails => Some(Event::Trails { cycle: self.trails()?.cycle() }),
        }
    }

    /// Returns the square that the last event left, if it was a backtrack.
    pub fn left(&self) -> Option<Square> {
        match self.last?.action() {
            Action::Backtrack(left) => Some(left),
            _ => None,
        }
    }
}

/// Updates from the events of a solver.
///
/// Each function returns true if the frame has changed. It ignores an event that contradicts the path,
/// and the visit of the start, which is part of [`Event::Attempt`].
impl Frame {
    pub(super) fn on_attempt(&mut self, start: Square) -> bool {
        self.can_visit(start) && self.apply(Action::Attempt(start))
    }

    pub(super) fn on_visit(&mut self, step: u64, square: Square) -> bool {
        let is_next = step == self.path.len() as u64 + 1 && self.steps.get(square) == 0;
        is_next && self.can_visit(square) && self.apply(Action::Visit(square))
    }

    pub(super) fn on_backtrack(&mut self, step: u64, square: Square) -> bool {
        match *self.path {
            [.., before, left] if before == square && step == self.path.len() as u64 - 1 => {
                self.apply(Action::Backtrack(left))
            }
            _ => false,
        }
    }

    pub(super) fn on_network(&mut self, view: &NetworkView<'_>) -> bool {
        let snapshot = NetworkSnapshot::new(view, self.network());
        self.network = Some(Arc::new(snapshot));
        self.apply(Action::Sweep)
    }

    pub(super) fn on_trails(&mut self, view: &TrailView<'_>) -> bool {
        let snapshot = TrailSnapshot::new(view, self.trails());
        self.trails = Some(Arc::new(snapshot));
        self.apply(Action::Trails)
    }

    fn can_visit(&self, square: Square) -> bool {
        self.board().contains(square)
            && PackedAction::fits(square)
            && self.path.len() < u32::MAX as usize
    }
}

impl Frame {
    /// Applies an action. Its snapshot must have been set.
    #[inline]
    pub(super) fn apply(&mut self, action: Action) -> bool {
        match action {
            Action::Attempt(start) => {
                self.clear_path();
                self.push(start);
                self.counts.attempts += 1;
            }
            Action::Visit(square) => {
                self.push(square);
                self.counts.steps += 1;
            }
            Action::Backtrack(_) => {
                self.pop();
                self.counts.backtracks += 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = Some(PackedAction::new(action));
        true
    }

    /// Reverts an action; `ended` is the path that ended at a restart, and `before` the action before.
    /// Snapshots must have been set.
    #[inline]
    pub(super) fn revert(
        &mut self,
        action: Action,
        ended: &[Square],
        before: Option<PackedAction>,
    ) {
        match action {
            Action::Attempt(_) => {
                self.clear_path();
                for &square in ended {
                    self.push(square);
                }
                self.counts.attempts -= 1;
            }
            Action::Visit(_) => {
                self.pop();
                self.counts.steps -= 1;
            }
            Action::Backtrack(left) => {
                self.push(left);
                self.counts.backtracks -= 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = before;
    }

    /// Returns to the moment before the first event.
    pub(super) fn reset(&mut self) {
        self.clear_path();
        self.counts = Counts::default();
        (self.network, self.trails, self.last) = (None, None, None);
    }

    pub(super) const fn shared_network(&self) -> Option<&Arc<NetworkSnapshot>> {
        self.network.as_ref()
    }

    pub(super) const fn shared_trails(&self) -> Option<&Arc<TrailSnapshot>> {
        self.trails.as_ref()
    }

    pub(super) fn set_network(&mut self, snapshot: Option<&Arc<NetworkSnapshot>>) {
        self.network = snapshot.map(Arc::clone);
    }

    pub(super) fn set_trails(&mut self, snapshot: Option<&Arc<TrailSnapshot>>) {
        self.trails = snapshot.map(Arc::clone);
    }

    #[inline]
    fn push(&mut self, square: Square) {
        self.path.push(square);
        self.steps.set(square, self.path.len() as u32);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(square) = self.path.pop() {
            self.steps.set(square, 0);
        }
    }

    fn clear_path(&mut self) {
        for &square in &self.path {
            self.steps.set(square, 0);
        }
        self.path.clear();
    }
}

/// The step of each square of a path, and 0 for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Steps {
    /// An entry for each square of the board's rectangle.
    Dense(Vec<u32>),
    /// An entry for each visited square, on boards of which a path visits only a small part.
    Sparse(HashMap<Square, u32>),
}

/// Larger boards have sparse tables.
const MAX_DENSE: u64 = 1 << 24;

impl Steps {
    fn new(board: &Board) -> Self {
        match board.area() {
            area @ ..=MAX_DENSE => Self::Dense(vec![0; area as usize]),
            _ => Self::Sparse(HashMap::new()),
        }
    }

    /// Returns the step of a square of the board.
    #[inline]
    fn get(&self, square: Square) -> u32 {
        match self {
            Self::Dense(steps) => steps.get(square.index() as usize).copied().unwrap_or_default(),
            Self::Sparse(steps) => steps.get(&square).copied().unwrap_or_default(),
        }
    }

    /// Sets the step of a square of the board.
    #[inline]
    fn set(&mut self, square: Square, step: u32) {
        match self {
            Self::Dense(steps) => {
                if let Some(entry) = steps.get_mut(square.index() as usize) {
                    *entry = step;
                }
            }
            Self::Sparse(steps) => match step {
                0 => drop(steps.remove(&square)),
                step => drop(steps.insert(square, step)),
            },
        }
    }
}
