//! Each moment as it comes.

use std::ops::ControlFlow;

use caracole_core::{Problem, Square};

use super::Stage;
use crate::{NetworkView, Observer, TrailView};

/// Shows the stage after everything that a solver does, and keeps nothing else.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::Problem;
/// use caracole_solve::film::{Live, Stage};
/// use caracole_solve::{Run, Solver, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let mut lengths = Vec::new();
/// let mut live = Live::new(&problem, |stage: &Stage| {
///     lengths.push(stage.path().len());
///     if stage.path().len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// });
/// Warnsdorff::default().solve(&problem, &mut Run::new().observed_by(&mut live));
/// assert_eq!(live.into_stage().path().len(), 3);
/// assert_eq!(lengths, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Live<F> {
    stage: Stage,
    show: F,
}

impl<F: FnMut(&Stage) -> ControlFlow<()>> Live<F> {
    /// Shows each moment of a solver that works on a problem. `Break` stops the solver.
    pub fn new(problem: &Problem, show: F) -> Self {
        Self { stage: Stage::new(problem), show }
    }

    /// What was to be seen last.
    pub fn into_stage(self) -> Stage {
        self.stage
    }

    fn tell(&mut self, is_new: bool) -> ControlFlow<()> {
        if is_new { (self.show)(&self.stage) } else { ControlFlow::Continue(()) }
    }
}

impl<F: FnMut(&Stage) -> ControlFlow<()>> Observer for Live<F> {
    fn attempt(&mut self, start: Square) -> ControlFlow<()> {
        let is_new = self.stage.hear_attempt(start);
        self.tell(is_new)
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let is_new = self.stage.hear_visit(step, square);
        self.tell(is_new)
    }

    fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let is_new = self.stage.hear_retreat(step, square);
        self.tell(is_new)
    }

    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        let is_new = self.stage.hear_network(network);
        self.tell(is_new)
    }

    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        let is_new = self.stage.hear_trails(trails);
        self.tell(is_new)
    }
}
