//! What is told of a run that ends without an answer.

use caracole_core::{MoveGraph, Outcome, Problem, Stop, StopCause, counted};

use super::Stats;
use crate::Run;

impl Run<'_> {
    /// The answer of a solver that gives up: what ended it, and how far the knight came.
    ///
    /// ```
    /// use caracole_core::{Outcome, Problem, StopCause};
    /// use caracole_solve::Run;
    ///
    /// let problem = Problem::new("8x8".parse()?);
    /// let mut run = Run::new();
    /// for (step, name) in (1..).zip(["a1", "b3", "d4", "c6"]) {
    ///     let square = problem.board().parse_square(name)?;
    ///     let told = if step == 1 { run.attempt(square) } else { run.visit(step, square) };
    ///     assert_eq!(told, Ok(()));
    /// }
    /// let outcome = run.stopped(&problem, StopCause::Heuristic, "guessing");
    /// let Outcome::Unknown(stop) = outcome else { return Err("it gave up".into()) };
    /// assert_eq!(
    ///     stop.tried,
    ///     "guessing took 3 steps and 0 retreats; its longest path has 4 of 64 squares"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self, problem: &Problem, cause: StopCause, method: &str) -> Outcome {
        Outcome::Unknown(self.stop(problem, cause, method))
    }

    /// Why a solver gives up, whatever it was looking for.
    pub(crate) fn stop(&self, problem: &Problem, cause: StopCause, method: &str) -> Stop {
        let story = match cause {
            StopCause::Memory => self.lack_of_memory(problem, method),
            _ => self.efforts(problem, method),
        };
        Stop::new(cause, story)
    }

    fn efforts(&self, problem: &Problem, method: &str) -> String {
        let Stats { steps, retreats, attempts, farthest, cases, .. } = self.stats;
        let squares = problem.board().len();
        if attempts == 0 && cases > 0 {
            let (cases, squares) = (counted(cases, "case"), counted(squares, "square"));
            return format!("{method} looked at {cases} on {squares}");
        }
        if attempts == 0 {
            return format!("{method} was at work on {squares} squares, and had not begun to walk");
        }
        let starts = if attempts == 1 { String::new() } else { format!(" from {attempts} starts") };
        let longest = if farthest == squares {
            format!("it visited all {squares} squares, but not as asked")
        } else {
            format!("its longest path has {farthest} of {squares} squares")
        };
        let (steps, retreats) = (counted(steps, "step"), counted(retreats, "retreat"));
        format!("{method} took {steps} and {retreats}{starts}; {longest}")
    }

    fn lack_of_memory(&self, problem: &Problem, method: &str) -> String {
        let squares = problem.board().len();
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        match (self.refused.get(), self.limits.memory) {
            (Some(bytes), Some(limit)) => {
                let (needed, limit) = (megabytes(bytes), limit >> 20);
                format!(
                    "{method} needs {needed} MiB for {squares} squares, and may use {limit} MiB"
                )
            }
            (None, Some(_)) if squares <= MoveGraph::MAX_SQUARES => self.efforts(problem, method),
            _ => format!("{method} keeps fewer than 2^32 squares in memory, and not {squares}"),
        }
    }
}
