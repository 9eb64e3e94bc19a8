//! Watching a solver at work.

use std::ops::ControlFlow;

use caracole_core::Square;

/// Sees every visit and every retreat of a solver, and may stop it.
///
/// Each method does nothing by default. Returning [`ControlFlow::Break`] stops the solver, which
/// then answers that it was interrupted.
pub trait Observer {
    /// A walk begins anew from this square. The visit of the square follows.
    fn attempt(&mut self, start: Square) -> ControlFlow<()> {
        let _ = start;
        ControlFlow::Continue(())
    }

    /// The knight goes to `square`, which becomes step `step`, counted from 1.
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }

    /// The knight leaves the last square and goes back to `square`, which is step `step`.
    fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        let _ = (step, square);
        ControlFlow::Continue(())
    }
}
