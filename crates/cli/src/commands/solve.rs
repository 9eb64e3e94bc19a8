//! `caracole solve`: finds a tour, or proves that there is none.

mod knights;
mod trace;

use caracole::Explain;
use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use caracole::formats::{RunRecord, WriteOptions, json};
use caracole::solvers::{
    Construct, ConstructionStyle, Exact, MethodSettings, Solver, Stats, Support,
};
use caracole::solvers::{Limits, Run};
use caracole::text::pluralize;
use caracole::verify::MixingQuality;
use caracole::verify::{Reason, UncheckedCause};
use caracole::{Evidence, Method, Options, Outcome, Problem, StopCause, Tour, report};
use clap::{Args, ValueEnum};

use crate::args::values::{knights, looks, steps, threads};
use crate::args::{GlobalOptions, MemoryArgs, Seed, SeedArgs, TimeoutArgs};
use crate::failure::{self, Failure};
use crate::method::{MethodArgs, check_flags};
use crate::output::{Output, Tone, paint};
use crate::problem::ProblemArgs;
use crate::progress::Progress;
use crate::tour_format::{TourFormat, TourOutputArgs};
use crate::watchdog::{self, Report, Watch};
use crate::{Exit, interrupt};
use trace::Trace;

/// Find a tour, or prove that there is none
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 8x8 --closed --from e4
  caracole solve 8x8-a1,h8                          no tour without these corners, and why
  caracole solve 8x8 --knights 2 --from a1 --from h8
  caracole solve @heart.txt                         a board drawn in a file
  caracole solve 8x8 --method warnsdorff --from a5 --order 32674158
  caracole solve 5x5 --method backtracking --trace  every visit and every backtrack
  caracole solve 8x8 --method neural --repair       a network, its subtours joined
  caracole solve 8x8 --method ants --seed 7         a colony of ants
  caracole solve 60x40 --look braided               with few turns and crossings
  caracole solve 1000x1000 --mix 7 -o tour.grid     without a visible pattern
  caracole solve 50000x50000 -o tour.moves          2.5 billion steps, little memory")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Cover the board with the paths of several knights
    ///
    /// Together the paths visit every square once. Fix any number of starts with --from. The constraints of a single
    /// tour (--closed, --open, --to, --clue) are refused, and --method must be auto or exact.
    #[arg(long, value_name = "K", value_parser = knights, help_heading = "The tour")]
    pub(crate) knights: Option<u32>,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Style of a constructed tour
    ///
    /// Braided tours are closed and need a board with an even number of squares and sides of at least 12. They are
    /// stored, in about 16 bytes per square.
    #[arg(long, value_parser = looks(), help_heading = "The search", hide_short_help = true)]
    pub(crate) look: Option<ConstructionStyle>,
    /// Mix a constructed tour by random switches, to hide its pattern
    ///
    /// The seed is a number, or `random`. A closed tour stays closed, and the ends do not change. Boards three or
    /// four squares wide allow few switches. Mixed tours are stored, in about 16 bytes per square.
    #[arg(
        long,
        value_name = "SEED",
        conflicts_with = "seed",
        help_heading = "The search",
        hide_short_help = true
    )]
    pub(crate) mix: Option<Seed>,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) time: TimeoutArgs,
    /// Step limit
    #[arg(long, value_name = "N", value_parser = steps, help_heading = "Limits")]
    pub(crate) max_steps: Option<u64>,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    /// Number of threads [default: one per core]
    ///
    /// The answer does not depend on it, except with --race.
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = threads,
        help_heading = "Limits",
        hide_short_help = true
    )]
    pub(crate) threads: Option<usize>,
    /// Search on all threads, and take the first answer
    ///
    /// Faster on hard problems, but the tour or the proof then differs from run to run. Without it a
    /// search with learning uses one thread, and the same seed gives the same answer everywhere.
    #[arg(long, help_heading = "The search", hide_short_help = true)]
    pub(crate) race: bool,
    /// Print every visit and every backtrack, as text or json
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) trace: Option<TraceForm>,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
    /// Write the certificate of a board without a tour, for check-proof
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub(crate) certificate: Option<PathBuf>,
    /// Print trace and outcome as JSON lines
    #[arg(
        long,
        conflicts_with_all = ["json", "format", "trace"],
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(crate) jsonl: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceForm {
    Text,
    Json,
}

