//! The laws of all solvers.

use caracole_explain::Explain;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use caracole_core::{Kind, Problem, Square};
use caracole_solve::{Limits, Options, Run, Solver, Stats, Support};
use caracole_verify::{Outcome, StopCause, Tour};

use crate::log::{Event, Log};
use crate::{problems, truth};

/// The step limit of the tests.
const STEPS: Limits = Limits { steps: Some(20_000), time: None, memory: None };

/// Returns an outcome in a comparable form.
fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Found(tour) => format!("found {}", tour.names()),
        Outcome::Impossible(proof) => format!("impossible: {}", proof.text()),
        Outcome::Unknown(stop) => format!("unknown: {stop}"),
    }
}

const fn cause(outcome: &Outcome) -> Option<StopCause> {
    match outcome {
        Outcome::Unknown(stop) => Some(stop.cause),
        _ => None,
    }
}

/// Returns the problems that a solver supports. The others must be unknown.
fn supported(solver: &dyn Solver, problems: Vec<Problem>) -> Vec<Problem> {
    problems
        .into_iter()
        .filter(|problem| match solver.supports(problem) {
            Support::Yes => true,
            Support::No(why) => {
                assert!(!why.is_empty());
                let mut run = Run::new();
                let outcome = solver.solve(problem, &mut run);
                assert_eq!(cause(&outcome), Some(StopCause::Unsupported), "{problem:?}");
                assert_eq!(run.stats(), Stats::default(), "{problem:?}");
                false
            }
        })
        .collect()
}

pub(crate) fn never_contradicts_the_truth(solver: &dyn Solver) {
    let tiny = truth::of_tiny_problems();
    assert!(tiny.iter().any(|&(_, solvable)| solvable) && tiny.iter().any(|&(_, it)| !it));
    for (problem, is_solvable) in tiny {
        let outcome = solver.solve(problem, &mut Run::with_options(&Options::new().seed(3)));
        match &outcome {
            Outcome::Found(tour) => {
                assert!(is_solvable, "{problem:?}: {}", told(&outcome));
                Tour::verify(problem, tour.clone().into_path()).expect("an answer to the problem");
            }
            Outcome::Impossible(proof) => {
                assert!(!is_solvable, "{problem:?}: {}", told(&outcome));
                assert_eq!(proof.problem(), problem);
            }
            Outcome::Unknown(stop) => {
                assert!(!stop.tried.is_empty(), "{problem:?}");
                let is_supported = solver.supports(problem) == Support::Yes;
                let expected =
                    if is_supported { StopCause::Heuristic } else { StopCause::Unsupported };
                assert_eq!(stop.cause, expected, "{problem:?}");
            }
        }
    }
}

/// A run with an observer.
fn watch(solver: &dyn Solver, problem: &Problem, seed: u64) -> (Outcome, Stats, Log) {
    let mut log = Log::default();
    let mut run = Run::with_options(&Options::new().limits(STEPS).seed(seed)).observed_by(&mut log);
    let outcome = solver.solve(problem, &mut run);
    let stats = run.stats();
    (outcome, stats, log)
}

pub(crate) fn says_the_same_for_the_same_seed(solver: &dyn Solver) {
    for problem in supported(solver, problems::usual()) {
        for seed in [0, 7] {
            let (outcome, stats, log) = watch(solver, &problem, seed);
            let (again, stats_again, log_again) = watch(solver, &problem, seed);
            assert_eq!(told(&outcome), told(&again), "{problem:?}");
            assert_eq!(stats, stats_again, "{problem:?}");
            assert!(log.events == log_again.events, "{problem:?}");
            let mut run = Run::with_options(&Options::new().limits(STEPS).seed(seed));
            let unwatched = solver.solve(&problem, &mut run);
            assert_eq!(told(&outcome), told(&unwatched), "{problem:?}");
            assert_eq!(stats, run.stats(), "{problem:?}");
        }
    }
}

