//! One count in a process of its own, which tells what it took.

use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;

use caracole_core::Problem;
use caracole_count::{Job, Progress, Question, count};

use crate::known::known;

/// What makes this program count once and tell, and not compare.
pub(crate) const FLAG: &str = "--one-count";

/// What is counted: the usual way for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Undirected closed tours.
    Closed,
    /// Directed tours, open and closed.
    Tours,
}

impl What {
    pub(crate) const fn word(self) -> &'static str {
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

/// A count to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) board: String,
    pub(crate) what: What,
    pub(crate) cores: usize,
}

impl Asked {
    pub(crate) fn new(board: &str, what: What, cores: usize) -> Self {
        Self { board: board.to_owned(), what, cores }
    }
}

/// What a count took.
pub(crate) struct Told {
    pub(crate) count: String,
    pub(crate) seconds: f64,
    /// States of the largest layer, and of all layers together.
    pub(crate) most_states: u64,
    pub(crate) all_states: u64,
    pub(crate) layers: u64,
    /// The most memory the process has had, where the system tells.
    pub(crate) peak_bytes: Option<u64>,
}

/// Counts in another process, and asserts the number.
pub(crate) fn run_apart(asked: &Asked) -> Told {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        .args([FLAG, &asked.board, asked.what.word(), &asked.cores.to_string()])
        .output()
        .expect("this program can be started again");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [count, seconds, most, all, layers, peak] = words[..] else {
        panic!("{asked:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    };
    if let Some(expected) = known(&asked.board, asked.what) {
        assert_eq!(count, expected, "{asked:?}");
    }
    let number = |word: &str| word.parse().expect("a number");
    Told {
        count: count.to_owned(),
        seconds: seconds.parse().expect("a number"),
        most_states: number(most),
        all_states: number(all),
        layers: number(layers),
        peak_bytes: peak.parse().ok(),
    }
}

/// Counts here, and tells in one line.
pub(crate) fn run_here(words: &[String]) {
    let [board, what, cores] = words else { panic!("a board, a kind, a number of cores") };
    let what = if what == What::Closed.word() { What::Closed } else { What::Tours };
    let states = Mutex::new((0_u64, 0_u64, 0_u64));
    let tell = |progress: &Progress| {
        if let (true, Ok(mut states)) = (progress.whole, states.lock()) {
            states.0 = states.0.max(progress.states);
            states.1 += progress.states;
            states.2 += 1;
        }
    };
    let job = Job::new().threads(cores.parse().expect("a number of cores")).told_to(&tell);
    let begun = Instant::now();
    let count = count(&what.question(board), &job).expect("it is counted");
    let seconds = begun.elapsed().as_secs_f64();
    let (most, all, layers) = *states.lock().expect("no core has failed");
    let peak = peak_bytes().map_or_else(|| "?".to_owned(), |bytes| bytes.to_string());
    println!("{count} {seconds} {most} {all} {layers} {peak}");
}

/// The most memory that this process has had, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