pub(crate) fn run(args: &SolveArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    if let Some(knights) = args.knights.filter(|&knights| knights != 1) {
        return knights::run(args, knights, global);
    }
    let plan = plan(args)?;
    if let Some(seed) = plan.seed {
        args.seed.print_drawn(seed, global);
    }
    if let (Some(Seed::Random), Some(seed)) = (args.mix, plan.construct.mix) {
        global.remark(format_args!("mixed with seed {seed}"));
    }
    run_plan(plan, global)
}

/// Searches, and writes the outcome.
pub(crate) fn run_plan(plan: Plan, global: &GlobalOptions) -> Result<Exit, Failure> {
    global.detail(format_args!("caracole {}: {}", env!("CARGO_PKG_VERSION"), plan.words()));
    let (outcome, record) = solve(&plan, global)?;
    let RunRecord { method, attempts, .. } = &record;
    global.detail(format_args!("method {method}, walks: {attempts}"));
    let exit = exit_of(&outcome);
    let certificate = plan.certificate.clone();
    write_outcome(plan, &outcome, &record, global)?;
    write_certificate(certificate.as_deref(), &outcome, global)?;
    Ok(exit)
}

/// Starts the watchdog, which ends the process if the solver does not stop in time.
fn enforce(plan: &Plan) -> Watch {
    let (problem, seed, method) = (plan.problem.clone(), plan.seed, plan.solver.name());
    let is_json = plan.form == TourFormat::JSON && plan.output.is_standard();
    let title = problem.board().title();
    watchdog::start(
        &plan.limits,
        move || format!("while solving {title}"),
        move |stop| {
            Report::json_or_words(is_json, stop, || {
                let elapsed = watchdog::started().elapsed();
                let record = report::run(method, seed, Stats::default(), elapsed);
                json::outcome(&problem, &Outcome::Unknown(stop.clone()), &record).to_string()
            })
        },
    )
}

/// Adds the limit to an outcome that reached it.
pub(crate) fn at_limit<T>(outcome: Outcome<T>, limits: &Limits) -> Outcome<T> {
    match outcome {
        Outcome::Unknown(stop) => Outcome::Unknown(watchdog::at_limit(stop, limits)),
        outcome => outcome,
    }
}

fn solve(plan: &Plan, global: &GlobalOptions) -> Result<(Outcome, RunRecord), Failure> {
    let begun = Instant::now();
    let watch = enforce(plan);
    let what = if plan.construct.mix.is_some() { "mixing" } else { "checking" };
    let progress = Progress::new(what, plan.problem.board().len(), global);
    let interrupt_guard = interrupt::guard();
    let mut lines = plan.trace.map(|form| (BufWriter::new(io::stdout().lock()), form));
    let show = |squares: &caracole::Progress| progress.show_squares(squares);
    let proof_folder = proof_folder(plan.certificate.as_deref());
    let options = Options::new()
        .limits(plan.limits)
        .threads(plan.threads)
        .race(plan.is_race)
        .proof_folder(&proof_folder)
        .seed(plan.seed.unwrap_or_default())
        .cancel_flag(interrupt_guard.flag())
        .on_progress(&show)
        .started_at(watchdog::started());
    let run = Run::with_options(&options);
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
    // The outcome names an interruption itself, unless the signal came too late.
    if !matches!(&outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Interrupt) {
        interrupt_guard.finish()?;
    }
    let Construct { style: look, mix } = plan.construct;
    let record = RunRecord {
        look: (look != ConstructionStyle::Plain).then(|| look.to_string()),
        mix,
        mixture: mix.and_then(|_| match &outcome {
            Outcome::Found(tour) => measure(plan, tour),
            _ => None,
        }),
        ..report::run(method.unwrap_or(plan.solver.name()), plan.seed, stats, begun.elapsed())
    };
    Ok((outcome, record))
}

