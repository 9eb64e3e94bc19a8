//! Caracole, as a command and as a library.

use std::process::Command;
use std::time::{Duration, Instant};

use caracole::puzzle;
use caracole::puzzle::Uniqueness;
use caracole::solvers::{Limits, Run};
use caracole::{Options, Outcome, Path, Problem, ProblemExt};

use crate::program::{Ran, Tools};
use crate::report::Report;
use crate::task::{Goal, Task};

/// Returns the report of the library: a function call, without the start of a process.
pub(crate) fn by_library(tools: &Tools, task: &Task) -> Report {
    let mut report = Report::default();
    let begun = Instant::now();
    match task.goal {
        Goal::Tour | Goal::None => solve(tools, &task.problem, &mut report),
        Goal::EachStart => {
            for start in task.problem.board().squares() {
                let from = task.problem.clone().start(start).expect("a square");
                solve(tools, &from, &mut report);
            }
        }
        Goal::Count(kind) => {
            let count = task.problem.count().expect("a small board");
            let times = if kind.starts_with("undirected") { 2 } else { 1 };
            let count: u128 = count.to_string().parse().expect("a number");
            report.count = Some(times * count);
        }
        Goal::Sample(tours) => {
            let tours = task.problem.sample(tours, &Options::new()).expect("a small board");
            report.inside = Some(begun.elapsed());
            report.tours = tours.iter().map(|tour| tour.squares().collect()).collect();
        }
        Goal::Unique => match puzzle::unique(&task.problem, &mut Run::new()) {
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
    let outcome = problem.solve_with(&Options::new().limits(limits));
    let time = begun.elapsed();
    // The list of squares is for the verifier; users of the tour do not need it.
    report.inside = Some(report.inside.unwrap_or(Duration::ZERO) + time);
    match outcome {
        Outcome::Found(tour) => report.tours.push(tour.squares().collect()),
        Outcome::Impossible(_) => report.is_none = true,
        Outcome::Unknown(_) => report.gave_up = Some(tools.patience()),
    }
}

/// Returns the report of the command, which runs once, or once per start.
pub(crate) fn by_command(tools: &Tools, task: &Task) -> Report {
    let mut report = Report { whole: Some(Duration::ZERO), ..Report::default() };
    if task.goal == Goal::EachStart {
        for start in task.problem.board().squares() {
            let name = task.problem.board().name(start);
            run_command(tools, task, &["--from", &name], &mut report);
        }
    } else {
        run_command(tools, task, &[], &mut report);
    }
    report
}

fn run_command(tools: &Tools, task: &Task, more: &[&str], report: &mut Report) {
    let mut command = Command::new(&tools.caracole);
    command.args(&task.arguments).args(more);
    let Ran { text, time, gave_up, .. } = tools.run(&mut command, "");
    *report.whole.get_or_insert_default() += time;
    if gave_up.is_some() {
        report.gave_up = gave_up;
        return;
    }
    match task.goal {
        Goal::Count(kind) => {
            let number = text.split(' ').next().and_then(|word| word.trim().parse::<u128>().ok());
            let times = if kind.starts_with("undirected") { 2 } else { 1 };
            report.count = number.map(|number| times * number);
        }
        Goal::None => report.is_none = text.starts_with("impossible"),
        Goal::Unique => {
            report.is_none = text.starts_with("unique");
            // The tour of the command is a grid; that of the library is verified.
            report.tours = by_library(tools, task).tours;
        }
        _ => report.tours.extend(tours(&text, task)),
    }
}

/// Parses the tours that the command lists: one tour per line, squares by name.
fn tours(text: &str, task: &Task) -> Vec<Path> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let square = |name| task.problem.board().parse_square(name).expect("a square");
    lines.map(|line| line.split(' ').map(square).collect()).collect()
}
