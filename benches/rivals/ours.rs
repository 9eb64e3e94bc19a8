//! Caracole itself, as a command and as a library.

use std::process::Command;
use std::time::{Duration, Instant};

use caracole::puzzle::{self, Uniqueness};
use caracole::{Auto, Limits, Outcome, Path, Problem, Run};

use crate::program::{Ran, Tools};
use crate::report::Report;
use crate::task::{Asked, Task};

/// What the library says: the call of a function, without the start of a process.
pub(crate) fn by_library(tools: &Tools, task: &Task) -> Report {
    let mut report = Report::default();
    let begun = Instant::now();
    match task.asked {
        Asked::Tour | Asked::None => solve(tools, &task.problem, &mut report),
        Asked::EachStart => {
            for start in task.problem.board().squares() {
                let from = task.problem.clone().from(start).expect("a square");
                solve(tools, &from, &mut report);
            }
        }
        Asked::Count(kind) => {
            let count = task.problem.count().expect("a small board");
            let times = if kind.starts_with("undirected") { 2 } else { 1 };
            let count: u128 = count.to_string().parse().expect("a number");
            report.count = Some(times * count);
        }
        Asked::Sample(tours) => {
            let tours = task.problem.sample(tours, 0).expect("a small board");
            report.inside = Some(begun.elapsed());
            report.tours = tours.iter().map(|tour| tour.squares().collect()).collect();
        }
        Asked::Unique => match puzzle::unique(&task.problem, &mut Run::new()) {
            Uniqueness::One(only) => {
                report.tours.push(only.tour.squares().collect());
                report.is_none = true;
            }
            other => panic!("{other:?}"),
        },
    }
    report.inside.get_or_insert_with(|| begun.elapsed());
    report
}

fn solve(tools: &Tools, problem: &Problem, report: &mut Report) {
    let limits = Limits { time: Some(tools.limit), ..Limits::default() };
    let begun = Instant::now();
    let outcome = problem.solve_with(&Auto, &mut Run::new().limits(limits));
    let time = begun.elapsed();
    // The list of squares is for the verifier; whoever uses the tour need not make it.
    report.inside = Some(report.inside.unwrap_or(Duration::ZERO) + time);
    match outcome {
        Outcome::Found(tour) => report.tours.push(tour.squares().collect()),
        Outcome::Impossible(_) => report.is_none = true,
        Outcome::Unknown(_) => report.gave_up = Some(tools.patience()),
    }
}

/// What the command says, which is typed once, or once for each start.
pub(crate) fn by_command(tools: &Tools, task: &Task) -> Report {
    let mut report = Report { whole: Some(Duration::ZERO), ..Report::default() };
    if task.asked == Asked::EachStart {
        for start in task.problem.board().squares() {
            let name = task.problem.board().name(start);
            typed(tools, task, &["--from", &name], &mut report);
        }
    } else {
        typed(tools, task, &[], &mut report);
    }
    report
}

fn typed(tools: &Tools, task: &Task, more: &[&str], report: &mut Report) {
    let mut command = Command::new(&tools.caracole);
    command.args(&task.typed).args(more);
    let Ran { text, time, gave_up, .. } = tools.run(&mut command, "");
    *report.whole.get_or_insert_default() += time;
    if gave_up.is_some() {
        report.gave_up = gave_up;
        return;
    }
    match task.asked {
        Asked::Count(kind) => {
            let number = text.split(' ').next().and_then(|word| word.trim().parse::<u128>().ok());
            let times = if kind.starts_with("undirected") { 2 } else { 1 };
            report.count = number.map(|number| times * number);
        }
        Asked::None => report.is_none = text.starts_with("impossible"),
        Asked::Unique => {
            report.is_none = text.starts_with("unique");
            // Its tour is a grid; the library's is checked.
            report.tours = by_library(tools, task).tours;
        }
        _ => report.tours.extend(tours(&text, task)),
    }
}

/// Tours as the command lists them: squares by their names, a tour a line.
fn tours(text: &str, task: &Task) -> Vec<Path> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let square = |name| task.problem.board().parse_square(name).expect("a square");
    lines.map(|line| line.split(' ').map(square).collect()).collect()
}
