//! The walks of ant colonies, the tours that they find, and their frequency.

#[path = "ants/rate.rs"]
mod rate;
#[path = "ants/record.rs"]
mod record;

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use caracole_core::{Leaper, Piece, Problem, Square};
use caracole_solve::{Ants, ColonyStats, Limits, Options, Run, Solver, Stats, Until};
use caracole_verify::{Outcome, StopCause};

use record::Record;

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

/// Returns ants that walk until the last cycle.
fn counting(cycles: u64) -> Ants {
    let cycles = NonZeroU64::new(cycles).unwrap();
    Ants { cycles, until: Until::LastCycle, ..Ants::default() }
}

/// The record of a colony, with all walks.
fn watched(ants: Ants, problem: &Problem, seed: u64) -> (Outcome, Stats, Record) {
    recorded(Record { walks_only: true, ..Record::default() }, ants, problem, seed)
}

fn recorded(
    mut record: Record,
    ants: Ants,
    problem: &Problem,
    seed: u64,
) -> (Outcome, Stats, Record) {
    let mut run = Run::with_options(&Options::new().seed(seed)).observed_by(&mut record);
    let outcome = ants.solve(problem, &mut run);
    let stats = run.stats();
    (outcome, stats, record)
}

/// Returns the statistics of a colony without an observer.
fn counted(ants: Ants, problem: &Problem, seed: u64) -> ColonyStats {
    let mut run = Run::with_options(&Options::new().seed(seed));
    ants.solve(problem, &mut run);
    run.stats().colony.expect("a colony was at work")
}

const fn cause(outcome: &Outcome) -> Option<StopCause> {
    match outcome {
        Outcome::Unknown(stop) => Some(stop.cause),
        _ => None,
    }
}

/// Returns the colonies of the tests: the default, and extremes at which numbers reach the smallest and the largest
/// strength.
fn colonies() -> Vec<Ants> {
    let base = counting(60);
    let strength = |text: &str| text.parse().unwrap();
    let faint = Ants { first_trail: strength("1e-320"), deposit: strength("1e308"), ..base };
    vec![
        base,
        Ants { evaporation: "0".parse().unwrap(), deposit: strength("2.5"), ..base },
        Ants { evaporation: "1".parse().unwrap(), ..base },
        Ants { exponent: "0".parse().unwrap(), ..base },
        Ants { exponent: "1e300".parse().unwrap(), ..base },
        Ants { exponent: "0.5".parse().unwrap(), evaporation: "0.9".parse().unwrap(), ..base },
        Ants { evaporation: "0".parse().unwrap(), ..faint },
        Ants { evaporation: "1".parse().unwrap(), exponent: "3".parse().unwrap(), ..faint },
        Ants { first_trail: strength("1e308"), deposit: strength("1e-320"), ..base },
    ]
}

#[test]
fn an_ant_walks_until_it_has_no_move() {
    let both = Piece::new([Leaper::new(1, 2).unwrap(), Leaper::new(0, 1).unwrap()]).unwrap();
    let problems = [
        problem("5x5"),
        problem("6x6-c3,c4").start("a1").unwrap(),
        problem("box:3x3x4"),
        problem("torus:4x5").closed(),
        Problem::with_piece("4x4".parse().unwrap(), both),
    ];
    for ants in colonies() {
        for problem in &problems {
            let (_, stats, record) = watched(ants, problem, 1);
            let squares = problem.board().len();
            assert_eq!(record.walks.len() as u64, squares * ants.cycles.get());
            assert_eq!(stats.colony.unwrap().cycles, ants.cycles.get());
            let begun_on: BTreeSet<Square> = record.walks.iter().map(|walk| walk[0]).collect();
            let expected = if problem.start_square().is_some() { 1 } else { squares };
            assert_eq!(begun_on.len() as u64, expected, "{ants:?}");
            for walk in &record.walks {
                assert!(record::is_stuck(problem, walk), "{ants:?}: {walk:?}");
            }
        }
    }
}

/// The trails follow from the walks by the formula.
#[test]
fn trails_follow_from_the_walks() {
    for ants in [colonies()[0], colonies()[1], colonies()[5]] {
        let problem = problem("4x5");
        let (_, _, record) = recorded(Record::default(), ants, &problem, 2);
        let ratio = record::worst_ratio(ants, &problem, &record);
        assert!(ratio < 1.0 + 1e-9, "{ants:?}: {ratio}");
    }
}

