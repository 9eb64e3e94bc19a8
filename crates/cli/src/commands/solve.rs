//! `caracole solve`: a tour, or why there is none.

mod knights;
mod mixture;
mod settings;

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use caracole::formats::{Format, RunRecord, WriteOptions, json, write_tour_watched};
use caracole::{
    Construct, Exact, Limits, Look, Outcome, Problem, Run, Solver, StopCause, Support, Tour, report,
};

use crate::Exit;
use crate::args::{Manners, Seed, SolveArgs, TourOutputArgs, TraceForm};
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::memory;
use crate::output::Output;
use crate::paint::{Tone, paint};
use crate::progress::Progress;
use crate::trace::Trace;

/// Everything that can go wrong before the work begins has gone right.
pub(crate) struct Plan {
    problem: Problem,
    solver: Box<dyn Solver>,
    /// How a constructed tour shall look.
    construct: Construct,
    limits: Limits,
    seed: u64,
    format: Format,
    trace: Option<TraceForm>,
    output: Output,
    /// Where a proof that there is no tour goes.
    certificate: Option<PathBuf>,
    options: WriteOptions,
}

impl Plan {
    /// To search a problem completely, with nothing but a limit of time.
    pub(crate) fn exact(
        problem: Problem,
        time: Option<Duration>,
        output: &TourOutputArgs,
    ) -> Result<Self, Failure> {
        Ok(Self {
            problem,
            solver: Box::new(Exact::default()),
            construct: Construct::default(),
            limits: Limits { time, memory: memory::free(), ..Limits::default() },
            seed: 0,
            format: output.format()?,
            trace: None,
            output: Output::open(output.to.output.as_deref())?,
            certificate: None,
            options: WriteOptions { base: output.base, ..WriteOptions::default() },
        })
    }

    /// Method, seed and limits, for those who want to know more.
    fn words(&self) -> String {
        let Limits { steps, time, memory } = self.limits;
        let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
        format!(
            "method {}, seed {}, limits: steps {}, time {}, memory {}",
            self.solver.name(),
            self.seed,
            or_none(steps.map(|steps| steps.to_string())),
            or_none(time.map(|time| format!("{time:?}"))),
            or_none(memory.map(|bytes| format!("{} MiB", bytes >> 20))),
        )
    }
}

pub(crate) fn run(args: &SolveArgs, manners: &Manners) -> Result<Exit, Failure> {
    if let Some(knights) = args.knights.filter(|&knights| knights != 1) {
        return knights::run(args, knights, manners);
    }
    let plan = plan(args)?;
    if args.seed == Seed::Random {
        manners.remark(format_args!("seed {}", plan.seed));
    }
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

fn plan(args: &SolveArgs) -> Result<Plan, Failure> {
    let problem = args.problem.problem()?;
    try_certificate(args)?;
    let settings = settings::settings(args, &problem)?;
    let solver = args.method.method.solver(&settings);
    if let Support::No(why) = solver.supports(&problem) {
        return Err(settings::refused(args, &why));
    }
    let format = if args.jsonl { Format::Json } else { args.output.format()? };
    let trace = match args.trace {
        _ if args.jsonl => Some(TraceForm::Json),
        // Trace and outcome then make one stream of lines.
        Some(_) if format == Format::Json && args.output.to.output.is_none() => {
            Some(TraceForm::Json)
        }
        Some(TraceForm::Json) if args.output.to.output.is_none() => {
            return Err(Failure::of("--trace=json", "goes with --json or --jsonl"));
        }
        trace => trace,
    };
    Ok(Plan {
        solver,
        construct: settings.construct,
        limits: limits(args),
        seed: args.seed.draw(),
        format,
        trace,
        output: Output::open(args.output.to.output.as_deref())?,
        certificate: args.certificate.clone(),
        options: WriteOptions { base: args.output.base, ..WriteOptions::default() },
        problem,
    })
}

/// The file of the certificate is opened again when there is something to write; what is wrong with
/// it is said before.
fn try_certificate(args: &SolveArgs) -> Result<(), Failure> {
    args.certificate.as_deref().map_or(Ok(()), |path| Output::open(Some(path)).map(drop))
}

fn write_certificate<T>(path: Option<&Path>, outcome: &Outcome<T>) -> Result<(), Failure> {
    let (Some(path), Outcome::Impossible(proof)) = (path, outcome) else {
        return Ok(());
    };
    let certificate = json::certificate(proof);
    Output::open(Some(path))?.write(|out| Ok(writeln!(out, "{certificate}")?))
}

fn limits(args: &SolveArgs) -> Limits {
    Limits {
        steps: args.max_steps,
        time: args.timeout.map(|pause| pause.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
    }
}

fn solve(plan: &Plan, manners: &Manners) -> Result<(Outcome, RunRecord), Failure> {
    let begun = Instant::now();
    let what = if plan.construct.mix.is_some() { "mixing" } else { "checking" };
    let progress = Progress::new(what, plan.problem.board().len(), manners);
    let tell = |done: u64, _: u64| progress.tell(done);
    let heed = interrupt::heed();
    let mut lines = plan.trace.map(|form| (BufWriter::new(io::stdout().lock()), form));
    let run =
        Run::new().limits(plan.limits).seed(plan.seed).interrupted_by(heed.flag()).told_to(&tell);
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
            Outcome::Found(tour) => mixture::measure(&plan.problem, tour, plan.seed),
            _ => None,
        }),
        ..report::run(method.unwrap_or(plan.solver.name()), plan.seed, stats, begun.elapsed())
    };
    Ok((outcome, record))
}

pub(crate) const fn exit_of<T>(outcome: &Outcome<T>) -> Exit {
    match outcome {
        Outcome::Found(_) => Exit::Yes,
        Outcome::Impossible(_) => Exit::No,
        Outcome::Unknown(stop) if matches!(stop.cause, StopCause::Interrupt) => Exit::Interrupted,
        Outcome::Unknown(_) => Exit::Unknown,
    }
}

fn tell(
    plan: Plan,
    outcome: &Outcome,
    record: &RunRecord,
    manners: &Manners,
) -> Result<(), Failure> {
    let is_interrupted = exit_of(outcome) == Exit::Interrupted;
    let progress = Progress::new("writing", plan.problem.board().len(), manners);
    let progress = progress.unless(plan.output.is_terminal());
    let watch = |done| progress.watch(done);
    if plan.format == Format::Json && !(is_interrupted && plan.output.is_file()) {
        let problem = &plan.problem;
        return plan
            .output
            .write(|out| json::write_outcome_watched(out, problem, outcome, record, &watch));
    }
    match outcome {
        Outcome::Found(tour) => {
            let Plan { format, options, .. } = plan;
            plan.output.write(|out| write_tour_watched(out, tour, format, &options, &watch))?;
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
        0 => format!("{steps} steps, {retreats} retreats"),
        _ => format!("{cases} cases"),
    };
    format!("{board}: {kind} tour by {method}, {work}, {elapsed:.1?}")
}
