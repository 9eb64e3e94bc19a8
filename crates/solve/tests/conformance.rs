//! The laws of every solver. A new solver is one line in the list below.

#[path = "conformance/laws.rs"]
mod laws;
#[path = "conformance/log.rs"]
mod log;
#[path = "conformance/problems.rs"]
mod problems;
#[path = "conformance/truth.rs"]
mod truth;

use caracole_core::{Board, MoveOrder, Problem};
use caracole_solve::{
    Ants, Auto, Backtracking, BruteForce, Construct, Exact, FrontierDp, Limits, MoveOrdering,
    Neural, Options, Patch, Run, Solver, TieBreak, Warnsdorff,
};
use caracole_verify::Outcome;

/// Tests a solver against all laws, in a module of this name.
macro_rules! conformance {
    ($name:ident, $solver:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn never_contradicts_the_truth() {
                laws::never_contradicts_the_truth(&$solver);
            }

            #[test]
            fn leaves_several_knights_alone() {
                laws::leaves_several_knights_alone(&$solver);
            }

            #[test]
            fn says_the_same_for_the_same_seed() {
                laws::says_the_same_for_the_same_seed(&$solver);
            }

            #[test]
            fn tells_the_run_what_it_does() {
                laws::tells_the_run_what_it_does(&$solver);
            }

            #[test]
            fn keeps_to_its_limits() {
                laws::keeps_to_its_limits(&$solver);
            }

            #[test]
            fn stops_when_asked() {
                laws::stops_when_asked(&$solver);
            }

            #[test]
            fn takes_any_board_and_little_stack() {
                laws::takes_any_board_and_little_stack(&$solver);
            }
        }
    };
}

conformance!(backtracking, Backtracking::default());
conformance!(backtracking_in_order, Backtracking { order: Some(order()) });
conformance!(brute_force, BruteForce::default());
conformance!(brute_force_in_order, BruteForce { order: Some(order()), ..BruteForce::default() });
conformance!(naive, BruteForce { order: None, ordering: MoveOrdering::AsOrdered });
conformance!(warnsdorff_first, warnsdorff(TieBreak::First));
conformance!(warnsdorff_in_order, Warnsdorff { order: Some(order()), tie: TieBreak::First });
conformance!(warnsdorff_random, warnsdorff(TieBreak::Random));
conformance!(warnsdorff_roth, warnsdorff(TieBreak::Roth));
conformance!(warnsdorff_pohl, warnsdorff(TieBreak::Pohl));
conformance!(warnsdorff_pohl_least, warnsdorff(TieBreak::PohlLeast));
conformance!(warnsdorff_squirrel, warnsdorff(TieBreak::Squirrel));
conformance!(construct, Construct::default());
conformance!(construct_mixed, Construct { mix: Some(1), ..Construct::default() });
conformance!(exact, Exact::default());
conformance!(patch, Patch);
conformance!(neural, Neural::default());
conformance!(neural_repaired, Neural { repair: true, ..Neural::default() });
conformance!(sweep, FrontierDp);
conformance!(auto, Auto);
conformance!(ants, ants());

fn order() -> MoveOrder {
    "34261578".parse().unwrap()
}

/// A step limit for problems that are too hard.
fn ants() -> Ants {
    Ants { cycles: 50.try_into().unwrap(), ..Ants::default() }
}

const fn warnsdorff(tie: TieBreak) -> Warnsdorff {
    Warnsdorff { order: None, tie }
}

/// A complete search decides every tiny problem.
#[test]
fn complete_searches_always_answer() {
    let naive = BruteForce { order: None, ordering: MoveOrdering::AsOrdered };
    let solvers: [Box<dyn Solver>; 3] =
        [Box::new(Backtracking::default()), Box::new(BruteForce::default()), Box::new(naive)];
    for solver in solvers {
        for (problem, is_solvable) in truth::of_tiny_problems() {
            let outcome = solver.solve(problem, &mut Run::new());
            assert_eq!(outcome.is_found(), *is_solvable, "{}: {problem:?}", solver.name());
            assert_eq!(outcome.is_impossible(), !is_solvable, "{}: {problem:?}", solver.name());
        }
    }
}

/// Closed tours from every square of 8x8; few walks from a single square close.
#[test]
fn warnsdorff_closes_from_every_square() {
    let board: Board = "8x8".parse().unwrap();
    for start in board.squares() {
        let problem = Problem::new(board.clone()).closed().start(start).unwrap();
        let outcome = Warnsdorff::default().solve(&problem, &mut Run::new());
        let tour = outcome.found().unwrap_or_else(|| panic!("{}", board.name(start)));
        assert_eq!(tour.square_at(1), Some(start));
        assert!(tour.is_closed());
    }
}

/// Boards of growing size: the call stack does not grow, and the time is linear in the steps.
#[test]
fn warnsdorff_500() {
    laws::with_little_stack(|| {
        let problem = Problem::new("500x500".parse().unwrap()).start("a1").unwrap();
        let outcome = warnsdorff(TieBreak::Roth).solve(&problem, &mut Run::new());
        assert!(!outcome.is_impossible());
        let mut run = Run::new();
        let outcome = warnsdorff(TieBreak::First).solve(&problem, &mut run);
        assert!(!outcome.is_impossible());
        assert!(run.stats().longest_path > 200_000, "{:?}", run.stats());
    });
}

#[test]
fn backtracking_1000() {
    laws::with_little_stack(|| {
        let problem = Problem::new("1000x1000".parse().unwrap());
        let limits = Limits { steps: Some(3_000_000), ..Limits::default() };
        let mut run = Run::with_options(&Options::new().limits(limits));
        let outcome = Backtracking::default().solve(&problem, &mut run);
        assert!(matches!(outcome, Outcome::Unknown(_)));
        assert_eq!(run.stats().steps, 3_000_000);
        assert!(run.stats().longest_path > 100_000, "{:?}", run.stats());
    });
}
