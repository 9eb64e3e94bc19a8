//! Films: what a solver does, kept so that it can be looked at forwards and backwards.
//!
//! A [`Camera`] watches a solver and makes a [`Film`] of it; a [`Projector`] stands at one moment of
//! a film, goes on and back, and shows the [`Stage`]: the path, its steps, the network, the trails.
//! Whoever wants to see each moment once, as it comes, and keep nothing, takes [`Live`].
//!
//! ```
//! use caracole_core::Problem;
//! use caracole_solve::film::{Camera, Event, Projector};
//! use caracole_solve::{Backtracking, Run, Solver};
//!
//! let problem = Problem::new("5x5".parse()?).from("a1")?;
//! let mut camera = Camera::new(&problem);
//! let outcome = Backtracking::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
//! assert!(outcome.is_found());
//!
//! let mut projector = Projector::new(camera.film());
//! projector.jump(projector.moments());
//! assert_eq!(projector.stage().path().len(), 25);
//! while !matches!(projector.stage().event(), Some(Event::Retreat { .. })) {
//!     projector.back();
//! }
//! assert!(projector.stage().path().len() < 25);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod camera;
mod event;
mod events;
mod live;
mod projector;
mod shots;
mod stage;
mod steps;

use std::sync::Arc;

use caracole_core::{Problem, Square};

pub use camera::Camera;
pub use event::Event;
use event::Frame;
pub use live::Live;
pub use projector::Projector;
pub use shots::{NetworkShot, TrailShot};
pub use stage::{Counts, Stage};

/// Everything a solver did, in order, or as much of it as there was room for.
///
/// A visit and a retreat take 8 bytes each; a walk that begins keeps the path that ended; a sweep of
/// a network takes a bit for each move, the trails of a colony four bytes. [`Camera`] ends a film
/// that would become too large.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Film};
/// use caracole_solve::{Neural, Run, Solver};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let mut camera = Camera::new(&problem);
/// Neural::default().solve(&problem, &mut Run::new().observed_by(&mut camera));
/// let mut film = Film::new(&problem);
/// assert!(film.is_empty());
/// film.append(camera.last_reel());
/// assert!(!film.is_cut() && film.problem() == &problem);
/// // A network is swept until it has settled; there are no ants.
/// let sweeps = film.networks().count();
/// assert!(0 < sweeps && sweeps <= film.len());
/// assert_eq!(film.trails().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Film {
    problem: Problem,
    reel: Reel,
}

/// A piece of a film: what a solver did from one moment to another.
///
/// Reels of one camera are appended to one film, in the order in which they were made.
///
/// ```
/// use std::sync::mpsc;
/// use std::thread;
///
/// use caracole_core::Problem;
/// use caracole_solve::film::{Camera, Film};
/// use caracole_solve::{Backtracking, Run, Solver};
///
/// let problem = Problem::new("5x5".parse()?).from("a1")?;
/// let mut film = Film::new(&problem);
/// let (send, reels) = mpsc::channel();
/// let steps = thread::scope(|scope| {
///     let solver = scope.spawn(|| {
///         let send = send;
///         let mut camera = Camera::new(&problem).sending(|reel| {
///             // Whoever watched may have left.
///             let _ = send.send(reel);
///         });
///         let mut run = Run::new().observed_by(&mut camera);
///         Backtracking::default().solve(&problem, &mut run);
///         let steps = run.stats().steps;
///         let _ = send.send(camera.last_reel());
///         steps
///     });
///     for reel in reels {
///         film.append(reel);
///     }
///     solver.join()
/// });
/// assert!(steps.is_ok_and(|steps| film.len() as u64 > steps), "visits and retreats");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reel {
    frames: Vec<Frame>,
    /// The paths that ended where a walk began anew.
    ended: Vec<Box<[Square]>>,
    networks: Vec<Arc<NetworkShot>>,
    trails: Vec<Arc<TrailShot>>,
    is_cut: bool,
}

impl Film {
    /// An empty film of a solver that works on a problem.
    pub fn new(problem: &Problem) -> Self {
        Self { problem: problem.clone(), reel: Reel::default() }
    }

    /// Adds what happened next.
    pub fn append(&mut self, reel: Reel) {
        let Reel { frames, ended, networks, trails, is_cut } = &mut self.reel;
        frames.extend(reel.frames);
        ended.extend(reel.ended);
        networks.extend(reel.networks);
        trails.extend(reel.trails);
        *is_cut |= reel.is_cut;
    }

    /// The problem that the solver works on.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// How many events it shows.
    pub const fn len(&self) -> usize {
        self.reel.frames.len()
    }

    /// Has nothing happened?
    pub const fn is_empty(&self) -> bool {
        self.reel.frames.is_empty()
    }

    /// Was there no room for the rest?
    pub const fn is_cut(&self) -> bool {
        self.reel.is_cut
    }

    /// The network after each sweep, in the order of [`Event::Sweep`].
    pub fn networks(&self) -> impl Iterator<Item = &NetworkShot> {
        self.reel.networks.iter().map(|shot| &**shot)
    }

    /// The trails after each cycle, in the order of [`Event::Trails`].
    pub fn trails(&self) -> impl Iterator<Item = &TrailShot> {
        self.reel.trails.iter().map(|shot| &**shot)
    }
}

#[cfg(test)]
mod tests;
