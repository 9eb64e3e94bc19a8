//! What a solver tells its run.

use std::ops::ControlFlow;

use caracole_core::{Square, StopCause};

use super::{ColonyStats, NetworkStats, Run};
use crate::{NetworkView, TrailView};

impl Run<'_> {
    /// Says that a walk begins from `start`, which becomes step 1.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::Run;
    ///
    /// let problem = Problem::new("3x3".parse()?);
    /// let square = |name| problem.board().parse_square(name);
    /// let mut run = Run::new();
    /// assert_eq!(run.attempt(square("a1")?), Ok(()));
    /// assert_eq!(run.visit(2, square("b3")?), Ok(()));
    /// assert_eq!(run.visit(3, square("c1")?), Ok(()));
    /// assert_eq!(run.retreat(2, square("b3")?), Ok(()));
    /// let stats = run.stats();
    /// assert_eq!((stats.attempts, stats.steps, stats.retreats, stats.farthest), (1, 2, 1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attempt(&mut self, start: Square) -> Result<(), StopCause> {
        self.stats.attempts += 1;
        self.stats.farthest = self.stats.farthest.max(1);
        self.look()?;
        if let Some(observer) = &mut self.observer {
            proceed(observer.attempt(start))?;
            proceed(observer.visit(1, start))?;
        }
        Ok(())
    }

    /// Says that the knight goes to `square` as step `step`.
    #[inline]
    pub fn visit(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        if self.stats.steps >= self.next_look {
            self.look()?;
        }
        self.stats.steps += 1;
        self.stats.farthest = self.stats.farthest.max(step);
        match &mut self.observer {
            Some(observer) => proceed(observer.visit(step, square)),
            None => Ok(()),
        }
    }

    /// Says that the knight goes back to `square`, which is step `step`.
    #[inline]
    pub fn retreat(&mut self, step: u64, square: Square) -> Result<(), StopCause> {
        self.stats.retreats += 1;
        match &mut self.observer {
            Some(observer) => proceed(observer.retreat(step, square)),
            None => Ok(()),
        }
    }

    /// How many steps may be taken before [`Run::look`] must be called again. Solvers that nobody
    /// watches take that many at once and report them with [`Run::take`].
    pub const fn steps_until_look(&self) -> u64 {
        self.next_look.saturating_sub(self.stats.steps)
    }

    /// Says that `steps` squares were gone to, the last of them as step `step`.
    ///
    /// ```
    /// use caracole_solve::{Limits, Run};
    ///
    /// let mut run = Run::new().limits(Limits { steps: Some(1500), ..Limits::default() });
    /// let mut squares = 1;
    /// // A board of a million squares, of which the limit allows some.
    /// while run.look().is_ok() && squares < 1_000_000 {
    ///     let steps = run.steps_until_look();
    ///     squares += steps;
    ///     run.take(steps, squares);
    /// }
    /// assert_eq!((squares, run.stats().steps), (1501, 1500));
    /// ```
    pub fn take(&mut self, steps: u64, step: u64) {
        self.stats.steps += steps;
        self.stats.farthest = self.stats.farthest.max(step);
    }

    /// Says that a case is about to be looked at.
    pub(crate) fn suppose(&mut self) -> Result<(), StopCause> {
        self.look()?;
        self.stats.cases += 1;
        Ok(())
    }

    /// Says that cases were looked at elsewhere.
    pub(crate) const fn add_cases(&mut self, cases: u64) {
        self.stats.cases += cases;
    }

    /// Says that neurons were updated. A network asks [`Run::look`] before.
    pub(crate) const fn add_updates(&mut self, updates: u64) {
        self.stats.updates += updates;
    }

    /// Says what a network has done so far.
    pub(crate) const fn tell_of_network(&mut self, network: NetworkStats) {
        self.stats.network = Some(network);
    }

    /// Says what a colony has done so far.
    pub(crate) const fn tell_of_colony(&mut self, colony: ColonyStats) {
        self.stats.colony = Some(colony);
    }

    /// Shows the state of a network to whoever watches.
    pub(crate) fn show_network(&mut self, network: &NetworkView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.network(network)),
            None => Ok(()),
        }
    }

    /// Shows the trails of a colony to whoever watches.
    pub(crate) fn show_trails(&mut self, trails: &TrailView<'_>) -> Result<(), StopCause> {
        match &mut self.observer {
            Some(observer) => proceed(observer.trails(trails)),
            None => Ok(()),
        }
    }

    /// Says that work on so many squares of so many is done.
    pub(crate) fn tell(&self, done: u64, squares: u64) {
        if let Some(tell) = self.progress {
            tell(done, squares);
        }
    }
}

const fn proceed(flow: ControlFlow<()>) -> Result<(), StopCause> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StopCause::Interrupt),
    }
}