pub(crate) fn tells_the_run_what_it_does(solver: &dyn Solver) {
    for problem in supported(solver, problems::usual()) {
        let (outcome, stats, log) = watch(solver, &problem, 5);
        let attempts = log.count(|event| matches!(event, Event::Attempt(_)));
        let visits = log.count(|event| matches!(event, Event::Visit(..)));
        let backtracks = log.count(|event| matches!(event, Event::Retreat(..)));
        assert_eq!(
            (stats.walks, stats.steps, stats.backtracks),
            (attempts, visits - attempts, backtracks),
            "{problem:?}"
        );
        let farthest = log.events.iter().map(|event| match *event {
            Event::Visit(step, _) => step,
            _ => 0,
        });
        assert_eq!(Some(stats.longest_path), farthest.max(), "{problem:?}");
        let sweeps = log.count(|event| matches!(event, Event::Sweep(_)));
        assert_eq!(stats.network.map_or(0, |network| network.sweeps), sweeps, "{problem:?}");
        let walked = log.replay();
        if let Outcome::Found(tour) = &outcome {
            let path: Vec<Square> = tour.squares().collect();
            // A closed tour from another start is rotated to the given start.
            let is_turned = problem.kind() == Kind::Closed && walked.first() != path.first();
            if is_turned {
                assert_eq!(round(&walked), round(&path), "{problem:?}");
            } else {
                assert_eq!(walked, path, "{problem:?}");
            }
        }
    }
}

/// Returns the moves of a closed tour, independent of its start and direction.
fn round(path: &[Square]) -> BTreeSet<(Square, Square)> {
    let next = path.iter().cycle().skip(1);
    path.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))).collect()
}

pub(crate) fn keeps_to_its_limits(solver: &dyn Solver) {
    for problem in supported(solver, problems::usual()) {
        for steps in [0, 1, 10, 1023, 1024, 1025] {
            let mut run = Run::with_options(&Options::new().steps(steps));
            let outcome = solver.solve(&problem, &mut run);
            let Stats { steps: visits, decisions, updates, .. } = run.stats();
            let spent = visits + decisions + updates;
            assert!(spent <= steps, "{problem:?}");
            if cause(&outcome) == Some(StopCause::Steps) {
                assert_eq!(spent, steps, "{problem:?}");
            }
        }
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let outcome =
            solver.solve(&problem, &mut Run::with_options(&Options::new().limits(limits)));
        assert_eq!(cause(&outcome), Some(StopCause::Time), "{problem:?}");
        let limits = Limits { memory: Some(1), ..STEPS };
        let outcome =
            solver.solve(&problem, &mut Run::with_options(&Options::new().limits(limits)));
        assert!([None, Some(StopCause::Memory)].contains(&cause(&outcome)), "{problem:?}");
    }
}

pub(crate) fn stops_when_asked(solver: &dyn Solver) {
    for problem in supported(solver, problems::usual()) {
        let flag = AtomicBool::new(true);
        let mut run = Run::with_options(&Options::new().cancel_flag(&flag));
        let outcome = solver.solve(&problem, &mut run);
        assert_eq!(cause(&outcome), Some(StopCause::Interrupt), "{problem:?}");
        assert!(run.stats().steps <= 1024, "{problem:?}");
        for most in [1, 2, 3, 20] {
            let mut log = Log { stop_after: Some(most), ..Log::default() };
            let outcome = solver.solve(&problem, &mut Run::new().observed_by(&mut log));
            // A heuristic can fail before the limit.
            let has_failed = cause(&outcome) == Some(StopCause::Heuristic);
            if has_failed && log.events.len() < most {
                continue;
            }
            assert_eq!(cause(&outcome), Some(StopCause::Interrupt), "{problem:?}");
            assert_eq!(log.events.len(), most, "{problem:?}: nothing happens after the stop");
        }
    }
}

pub(crate) fn leaves_several_knights_alone(solver: &dyn Solver) {
    let problems: Vec<Problem> = ["8x8", "3x3", "1x2", "4x4-a1,d4", "torus:5x5"]
        .iter()
        .flat_map(|text| {
            let problem = Problem::new(text.parse().unwrap());
            let first = problem.board().squares().next();
            [problem.clone().with_knights(2, [first.unwrap()]).unwrap(), none_given(problem)]
        })
        .collect();
    assert_eq!(supported(solver, problems), []);
}

fn none_given(problem: Problem) -> Problem {
    problem.with_knights(2, [] as [Square; 0]).unwrap()
}

pub(crate) fn takes_any_board_and_little_stack(solver: &(dyn Solver + Sync)) {
    let limits = Limits { steps: Some(50_000), memory: Some(256 << 20), ..Limits::default() };
    for text in ["300x300", "4294967295x4294967295", "torus:65536x65536", "1x4294967295", "1x1"] {
        let problem = Problem::new(text.parse().unwrap());
        with_little_stack(|| {
            let outcome =
                solver.solve(&problem, &mut Run::with_options(&Options::new().limits(limits)));
            assert!(text == "1x1" || text == "300x300" || !outcome.is_found(), "{text}");
        });
    }
}

/// Runs a function on a thread with a small call stack.
pub(crate) fn with_little_stack(work: impl FnOnce() + Send) {
    const STACK: usize = 128 << 10;
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic and no overflow");
    });
}
