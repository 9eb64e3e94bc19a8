//! What a solver has found passes the verifier here.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use caracole_core::verify::Refusal;
use caracole_core::{Cover, Formula, Outcome, Path, Problem, Stop, StopCause, Tour};

use crate::Run;

impl Run<'_> {
    /// Hands a path to the verifier; what it accepts is the answer.
    ///
    /// A path that it rejects is a fault of the solver, [`StopCause::Fault`]. It never leaves as a
    /// tour.
    ///
    /// ```
    /// use caracole_core::{Path, Problem};
    /// use caracole_solve::Run;
    ///
    /// let problem = Problem::new("3x4".parse()?);
    /// let names = "a1 b3 c1 a2 b4 c2 a3 c4 b2 a4 c3 b1".split(' ');
    /// let path: Result<Path, _> = names.map(|name| problem.board().parse_square(name)).collect();
    /// assert!(Run::new().found(&problem, path?).is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(&self, problem: &Problem, path: Path) -> Outcome {
        verified(problem, path).unwrap_or_else(|fault| {
            debug_assert!(false, "{}: {fault}", problem.board());
            Outcome::Unknown(fault)
        })
    }

    /// Hands a formula to the verifier, which goes through all its steps on all cores; what it
    /// accepts is the answer.
    ///
    /// The time limit, the limit of steps and the stop flag hold meanwhile.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Construct, Run};
    ///
    /// let problem = Problem::new("30x40".parse()?).closed();
    /// let mut run = Run::new();
    /// let formula =
    ///     Construct::default().formula(&problem, &mut run).map_err(|outcome| outcome.word())?;
    /// let outcome = run.found_formula(&problem, formula).map_err(|cause| cause.word())?;
    /// let tour = outcome.tour().ok_or("not found")?;
    /// assert!(tour.is_closed() && tour.len() == 1200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found_formula(
        &mut self,
        problem: &Problem,
        formula: Arc<dyn Formula>,
    ) -> Result<Outcome, StopCause> {
        let (board, len) = (problem.board(), problem.board().len());
        let square_at = |step| board.at(formula.place_at(step)).ok_or(StopCause::Fault);
        self.attempt(square_at(1)?)?;
        let is_walked = self.is_observed();
        if is_walked {
            (2..=len).try_for_each(|step| self.visit(step, square_at(step)?))?;
        } else {
            let left = self.steps_left();
            if left < len - 1 {
                self.take(left, left + 1);
                return Err(StopCause::Steps);
            }
        }
        let checked = AtomicU64::new(1);
        let (flag, progress, begun) = (self.interrupt, self.progress, self.begun);
        let deadline =
            begun.zip(self.limits.time).and_then(|(begun, time)| begun.checked_add(time));
        let watch = |done: u64| {
            checked.fetch_max(done, Ordering::Relaxed);
            if let Some(tell) = progress {
                tell(done, len);
            }
            let is_over = flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
                || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let answer = Tour::from_formula(problem, formula, &watch);
        if !is_walked {
            let checked = checked.into_inner();
            self.take(checked - 1, checked);
        }
        match answer {
            Ok(tour) => Ok(Outcome::Found(tour)),
            Err(Refusal::Stopped) => self.look().and(Err(StopCause::Interrupt)),
            Err(Refusal::Defect(defect)) => {
                let text = defect.text(problem.board());
                debug_assert!(false, "{}: {text}", problem.board());
                Ok(Outcome::Unknown(fault(&text)))
            }
        }
    }

    /// Hands the paths of several knights to the verifier, as [`Run::found`] does with one.
    ///
    /// ```
    /// use caracole_core::{Path, Problem};
    /// use caracole_solve::Run;
    ///
    /// // One knight goes round, the other stays in the middle.
    /// let problem = Problem::new("3x3".parse()?).with_knights(2, ["a1"])?;
    /// let path = |names: &str| -> Result<Path, _> {
    ///     names.split(' ').map(|name| problem.board().parse_square(name)).collect()
    /// };
    /// let paths = vec![path("a1 b3 c1 a2 c3 b1 a3 c2")?, path("b2")?];
    /// assert!(Run::new().found_cover(&problem, paths).is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found_cover(&self, problem: &Problem, paths: Vec<Path>) -> Outcome<Cover> {
        Cover::verify(problem, paths).map_or_else(
            |rejected| {
                let first = rejected.verdict.defects().first();
                let text = first.map(|defect| defect.text(problem.board())).unwrap_or_default();
                debug_assert!(false, "{}: {text}", problem.board());
                Outcome::Unknown(fault(&text))
            },
            Outcome::Found,
        )
    }
}

/// The verifier's answer to a path.
fn verified(problem: &Problem, path: Path) -> Result<Outcome, Stop> {
    Tour::verify(problem, path).map(Outcome::Found).map_err(|rejected| {
        let first = rejected.verdict.defects().first();
        fault(&first.map(|defect| defect.text(problem.board())).unwrap_or_default())
    })
}

fn fault(defect: &str) -> Stop {
    Stop::new(StopCause::Fault, format!("a path was rejected by the verifier: {defect}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_no_tour_is_a_fault() {
        let problem = Problem::new("1x2".parse().unwrap());
        let stop = verified(&problem, Path::from_indices(vec![0, 1])).unwrap_err();
        assert_eq!(stop.cause.word(), "fault");
        assert_eq!(
            stop.to_string(),
            "a fault of ours: a path was rejected by the verifier: step 2: from a1 to a2 is no move"
        );
    }
}
