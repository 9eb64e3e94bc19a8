//! Several knights that cover the board together.

use std::time::Instant;

use caracole::formats::{Format, RunRecord, WriteOptions, json};
use caracole::{
    Cover, Exact, Method, Outcome, Path, Problem, Run, StopCause, counted, cover, report,
};

use crate::Exit;
use crate::args::{Manners, SolveArgs};
use crate::failure::{self, Failure};
use crate::form::TourForm;
use crate::interrupt;
use crate::output::Output;
use crate::problem::for_one_knight;
use crate::progress::Progress;
use crate::watchdog::{self, Report};

use super::{at_limit, exit_of, limits, tell_why, try_certificate, write_certificate};

pub(super) fn run(args: &SolveArgs, knights: u32, manners: &Manners) -> Result<Exit, Failure> {
    refuse_what_is_for_one(args)?;
    let problem = args.problem.problem_of_several(knights)?;
    let form = args.output.form()?;
    if let TourForm::Format(Format::Csv | Format::Moves | Format::Tsplib) = form {
        return Err(Failure::of(form, "holds one knight: choose grid, squares or json"));
    }
    try_certificate(args)?;
    let output = Output::open(args.output.to.output.as_deref())?;
    form.suits(problem.board(), &output)?;
    let seed = args.seed.draw();
    args.seed.tell(seed, manners);
    let (outcome, record) = solve(args, &problem, seed, manners)?;
    write_certificate(args.certificate.as_deref(), &outcome)?;
    let exit = exit_of(&outcome);
    if form == TourForm::JSON && !(exit == Exit::Interrupted && output.is_file()) {
        output.write(|out| json::write_cover_outcome(out, &problem, &outcome, &record))?;
        return Ok(exit);
    }
    match &outcome {
        Outcome::Found(cover) => {
            let options = WriteOptions { base: args.output.base.base, ..WriteOptions::default() };
            output.write(|out| form.write_cover(out, cover, &options))?;
            manners.remark(remark(&problem, cover, &record));
        }
        Outcome::Unknown(stop) if exit == Exit::Interrupted => failure::tell(&stop.to_string()),
        no_cover => tell_why(no_cover)?,
    }
    Ok(exit)
}

/// What several knights cannot be told is a mistake.
fn refuse_what_is_for_one(args: &SolveArgs) -> Result<(), Failure> {
    let flags = [
        ("--tie", args.method.tie.is_some()),
        ("--order", args.method.order.is_some()),
        ("--children", args.method.children.is_some()),
        ("--look", args.look.is_some()),
        ("--mix", args.mix.is_some()),
        ("--trace", args.trace.is_some()),
        ("--jsonl", args.jsonl),
    ];
    if let Some((flag, _)) = flags.into_iter().find(|&(_, is_given)| is_given) {
        return Err(for_one_knight(flag));
    }
    if !matches!(args.method.method, Method::Auto | Method::Exact) {
        let method = format!("--method {}", args.method.method);
        return Err(Failure::of(method, "is for one knight: several take auto or exact"));
    }
    args.method.soft.network.neural(args.method.method)?;
    args.method.soft.colony.ants(args.method.method)?;
    Ok(())
}

fn solve(
    args: &SolveArgs,
    problem: &Problem,
    seed: u64,
    manners: &Manners,
) -> Result<(Outcome<Cover>, RunRecord), Failure> {
    let begun = Instant::now();
    let limits = limits(args);
    let title = problem.board().title();
    let doing = move || format!("while solving {title} for several knights");
    let watch = watchdog::start(&limits, doing, Report::unknown);
    let progress = Progress::new("checking", problem.board().len(), manners);
    let tell = |done: u64, _: u64| progress.tell(done);
    let heed = interrupt::heed();
    let mut run = Run::new().limits(limits).seed(seed).interrupted_by(heed.flag()).told_to(&tell);
    run = run.begun_at(watchdog::started());
    let outcome = match args.method.method {
        Method::Exact => Exact::default().cover(problem, &mut run),
        _ => cover(problem, &mut run),
    };
    let (stats, method) = (run.stats(), run.method());
    watch.end();
    let outcome = at_limit(outcome, &limits);
    drop(progress);
    // An outcome tells by itself that it was interrupted, unless the signal came too late.
    if !matches!(&outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt) {
        heed.end()?;
    }
    let method = method.unwrap_or(args.method.method.name());
    Ok((outcome, report::run(method, seed, stats, begun.elapsed())))
}

fn remark(problem: &Problem, cover: &Cover, record: &RunRecord) -> String {
    let RunRecord { method, elapsed, .. } = record;
    let (board, knights) = (problem.board().title(), cover.knights());
    let lengths = || cover.paths().iter().map(Path::len);
    let squares = match (lengths().min(), lengths().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most} squares each"),
        (least, _) => format!("{} each", counted(least.unwrap_or_default(), "square")),
    };
    format!("{board}: {knights} knights by {method}, {squares}, {elapsed:.1?}")
}
