//! Playing a recording forwards and backwards.

use std::sync::Arc;

use super::{Action, Chunk, Frame, PackedAction, Recording};

/// A position in a recording, which steps forward and back.
///
/// Moment 0 is before the first event, moment `n` after the `n`th event. A step takes constant time on any
/// board, except at a restart, which takes time in proportion to the path that ends; so all steps together
/// take time in proportion to their number. A step back is the exact inverse of a step forward.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::recording::{Player, Recorder, Recording};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?;
/// let mut recorder = Recorder::new(&problem);
/// Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut recorder));
///
/// // Chunks can be appended while the recording is played.
/// let mut player = Player::new(Recording::new(&problem));
/// assert!(!player.step_forward(), "the recording is empty");
/// player.append(recorder.into_last_chunk());
/// assert_eq!(player.last_moment(), player.recording().len());
/// player.seek(player.last_moment());
/// assert_eq!(player.frame().path().len(), 25);
///
/// // Back to the last dead end.
/// while player.step_back() && player.frame().left().is_none() {}
/// let moment = player.moment();
/// let before = player.frame().clone();
/// player.seek(0);
/// player.seek(moment);
/// assert_eq!(player.frame(), &before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    recording: Recording,
    moment: usize,
    frame: Frame,
    /// The numbers of attempts, sweeps and cycles up to the moment.
    attempts: usize,
    sweeps: usize,
    cycles: usize,
}

impl Player {
    /// Returns a player before the first event of a recording.
    pub fn new(recording: Recording) -> Self {
        let frame = Frame::new(recording.problem());
        Self { recording, moment: 0, frame, attempts: 0, sweeps: 0, cycles: 0 }
    }

    /// Appends to the end of the recording. The moment stays.
    pub fn append(&mut self, chunk: Chunk) {
        self.recording.append(chunk);
    }

    /// Returns the recording.
    pub const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the state at the moment.
    pub const fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns the moment, which is the number of events before it.
    pub const fn moment(&self) -> usize {
        self.moment
    }

    /// Returns the last moment.
    pub const fn last_moment(&self) -> usize {
        self.recording.len()
    }

    /// Steps forward by one event. Returns false at the end.
    pub fn step_forward(&mut self) -> bool {
        let chunk = &self.recording.chunk;
        let Some(action) = chunk.actions.get(self.moment).map(|packed| packed.action()) else {
            return false;
        };
        match action {
            Action::Attempt(_) => self.attempts += 1,
            Action::Sweep => {
                self.frame.set_network(chunk.networks.get(self.sweeps));
                self.sweeps += 1;
            }
            Action::Trails => {
                self.frame.set_trails(chunk.trails.get(self.cycles));
                self.cycles += 1;
            }
            Action::Visit(_) | Action::Backtrack(_) => {}
        }
        self.frame.apply(action);
        self.moment += 1;
        true
    }

    /// Steps back by one event. Returns false at the start.
    pub fn step_back(&mut self) -> bool {
        let Some(at) = self.moment.checked_sub(1) else { return false };
        let chunk = &self.recording.chunk;
        let packed = |at: usize| chunk.actions.get(at).copied();
        let Some(action) = packed(at).map(PackedAction::action) else { return false };
        let mut ended: &[_] = &[];
        match action {
            Action::Attempt(_) => {
                self.attempts -= 1;
                ended = chunk.ended.get(self.attempts).map_or(ended, |path| path);
            }
            Action::Sweep => {
                self.sweeps -= 1;
                self.frame.set_network(before(&chunk.networks, self.sweeps));
            }
            Action::Trails => {
                self.cycles -= 1;
                self.frame.set_trails(before(&chunk.trails, self.cycles));
            }
            Action::Visit(_) | Action::Backtrack(_) => {}
        }
        self.frame.revert(action, ended, at.checked_sub(1).and_then(packed));
        self.moment = at;
        true
    }

    /// Goes to a moment, or to the last one if the recording is shorter. Takes time in proportion to the
    /// events between the moments, or to those before the new one, whichever are fewer.
    pub fn seek(&mut self, moment: usize) {
        let moment = moment.min(self.last_moment());
        if self.moment.saturating_sub(moment) > moment {
            self.frame.reset();
            (self.moment, self.attempts, self.sweeps, self.cycles) = (0, 0, 0, 0);
        }
        while self.moment > moment && self.step_back() {}
        while self.moment < moment && self.step_forward() {}
    }
}

/// Returns the snapshot before an index.
fn before<T>(snapshots: &[Arc<T>], at: usize) -> Option<&Arc<T>> {
    at.checked_sub(1).and_then(|at| snapshots.get(at))
}
