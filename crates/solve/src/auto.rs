//! The automatic choice of a method.

use caracole_core::{Certificate, Kind, Problem, Reason};
use caracole_verify::{Outcome, Stop, StopCause};

use crate::exact::ExactAfter;
use crate::solver::unsupported;
use crate::{
    Construct, Decision, Exact, FrontierDp, Patch, Run, Solver, Support, TieBreak, Warnsdorff,
    decide,
};

/// Picks the best method automatically: a theorem if one decides the problem, otherwise the first method that has an
/// answer.
///
/// * A theorem decides plain rectangles, and a construction builds their tours.
/// * A short exact search decides most other boards of up to a few thousand squares.
/// * [`Warnsdorff`] with several tie-break rules and [`Patch`] follow. On large boards [`Patch`] is first for closed
///   tours and without a given start.
/// * Graphs that are not boards go to [`Exact`] at once.
/// * Then [`FrontierDp`] on thin boards, and [`Exact`] on all cores until it finishes or meets a limit.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Auto, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).closed().start("e4")?;
/// assert!(Auto.solve(&problem, &mut Run::new()).is_found());
/// let problem = Problem::new("4x4".parse()?);
/// assert!(Auto.solve(&problem, &mut Run::new()).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto;

impl Solver for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn supports(&self, problem: &Problem) -> Support {
        Support::of_one_knight(problem, || Support::Yes)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        if let Support::No(why) = self.supports(problem) {
            return unsupported(why);
        }
        run.set_method("theorem");
        if let Decision::Impossible(certificate) = decide(problem) {
            return proved(problem, certificate, run);
        }
        if problem.board().graph().is_some() {
            // Rules of thumb for boards do not help on arbitrary graphs.
            return first_answer(&[Box::new(Exact::default())], problem, run);
        }
        let warnsdorff = |tie| Box::new(Warnsdorff { order: None, tie }) as Box<dyn Solver>;
        let is_small = problem.board().len() <= SMALL;
        let mut methods: Vec<Box<dyn Solver>> = vec![Box::new(Construct::default())];
        if is_small {
            methods.push(Box::new(SHORT));
        }
        // Without a given start, Warnsdorff's rule tries every square, which takes too long on a large board. And
        // it closes tours only by coincidence.
        let mut rules = [warnsdorff(TieBreak::Roth), warnsdorff(TieBreak::Random)];
        if run.seed() != 0 {
            // Roth's rule does not depend on the seed.
            rules.reverse();
        }
        let has_many_starts = problem.kind() == Kind::Closed || problem.start_square().is_none();
        if has_many_starts && !is_small {
            methods.push(Box::new(Patch));
            methods.extend(rules);
        } else {
            methods.extend(rules);
            methods.push(Box::new(Patch));
        }
        methods.push(Box::new(FrontierDp));
        // The short search has made the first attempts already.
        methods.push(match SHORT.max_restarts.filter(|_| is_small) {
            Some(restarts) => Box::new(ExactAfter { restarts }),
            None => Box::new(Exact::default()),
        });
        first_answer(&methods, problem, run)
    }
}

/// The maximum number of squares for which a short exact search comes first.
pub(crate) const SMALL: u64 = 2500;
/// A search of some milliseconds.
pub(crate) const SHORT: Exact = Exact { threads: None, max_restarts: Some(6) };

/// Returns the outcome of a certificate. If its reason is a list of searched boards, a short search tries to replace
/// it by a reason that can be checked.
pub(crate) fn proved(problem: &Problem, certificate: Certificate, run: &mut Run<'_>) -> Outcome {
    if matches!(certificate.reason(), Reason::Searched { .. })
        && let Outcome::Impossible(better) = SHORT.solve(problem, run)
        && !matches!(better.reason(), Reason::Exhausted { .. })
    {
        run.set_method(SHORT.name());
        return Outcome::Impossible(better);
    }
    run.impossible(problem, certificate.into_reason())
}

/// Returns the answer of the first method that has one.
fn first_answer(methods: &[Box<dyn Solver>], problem: &Problem, run: &mut Run<'_>) -> Outcome {
    let mut last = Stop::new(StopCause::Unsupported, "no method fits");
    for method in methods.iter().filter(|method| method.supports(problem) == Support::Yes) {
        run.set_method(method.name());
        match method.solve(problem, run) {
            // After the failure of a heuristic the next method is tried. Any other stop is the answer.
            Outcome::Unknown(stop) if stop.cause == StopCause::Heuristic => last = stop,
            outcome => return outcome,
        }
    }
    Outcome::Unknown(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BruteForce;

    /// Always stops for the same cause, or does not support anything.
    struct Stops(StopCause);

    impl Solver for Stops {
        fn name(&self) -> &'static str {
            "stops"
        }

        fn supports(&self, _: &Problem) -> Support {
            match self.0 {
                StopCause::Unsupported => Support::No("another problem".to_owned()),
                _ => Support::Yes,
            }
        }

        fn solve(&self, _: &Problem, _: &mut Run<'_>) -> Outcome {
            Outcome::Unknown(Stop::new(self.0, "nothing"))
        }
    }

    /// Warnsdorff's rule would try thousands of starts.
    #[test]
    fn large_shapes_without_a_start_are_patched() {
        let large = Problem::new("60x60-a1,b1".parse().unwrap());
        for problem in [large.clone(), large.clone().closed(), large.open()] {
            let mut run = Run::new();
            assert!(Auto.solve(&problem, &mut run).is_found());
            assert_eq!(run.method(), Some("patch"), "{:?}", problem.kind());
        }
    }

    #[test]
    fn only_a_rule_that_failed_gives_way_to_the_next_method() {
        use StopCause::{Fault, Heuristic, Memory, Unsupported};
        let problem = Problem::new("5x5".parse().unwrap());
        let answer = |causes: &[StopCause], with_brute_force: bool| {
            let brute_force = || Box::new(BruteForce::default()) as Box<dyn Solver>;
            let stops = causes.iter().map(|&cause| Box::new(Stops(cause)) as Box<dyn Solver>);
            let methods: Vec<_> = stops.chain(with_brute_force.then(brute_force)).collect();
            match first_answer(&methods, &problem, &mut Run::new()) {
                Outcome::Unknown(stop) => stop.cause.name(),
                outcome => outcome.name(),
            }
        };
        assert_eq!(answer(&[Heuristic, Unsupported], true), "found");
        assert_eq!(answer(&[Heuristic, Fault], true), "fault");
        assert_eq!(answer(&[Memory], true), "memory");
        assert_eq!(answer(&[Unsupported], false), "unsupported");
        assert_eq!(answer(&[Heuristic, Unsupported], false), "heuristic");
    }
}
