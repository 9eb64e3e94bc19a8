//! The neural network: how often it settles and in how many loops, what repair makes of them, and
//! what of a problem it keeps to.

#[path = "network/forms.rs"]
mod forms;
#[path = "network/kept.rs"]
mod kept;

use caracole_core::{Kind, Outcome, Problem, StopCause};
use caracole_solve::{Neural, Run, Solver};

const PLAIN: Neural = Neural::DEFAULT;
const REPAIR: Neural = Neural { repair: true, ..PLAIN };

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap()).of_kind(kind)
}

/// What came of many runs with different seeds.
#[derive(Default)]
struct Tally {
    found: u64,
    /// Of each run that settled.
    sweeps: Vec<f64>,
    loops: Vec<f64>,
}

impl Tally {
    fn new(solver: Neural, problem: &Problem, runs: u64) -> Self {
        let mut tally = Self::default();
        for seed in 0..runs {
            let mut run = Run::new().seed(seed);
            let outcome = solver.solve(problem, &mut run);
            let network = run.stats().network.expect("a network was at work");
            if let Some(loops) = network.loops {
                tally.sweeps.push(network.sweeps as f64);
                tally.loops.push(loops as f64);
            }
            match outcome {
                Outcome::Found(_) => tally.found += 1,
                Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Heuristic),
                Outcome::Impossible(proof) => panic!("{}", proof.text()),
            }
        }
        tally
    }

    const fn settled(&self) -> u64 {
        self.sweeps.len() as u64
    }
}

/// The mean, and its standard error.
fn mean(sample: &[f64]) -> [f64; 2] {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let variance = sample.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
    [mean, (variance / count).sqrt()]
}

/// A share, and its standard error.
fn share(part: u64, all: u64) -> [f64; 2] {
    let share = part as f64 / all as f64;
    [share, (share * (1.0 - share) / all as f64).sqrt()]
}

/// Figures of 2000 runs of at most 500 sweeps by another program: the share of runs that settle,
/// their mean number of sweeps, the share of all runs that end in a single loop, and the mean
/// number of loops of those that settle.
const TABLE: [(u32, [f64; 4]); 4] = [
    (6, [0.970, 31.0, 0.296, 2.0]),
    (8, [0.955, 57.0, 0.208, 2.4]),
    (10, [0.950, 84.0, 0.131, 2.8]),
    (12, [0.955, 115.0, 0.062, 3.5]),
];
/// To how much the figures were rounded, at most.
const ROUNDED: [f64; 4] = [0.0005, 0.5, 0.0005, 0.05];

/// Both samples are of the same size, so the error of a difference is that of one times the root
/// of two. Sixteen figures are all within 3.5 errors by chance in 99 of 100 such tests.
#[test]
fn the_known_rates_are_met() {
    const RUNS: u64 = 2000;
    for (side, expected) in TABLE {
        let tally = Tally::new(PLAIN, &problem(&format!("{side}x{side}"), Kind::Closed), RUNS);
        let measured = [
            share(tally.settled(), RUNS),
            mean(&tally.sweeps),
            share(tally.found, RUNS),
            mean(&tally.loops),
        ];
        for ((expected, [measured, error]), rounded) in
            expected.into_iter().zip(measured).zip(ROUNDED)
        {
            let most = 3.5 * std::f64::consts::SQRT_2 * error + rounded;
            assert!(
                (measured - expected).abs() <= most,
                "{side}x{side}: {measured:.3} and not {expected} within {most:.3}"
            );
        }
        let single = tally.loops.iter().filter(|&&loops| loops < 1.5).count() as u64;
        assert_eq!(tally.found, single, "a single loop is a tour");
    }
}

/// Two ends are as easy as none: the figures are those that were measured, less some.
#[test]
fn paths_settle_as_often_as_loops() {
    for (board, kind, settled, found) in [
        ("5x5", Kind::Any, 0.93, 0.35),
        ("7x7", Kind::Any, 0.93, 0.22),
        ("3x4", Kind::Open, 0.95, 0.40),
        ("8x8", Kind::Open, 0.91, 0.12),
    ] {
        let tally = Tally::new(PLAIN, &problem(board, kind), 500);
        let (settles, finds) = (share(tally.settled(), 500)[0], share(tally.found, 500)[0]);
        assert!(settles > settled && finds > found, "{board}: {settles:.3} {finds:.3}");
    }
}

/// Measured over 2000 seeds each: repair made a closed tour of every settled network, from 6x6 to
/// 20x20. Ends that must not be a move apart may be after it, and narrow boards leave it no room.
#[test]
fn repair_makes_a_tour_of_every_settled_network() {
    for board in ["6x6", "8x8", "10x10", "12x12", "20x20", "8x8-d4,e4,d5,e5", "torus:5x5"] {
        let tally = Tally::new(REPAIR, &problem(board, Kind::Closed), 200);
        assert_eq!(tally.found, tally.settled(), "{board}");
        assert!(tally.settled() > 150, "{board}: {}", tally.settled());
    }
    for (board, kind) in [("5x5", Kind::Any), ("9x9", Kind::Open), ("5x7", Kind::Any)] {
        let tally = Tally::new(REPAIR, &problem(board, kind), 200);
        assert_eq!(tally.found, tally.settled(), "{board}");
    }
    for (board, least) in [("8x8", 0.98), ("3x4", 0.85), ("3x7", 0.6)] {
        let tally = Tally::new(REPAIR, &problem(board, Kind::Open), 200);
        let [found, _] = share(tally.found, tally.settled());
        assert!(found > least, "{board}: {found:.3} of {}", tally.settled());
    }
}

/// The scale ladder.
#[test]
fn network_50() {
    let patient = Neural { sweeps: 5000.try_into().unwrap(), ..REPAIR };
    let tally = Tally::new(patient, &problem("50x50", Kind::Closed), 4);
    assert_eq!(tally.found, tally.settled());
    assert!(tally.found >= 2, "{}", tally.found);
}