/// The largest tour that is measured.
const MAX_SQUARES: u64 = 10_000_000;

/// The largest tour that is measured with a time limit.
const MAX_SQUARES_IN_TIME: u64 = 1_000_000;

/// Compares the mixed tour with the plain one. Returns `None` on large boards.
fn measure(plan: &Plan, mixed: &Tour) -> Option<MixingQuality> {
    let is_limited = plan.limits.time.is_some();
    if mixed.len() > if is_limited { MAX_SQUARES_IN_TIME } else { MAX_SQUARES } {
        return None;
    }
    let mut run = Run::with_options(&Options::new().seed(plan.seed.unwrap_or_default()));
    let unmixed = Construct::default().solve(&plan.problem, &mut run).found()?;
    MixingQuality::of(&unmixed, mixed)
}

/// Returns the measurement in a line.
fn words(mixture: &MixingQuality) -> String {
    /// A smaller share is not visible.
    const HARDLY: f64 = 0.05;
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let share = mixture.share_differing();
    if share < HARDLY {
        let share = percent(share);
        return format!("mixed: this board allows few switches: {share} % of the moves");
    }
    let slopes: Vec<String> = mixture.slope_shares().map(|(_, share)| percent(share)).collect();
    format!(
        "mixed: {} % of the moves differ from the plain tour, slopes {} % (25 each if random)",
        percent(share),
        slopes.join(" "),
    )
}

/// The validated arguments, with open outputs.
pub(crate) struct Plan {
    problem: Problem,
    solver: Box<dyn Solver>,
    /// The style of a constructed tour.
    construct: Construct,
    limits: Limits,
    /// The random seed, if the method uses one.
    seed: Option<u64>,
    form: TourFormat,
    trace: Option<TraceForm>,
    output: Output,
    /// The number of threads; 0 is one per core.
    threads: usize,
    is_race: bool,
    /// The file for a certificate.
    certificate: Option<PathBuf>,
    options: WriteOptions,
}

impl Plan {
    /// Returns a plan for a complete search.
    pub(crate) fn exact(
        problem: Problem,
        limits: Limits,
        output: &TourOutputArgs,
    ) -> Result<Self, Failure> {
        let form = output.form(problem.board())?;
        let options = output.base.options(form)?;
        let to = Output::open(output.to.output.as_deref())?;
        form.check_output(problem.board(), &to)?;
        Ok(Self {
            problem,
            solver: Box::new(Exact::default()),
            construct: Construct::default(),
            limits,
            seed: Some(0),
            form,
            trace: None,
            output: to,
            threads: 0,
            is_race: false,
            certificate: None,
            options,
        })
    }

    /// Returns method, seed and limits in words.
    fn words(&self) -> String {
        let Limits { steps, time, memory } = self.limits;
        let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
        format!(
            "method {}, seed {}, limits: steps {}, time {}, memory {}",
            self.solver.name(),
            or_none(self.seed.map(|seed| seed.to_string())),
            or_none(steps.map(|steps| steps.to_string())),
            or_none(time.map(|time| format!("{time:?}"))),
            or_none(memory.map(|bytes| format!("{} MiB", bytes >> 20))),
        )
    }
}

