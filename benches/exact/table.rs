//! The table: a line for each set of problems and solver.

use std::time::{Duration, Instant};

use caracole_benches::timed;
use caracole_core::Problem;
use caracole_solve::{Limits, Options, Run, Solver};
use caracole_verify::{Outcome, Tour};

use crate::rivals::{self, Answer, Question, Rival};

/// A set of problems, a solver, and the expected results.
pub(crate) struct Row {
    name: String,
    solver: &'static dyn Solver,
    problems: Vec<Problem>,
    limit: Option<Duration>,
    /// The expected numbers of tours and of proofs; the rest is unknown.
    expected: Option<[usize; 2]>,
    most_unknown: usize,
    /// The goals: median and maximum.
    target: Option<[Duration; 2]>,
    /// True if the problems are too large for the rivals.
    is_alone: bool,
}

impl Row {
    pub(crate) fn new(name: &str, solver: &'static dyn Solver, problems: Vec<Problem>) -> Self {
        Self {
            name: name.to_owned(),
            solver,
            problems,
            limit: None,
            expected: None,
            most_unknown: 0,
            target: None,
            is_alone: false,
        }
    }

    /// Sets the expected numbers of tours and proofs.
    pub(crate) fn expect(self, found: usize, impossible: usize) -> Self {
        Self { expected: Some([found, impossible]), ..self }
    }

    /// Permits unknown results.
    pub(crate) fn at_most_unknown(self, most: usize) -> Self {
        Self { most_unknown: most, ..self }
    }

    /// Sets the time limit for each problem.
    pub(crate) fn limit(self, limit: Duration) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Marks the problems as too large for the rivals.
    pub(crate) fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    /// The goals: median and maximum.
    pub(crate) fn within(self, median: Duration, worst: Duration) -> Self {
        Self { target: Some([median, worst]), ..self }
    }
}

/// Prints lines as they are measured.
pub(crate) struct Table {
    rivals: Vec<Rival>,
    /// The last results of the rivals, and their problems.
    last: (Vec<Problem>, Vec<Theirs>),
}

/// The result of a rival on a set of problems.
struct Theirs {
    decided: usize,
    tried: usize,
    limit: Duration,
    times: Times,
}

/// A single problem is solved this number of times, for a median.
const REPEATS: usize = 9;

impl Table {
    /// Prints the header.
    pub(crate) fn new() -> Self {
        let rivals = rivals::all();
        let head = "found  none  open    median      mean     worst   wanted: median, worst";
        print!("{:<24} {:<6} {head}", "problems", "by");
        for rival in &rivals {
            print!(" | {:>9}: decided    median    ratio      mean    ratio", rival.name);
        }
        println!();
        Self { rivals, last: (Vec::new(), Vec::new()) }
    }

    /// Measures a row, asserts the results, and prints it.
    pub(crate) fn add(&mut self, row: &Row) {
        let Row { name, solver, problems, .. } = row;
        let mut outcomes = Vec::new();
        let mut times = Vec::new();
        for problem in problems {
            let repeats = if problems.len() == 1 { REPEATS } else { 1 };
            for repeat in 0..repeats {
                let limits = Limits { time: row.limit, ..Limits::default() };
                let mut run = Run::with_options(&Options::new().limits(limits));
                let (outcome, time) = timed(|| solver.solve(problem, &mut run));
                times.push(time);
                if repeat == 0 {
                    outcomes.push(outcome);
                }
            }
        }
        let count =
            |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
        let (found, impossible) = (count(Outcome::is_found), count(Outcome::is_impossible));
        let unknown = problems.len() - found - impossible;
        if let Some(expected) = row.expected {
            assert_eq!([found, impossible], expected, "{name} by {}", solver.name());
        }
        assert!(unknown <= row.most_unknown, "{name} by {}: {unknown} unknown", solver.name());
        let ours = Times::of(times);
        print!(
            "{name:<24} {:<6} {found:>5} {impossible:>5} {unknown:>5} {:>9} {:>9} {:>9} {:>23}",
            solver.name(),
            words(ours.median),
            words(ours.mean),
            words(ours.worst),
            row.target.map_or(String::new(), |[median, worst]| {
                format!("{}, {}", words(median), words(worst))
            }),
        );
        if row.is_alone {
            println!();
            return;
        }
        if self.last.0 != *problems {
            let theirs = self.rivals.iter().map(|rival| theirs(rival, problems, &outcomes));
            self.last = (problems.clone(), theirs.collect());
        }
        for theirs in &self.last.1 {
            theirs.print_beside(&ours);
        }
        println!();
    }
}

/// Runs a rival on as many problems as it has time for.
fn theirs(rival: &Rival, problems: &[Problem], outcomes: &[Outcome]) -> Theirs {
    let begun = Instant::now();
    let limit = rival.limit(problems.len());
    let (mut decided, mut times) = (0, Vec::new());
    for (problem, outcome) in problems.iter().zip(outcomes) {
        if begun.elapsed() > rival.budget {
            break;
        }
        let question = Question::new(problem);
        let (answer, time) = timed(|| (rival.decide)(&question, limit));
        let is_decided = match answer {
            Answer::Tour(path) => {
                assert!(Tour::verify(problem, path).is_ok(), "{}: no tour", rival.name);
                assert!(!outcome.is_impossible(), "{}: there is a tour", rival.name);
                true
            }
            Answer::None => {
                assert!(!outcome.is_found(), "{}: there is a tour", rival.name);
                true
            }
            Answer::GaveUp => false,
        };
        if is_decided {
            decided += 1;
        }
        // A problem that reached the time limit counts as the longest.
        times.push(if is_decided { time.min(limit) } else { limit });
    }
    Theirs { decided, tried: times.len(), limit, times: Times::of(times) }
}

impl Theirs {
    /// A `>` means that the rival reached its time limit.
    fn print_beside(&self, ours: &Times) {
        let compare = |theirs: Duration, ours: Duration, gave_up: bool| {
            let more = if gave_up { ">" } else { "" };
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            let digits = usize::from(ratio < 100.0);
            let ratio = format!("{more}{ratio:.digits$}");
            format!("{:>9} {ratio:>8}", format!("{more}{}", words(theirs)))
        };
        print!(
            " | {:>18} {} {}",
            format!("{} of {}", self.decided, self.tried),
            compare(self.times.median, ours.median, self.times.median == self.limit),
            compare(self.times.mean, ours.mean, self.decided < self.tried),
        );
    }
}

/// The times of a set of problems.
struct Times {
    median: Duration,
    mean: Duration,
    worst: Duration,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            median: times[times.len() / 2],
            mean: times.iter().sum::<Duration>() / times.len() as u32,
            worst: times[times.len() - 1],
        }
    }
}

/// Formats a time.
fn words(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.1} us"),
        ..1e6 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}
