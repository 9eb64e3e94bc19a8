//! One moment of a film.

use std::sync::Arc;

use super::event::{Action, Frame};
use super::{Film, Reel, Stage};

/// Stands at a moment of a film, and goes on and back.
///
/// Moment 0 is before everything, moment `n` after the `n`th event. A step takes the same time on
/// any board, but for a walk that begins, which takes as long as the path that ends; so that all
/// steps together take time in proportion to their number. Going back undoes exactly.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Film, Projector};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let mut camera = Camera::new(&problem);
/// Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
///
/// // The film may come while it is shown.
/// let mut projector = Projector::new(Film::new(&problem));
/// assert!(!projector.forward(), "nothing to be seen yet");
/// projector.append(camera.last_reel());
/// assert_eq!(projector.moments(), projector.film().len());
/// projector.jump(projector.moments());
/// assert_eq!(projector.stage().path().len(), 25);
///
/// // Back to the last dead end.
/// while projector.back() && projector.stage().left().is_none() {}
/// let moment = projector.moment();
/// let before = projector.stage().clone();
/// projector.jump(0);
/// projector.jump(moment);
/// assert_eq!(projector.stage(), &before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Projector {
    film: Film,
    moment: usize,
    stage: Stage,
    /// How many walks, sweeps and cycles there were until now.
    attempts: usize,
    sweeps: usize,
    cycles: usize,
}

impl Projector {
    /// Before the first event of a film.
    pub fn new(film: Film) -> Self {
        let stage = Stage::new(film.problem());
        Self { film, moment: 0, stage, attempts: 0, sweeps: 0, cycles: 0 }
    }

    /// Adds to the end of the film. The moment stays.
    pub fn append(&mut self, reel: Reel) {
        self.film.append(reel);
    }

    /// The film.
    pub const fn film(&self) -> &Film {
        &self.film
    }

    /// What is to be seen now.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Where it stands: how many events have happened.
    pub const fn moment(&self) -> usize {
        self.moment
    }

    /// The last moment there is.
    pub const fn moments(&self) -> usize {
        self.film.len()
    }

    /// Goes on by one event; `false` at the end.
    pub fn forward(&mut self) -> bool {
        let reel = &self.film.reel;
        let Some(action) = reel.frames.get(self.moment).map(|frame| frame.action()) else {
            return false;
        };
        match action {
            Action::Attempt(_) => self.attempts += 1,
            Action::Sweep => {
                self.stage.show_network(reel.networks.get(self.sweeps));
                self.sweeps += 1;
            }
            Action::Trails => {
                self.stage.show_trails(reel.trails.get(self.cycles));
                self.cycles += 1;
            }
            Action::Visit(_) | Action::Retreat(_) => {}
        }
        self.stage.go(action);
        self.moment += 1;
        true
    }

    /// Goes back by one event; `false` at the start.
    pub fn back(&mut self) -> bool {
        let Some(at) = self.moment.checked_sub(1) else { return false };
        let reel = &self.film.reel;
        let frame = |at: usize| reel.frames.get(at).copied();
        let Some(action) = frame(at).map(Frame::action) else { return false };
        let mut ended: &[_] = &[];
        match action {
            Action::Attempt(_) => {
                self.attempts -= 1;
                ended = reel.ended.get(self.attempts).map_or(ended, |path| path);
            }
            Action::Sweep => {
                self.sweeps -= 1;
                self.stage.show_network(before(&reel.networks, self.sweeps));
            }
            Action::Trails => {
                self.cycles -= 1;
                self.stage.show_trails(before(&reel.trails, self.cycles));
            }
            Action::Visit(_) | Action::Retreat(_) => {}
        }
        self.stage.undo(action, ended, at.checked_sub(1).and_then(frame));
        self.moment = at;
        true
    }

    /// Goes to a moment, or to the last one if there are not so many. It takes time in proportion to
    /// the events between, or before it, whichever are fewer.
    pub fn jump(&mut self, moment: usize) {
        let moment = moment.min(self.moments());
        if self.moment.saturating_sub(moment) > moment {
            self.stage.reset();
            (self.moment, self.attempts, self.sweeps, self.cycles) = (0, 0, 0, 0);
        }
        while self.moment > moment && self.back() {}
        while self.moment < moment && self.forward() {}
    }
}

/// The shot before a place in the list.
fn before<T>(shots: &[Arc<T>], at: usize) -> Option<&Arc<T>> {
    at.checked_sub(1).and_then(|at| shots.get(at))
}