/// Many colonies together find exactly the 1728 directed tours of 5x5, as Hingston and Kendall report. A single
/// colony converges to a few of them.
#[test]
fn all_tours_of_5x5() {
    let (problem, mut all) = (problem("5x5"), BTreeSet::new());
    for seed in 0..2000 {
        let (outcome, stats, record) = watched(counting(100), &problem, seed);
        let tours: Vec<_> = record.walks.into_iter().filter(|walk| walk.len() == 25).collect();
        let distinct: BTreeSet<_> = tours.iter().cloned().collect();
        let counts = stats.colony.map(|colony| (colony.tours, colony.distinct));
        assert_eq!(counts, Some((tours.len() as u64, distinct.len() as u64)));
        let first = outcome.found().map(|tour| tour.squares().collect::<Vec<_>>());
        assert_eq!(first.as_ref(), tours.first(), "the outcome is the first tour");
        all.extend(distinct);
        if all.len() == 1728 {
            return;
        }
    }
    panic!("only {} of 1728 tours", all.len());
}

/// A seed gives the same result in every version.
#[test]
fn golden() {
    let stats = counted(counting(500), &problem("8x8"), 0);
    assert_eq!(stats, ColonyStats { cycles: 500, tours: 175, distinct: 175 });
    let tour = Ants::default().solve(&problem("5x5"), &mut Run::new()).found().unwrap();
    let names = "e1 c2 a1 b3 a5 c4 e5 d3 c1 a2 b4 d5 e3 d1 b2 a4 c5 e4 d2 b1 a3 b5 c3 e2 d4";
    assert_eq!(tour.names(), names);
}

#[test]
fn what_is_fixed_is_kept() {
    let problems = [
        problem("6x6").start("a1").unwrap().end("f5").unwrap(),
        problem("6x6").closed().start("c3").unwrap(),
        problem("5x6").open(),
        problem("5x5").clue("c3", 13).unwrap().clue("a1", 1).unwrap(),
        problem("5x5").start("a1").unwrap().clue("b3", 2).unwrap(),
        problem("5x6").require("a1", "c2").unwrap().forbid("c3", "e4").unwrap(),
        problem("6x6-a1,f1"),
        problem("torus:5x5").closed(),
    ];
    for problem in problems {
        for seed in 0..3 {
            // A tour of another kind would be a fault.
            let outcome =
                Ants::default().solve(&problem, &mut Run::with_options(&Options::new().seed(seed)));
            assert!(outcome.is_found(), "{problem:?}: {:?}", cause(&outcome));
        }
    }
}

#[test]
fn going_on_keeps_to_the_limits() {
    let (problem, ants) = (problem("8x8"), counting(100_000));
    let mut run = Run::with_options(&Options::new().steps(2_000_000));
    // After a limit the tour that was found before is returned.
    assert!(ants.solve(&problem, &mut run).is_found());
    assert_eq!(run.stats().steps, 2_000_000);
    let ColonyStats { tours, distinct, .. } = run.stats().colony.unwrap();
    assert!(tours >= distinct && distinct > 100);
}

/// A limit ends a long walk on a large board.
#[test]
fn ants_1000() {
    let mut run = Run::with_options(&Options::new().steps(100_000));
    let outcome = Ants::default().solve(&problem("1000x1000"), &mut run);
    assert_eq!(cause(&outcome), Some(StopCause::Steps));
    assert_eq!(run.stats().steps, 100_000);
    assert_eq!(run.stats().colony, Some(ColonyStats::default()));
}

/// One tour fits in the memory limit, all of them do not.
#[test]
fn tours_take_memory() {
    let problem = problem("8x8");
    let limits = |kilobytes: u64| Limits { memory: Some(kilobytes << 10), ..Limits::default() };
    assert!(
        Ants::default()
            .solve(&problem, &mut Run::with_options(&Options::new().limits(limits(20))))
            .is_found()
    );
    let found = [20, 300, 600].map(|kilobytes| {
        let mut run = Run::with_options(&Options::new().limits(limits(kilobytes)));
        assert!(counting(100_000).solve(&problem, &mut run).is_found());
        let found = run.stats().colony.unwrap().distinct;
        assert!(found * 64 < kilobytes << 10, "a tour takes a byte a square, and more");
        found
    });
    assert_eq!(found, [0, 2048, 4096]);
}

#[test]
fn what_a_theorem_decides_is_passed_on() {
    assert!(Ants::default().solve(&problem("4x4"), &mut Run::new()).is_impossible());
}

#[test]
fn giving_up_tells_how_far_they_came() {
    let few = Ants { cycles: NonZeroU64::MIN, ..Ants::default() };
    let outcome = few.solve(&problem("20x20"), &mut Run::new());
    let Outcome::Unknown(stop) = outcome else { panic!("a miracle") };
    assert_eq!(stop.cause, StopCause::Heuristic);
    assert!(stop.tried.starts_with("400 ants walked, in 1 full cycle; the one"), "{stop}");
}
