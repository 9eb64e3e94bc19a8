//! All rectangles of up to 40 squares and 12 files, against backtracking.

use std::time::{Duration, Instant};

use caracole_count::{Job, count};

use crate::backtracking;
use crate::subprocess::{TourKind, published_count};

/// The time limit of backtracking on a board.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The number of runs on each board; the table shows the shortest time.
const RUNS: usize = 5;
/// A longer run of backtracking, in seconds, is not repeated.
const LONG: f64 = 0.5;

/// Returns the time goal for all boards on two cores.
const fn goal(kind: TourKind) -> f64 {
    match kind {
        TourKind::Closed => 0.3,
        TourKind::Tours => 8.0,
    }
}

pub(crate) fn print() {
    for kind in [TourKind::Closed, TourKind::Tours] {
        println!("{} of k x n, 3 <= k <= n <= 12, up to 40 squares; milliseconds", kind.name());
        println!("{:>7}  {:>9}  {:>9}  {:>7}  count", "board", "sweep", "plain", "ratio");
        let (mut ours, mut compared, mut theirs, mut boards) = (0.0, 0.0, 0.0, 0);
        for (files, ranks) in rectangles() {
            let (sweep, rival) = measure(files, ranks, kind);
            ours += sweep;
            boards += 1;
            if let Some(rival) = rival {
                compared += sweep;
                theirs += rival;
            }
        }
        println!(
            "{boards} boards in {ours:.3} s; wanted: at most {:.1} s. Where plain backtracking came \
             to an end: {theirs:.3} s against {compared:.3} s, ratio {:.1}\n",
            goal(kind),
            theirs / compared,
        );
    }
}

fn rectangles() -> impl Iterator<Item = (u32, u32)> {
    let sides = |shorter: u32| (shorter..=12).map(move |longer| (shorter, longer));
    (3..=6).flat_map(sides).filter(|(files, ranks)| files * ranks <= 40)
}

/// Prints a line. Returns the seconds of the sweep, and of backtracking if it finished.
fn measure(files: u32, ranks: u32, kind: TourKind) -> (f64, Option<f64>) {
    let board = format!("{files}x{ranks}");
    let expected =
        published_count(&board, kind).unwrap_or_else(|| panic!("{board}: no published count"));
    let question = kind.question(&board);
    let mut sweep = f64::MAX;
    let mut plain: Option<f64> = None;
    for run in 0..RUNS {
        // Alternating, so that other load affects both.
        let begun = Instant::now();
        let found = count(&question, &Job::new()).expect("counted");
        sweep = sweep.min(begun.elapsed().as_secs_f64());
        assert_eq!(found.to_string(), expected, "{board} {kind:?}");
        if run > 0 && plain.is_none_or(|seconds| seconds > LONG) {
            continue;
        }
        let begun = Instant::now();
        if let Some(found) =
            backtracking::count(files, ranks, kind == TourKind::Closed, begun + TIME_LIMIT)
        {
            let seconds = begun.elapsed().as_secs_f64();
            plain = Some(plain.map_or(seconds, |least| least.min(seconds)));
            assert_eq!(found.to_string(), expected, "{board} {kind:?} by backtracking");
        }
    }
    let words = |seconds: Option<f64>, factor: f64, digits: usize| {
        seconds.map_or_else(|| ">".into(), |number| format!("{:.digits$}", number * factor))
    };
    println!(
        "{board:>7}  {:>9.2}  {:>9}  {:>7}  {expected}",
        sweep * 1e3,
        words(plain, 1e3, 2),
        words(plain.map(|plain| plain / sweep), 1.0, 1),
    );
    (sweep, plain)
}
