//! What the ants find, and how often.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use caracole_core::Problem;
use caracole_solve::{Ants, ColonyStats, Run, Solver, Until};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

/// What a colony that never stops early has done.
fn counted(ants: Ants, problem: &Problem, seed: u64) -> ColonyStats {
    let ants = Ants { until: Until::LastCycle, ..ants };
    let mut run = Run::new().seed(seed);
    ants.solve(problem, &mut run);
    run.stats().colony.expect("a colony was at work")
}

#[test]
#[ignore = "takes minutes"]
fn tours_come_at_the_published_rate() {
    let repeats: u64 = std::env::var("REPEATS").map_or(8, |text| text.parse().unwrap());
    let all = Mutex::new(Vec::new());
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= repeats {
                        return;
                    }
                    let begun = Instant::now();
                    let stats = counted(Ants::default(), &problem("8x8"), seed);
                    println!("{seed}: {stats:?} {:?}", begun.elapsed());
                    all.lock().unwrap().push((seed, stats.distinct));
                }
            });
        }
    });
    let rates: Vec<f64> =
        all.into_inner().unwrap().iter().map(|&(_, d)| d as f64 / 1_728_000.0).collect();
    let n = rates.len() as f64;
    let mean = rates.iter().sum::<f64>() / n;
    let var = rates.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("mean {mean} sd {} se {}", var.sqrt(), (var / n).sqrt());
}
