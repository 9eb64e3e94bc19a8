//! What is told of a run that ends without an answer.

use caracole_core::{Outcome, Problem, Stop, StopCause, counted};

use super::Stats;
use crate::Run;

impl Run<'_> {
    /// The answer of a solver that gives up: what ended it, and how far the knight came.
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
            _ => format!("{method} keeps fewer than 2^32 squares in memory, and not {squares}"),
        }
    }
}
