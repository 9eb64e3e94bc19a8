//! One count in a process of its own, which reports its statistics, and the published results.

use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use caracole_benches::{peak_bytes, published};
use caracole_core::Problem;
use caracole_count::{CountProgress, Job, Options, Question, count};

/// The option with which this program makes one count and reports it.
pub(crate) const FLAG: &str = "--one-count";

/// The kind of tours that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TourKind {
    /// Undirected closed tours.
    Closed,
    /// Directed tours, open and closed.
    Tours,
}

impl TourKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Tours => "tours",
        }
    }

    pub(crate) fn question(self, board: &str) -> Question {
        let problem = Problem::new(board.parse().expect("a board"));
        Question::new(match self {
            Self::Closed => problem.closed(),
            Self::Tours => problem,
        })
    }
}

/// A count to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountTask {
    pub(crate) board: String,
    pub(crate) kind: TourKind,
    pub(crate) cores: usize,
}

impl CountTask {
    pub(crate) fn new(board: &str, kind: TourKind, cores: usize) -> Self {
        Self { board: board.to_owned(), kind, cores }
    }
}

/// The result and the statistics of a count.
pub(crate) struct CountReport {
    pub(crate) count: String,
    pub(crate) seconds: f64,
    /// The states of the largest layer, and of all layers.
    pub(crate) most_states: u64,
    pub(crate) all_states: u64,
    pub(crate) layers: u64,
    /// The peak memory of the process, if the system reports it.
    pub(crate) peak_bytes: Option<u64>,
}

/// Counts in another process, and asserts the result.
pub(crate) fn run_subprocess(task: &CountTask) -> CountReport {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        .args([FLAG, &task.board, task.kind.name(), &task.cores.to_string()])
        .output()
        .expect("this program can be started again");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [count, seconds, most, all, layers, peak] = words[..] else {
        panic!("{task:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    };
    if let Some(expected) = published_count(&task.board, task.kind) {
        assert_eq!(count, expected, "{task:?}");
    }
    let number = |word: &str| word.parse().expect("a number");
    CountReport {
        count: count.to_owned(),
        seconds: seconds.parse().expect("a number"),
        most_states: number(most),
        all_states: number(all),
        layers: number(layers),
        peak_bytes: peak.parse().ok(),
    }
}

/// Counts in this process, and prints the report as one line.
pub(crate) fn run_task(words: &[String]) {
    let [board, kind, cores] = words else { panic!("a board, a kind, a number of cores") };
    let kind = if kind == TourKind::Closed.name() { TourKind::Closed } else { TourKind::Tours };
    let states = Mutex::new((0_u64, 0_u64, 0_u64));
    let record = |progress: &CountProgress| {
        if let (true, Ok(mut states)) = (progress.is_layer_finished, states.lock()) {
            states.0 = states.0.max(progress.states);
            states.1 += progress.states;
            states.2 += 1;
        }
    };
    let job = Job::with_options(&Options::new().threads(cores.parse().expect("a number of cores")))
        .on_progress(&record);
    let begun = Instant::now();
    let count = count(&kind.question(board), &job).expect("it is counted");
    let seconds = begun.elapsed().as_secs_f64();
    let (most, all, layers) = *states.lock().expect("no thread has panicked");
    let peak = peak_bytes().map_or_else(|| "?".to_owned(), |bytes| bytes.to_string());
    println!("{count} {seconds} {most} {all} {layers} {peak}");
}

/// Returns the published number of undirected closed tours, or of directed tours, of a rectangle.
pub(crate) fn published_count(board: &str, kind: TourKind) -> Option<String> {
    let find = |kind: &str| published(board, kind).map(str::to_owned);
    match kind {
        TourKind::Closed => find("undirected closed").or_else(|| none_closed(board)),
        TourKind::Tours => find("directed tours").or_else(|| find("undirected tours").map(twice)),
    }
}

fn twice(number: String) -> String {
    number.parse::<u128>().map_or(number, |number| (2 * number).to_string())
}

/// Schwenk (1991): no closed tour has an odd number of squares, or a side of 1, 2 or 4.
fn none_closed(board: &str) -> Option<String> {
    let (files, ranks) = board.split_once('x')?;
    let sides: [u32; 2] = [files.parse().ok()?, ranks.parse().ok()?];
    let is_odd = sides.iter().all(|side| side % 2 == 1);
    (is_odd || sides.iter().any(|side| matches!(side, 1 | 2 | 4))).then(|| "0".to_owned())
}
