//! The table, in Markdown.

use std::time::{Duration, Instant};

use caracole_benches::Question;

use crate::ours;
use crate::program::Tools;
use crate::report::Report;
use crate::task::Task;

/// The number of runs of short tasks; the table shows the shortest time.
const REPEATS: usize = 5;
/// No run starts after this time.
const LONG: Duration = Duration::from_secs(3);

/// Prints rows as they are measured.
pub(crate) struct Table<'a> {
    tools: &'a Tools,
    begun: Instant,
}

impl<'a> Table<'a> {
    /// Prints the header.
    pub(crate) fn new(tools: &'a Tools) -> Self {
        println!(
            "| task | program | start to end | of ours | inside | of ours | what came of it |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- |");
        Self { tools, begun: Instant::now() }
    }

    /// Prints the total time.
    pub(crate) fn end(&self) {
        println!("\nAll of it took {}.", words(self.begun.elapsed()));
    }

    /// Runs all programs on a task, and prints the results.
    pub(crate) fn add(&mut self, task: &Task) {
        let tools = self.tools;
        let command = least(|| Ok(ours::by_command(tools, task))).expect("it is here");
        let library = least(|| Ok(ours::by_library(tools, task))).expect("it is here");
        let said = [&command, &library].map(|report| report.judge(task));
        assert_eq!(said[0], said[1], "{}: command and library", task.name);
        let ours = Report { inside: library.inside, ..command };
        print_row(&task.name, "**Caracole**", &ours, &ours, &said[0]);
        let question = Question::new(&task.problem);
        for rival in task.rivals {
            match least(|| rival.answer(tools, task, &question)) {
                Ok(report) => {
                    let said = report.judge(task);
                    let name = report.version.as_deref().unwrap_or(rival.name());
                    print_row("", name, &report, &ours, &said);
                }
                // A missing rival is reported.
                Err(how) => println!("|  | {} |  |  |  |  | {how} |", rival.name()),
            }
        }
    }
}

/// Returns the shortest times of several runs.
fn least(run: impl Fn() -> Result<Report, String>) -> Result<Report, String> {
    let begun = Instant::now();
    let mut report = run()?;
    for _ in 1..REPEATS {
        if begun.elapsed() > LONG {
            break;
        }
        report = report.or_faster(run()?);
    }
    Ok(report)
}

fn print_row(task: &str, program: &str, report: &Report, ours: &Report, said: &str) {
    let more = if report.gave_up.is_some() { ">" } else { "" };
    // A time limit is a lower bound, for Caracole too.
    let relation = match (&report.gave_up, &ours.gave_up) {
        (Some(_), None) => ">",
        (None, Some(_)) => "<",
        _ => "",
    };
    let time = |time: Option<Duration>| {
        time.map_or(String::new(), |time| format!("{more}{}", words(time)))
    };
    let ratio = |theirs: Option<Duration>, ours: Option<Duration>| match (theirs, ours) {
        (Some(theirs), Some(ours)) => {
            match theirs.as_secs_f64() / ours.as_secs_f64() {
                // More digits would not be significant.
                1e6.. => "over 10⁶".to_owned(),
                ratio => format!("{relation}{}", digits(ratio)),
            }
        }
        _ => String::new(),
    };
    println!(
        "| {task} | {program} | {} | {} | {} | {} | {said} |",
        time(report.whole),
        ratio(report.whole, ours.whole),
        time(report.inside),
        ratio(report.inside, ours.inside),
    );
}

/// Formats a time.
fn words(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{} µs", digits(micros)),
        ..1e6 => format!("{} ms", digits(micros / 1e3)),
        _ => format!("{} s", digits(micros / 1e6)),
    }
}

/// Formats a number with two digits, or all before the point.
fn digits(number: f64) -> String {
    let places = match number {
        ..0.001 => 5,
        ..0.01 => 4,
        ..0.1 => 3,
        ..1.0 => 2,
        ..10.0 => 1,
        _ => 0,
    };
    format!("{number:.places$}")
}
