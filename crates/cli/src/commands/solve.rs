//! `caracole solve`: a tour, or why there is none.

mod knights;
mod mixture;
mod plan;
mod settings;
mod tell;

use std::io::{self, BufWriter};
use std::time::Instant;

use caracole::formats::{RunRecord, json};
use caracole::{Construct, Limits, Look, Outcome, Run, Stats, StopCause, report};

use crate::Exit;
use crate::args::{Manners, Seed, SolveArgs, TraceForm};
use crate::failure::Failure;
use crate::form::TourForm;
use crate::interrupt;
use crate::progress::Progress;
use crate::trace::Trace;
use crate::watchdog::{self, Report, Watch};

pub(crate) use plan::Plan;
use plan::{limits, plan, try_certificate};
pub(crate) use tell::{exit_of, tell_why};
use tell::{tell, write_certificate};

pub(crate) fn run(args: &SolveArgs, manners: &Manners) -> Result<Exit, Failure> {
    if let Some(knights) = args.knights.filter(|&knights| knights != 1) {
        return knights::run(args, knights, manners);
    }
    let plan = plan(args)?;
    args.seed.tell(plan.seed, manners);
    if let (Some(Seed::Random), Some(seed)) = (args.mix, plan.construct.mix) {
        manners.remark(format_args!("mixed with seed {seed}"));
    }
    carry_out(plan, manners)
}

/// Searches, and tells what came of it.
pub(crate) fn carry_out(plan: Plan, manners: &Manners) -> Result<Exit, Failure> {
    manners.detail(format_args!("caracole {}: {}", env!("CARGO_PKG_VERSION"), plan.words()));
    let (outcome, record) = solve(&plan, manners)?;
    let RunRecord { method, attempts, .. } = &record;
    manners.detail(format_args!("{method} answered; walks begun: {attempts}"));
    let exit = exit_of(&outcome);
    let certificate = plan.certificate.clone();
    tell(plan, &outcome, &record, manners)?;
    write_certificate(certificate.as_deref(), &outcome)?;
    Ok(exit)
}

/// Ends the process if the solver does not stop by itself.
fn enforce(plan: &Plan) -> Watch {
    let (problem, seed, method) = (plan.problem.clone(), plan.seed, plan.solver.name());
    let is_json = plan.form == TourForm::JSON && plan.output.is_standard();
    let title = problem.board().title();
    watchdog::start(
        &plan.limits,
        move || format!("while solving {title}"),
        move |stop| {
            let mut text = Vec::new();
            let outcome = Outcome::Unknown(stop.clone());
            let record = report::run(method, seed, Stats::default(), watchdog::started().elapsed());
            match json::write_outcome(&mut text, &problem, &outcome, &record) {
                Ok(()) if is_json => Report::Answer(String::from_utf8_lossy(&text).into_owned()),
                _ => Report::unknown(stop),
            }
        },
    )
}

/// Names the limit that was reached.
pub(crate) fn at_limit<T>(outcome: Outcome<T>, limits: &Limits) -> Outcome<T> {
    match outcome {
        Outcome::Unknown(stop) => Outcome::Unknown(watchdog::at_limit(stop, limits)),
        outcome => outcome,
    }
}

fn solve(plan: &Plan, manners: &Manners) -> Result<(Outcome, RunRecord), Failure> {
    let begun = Instant::now();
    let watch = enforce(plan);
    let what = if plan.construct.mix.is_some() { "mixing" } else { "checking" };
    let progress = Progress::new(what, plan.problem.board().len(), manners);
    let tell = |done: u64, _: u64| progress.tell(done);
    let heed = interrupt::heed();
    let mut lines = plan.trace.map(|form| (BufWriter::new(io::stdout().lock()), form));
    let run =
        Run::new().limits(plan.limits).seed(plan.seed).interrupted_by(heed.flag()).told_to(&tell);
    let run = run.begun_at(watchdog::started());
    let (outcome, stats, method) = match &mut lines {
        None => {
            let mut run = run;
            (plan.solver.solve(&plan.problem, &mut run), run.stats(), run.method())
        }
        Some((out, form)) => {
            let mut trace = Trace::new(plan.problem.board(), out, *form == TraceForm::Json);
            let mut run = run.observed_by(&mut trace);
            let outcome = plan.solver.solve(&plan.problem, &mut run);
            let (stats, method) = (run.stats(), run.method());
            let written = trace.end();
            written.map_err(|error| Failure::writing("standard output", &error))?;
            (outcome, stats, method)
        }
    };
    watch.end();
    let outcome = at_limit(outcome, &plan.limits);
    drop(progress);
    // An outcome tells by itself that it was interrupted, unless the signal came too late.
    if !matches!(&outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt) {
        heed.end()?;
    }
    let Construct { look, mix } = plan.construct;
    let record = RunRecord {
        look: (look != Look::Plain).then(|| look.to_string()),
        mix,
        mixture: mix.and_then(|_| match &outcome {
            Outcome::Found(tour) => mixture::measure(plan, tour),
            _ => None,
        }),
        ..report::run(method.unwrap_or(plan.solver.name()), plan.seed, stats, begun.elapsed())
    };
    Ok((outcome, record))
}
