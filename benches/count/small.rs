//! All rectangles of up to 40 squares and 12 files, against backtracking.

use std::time::{Duration, Instant};

use caracole_count::{Job, count};

use crate::apart::What;
use crate::known::known;
use crate::rivals::plain;

/// What the rival may take for one board.
const PATIENCE: Duration = Duration::from_secs(10);
/// Each board is counted so often, and the table shows the least time.
const RUNS: usize = 5;
/// What takes the rival so many seconds, it does once.
const LONG: f64 = 0.5;

/// Time we want for all boards at most, on two cores.
const fn wanted(what: What) -> f64 {
    match what {
        What::Closed => 0.3,
        What::Tours => 8.0,
    }
}

pub(crate) fn print() {
    for what in [What::Closed, What::Tours] {
        println!("{} of k x n, 3 <= k <= n <= 12, up to 40 squares; milliseconds", what.word());
        println!("{:>7}  {:>9}  {:>9}  {:>7}  count", "board", "sweep", "plain", "ratio");
        let (mut ours, mut compared, mut theirs, mut boards) = (0.0, 0.0, 0.0, 0);
        for (files, ranks) in rectangles() {
            let (sweep, rival) = measure(files, ranks, what);
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
            wanted(what),
            theirs / compared,
        );
    }
}

fn rectangles() -> impl Iterator<Item = (u32, u32)> {
    let sides = |shorter: u32| (shorter..=12).map(move |longer| (shorter, longer));
    (3..=6).flat_map(sides).filter(|(files, ranks)| files * ranks <= 40)
}

/// Prints a line: seconds of ours, and of the rival if it came to an end.
fn measure(files: u32, ranks: u32, what: What) -> (f64, Option<f64>) {
    let board = format!("{files}x{ranks}");
    let expected = known(&board, what).unwrap_or_else(|| panic!("{board}: nobody knows"));
    let question = what.question(&board);
    let mut sweep = f64::MAX;
    let mut plain: Option<f64> = None;
    for run in 0..RUNS {
        // One after the other, so that a busy moment of the machine meets both.
        let begun = Instant::now();
        let found = count(&question, &Job::new()).expect("counted");
        sweep = sweep.min(begun.elapsed().as_secs_f64());
        assert_eq!(found.to_string(), expected, "{board} {what:?}");
        if run > 0 && plain.is_none_or(|seconds| seconds > LONG) {
            continue;
        }
        let begun = Instant::now();
        if let Some(found) = plain::count(files, ranks, what == What::Closed, begun + PATIENCE) {
            let seconds = begun.elapsed().as_secs_f64();
            plain = Some(plain.map_or(seconds, |least| least.min(seconds)));
            assert_eq!(found.to_string(), expected, "{board} {what:?} by backtracking");
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
