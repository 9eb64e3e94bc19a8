//! What is to be seen at one moment.

use std::collections::HashSet;
use std::sync::Arc;

use caracole_core::{Board, Moves, Problem, Square};

use super::event::{Action, Event, Frame};
use super::shots::{NetworkShot, TrailShot};
use super::steps::Steps;
use crate::{NetworkView, TrailView};

/// What is to be seen at one moment: the path so far, the step of each square, the ways on, the
/// network and the trails where there are any, and what happened last.
///
/// A move takes the same time on any board. A walk that begins takes time in proportion to the path
/// that ends.
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

/// What solvers tell. Each answers whether something new has happened: what contradicts the path is
/// passed over, and so is the visit of the start, which [`Event::Attempt`] has in it.
impl Stage {
    pub(super) fn hear_attempt(&mut self, start: Square) -> bool {
        self.may_stand_on(start) && self.go(Action::Attempt(start))
    }

    pub(super) fn hear_visit(&mut self, step: u64, square: Square) -> bool {
        let is_next = step == self.path.len() as u64 + 1 && self.steps.get(square) == 0;
        is_next && self.may_stand_on(square) && self.go(Action::Visit(square))
    }

    pub(super) fn hear_retreat(&mut self, step: u64, square: Square) -> bool {
        match *self.path {
            [.., before, left] if before == square && step == self.path.len() as u64 - 1 => {
                self.go(Action::Retreat(left))
            }
            _ => false,
        }
    }

    pub(super) fn hear_network(&mut self, view: &NetworkView<'_>) -> bool {
        let shot = NetworkShot::new(view, self.network());
        self.network = Some(Arc::new(shot));
        self.go(Action::Sweep)
    }

    pub(super) fn hear_trails(&mut self, view: &TrailView<'_>) -> bool {
        let shot = TrailShot::new(view, self.trails());
        self.trails = Some(Arc::new(shot));
        self.go(Action::Trails)
    }

    fn may_stand_on(&self, square: Square) -> bool {
        self.board().contains(square) && Frame::holds(square) && self.path.len() < u32::MAX as usize
    }
}

/// Forwards and backwards.
impl Stage {
    /// Goes on. Shots must have been put in place.
    #[inline]
    pub(super) fn go(&mut self, action: Action) -> bool {
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
            Action::Retreat(_) => {
                self.pop();
                self.counts.retreats += 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = Some(Frame::new(action));
        true
    }

    /// Takes an action back; `ended` is the path that ended where a walk began, and `before` what
    /// happened before. Shots must be put in place.
    #[inline]
    pub(super) fn undo(&mut self, action: Action, ended: &[Square], before: Option<Frame>) {
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
            Action::Retreat(left) => {
                self.push(left);
                self.counts.retreats -= 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = before;
    }

    /// Goes back to where nothing has happened.
    pub(super) fn reset(&mut self) {
        self.clear_path();
        self.counts = Counts::default();
        (self.network, self.trails, self.last) = (None, None, None);
    }

    pub(super) const fn shared_network(&self) -> Option<&Arc<NetworkShot>> {
        self.network.as_ref()
    }

    pub(super) const fn shared_trails(&self) -> Option<&Arc<TrailShot>> {
        self.trails.as_ref()
    }

    pub(super) fn show_network(&mut self, shot: Option<&Arc<NetworkShot>>) {
        self.network = shot.map(Arc::clone);
    }

    pub(super) fn show_trails(&mut self, shot: Option<&Arc<TrailShot>>) {
        self.trails = shot.map(Arc::clone);
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