fn plan(args: &SolveArgs) -> Result<Plan, Failure> {
    let problem = args.problem.problem()?;
    try_certificate(args)?;
    if args.certificate.is_some() && args.method.method == Method::Warnsdorff {
        let why = "has no effect: warnsdorff cannot prove that there is no tour: leave it out";
        return Err(Failure::of("--certificate", why));
    }
    let settings = settings(args, &problem)?;
    let solver = args.method.method.solver(&settings);
    if let Support::No(why) = solver.supports(&problem) {
        return Err(refused(args, &why));
    }
    let form = if args.jsonl { TourFormat::JSON } else { args.output.form(problem.board())? };
    let options = args.output.base.options(form)?;
    let output = Output::open(args.output.to.output.as_deref())?;
    let trace = match args.trace {
        _ if args.jsonl => Some(TraceForm::Json),
        // Trace and outcome are then one stream of lines.
        Some(_) if form == TourFormat::JSON && output.is_standard() => Some(TraceForm::Json),
        Some(TraceForm::Json) if output.is_standard() => {
            return Err(Failure::of(
                "--trace=json",
                "goes with --json; --jsonl prints the same without it",
            ));
        }
        trace => trace,
    };
    form.check_output(problem.board(), &output)?;
    if trace.is_some() && output.is_standard() && matches!(form, TourFormat::Picture(..)) {
        return Err(Failure::of("--trace", "would be inside the picture: name a file with -o"));
    }
    let options = match args.threads.and_then(NonZeroUsize::new) {
        Some(threads) => WriteOptions { threads: Some(threads), ..options },
        None => options,
    };
    Ok(Plan {
        solver,
        construct: settings.construct,
        limits: limits(args),
        seed: (args.seed.draws_start || settings.uses_seed(args.method.method))
            .then(|| args.seed.draw()),
        form,
        trace,
        output,
        threads: args.threads.unwrap_or_default(),
        is_race: args.race,
        certificate: args.certificate.clone(),
        options,
        problem,
    })
}

/// Checks that the certificate file can be written. It is opened again when there is a certificate to
/// write.
fn try_certificate(args: &SolveArgs) -> Result<(), Failure> {
    args.certificate.as_deref().map_or(Ok(()), |path| Output::open(Some(path)).map(drop))
}

fn limits(args: &SolveArgs) -> Limits {
    Limits {
        steps: args.max_steps,
        time: args.time.timeout.map(|pause| pause.0),
        memory: args.memory.limit(),
    }
}

/// Returns the settings. An option that the method would ignore is an error.
fn settings(args: &SolveArgs, problem: &Problem) -> Result<MethodSettings, Failure> {
    let told = args.method.settings(problem, &args.seed)?;
    let flags = [
        ("--look", args.look.is_some()),
        ("--mix", args.mix.is_some()),
        ("--threads", args.threads.is_some()),
        ("--race", args.race),
    ];
    check_flags(args.method.method, &flags)?;
    let construct =
        Construct { style: args.look.unwrap_or_default(), mix: args.mix.map(Seed::draw) };
    Ok(MethodSettings { construct, ..told })
}

/// Returns the error for an unsupported problem, with advice.
fn refused(args: &SolveArgs, why: &str) -> Failure {
    match look_flag(args) {
        Some(flag) => Failure::of(flag, format!("{why}: leave out {flag}")),
        None => Failure::of(format!("--method {}", args.method.method), why),
    }
}

/// Returns the option that requests a style, if any.
const fn look_flag(args: &SolveArgs) -> Option<&'static str> {
    match (args.look, args.mix) {
        (Some(_), _) => Some("--look"),
        (None, Some(_)) => Some("--mix"),
        (None, None) => None,
    }
}

pub(crate) const fn exit_of<T>(outcome: &Outcome<T>) -> Exit {
    match outcome {
        Outcome::Found(_) => Exit::Yes,
        Outcome::Impossible(_) => Exit::No,
        Outcome::Unknown(stop) if matches!(stop.cause, StopCause::Interrupt) => Exit::Interrupted,
        Outcome::Unknown(_) => Exit::Unknown,
    }
}

