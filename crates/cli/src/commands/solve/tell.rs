//! What came of it.

use std::path::Path;

use caracole::formats::{RunRecord, json};
use caracole::{Outcome, Problem, StopCause, Tour, counted};

use crate::Exit;
use crate::args::Manners;
use crate::failure::{self, Failure};
use crate::form::TourForm;
use crate::output::Output;
use crate::paint::{Tone, paint};
use crate::progress::Progress;

use super::mixture;
use super::plan::Plan;

pub(crate) const fn exit_of<T>(outcome: &Outcome<T>) -> Exit {
    match outcome {
        Outcome::Found(_) => Exit::Yes,
        Outcome::Impossible(_) => Exit::No,
        Outcome::Unknown(stop) if matches!(stop.cause, StopCause::Interrupt) => Exit::Interrupted,
        Outcome::Unknown(_) => Exit::Unknown,
    }
}

pub(super) fn tell(
    plan: Plan,
    outcome: &Outcome,
    record: &RunRecord,
    manners: &Manners,
) -> Result<(), Failure> {
    let is_interrupted = exit_of(outcome) == Exit::Interrupted;
    let progress = Progress::new("writing", plan.problem.board().len(), manners);
    let progress = progress.unless(plan.output.is_terminal());
    let watch = |done| progress.watch(done);
    if plan.form == TourForm::JSON && !(is_interrupted && plan.output.is_file()) {
        let problem = &plan.problem;
        return plan
            .output
            .write(|out| json::write_outcome_watched(out, problem, outcome, record, &watch));
    }
    match outcome {
        Outcome::Found(tour) => {
            let Plan { form, options, .. } = plan;
            plan.output.write(|out| form.write(out, tour, &options, &watch))?;
            drop(progress);
            manners.remark(remark(&plan.problem, tour, record));
            if let Some(mixture) = &record.mixture {
                manners.remark(mixture::words(mixture));
            }
            Ok(())
        }
        // No tour, no file: the answer is a line on standard output.
        Outcome::Unknown(stop) if is_interrupted => {
            failure::tell(&stop.to_string());
            Ok(())
        }
        no_tour => tell_why(no_tour),
    }
}

/// Why there is no tour, on standard output.
pub(crate) fn tell_why<T>(outcome: &Outcome<T>) -> Result<(), Failure> {
    let line = match outcome {
        Outcome::Found(_) => return Ok(()),
        Outcome::Impossible(proof) => {
            format!("{}: {}", paint(Tone::Bad, "impossible"), proof.text())
        }
        Outcome::Unknown(stop) => format!("{}: {stop}", paint(Tone::Open, "unknown")),
    };
    Output::standard().write(|out| Ok(writeln!(out, "{line}")?))
}

fn remark(problem: &Problem, tour: &Tour, record: &RunRecord) -> String {
    let RunRecord { method, steps, retreats, elapsed, cases, .. } = record;
    let kind = if tour.is_closed() { "closed" } else { "open" };
    let board = problem.board().title();
    // A search that supposes moves walks only along the tour it has found, and so does a network.
    let work = match cases {
        _ if !record.counts.is_empty() => {
            let counts = record.counts.iter().map(|(name, count)| format!("{name} {count}"));
            counts.collect::<Vec<_>>().join(", ")
        }
        0 => format!("{}, {}", counted(*steps, "step"), counted(*retreats, "retreat")),
        cases => counted(*cases, "case"),
    };
    format!("{board}: {kind} tour by {method}, {work}, {elapsed:.1?}")
}

pub(super) fn write_certificate<T>(
    path: Option<&Path>,
    outcome: &Outcome<T>,
) -> Result<(), Failure> {
    let (Some(path), Outcome::Impossible(proof)) = (path, outcome) else {
        return Ok(());
    };
    let certificate = json::certificate(proof);
    Output::open(Some(path))?.write(|out| Ok(writeln!(out, "{certificate}")?))
}
