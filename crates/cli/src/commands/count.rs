//! `caracole count`: how many tours there are.

mod picture;
#[cfg(test)]
mod tests;
mod together;

use std::path::Path;
use std::time::Instant;

use caracole::{By, Direction, Job, Question, Stop, Tally, report};

use crate::Exit;
use crate::args::{CheckpointArgs, CountArgs, Manners};
use crate::counting::{Work, create, stopped, tell_stop};
use crate::failure::Failure;
use crate::interrupt;
use crate::watchdog::{self, Report};

/// What is counted.
struct Plan {
    question: Question,
    by: By,
}

pub(crate) fn run(args: &CountArgs, manners: &Manners) -> Result<Exit, Failure> {
    let plan = plan(args)?;
    let output = args.report.open()?;
    let is_json = args.report.is_json();
    let folder = args.folder.open()?;
    let team = args.cluster.team(manners)?;
    let advice = match &team {
        Some(_) => Some(together::advice(folder)),
        None => folder.map(|folder| format!("go on with --resume {}", folder.display())),
    };
    if let Some(advice) = &advice {
        interrupt::advise(advice.clone());
    }
    let begun = Instant::now();
    let (question, by) = (plan.question.clone(), plan.by);
    let is_answer_json = is_json && output.is_standard();
    let report = move |stop: &Stop| {
        if !is_answer_json {
            return Report::unknown(stop);
        }
        let object = report::count(&question, by, Err(stop), watchdog::started().elapsed());
        Report::Answer(format!("{object}\n"))
    };
    let count = |job: &Job<'_>| {
        let job = folder.map_or(*job, |folder| job.checkpoint(folder));
        match &team {
            Some(team) => team.answer(&plan.question, &job, manners),
            None => Tally::of(&plan.question, plan.by, &job).map(Ok),
        }
    };
    let answer = Work::new(&args.work, manners).ask_or_report(count, report)?;
    let answer = match answer {
        Ok(Err(error)) => return together::tell(&error, folder),
        Ok(Ok(_)) if !team.is_none_or(|team| team.is_first()) => return Ok(Exit::Yes),
        Ok(Ok(answer)) => Ok(answer),
        Err(stop) => Err(stop),
    };
    let exit = answer.as_ref().map_or_else(stopped, |_| Exit::Yes);
    let is_json = is_json && !(exit == Exit::Interrupted && output.is_file());
    let text = match &answer {
        _ if is_json => {
            let elapsed = begun.elapsed();
            format!("{}\n", report::count(&plan.question, plan.by, answer.as_ref(), elapsed))
        }
        Ok(answer) => plan.text(answer),
        Err(stop) => {
            tell_stop(stop)?;
            String::new()
        }
    };
    if !text.is_empty() {
        output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    }
    // An interruption in words has told it already.
    if let Some(advice) = advice.filter(|_| exit == Exit::Unknown || (is_json && exit != Exit::Yes))
    {
        manners.remark(advice);
    }
    Ok(exit)
}

fn plan(args: &CountArgs) -> Result<Plan, Failure> {
    let question = args.counted.question()?;
    let problem = question.problem();
    if args.by_start {
        if problem.start().is_some() {
            return Err(Failure::of(
                "--by-start",
                "asks this of every square: leave out the start",
            ));
        }
        // Who starts somewhere has a direction.
        return Ok(Plan { question: question.counting(Direction::Directed), by: By::Start });
    }
    let is_fixed = problem.clues().next().is_some()
        || !problem.used().is_empty()
        || !problem.avoided().is_empty();
    if args.classes && is_fixed {
        let why = "goes with whole boards: leave out squares and moves that are fixed";
        return Err(Failure::of("--classes", why));
    }
    Ok(Plan { question, by: if args.classes { By::Class } else { By::All } })
}

impl CheckpointArgs {
    /// The folder, which is there from now on.
    fn open(&self) -> Result<Option<&Path>, Failure> {
        let Some(resume) = self.resume.as_deref() else {
            let folder = self.checkpoint.as_deref();
            return folder.map(|path| create("--checkpoint", path)).transpose();
        };
        let is_empty = std::fs::read_dir(resume).map_or(true, |mut all| all.next().is_none());
        if is_empty {
            let why = "there is nothing to go on from: begin with --checkpoint";
            return Err(Failure::of(format!("--resume {}", resume.display()), why));
        }
        Ok(Some(resume))
    }
}

impl Plan {
    /// What is counted, in words.
    fn convention(&self) -> String {
        self.by.convention(&self.question)
    }

    fn text(&self, answer: &Tally) -> String {
        let board = self.question.problem().board();
        let starts = answer.starts.as_ref();
        let mut lines = starts.map(|starts| picture::of(board, starts)).unwrap_or_default();
        lines.push(report::counted(&answer.count, &self.convention()) + "\n");
        lines.join("\n")
    }
}
