//! The end of a run: the verifier and the checker receive the result of a solver, and a run without an answer is
//! described.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use caracole_core::{Certificate, Formula, MoveGraph, Moves, Path, Problem, Reason, pluralize};
use caracole_runtime::Progress;
use caracole_runtime::parallel::Threads;
use caracole_verify::{Cover, Evidence, Outcome, Stop, StopCause, Tour};
use caracole_verify::{FormulaError, UncheckedCause};

use super::{Run, Stats};

impl Run<'_> {
    /// Passes a path to the verifier, and returns the tour.
    ///
    /// A path that the verifier rejects is a fault of the solver, [`StopCause::Fault`].
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

    /// Passes a formula to the verifier, which checks all its steps on all threads of the run, and returns the tour.
    ///
    /// The time limit, the step limit and the cancel flag also apply to this check.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Construct, Run};
    ///
    /// let problem = Problem::new("30x40".parse()?).closed();
    /// let mut run = Run::new();
    /// let formula =
    ///     Construct::default().formula(&problem, &mut run).map_err(|outcome| outcome.name())?;
    /// let outcome = run.found_formula(&problem, formula).map_err(|cause| cause.name())?;
    /// let tour = outcome.found().ok_or("not found")?;
    /// assert!(tour.is_closed() && tour.len() == 1200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found_formula(
        &mut self,
        problem: &Problem,
        formula: Arc<dyn Formula>,
    ) -> Result<Outcome, StopCause> {
        let (board, len) = (problem.board(), problem.board().len());
        let square_at = |step| board.at(formula.coord_at(step)).ok_or(StopCause::Fault);
        self.begin_walk(square_at(1)?)?;
        let is_walked = self.is_observed();
        if is_walked {
            (2..=len).try_for_each(|step| self.visit(step, square_at(step)?))?;
        } else {
            let left = self.steps_left();
            if left < len - 1 {
                self.count_steps(left, left + 1);
                return Err(StopCause::Steps);
            }
        }
        let checked = AtomicU64::new(1);
        let options = &self.options;
        let watch = |done: u64| {
            checked.fetch_max(done, Ordering::Relaxed);
            options.report(&Progress::Squares { done, total: len });
            proceed_if(!options.is_over())
        };
        let threads = Threads::new(self.threads());
        let answer = Tour::from_formula(problem, formula, &threads, &watch);
        if !is_walked {
            let checked = checked.into_inner();
            self.count_steps(checked - 1, checked);
        }
        match answer {
            Ok(tour) => Ok(Outcome::Found(tour)),
            Err(FormulaError::Stopped) => self.check_limits().and(Err(StopCause::Interrupt)),
            Err(FormulaError::Defect(defect)) => {
                let text = defect.text(problem.board());
                debug_assert!(false, "{}: {text}", problem.board());
                Ok(Outcome::Unknown(fault(&text)))
            }
        }
    }

    /// Passes the paths of several knights to the verifier, as [`Run::found`] does with one.
    ///
    /// ```
    /// use caracole_core::{Path, Problem};
    /// use caracole_solve::Run;
    ///
    /// // One knight visits the border, the other one stays in the middle.
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

    /// Passes a reason to the checker, and returns `Impossible` unless the checker rejects it.
    ///
    /// A reason that the checker rejects is a fault of the solver, [`StopCause::Fault`]. The
    /// [evidence](caracole_verify::Evidence) of a reason that cannot be checked within the limits of the run is
    /// unchecked.
    ///
    /// ```
    /// use caracole_verify::{Outcome, StopCause};
    /// use caracole_core::{Problem, Reason};
    /// use caracole_solve::Run;
    ///
    /// let (run, reason) = (Run::new(), Reason::Colours { counts: [25, 24] });
    /// let closed = Problem::new("7x7".parse()?).closed();
    /// let Outcome::<()>::Impossible(evidence) = run.impossible(&closed, reason.clone()) else {
    ///     return Err("not impossible".into());
    /// };
    /// assert!(evidence.is_checked());
    ///
    /// let Outcome::<()>::Unknown(stop) = run.impossible(&Problem::new("8x8".parse()?), reason) else {
    ///     return Err("8x8 has tours".into());
    /// };
    /// assert_eq!(stop.cause, StopCause::Fault);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impossible<T>(&self, problem: &Problem, reason: Reason) -> Outcome<T> {
        let visits_all_squares = matches!(
            reason,
            Reason::Cases { .. }
                | Reason::Clauses { .. }
                | Reason::VertexCut { .. }
                | Reason::DeficientSet { .. }
                | Reason::Disconnected { .. }
        );
        let memory = self.reserve(if visits_all_squares { checker_bytes(problem) } else { 0 });
        // The checker cannot be stopped while it lists the moves of the board.
        let is_stopped = memory.is_err()
            || visits_all_squares
                && self.options.time_left().is_some_and(|left| left < listing_time(problem));
        let options = &self.options;
        let watch = |_| proceed_if(!is_stopped && options.check_limits().is_ok());
        match Evidence::check(Certificate::new(problem.clone(), reason), &watch) {
            Err(rejected) => {
                let description = format!("a certificate was rejected by the checker: {rejected}");
                Outcome::Unknown(Stop::new(StopCause::Fault, description))
            }
            Ok(Evidence::Unchecked(claim))
                if claim.cause() == UncheckedCause::Stopped && self.options.is_cancelled() =>
            {
                Outcome::Unknown(Stop::new(StopCause::Interrupt, "while a proof was checked"))
            }
            Ok(evidence) => Outcome::Impossible(evidence),
        }
    }
}

