//! From a solver to a film.

use std::ops::ControlFlow;
use std::sync::Arc;

use caracole_core::{Problem, Square};

use super::event::{Action, Frame};
use super::{Film, Reel, Stage};
use crate::{NetworkView, Observer, TrailView};

/// Watches a solver and keeps what it does.
///
/// When there is no room left the film ends there, and [`Film::is_cut`] says so. The solver goes on
/// unrecorded, for its answer is worth having; a stop flag ends it where nobody wants to wait.
///
/// A film can be watched while it is made: [`Camera::sending`] hands over reels of it as they come,
/// few events at first, then some thousand at a time, and a sweep of a network or a cycle of ants at
/// once, so that a fast solver need not wait for whoever watches.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Film};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let shoot = |camera: &mut Camera<'_>| {
///     Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(camera))
/// };
/// let mut camera = Camera::new(&problem);
/// assert!(shoot(&mut camera).is_found());
/// assert_eq!(camera.film().len(), 64);
///
/// // Watched while it is made.
/// let mut film = Film::new(&problem);
/// let mut camera = Camera::new(&problem).sending(|reel| film.append(reel));
/// shoot(&mut camera);
/// let last = camera.last_reel();
/// film.append(last);
/// assert_eq!(film.len(), 64);
///
/// // With little room.
/// let mut camera = Camera::new(&problem).room(Camera::ROOM >> 20);
/// assert!(shoot(&mut camera).is_found(), "the solver does not mind");
/// let film = camera.film();
/// assert!(film.is_cut() && film.len() < 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Camera<'a> {
    stage: Stage,
    reel: Reel,
    /// Bytes that may still be taken.
    room: usize,
    /// A reel of so many events is sent.
    batch: usize,
    is_full: bool,
    send: Option<Box<dyn FnMut(Reel) + 'a>>,
}

/// The most events of a reel that is sent.
const MOST_IN_BATCH: usize = 1 << 12;

impl<'a> Camera<'a> {
    /// How many bytes a film takes at most, unless told otherwise: eight million steps.
    pub const ROOM: usize = 64 << 20;

    /// Ready to watch a solver that works on a problem.
    pub fn new(problem: &Problem) -> Self {
        let (stage, reel) = (Stage::new(problem), Reel::default());
        Self { stage, reel, room: Self::ROOM, batch: 1, is_full: false, send: None }
    }

    /// With room for so many bytes of film.
    #[must_use]
    pub fn room(self, bytes: usize) -> Self {
        Self { room: bytes, ..self }
    }

    /// Hands over the film in pieces while it is made. The last piece is what
    /// [`Camera::last_reel`] gives.
    #[must_use]
    pub fn sending(self, send: impl FnMut(Reel) + 'a) -> Self {
        Self { send: Some(Box::new(send)), ..self }
    }

    /// The film. If pieces of it were sent, it lacks them.
    pub fn film(self) -> Film {
        let mut film = Film::new(self.stage.problem());
        film.append(self.reel);
        film
    }

    /// What was not sent yet.
    pub fn last_reel(self) -> Reel {
        self.reel
    }

    /// Takes room for an event of so many bytes beside its frame; `false` if there is none, and the
    /// film ends.
    fn take(&mut self, bytes: usize) -> bool {
        if let Some(room) = self.room.checked_sub(size_of::<Frame>() + bytes) {
            self.room = room;
            return true;
        }
        self.is_full = true;
        self.reel.is_cut = true;
        // Whoever watches need not wait for the end of the solver to know that.
        self.hand_over();
        false
    }

    /// Keeps an action; what belongs to it is in the reel.
    fn keep(&mut self, action: Action) {
        self.reel.frames.push(Frame::new(action));
        let is_shot = matches!(action, Action::Sweep | Action::Trails);
        if self.send.is_some() && (is_shot || self.reel.frames.len() >= self.batch) {
            self.batch = (self.batch * 2).min(MOST_IN_BATCH);
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        if let Some(send) = &mut self.send {
            send(std::mem::take(&mut self.reel));
        }
    }
}

impl Observer for Camera<'_> {
    fn attempt(&mut self, start: Square) -> ControlFlow<()> {
        if !self.is_full {
            let ended: Box<[Square]> = self.stage.path().into();
            let bytes = size_of_val(&ended) + size_of_val(&*ended);
            if self.stage.hear_attempt(start) && self.take(bytes) {
                self.reel.ended.push(ended);
                self.keep(Action::Attempt(start));
            }
        }
        ControlFlow::Continue(())
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        if !self.is_full && self.stage.hear_visit(step, square) && self.take(0) {
            self.keep(Action::Visit(square));
        }
        ControlFlow::Continue(())
    }

    fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        if !self.is_full
            && let Some(left) = self.stage.knight()
            && self.stage.hear_retreat(step, square)
            && self.take(0)
        {
            self.keep(Action::Retreat(left));
        }
        ControlFlow::Continue(())
    }

    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        if !self.is_full
            && self.stage.hear_network(network)
            && let Some(shot) = self.stage.shared_network().map(Arc::clone)
            && self.take(shot.bytes())
        {
            self.reel.networks.push(shot);
            self.keep(Action::Sweep);
        }
        ControlFlow::Continue(())
    }

    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        if !self.is_full
            && self.stage.hear_trails(trails)
            && let Some(shot) = self.stage.shared_trails().map(Arc::clone)
            && self.take(shot.bytes())
        {
            self.reel.trails.push(shot);
            self.keep(Action::Trails);
        }
        ControlFlow::Continue(())
    }
}
