//! Recordings of solvers, which can be played forwards and backwards.
//!
//! A [`Recorder`] observes a solver and makes a [`Recording`]. A [`Player`] is at one moment of a recording,
//! steps forward and back, and shows a [`Frame`]: the path, its steps, the network and the trails. A
//! [`FrameObserver`] shows each frame once, while the solver runs, and stores nothing.
//!
//! ```
//! use caracole_core::Problem;
//! use caracole_play::recording::{Event, Player, Recorder};
//! use caracole_solve::{Backtracking, Run, Solver};
//!
//! let problem = Problem::new("5x5".parse()?).start("a1")?;
//! let mut recorder = Recorder::new(&problem);
//! let outcome = Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
//! assert!(outcome.is_found());
//!
//! let mut player = Player::new(recorder.into_recording());
//! player.seek(player.last_moment());
//! assert_eq!(player.frame().path().len(), 25);
//! while !matches!(player.frame().event(), Some(Event::Backtrack { .. })) {
//!     player.step_back();
//! }
//! assert!(player.frame().path().len() < 25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod frame;
mod player;
mod recorder;
mod snapshot;

use std::sync::Arc;

use caracole_core::{Problem, Square};

pub use frame::{Counts, Frame};
pub use player::Player;
pub use recorder::{FrameObserver, Recorder};
pub use snapshot::{NetworkSnapshot, TrailSnapshot};

/// The events of a solver in order, up to the memory limit of the [`Recorder`].
///
/// A visit and a backtrack take 8 bytes each. A restart keeps the path that ended, a sweep of a network
/// takes a bit for each move, and the trails of a colony take four bytes for each move.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Recorder, Recording};
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut recorder = Recorder::new(&problem);
/// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
/// let mut recording = Recording::new(&problem);
/// assert!(recording.is_empty());
/// recording.append(recorder.into_last_chunk());
/// assert!(!recording.is_truncated() && recording.problem() == &problem);
/// // A network is swept until it is stable. It has no ants.
/// let sweeps = recording.networks().count();
/// assert!(0 < sweeps && sweeps <= recording.len());
/// assert_eq!(recording.trails().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording {
    problem: Problem,
    chunk: Chunk,
}

/// A part of a recording: the events from one moment to another.
///
/// The chunks of one recorder are appended to one recording, in the order in which they were made.
///
/// ```
/// use std::sync::mpsc;
/// use std::thread;
///
/// use caracole_core::Problem;
/// use caracole_play::recording::{Recorder, Recording};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let mut recording = Recording::new(&problem);
/// let (send, chunks) = mpsc::channel();
/// let steps = thread::scope(|scope| {
///     let solver = scope.spawn(|| {
///         let send = send;
///         let mut recorder = Recorder::new(&problem).sending(|chunk| {
///             // The receiver may be gone.
///             let _ = send.send(chunk);
///         });
///         let mut run = Run::new().observed_by(&mut recorder);
///         Backtracking::default().solve(&problem, &mut run);
///         let steps = run.stats().steps;
///         let _ = send.send(recorder.into_last_chunk());
///         steps
///     });
///     for chunk in chunks {
///         recording.append(chunk);
///     }
///     solver.join()
/// });
/// assert!(steps.is_ok_and(|steps| recording.len() as u64 > steps), "visits and backtracks");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chunk {
    actions: Vec<PackedAction>,
    /// The paths that ended at a restart.
    ended: Vec<Box<[Square]>>,
    networks: Vec<Arc<NetworkSnapshot>>,
    trails: Vec<Arc<TrailSnapshot>>,
    is_truncated: bool,
}

impl Recording {
    /// Returns an empty recording of a solver that works on a problem.
    pub fn new(problem: &Problem) -> Self {
        Self { problem: problem.clone(), chunk: Chunk::default() }
    }

    /// Appends a chunk.
    pub fn append(&mut self, chunk: Chunk) {
        let Chunk { actions, ended, networks, trails, is_truncated } = &mut self.chunk;
        actions.extend(chunk.actions);
        ended.extend(chunk.ended);
        networks.extend(chunk.networks);
        trails.extend(chunk.trails);
        *is_truncated |= chunk.is_truncated;
    }

    /// Returns the problem that the solver works on.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number of events.
    pub const fn len(&self) -> usize {
        self.chunk.actions.len()
    }

    /// Returns true if there are no events.
    pub const fn is_empty(&self) -> bool {
        self.chunk.actions.is_empty()
    }

    /// Returns true if the memory limit ended the recording before the solver ended.
    pub const fn is_truncated(&self) -> bool {
        self.chunk.is_truncated
    }

    /// Returns the network after each sweep, in the order of [`Event::Sweep`].
    pub fn networks(&self) -> impl Iterator<Item = &NetworkSnapshot> {
        self.chunk.networks.iter().map(|snapshot| &**snapshot)
    }