/// The result of a method that finds a path, a reason, or nothing.
pub(crate) enum Answer {
    Tour(Path),
    Impossible(Reason),
    /// A heuristic failed, as described.
    Failed(String),
}

impl Run<'_> {
    /// Converts an answer to an outcome. Reports each step of a tour first.
    pub(crate) fn answer(
        &mut self,
        problem: &Problem,
        answer: Answer,
    ) -> Result<Outcome, StopCause> {
        let path = match answer {
            Answer::Tour(path) => path,
            Answer::Impossible(reason) => return Ok(self.impossible(problem, reason)),
            Answer::Failed(why) => {
                return Ok(Outcome::Unknown(Stop::new(StopCause::Heuristic, why)));
            }
        };
        for (step, square) in (1..).zip(path.iter()) {
            if step == 1 {
                self.begin_walk(square)?;
            } else {
                self.visit(step, square)?;
            }
        }
        Ok(self.found(problem, path))
    }
}

/// Runs without an answer.
impl Run<'_> {
    /// Returns the outcome of a solver without an answer: the cause of the stop, and the work that was done.
    ///
    /// ```
    /// use caracole_verify::{Outcome, StopCause};
    /// use caracole_core::Problem;
    /// use caracole_solve::Run;
    ///
    /// let problem = Problem::new("8x8".parse()?);
    /// let mut run = Run::new();
    /// for (step, name) in (1..).zip(["a1", "b3", "d4", "c6"]) {
    ///     let square = problem.board().parse_square(name)?;
    ///     let reported = if step == 1 { run.begin_walk(square) } else { run.visit(step, square) };
    ///     assert_eq!(reported, Ok(()));
    /// }
    /// let outcome = run.stopped(&problem, StopCause::Heuristic, "guessing");
    /// let Outcome::Unknown(stop) = outcome else { return Err("it gave up".into()) };
    /// assert_eq!(
    ///     stop.tried,
    ///     "guessing took 3 steps and 0 backtracks; its longest path has 4 of 64 squares"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self, problem: &Problem, cause: StopCause, method: &str) -> Outcome {
        Outcome::Unknown(self.stop(problem, cause, method))
    }

    /// Returns the stop of a solver without an answer.
    pub(crate) fn stop(&self, problem: &Problem, cause: StopCause, method: &str) -> Stop {
        let description = match cause {
            StopCause::Memory => self.describe_memory(problem, method),
            _ => self.describe_work(problem, method),
        };
        Stop::new(cause, description)
    }

    fn describe_work(&self, problem: &Problem, method: &str) -> String {
        let Stats { steps, backtracks, walks, longest_path, decisions, .. } = self.stats;
        let squares = problem.board().len();
        if walks == 0 && decisions > 0 {
            let decisions = pluralize(decisions, "decision");
            return format!("{method} made {decisions} on {}", pluralize(squares, "square"));
        }
        if walks == 0 {
            return format!("{method} was at work on {squares} squares, and had not begun to walk");
        }
        let starts = if walks == 1 { String::new() } else { format!(" from {walks} starts") };
        let longest = if longest_path == squares {
            format!("it visited all {squares} squares, but not as asked")
        } else {
            format!("its longest path has {longest_path} of {squares} squares")
        };
        let (steps, backtracks) = (pluralize(steps, "step"), pluralize(backtracks, "backtrack"));
        format!("{method} took {steps} and {backtracks}{starts}; {longest}")
    }

    fn describe_memory(&self, problem: &Problem, method: &str) -> String {
        let squares = problem.board().len();
        let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
        match (self.refused.get(), self.limits().memory) {
            (Some(bytes), Some(limit)) => {
                let (needed, limit) = (megabytes(bytes), limit >> 20);
                format!(
                    "{method} needs {needed} MiB for {squares} squares, and may use {limit} MiB"
                )
            }
            (None, Some(_)) if squares <= MoveGraph::MAX_SQUARES => {
                self.describe_work(problem, method)
            }
            _ => format!("{method} keeps fewer than 2^32 squares in memory, and not {squares}"),
        }
    }
}

