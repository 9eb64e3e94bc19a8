//! The rate of tours of 8x8 that ants find.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use caracole_solve::Ants;

use super::{counted, counting, problem};

/// The number of experiments, one for each seed from 0.
const REPEATS: u64 = 100;

/// The mean number of different tours per ant in 100 experiments of 27000 cycles: 13,098,753 tours of 172.8 million
/// ants, as measured by S. Keys after Hingston and Kendall. They were counted over all experiments together, which
/// rarely find equal tours.
const PUBLISHED: f64 = 0.0758;

/// Both means are of 100 experiments and have about the same standard error, so 3.5 standard errors of one mean are
/// 2.5 of the difference.
#[test]
#[ignore = "takes minutes: 173 million walks"]
fn tours_come_at_the_published_rate() {
    let ants = counting(Ants::default().cycles.get());
    let (problem, next) = (problem("8x8"), AtomicU64::new(0));
    let work = || {
        let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let seeds = seeds.take_while(|&seed| seed < REPEATS);
        seeds.map(|seed| (seed, counted(ants, &problem, seed).distinct)).collect::<Vec<_>>()
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut repeats: Vec<(u64, u64)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    repeats.sort_unstable();
    let found: Vec<u64> = repeats.into_iter().map(|(_, distinct)| distinct).collect();
    let count = REPEATS as f64;
    let rates: Vec<f64> = found.iter().map(|&tours| tours as f64 / (64.0 * 27_000.0)).collect();
    let mean = rates.iter().sum::<f64>() / count;
    let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    let told = format!(
        "{mean:.4} different tours for each ant, give or take {error:.4}; published {PUBLISHED}; \
         in each repeat {found:?}"
    );
    println!("{told}");
    assert!((mean - PUBLISHED).abs() < 3.5 * error, "{told}");
}
