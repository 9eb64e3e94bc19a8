//! The laws of every solver. A new solver is one line in the list below.

#[path = "conformance/laws.rs"]
mod laws;
#[path = "conformance/log.rs"]
mod log;
#[path = "conformance/problems.rs"]
mod problems;
#[path = "conformance/truth.rs"]
mod truth;

use caracole_core::{Board, MoveOrder, Outcome, Problem};
use caracole_solve::{
    Ants, Auto, Backtracking, BruteForce, Children, Construct, Exact, Limits, Neural, Patch, Run,
    Solver, Sweep, Tie, Warnsdorff,
};

/// Holds a solver to all laws, in a module of this name.
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
conformance!(naive, BruteForce { order: None, children: Children::AsOrdered });
conformance!(warnsdorff_first, warnsdorff(Tie::First));
conformance!(warnsdorff_in_order, Warnsdorff { order: Some(order()), tie: Tie::First });
conformance!(warnsdorff_random, warnsdorff(Tie::Random));
conformance!(warnsdorff_roth, warnsdorff(Tie::Roth));
conformance!(warnsdorff_pohl, warnsdorff(Tie::Pohl));
conformance!(warnsdorff_pohl_least, warnsdorff(Tie::PohlLeast));
conformance!(warnsdorff_squirrel, warnsdorff(Tie::Squirrel));
conformance!(construct, Construct::default());
conformance!(construct_mixed, Construct { mix: Some(1), ..Construct::default() });
conformance!(exact, Exact::default());
conformance!(patch, Patch);
conformance!(neural, Neural::default());
conformance!(neural_repaired, Neural { repair: true, ..Neural::default() });
conformance!(sweep, Sweep);
conformance!(auto, Auto);
conformance!(ants, ants());

fn order() -> MoveOrder {
    "34261578".parse().unwrap()
}

/// Hopeless problems shall not take them long.
fn ants() -> Ants {
    Ants { cycles: 50.try_into().unwrap(), ..Ants::default() }
}

const fn warnsdorff(tie: Tie) -> Warnsdorff {
    Warnsdorff { order: None, tie }
}

/// A complete search leaves nothing unknown: it says found or impossible of every tiny problem.
#[test]
fn complete_searches_always_answer() {
    let naive = BruteForce { order: None, children: Children::AsOrdered };
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

/// Every square of 8x8 has closed tours; the rule from one square closes few of them itself.
#[test]
fn warnsdorff_closes_from_every_square() {
    let board: Board = "8x8".parse().unwrap();
    for start in board.squares() {
        let problem = Problem::new(board.clone()).closed().from(start).unwrap();
        let outcome = Warnsdorff::default().solve(&problem, &mut Run::new());
        let tour = outcome.tour().unwrap_or_else(|| panic!("{}", board.name(start)));
        assert_eq!(tour.square_at(1), Some(start));
        assert!(tour.is_closed());
    }
}

/// The scale ladder: no call stack, and time in proportion to the steps.
#[test]
fn warnsdorff_500() {
    laws::with_little_stack(|| {
        let problem = Problem::new("500x500".parse().unwrap()).from("a1").unwrap();
        let outcome = warnsdorff(Tie::Roth).solve(&problem, &mut Run::new());
        assert!(!outcome.is_impossible());
        let mut run = Run::new();
        let outcome = warnsdorff(Tie::First).solve(&problem, &mut run);
        assert!(!outcome.is_impossible());
        assert!(run.stats().farthest > 200_000, "{:?}", run.stats());
    });
}

#[test]
fn backtracking_1000() {
    laws::with_little_stack(|| {
        let problem = Problem::new("1000x1000".parse().unwrap());
        let limits = Limits { steps: Some(3_000_000), ..Limits::default() };
        let mut run = Run::new().limits(limits);
        let outcome = Backtracking::default().solve(&problem, &mut run);
        assert!(matches!(outcome, Outcome::Unknown(_)));
        assert_eq!(run.stats().steps, 3_000_000);
        assert!(run.stats().farthest > 100_000, "{:?}", run.stats());
    });
}
