//! The table, in Markdown.

use std::time::{Duration, Instant};

use caracole_benches::Question;

use crate::ours;
use crate::program::Tools;
use crate::report::Report;
use crate::task::Task;

/// Short tasks are repeated so often, and the least time is shown.
const REPEATS: usize = 5;
/// No repeat begins after that long.
const LONG: Duration = Duration::from_secs(3);

/// Prints rows as they are measured.
pub(crate) struct Table<'a> {
    tools: &'a Tools,
    begun: Instant,
}

impl<'a> Table<'a> {
    /// Prints the head.
    pub(crate) fn new(tools: &'a Tools) -> Self {
        println!(
            "| task | program | start to end | of ours | inside | of ours | what came of it |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- |");
        Self { tools, begun: Instant::now() }
    }

    /// Says how long everything took.
    pub(crate) fn end(&self) {
        println!("\nAll of it took {}.", words(self.begun.elapsed()));
    }

    /// Lets everybody do a task, and prints what came of it.
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
                // A rival that is missing is told, not left out.
                Err(how) => println!("|  | {} |  |  |  |  | {how} |", rival.name()),
            }
        }
    }
}

/// The least times of several runs.
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
    // Who gave up would have taken longer, we too.
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
                // More digits would tell nothing.
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

/// A time as one reads it.
fn words(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{} µs", digits(micros)),
        ..1e6 => format!("{} ms", digits(micros / 1e3)),
        _ => format!("{} s", digits(micros / 1e6)),
    }
}

/// Two digits, or all before the point.
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
