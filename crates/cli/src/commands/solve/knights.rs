//! `caracole solve --knights`: several knights that cover the board together.

use std::time::Instant;

use caracole::formats::{Format, RunRecord, json};
use caracole::solvers::Run;
use caracole::solvers::{Exact, Stats, cover};
use caracole::text::pluralize;
use caracole::verify::Cover;
use caracole::{Method, Options, Outcome, Path, Problem, Stop, StopCause, report};

use super::{at_limit, exit_of, limits, print_reason, try_certificate, write_certificate};
use crate::args::GlobalOptions;
use crate::commands::solve::SolveArgs;
use crate::failure::{self, Failure};
use crate::output::Output;
use crate::problem::for_one_knight;
use crate::progress::Progress;
use crate::tour_format::TourFormat;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt};

pub(super) fn run(args: &SolveArgs, knights: u32, global: &GlobalOptions) -> Result<Exit, Failure> {
    refuse_single_knight_options(args)?;
    let problem = args.problem.problem_of_several(knights)?;
    let form = args.output.form(problem.board())?;
    if let TourFormat::Format(Format::Csv | Format::Moves | Format::Coordinates | Format::Tsplib) =
        form
    {
        return Err(Failure::of(form, "holds one knight: choose grid, squares or json"));
    }
    let options = args.output.base.options(form)?;
    try_certificate(args)?;
    let output = Output::open(args.output.to.output.as_deref())?;
    form.check_output(problem.board(), &output)?;
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let prints_json = form == TourFormat::JSON && output.is_standard();
    let (outcome, record) = solve(args, &problem, (seed, prints_json), global)?;
    write_certificate(args.certificate.as_deref(), &outcome, global)?;
    let exit = exit_of(&outcome);
    if form == TourFormat::JSON && !(exit == Exit::Interrupted && output.is_file()) {
        output.write(|out| json::write_cover_outcome(out, &problem, &outcome, &record))?;
        return Ok(exit);
    }
    match &outcome {
        Outcome::Found(cover) => {
            output.write(|out| form.write_cover(out, cover, &options))?;
            global.remark(remark(&problem, cover, &record));
        }
        Outcome::Unknown(stop) if exit == Exit::Interrupted => {
            failure::print_error(&stop.to_string());
        }
        no_cover => print_reason(no_cover)?,
    }
    Ok(exit)
}

/// Refuses the options that apply only to a single knight.
fn refuse_single_knight_options(args: &SolveArgs) -> Result<(), Failure> {
    let flags = [
        ("--tie", args.method.tie.is_some()),
        ("--order", args.method.order.is_some()),
        ("--children", args.method.children.is_some()),
        ("--look", args.look.is_some()),
        ("--mix", args.mix.is_some()),
        ("--trace", args.trace.is_some()),
        ("--jsonl", args.jsonl),
        ("--race", args.race),
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
    (seed, prints_json): (u64, bool),
    global: &GlobalOptions,
) -> Result<(Outcome<Cover>, RunRecord), Failure> {
    let begun = Instant::now();
    let limits = limits(args);
    let title = problem.board().title();
    let doing = move || format!("while solving {title} for several knights");
    let (asked, method) = (problem.clone(), args.method.method.name());
    let report = move |stop: &Stop| {
        Report::json_or_words(prints_json, stop, || {
            let elapsed = watchdog::started().elapsed();
            let record = report::run(method, seed, Stats::default(), elapsed);
            // Without paths the JSON is the same for one knight and for several.
            json::outcome(&asked, &Outcome::Unknown(stop.clone()), &record).to_string()
        })
    };
    let watch = watchdog::start(&limits, doing, report);
    let progress = Progress::new("checking", problem.board().len(), global);
    let interrupt_guard = interrupt::guard();
    let show = |squares: &caracole::Progress| progress.show_squares(squares);
    let options = Options::new()
        .limits(limits)
        .threads(args.threads.unwrap_or_default())
        .seed(seed)
        .cancel_flag(interrupt_guard.flag())
        .on_progress(&show)
        .started_at(watchdog::started());
    let mut run = Run::with_options(&options);
    let outcome = match args.method.method {
        Method::Exact => Exact::default().cover(problem, &mut run),
        _ => cover(problem, &mut run),
    };
    let (stats, method) = (run.stats(), run.method());
    watch.end();
    let outcome = at_limit(outcome, &limits);
    drop(progress);
    // The outcome names an interruption itself, unless the signal came too late.
    if !matches!(&outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt) {
        interrupt_guard.finish()?;
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
        (least, _) => format!("{} each", pluralize(least.unwrap_or_default(), "square")),
    };
    format!("{board}: {knights} knights by {method}, {squares}, {elapsed:.1?}")
}