fn write_outcome(
    plan: Plan,
    outcome: &Outcome,
    record: &RunRecord,
    global: &GlobalOptions,
) -> Result<(), Failure> {
    let is_interrupted = exit_of(outcome) == Exit::Interrupted;
    let progress = Progress::new("writing", plan.problem.board().len(), global);
    let progress = progress.hidden_if(plan.output.is_terminal());
    let watch = |done| progress.watch(done);
    if plan.form == TourFormat::JSON && !(is_interrupted && plan.output.is_file()) {
        let problem = &plan.problem;
        return plan
            .output
            .write(|out| json::write_outcome_with_progress(out, problem, outcome, record, &watch));
    }
    match outcome {
        Outcome::Found(tour) => {
            let Plan { form, options, .. } = plan;
            plan.output.write(|out| form.write(out, tour, &options, &watch))?;
            drop(progress);
            global.remark(remark(&plan.problem, tour, record));
            if let Some(mixture) = &record.mixture {
                global.remark(words(mixture));
            }
            Ok(())
        }
        // Without a tour no file is written: the answer is a line on standard output.
        Outcome::Unknown(stop) if is_interrupted => {
            failure::print_error(&stop.to_string());
            Ok(())
        }
        no_tour => print_reason(no_tour),
    }
}

/// Prints why there is no tour on standard output.
pub(crate) fn print_reason<T>(outcome: &Outcome<T>) -> Result<(), Failure> {
    let line = match outcome {
        Outcome::Found(_) => return Ok(()),
        Outcome::Impossible(evidence) => {
            let line = format!("{}: {}", paint(Tone::Bad, "impossible"), evidence.text());
            match evidence {
                Evidence::Checked(_) => line,
                Evidence::Unchecked(claim) => {
                    format!("{line}\n  not checked: {}", why_not_checked(claim.cause()))
                }
            }
        }
        Outcome::Unknown(stop) => format!("{}: {stop}", paint(Tone::Open, "unknown")),
    };
    Output::standard().write(|out| Ok(writeln!(out, "{line}")?))
}

/// Returns why the reason was not checked.
const fn why_not_checked(cause: UncheckedCause) -> &'static str {
    match cause {
        UncheckedCause::Search => "the reason is a search, whose steps were not recorded",
        UncheckedCause::TooLarge => "the board is too large to visit each of its squares",
        _ => "a limit was reached before the check was finished",
    }
}

fn remark(problem: &Problem, tour: &Tour, record: &RunRecord) -> String {
    let RunRecord { method, steps, backtracks, elapsed, decisions, .. } = record;
    let kind = if tour.is_closed() { "closed" } else { "open" };
    let board = problem.board().title();
    // The steps of a branching search or a network are those of its final tour, and say nothing.
    let work = match decisions {
        _ if !record.counts.is_empty() => {
            let counts = record.counts.iter().map(|(name, count)| format!("{name} {count}"));
            counts.collect::<Vec<_>>().join(", ")
        }
        0 => format!("{}, {}", pluralize(*steps, "step"), pluralize(*backtracks, "backtrack")),
        decisions => pluralize(*decisions, "decision"),
    };
    format!("{board}: {kind} tour by {method}, {work}, {elapsed:.1?}")
}

/// Returns the folder for proofs that are too long for the memory: that of the certificate, because it must have room
/// for one.
fn proof_folder(certificate: Option<&Path>) -> PathBuf {
    let folder = certificate.filter(|path| *path != Path::new("-")).and_then(Path::parent);
    match folder {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        Some(folder) => folder.to_owned(),
        None => std::env::temp_dir(),
    }
}

fn write_certificate<T>(
    path: Option<&Path>,
    outcome: &Outcome<T>,
    global: &GlobalOptions,
) -> Result<(), Failure> {
    let (Some(path), Outcome::Impossible(evidence)) = (path, outcome) else {
        return Ok(());
    };
    let lines = match evidence.reason() {
        Reason::Clauses { clauses } => clauses.line_count(),
        _ => 1,
    };
    let progress = Progress::new("writing", lines, global);
    let watch = |done| progress.watch(done);
    Output::open(Some(path))?
        .write(|out| json::write_certificate(out, evidence.certificate(), &watch))
}