const fn proceed_if(may_proceed: bool) -> ControlFlow<()> {
    if may_proceed { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Returns a generous estimate of the time that the checker takes before its first line.
fn listing_time(problem: &Problem) -> Duration {
    Duration::from_micros(2 * problem.board().len())
}

/// Returns the memory that the checker takes for its table of moves.
fn checker_bytes(problem: &Problem) -> u64 {
    let board = problem.board();
    board.len() * 80 + Moves::new(problem.piece(), board).bound(board) * 20
}

/// Returns the verifier's answer to a path.
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
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use caracole_core::{Case, Cases};

    use crate::{Auto, Limits, Options, Solver, Support};

    use super::*;

    /// A solver that returns "impossible" for every problem.
    struct Liar(Reason);

    impl Solver for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn supports(&self, _: &Problem) -> Support {
            Support::Yes
        }

        fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
            run.impossible(problem, self.0.clone())
        }
    }

    #[test]
    fn a_wrong_certificate_of_a_solver_is_a_fault() {
        let problem = Problem::new("8x8".parse().unwrap());
        let square = problem.board().parse_square("a1").unwrap();
        for (reason, flaw) in [
            (Reason::NoMove { square }, "a1 has 2 moves, not 0"),
            (Reason::DeficientSet { squares: vec![square] }, "the squares need "),
            (Reason::VertexCut { squares: vec![square] }, "the parts need "),
            (
                Reason::Cases { cases: Cases::new(vec![Case::Forced]) },
                "line 1: the forced moves do not contradict each other",
            ),
        ] {
            let Outcome::Unknown(stop) = Liar(reason).solve(&problem, &mut Run::new()) else {
                panic!("8x8 has tours");
            };
            assert_eq!(stop.cause, StopCause::Fault);
            let text = stop.to_string();
            let start = "an error in Caracole: a certificate was rejected by the checker: ";
            assert!(text.starts_with(&format!("{start}{flaw}")), "{text}");
        }
    }

    #[test]
    fn evidence_says_whether_it_was_checked() {
        let closed = Problem::new("4x4".parse().unwrap()).closed();
        let forced = || Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
        let is_checked = |reason, run: &mut Run<'_>| match Liar(reason).solve(&closed, run) {
            Outcome::Impossible(evidence) => Some(evidence.is_checked()),
            _ => None,
        };
        assert_eq!(is_checked(forced(), &mut Run::new()), Some(true));
        let search = Reason::Exhausted { method: "backtracking", steps: 7 };
        assert_eq!(is_checked(search, &mut Run::new()), Some(false));
        let no_memory = Limits { memory: Some(1), ..Limits::default() };
        assert_eq!(
            is_checked(forced(), &mut Run::with_options(&Options::new().limits(no_memory))),
            Some(false)
        );
        let no_time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut late =
            Run::with_options(&Options::new().limits(no_time).started_at(Instant::now()));
        assert_eq!(is_checked(forced(), &mut late), Some(false));
        let flag = AtomicBool::new(true);
        assert_eq!(
            is_checked(forced(), &mut Run::with_options(&Options::new().cancel_flag(&flag))),
            None
        );
    }

    #[test]
    fn answers_of_solvers_are_checked() {
        for (board, is_closed) in [("5x5", true), ("3x4", true), ("4x4", false), ("3x3", false)] {
            let problem = Problem::new(board.parse().unwrap());
            let problem = if is_closed { problem.closed() } else { problem };
            let Outcome::Impossible(evidence) = Auto.solve(&problem, &mut Run::new()) else {
                panic!("{board} has no tour");
            };
            assert!(evidence.is_checked(), "{}", evidence.reason().name());
        }
    }

    #[test]
    fn a_path_that_is_no_tour_is_a_fault() {
        let problem = Problem::new("1x2".parse().unwrap());
        let stop = verified(&problem, Path::from_indices(vec![0, 1])).unwrap_err();
        assert_eq!(stop.cause.name(), "fault");
        assert_eq!(
            stop.to_string(),
            "an error in Caracole: a path was rejected by the verifier: step 2: from a1 to a2 is no move"
        );
    }
}
