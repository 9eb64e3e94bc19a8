//! Whatever answers best.

use caracole_core::{Kind, Outcome, Problem, Proof, Reason, Stop, StopCause};

use crate::exact::ExactAfter;
use crate::solver::unsupported;
use crate::{
    Construct, Decision, Exact, Patch, Run, Solver, Support, Sweep, Tie, Warnsdorff, decide,
};

/// Decides by theorem where it can, then takes the first method that works.
///
/// * A plain rectangle is decided at once, and its tour is constructed.
/// * Any other board of up to a few thousand squares is mostly settled by a short exact search, one
///   way or the other.
/// * Where it is not, Warnsdorff's rule is tried with several ways to break ties, and loops that
///   cover the board are patched together, which goes first on large boards for closed tours and
///   where no start is given; then the sweep if the board is thin, then the exact search on all cores until it is settled or meets a limit.
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
            return proved(problem, proof, run);
        }
        let warnsdorff = |tie| Box::new(Warnsdorff { order: None, tie }) as Box<dyn Solver>;
        let is_small = problem.board().len() <= SMALL;
        let mut methods: Vec<Box<dyn Solver>> = vec![Box::new(Construct::default())];
        if is_small {
            methods.push(Box::new(SHORT));
        }
        // Where nothing is given, Warnsdorff's rule tries every start, which on a large board takes
        // for ever; and it closes a tour by luck only.
        let mut rules = [warnsdorff(Tie::Roth), warnsdorff(Tie::Random)];
        if run.get_seed() != 0 {
            // Roth's rule gives the same tour for every seed.
            rules.reverse();
        }
        let is_patient = problem.kind() == Kind::Closed || problem.start().is_none();
        if is_patient && !is_small {
            methods.push(Box::new(Patch));
            methods.extend(rules);
        } else {
            methods.extend(rules);
            methods.push(Box::new(Patch));
        }
        methods.push(Box::new(Sweep));
        // The short search has made the first attempts already.
        methods.push(match SHORT.attempts.filter(|_| is_small) {
            Some(attempts) => Box::new(ExactAfter { attempts }),
            None => Box::new(Exact::default()),
        });
        first_answer(&methods, problem, run)
    }
}

/// Boards of up to so many squares are worth a short exact search before anything else.
pub(crate) const SMALL: u64 = 2500;
/// A search of some milliseconds.
pub(crate) const SHORT: Exact = Exact { threads: None, attempts: Some(6) };

/// A proof that rests on a list of searched boards is replaced by one that can be checked, if it
/// is soon found.
pub(crate) fn proved(problem: &Problem, proof: Proof, run: &mut Run<'_>) -> Outcome {
    if matches!(proof.reason(), Reason::Searched { .. })
        && let Outcome::Impossible(better) = SHORT.solve(problem, run)
        && !matches!(better.reason(), Reason::Exhausted { .. })
    {
        run.work_by(SHORT.name());
        return Outcome::Impossible(better);
    }
    Outcome::Impossible(proof)
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
