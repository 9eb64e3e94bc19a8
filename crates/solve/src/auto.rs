//! Whatever answers best.

use caracole_core::{Outcome, Problem, Stop, StopCause};

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

    fn supports(&self, _: &Problem) -> Support {
        Support::Yes
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        run.work_by("theorem");
        if let Decision::Impossible(proof) = decide(problem) {
            return Outcome::Impossible(proof);
        }
        let warnsdorff = |tie| Box::new(Warnsdorff { order: None, tie }) as Box<dyn Solver>;
        let methods: [Box<dyn Solver>; 5] = [
            Box::new(Construct),
            warnsdorff(Tie::Roth),
            warnsdorff(Tie::Random),
            Box::new(Sweep),
            Box::new(BruteForce::default()),
        ];
        let mut last = Stop::new(StopCause::Heuristic, "no method fits");
        for method in methods.iter().filter(|method| method.supports(problem) == Support::Yes) {
            run.work_by(method.name());
            match method.solve(problem, run) {
                // A rule that failed says nothing: the next method has its turn.
                Outcome::Unknown(stop) if stop.cause == StopCause::Heuristic => last = stop,
                outcome => return outcome,
            }
        }
        Outcome::Unknown(last)
    }
}
