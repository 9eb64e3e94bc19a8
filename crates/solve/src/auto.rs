//! Whatever answers best.

use caracole_core::{Outcome, Problem, Stop, StopCause};

use crate::solver::unsupported;
use crate::{
    BruteForce, Construct, Decision, Run, Solver, Support, Sweep, Tie, Warnsdorff, decide,
};

/// Decides by theorem where it can, then takes the first method that works.
///
/// * A plain rectangle is decided at once, and its tour is constructed.
/// * On any other board the cheap proofs come first, then Warnsdorff's rule with several ways to
///   break ties, then the sweep if the board is thin, then brute force, which goes on until it has
///   tried everything or meets a limit.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Auto, Run, Solver};
///
/// let problem = Problem::new("8x8".parse()?).closed().from("e4")?;
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
        run.work_by("theorem");
        if let Decision::Impossible(proof) = decide(problem) {
            return Outcome::Impossible(proof);
        }
        let warnsdorff = |tie| Box::new(Warnsdorff { order: None, tie }) as Box<dyn Solver>;
        let methods: [Box<dyn Solver>; 5] = [
            Box::new(Construct::default()),
            warnsdorff(Tie::Roth),
            warnsdorff(Tie::Random),
            Box::new(Sweep),
            Box::new(BruteForce::default()),
        ];
        first_answer(&methods, problem, run)
    }
}

/// The answer of the first method that has one.
fn first_answer(methods: &[Box<dyn Solver>], problem: &Problem, run: &mut Run<'_>) -> Outcome {
    let mut last = Stop::new(StopCause::Unsupported, "no method fits");
    for method in methods.iter().filter(|method| method.supports(problem) == Support::Yes) {
        run.work_by(method.name());
        match method.solve(problem, run) {
            // A rule that failed says nothing: the next method has its turn. Any other stop is
            // for the user to see, and a fault of ours above all.
            Outcome::Unknown(stop) if stop.cause == StopCause::Heuristic => last = stop,
            outcome => return outcome,
        }
    }
    Outcome::Unknown(last)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn only_a_rule_that_failed_gives_way_to_the_next_method() {
        use StopCause::{Fault, Heuristic, Memory, Unsupported};
        let problem = Problem::new("5x5".parse().unwrap());
        let answer = |causes: &[StopCause], with_brute_force: bool| {
            let brute_force = || Box::new(BruteForce::default()) as Box<dyn Solver>;
            let stops = causes.iter().map(|&cause| Box::new(Stops(cause)) as Box<dyn Solver>);
            let methods: Vec<_> = stops.chain(with_brute_force.then(brute_force)).collect();
            match first_answer(&methods, &problem, &mut Run::new()) {
                Outcome::Unknown(stop) => stop.cause.word(),
                outcome => outcome.word(),
            }
        };
        assert_eq!(answer(&[Heuristic, Unsupported], true), "found");
        assert_eq!(answer(&[Heuristic, Fault], true), "fault");
        assert_eq!(answer(&[Memory], true), "memory");
        assert_eq!(answer(&[Unsupported], false), "unsupported");
        assert_eq!(answer(&[Heuristic, Unsupported], false), "heuristic");
    }
}