    /// Returns the trails after each cycle, in the order of [`Event::Trails`].
    pub fn trails(&self) -> impl Iterator<Item = &TrailSnapshot> {
        self.chunk.trails.iter().map(|snapshot| &**snapshot)
    }

    /// Returns the events from the first to the last. A [`Player`] shows the path as well, and steps back.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_play::recording::{Event, Recorder};
    /// use caracole_solve::{Backtracking, Run, Solver};
    ///
    /// let problem = Problem::new("5x5".parse()?).start("a1")?;
    /// let mut recorder = Recorder::new(&problem);
    /// let mut run = Run::new().observed_by(&mut recorder);
    /// Backtracking::default().solve(&problem, &mut run);
    /// let stats = run.stats();
    /// let recording = recorder.into_recording();
    /// let backtracks =
    ///     recording.events().filter(|event| matches!(event, Event::Backtrack { .. })).count();
    /// assert_eq!(backtracks as u64, stats.backtracks);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let (mut path, mut networks, mut trails) = (Vec::new(), self.networks(), self.trails());
        // The recorder keeps no action that contradicts the path, so every action has its event.
        self.chunk.actions.iter().filter_map(move |packed| {
            Some(match packed.action() {
                Action::Attempt(start) => {
                    path.clear();
                    path.push(start);
                    Event::Attempt { start }
                }
                Action::Visit(square) => {
                    path.push(square);
                    Event::Visit { step: path.len() as u64, square }
                }
                Action::Backtrack(left) => {
                    path.pop();
                    let to = *path.last()?;
                    Event::Backtrack { step: path.len() as u64, left, to }
                }
                Action::Sweep => {
                    let snapshot = networks.next()?;
                    Event::Sweep { attempt: snapshot.attempt(), sweep: snapshot.sweep() }
                }
                Action::Trails => Event::Trails { cycle: trails.next()?.cycle() },
            })
        })
    }
}

/// An event: a step of a solver.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Event, Recorder};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("3x4".parse()?).start("a1")?;
/// let board = problem.board();
/// let mut recorder = Recorder::new(&problem);
/// Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
/// let mut path = Vec::new();
/// for event in recorder.into_recording().events() {
///     match event {
///         Event::Attempt { start } => path = vec![board.name(start)],
///         Event::Visit { square, .. } => path.push(board.name(square)),
///         Event::Backtrack { step, .. } => path.truncate(step as usize),
///         Event::Sweep { .. } | Event::Trails { .. } => unreachable!("backtracking does not learn"),
///     }
/// }
/// assert_eq!(path.len(), 12);
/// println!("{}", path.join(" "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A path starts. Its start is step 1.
    Attempt {
        /// The start.
        start: Square,
    },
    /// The path grows by a square.
    Visit {
        /// The step of the square, counted from 1.
        step: u64,
        /// The square.
        square: Square,
    },
    /// The path loses its last square.
    Backtrack {
        /// The step of the square before.
        step: u64,
        /// The square that is left.
        left: Square,
        /// The square before, which is the last one now.
        to: Square,
    },
    /// All neurons of a network were updated once more.
    Sweep {
        /// The attempt of the network, counted from 1.
        attempt: u64,
        /// The number of sweeps of this attempt.
        sweep: u64,
    },
    /// The trails of a colony have changed.
    Trails {
        /// The number of cycles that have ended.
        cycle: u64,
    },
}

/// An event as it is stored: what is needed to step forward and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// A path starts. The path before it is stored apart.
    Attempt(Square),
    Visit(Square),
    /// The square that is left.
    Backtrack(Square),
    Sweep,
    Trails,
}

/// An action in eight bytes: the kind in three bits, the square in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedAction(u64);

const KIND_BITS: u32 = 3;

impl PackedAction {
    /// Returns true if the square's index fits. No solver walks on boards where it does not.
    const fn fits(square: Square) -> bool {
        square.index() >> (u64::BITS - KIND_BITS) == 0
    }

    /// Packs an action, whose square must fit.
    const fn new(action: Action) -> Self {
        let (kind, index) = match action {
            Action::Attempt(square) => (0, square.index()),
            Action::Visit(square) => (1, square.index()),
            Action::Backtrack(square) => (2, square.index()),
            Action::Sweep => (3, 0),
            Action::Trails => (4, 0),
        };
        Self(index << KIND_BITS | kind)
    }

    const fn action(self) -> Action {
        let square = Square::from_index(self.0 >> KIND_BITS);
        match self.0 & ((1 << KIND_BITS) - 1) {
            0 => Action::Attempt(square),
            1 => Action::Visit(square),
            2 => Action::Backtrack(square),
            3 => Action::Sweep,
            _ => Action::Trails,
        }
    }
}

#[cfg(test)]
mod tests;
