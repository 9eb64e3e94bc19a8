//! The neural network: its rate of convergence, the number of cycles, their repair, and the constraints of problems.

#[path = "network/forms.rs"]
mod forms;
#[path = "network/kept.rs"]
mod kept;

use caracole_core::{Kind, Problem};
use caracole_explain::Explain;
use caracole_solve::{Neural, Options, Run, Solver};
use caracole_verify::{Outcome, StopCause};

const PLAIN: Neural = Neural::DEFAULT;
const REPAIR: Neural = Neural { repair: true, ..PLAIN };

fn problem(board: &str, kind: Kind) -> Problem {
    Problem::new(board.parse().unwrap()).of_kind(kind)
}

/// The results of many runs with different seeds.
#[derive(Default)]
struct Tally {
    found: u64,
    /// The results of each run that converged.
    sweeps: Vec<f64>,
    loops: Vec<f64>,
}

impl Tally {
    fn new(solver: Neural, problem: &Problem, runs: u64) -> Self {
        let mut tally = Self::default();
        for seed in 0..runs {
            let mut run = Run::with_options(&Options::new().seed(seed));
            let outcome = solver.solve(problem, &mut run);
            let network = run.stats().network.expect("a network was at work");
            if let Some(loops) = network.cycles {
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

/// Returns the mean and its standard error.
fn mean(sample: &[f64]) -> [f64; 2] {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let variance = sample.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
    [mean, (variance / count).sqrt()]
}

/// Returns a share and its standard error.
fn share(part: u64, all: u64) -> [f64; 2] {
    let share = part as f64 / all as f64;
    [share, (share * (1.0 - share) / all as f64).sqrt()]
}

/// Results of 2000 runs of at most 500 sweeps by another program: the share of runs that converge, their mean
/// number of sweeps, the share of all runs that end in a single cycle, and the mean number of cycles of those that
/// converge.
const TABLE: [(u32, [f64; 4]); 4] = [
    (6, [0.970, 31.0, 0.296, 2.0]),
    (8, [0.955, 57.0, 0.208, 2.4]),
    (10, [0.950, 84.0, 0.131, 2.8]),
    (12, [0.955, 115.0, 0.062, 3.5]),
];
/// The maximum rounding error of these results.
const ROUNDED: [f64; 4] = [0.0005, 0.5, 0.0005, 0.05];

/// Both samples have the same size, so the standard error of a difference is that of one sample times the square
/// root of 2. If the distributions are equal, all sixteen results are within 3.5 errors in 99 of 100 tests.
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

/// Paths converge as often as cycles. The expected numbers are measured ones, with a margin.
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

/// Over 2000 seeds each, repair joined the cycles of every network from 6x6 to 20x20. Repair can make the ends of
/// an open tour adjacent, and it often fails on narrow boards.
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

/// Boards of growing size.
#[test]
fn network_50() {
    let patient = Neural { sweeps: 5000.try_into().unwrap(), ..REPAIR };
    let tally = Tally::new(patient, &problem("50x50", Kind::Closed), 4);
    assert_eq!(tally.found, tally.settled());
    assert!(tally.found >= 2, "{}", tally.found);
}
