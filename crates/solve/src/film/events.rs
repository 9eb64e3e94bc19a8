//! The events of a film, one after the other.

use caracole_core::Square;

use super::event::{Action, Event};
use super::{Film, NetworkShot, TrailShot};

impl Film {
    /// What happened, from the first event to the last. Whoever wants to see the board as well, or go
    /// back, takes a [`Projector`](super::Projector).
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::film::{Camera, Event};
    /// use caracole_solve::{Backtracking, Run, Solver};
    ///
    /// let problem = Problem::new("5x5".parse()?).from("a1")?;
    /// let mut camera = Camera::new(&problem);
    /// let mut run = Run::new().observed_by(&mut camera);
    /// Backtracking::default().solve(&problem, &mut run);
    /// let stats = run.stats();
    /// let film = camera.film();
    /// let retreats = film.events().filter(|event| matches!(event, Event::Retreat { .. })).count();
    /// assert_eq!(retreats as u64, stats.retreats);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let mut walk = Walk { path: Vec::new(), networks: self.networks(), trails: self.trails() };
        // A frame has all that its event needs, for the camera kept none that contradicts the path.
        self.reel.frames.iter().filter_map(move |frame| walk.event(frame.action()))
    }
}

/// Where a film has come to.
struct Walk<N, T> {
    path: Vec<Square>,
    networks: N,
    trails: T,
}

impl<'a, N, T> Walk<N, T>
where
    N: Iterator<Item = &'a NetworkShot>,
    T: Iterator<Item = &'a TrailShot>,
{
    fn event(&mut self, action: Action) -> Option<Event> {
        Some(match action {
            Action::Attempt(start) => {
                self.path.clear();
                self.path.push(start);
                Event::Attempt { start }
            }
            Action::Visit(square) => {
                self.path.push(square);
                Event::Visit { step: self.path.len() as u64, square }
            }
            Action::Retreat(left) => {
                self.path.pop();
                let to = *self.path.last()?;
                Event::Retreat { step: self.path.len() as u64, left, to }
            }
            Action::Sweep => {
                let shot = self.networks.next()?;
                Event::Sweep { attempt: shot.attempt(), sweep: shot.sweep() }
            }
            Action::Trails => Event::Trails { cycle: self.trails.next()?.cycle() },
        })
    }
}
