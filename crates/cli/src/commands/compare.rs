//! `caracole compare`: every method side by side.

mod csv;
mod executor;
mod external;
mod files;
mod json;
mod results;
mod table;
pub(crate) mod worker;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use caracole::compare::{Comparison, DataPoint, MethodVariant, Study, TrialResult};
use caracole::solvers::Limits;
use caracole::{Stop, StopCause};

use crate::Exit;
use crate::args::{CompareArgs, GlobalOptions};
use crate::failure::{Failure, error_text, print_error};
use crate::memory;
use crate::problem::{RuleArgs, of_board};
use crate::progress::Progress;
use crate::watchdog;

use executor::{Deadline, ProcessExecutor};
use external::ExternalProgram;
use files::Files;
use results::{Results, Trials, uses_seed};

/// The default step limit of a comparison and of a study, without the steps per square.
const COMPARISON_STEPS: u64 = 10_000_000;
const STUDY_STEPS: u64 = 4_000_000;
const STEPS_PER_SQUARE: u64 = 4;
/// The work limit of a study on one size, in trials that use up their steps.
const FULL_TRIALS_PER_SIZE: u64 = 4;
/// How often a short trial is run; its time is the median.
const REPEATS: u32 = 25;

pub(crate) fn run(args: &CompareArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let files = Files::open(args)?;
    let variants = variants(&args.methods)?;
    let starts = args.sizes.as_ref().map(|_| args.starts);
    if args.seed.is_for_method() && !uses_seed(&variants, starts) {
        let why = "has no effect: none of the methods uses a random seed: leave it out";
        return Err(Failure::of("--seed", why));
    }
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let time = args.timeout.map(|pause| pause.0);
    // A deadline beyond the range of the clock is none.
    let deadline = Deadline::new(time.and_then(|time| watchdog::started().checked_add(time)));
    let trials = match (&args.sizes, &args.board) {
        (Some(sizes), _) => {
            let study = study(args, sizes, variants, seed)?;
            let points = run_study(&study, args.threads, &deadline, global)?;
            Trials::Study(study, points)
        }
        (None, board) => {
            let problem = of_board(board.as_deref().unwrap_or_default(), &args.rules)?;
            let limits = limits(args, COMPARISON_STEPS, problem.board().len());
            let programs = args.command.iter().map(|line| ExternalProgram::new(line, &problem));
            let programs: Vec<ExternalProgram> = programs.collect::<Result<_, _>>()?;
            let comparison = Comparison { problem, variants, limits, seed, repeats: REPEATS };
            let mut trials = run_comparison(&comparison, args.threads, &deadline, global)?;
            for program in &programs {
                if deadline.stops_trials() {
                    break;
                }
                let limit = args.trial_timeout.0;
                trials.push(program.run(&comparison.problem, limit, &deadline));
            }
            comparison.check(&trials).map_err(Failure::new)?;
            Trials::Comparison(comparison, trials)
        }
    };
    let stop = time.filter(|_| deadline.is_missed()).map(stop_by_time);
    let results = Results { trials, stop };
    files.write(&results)?;
    let Some(stop) = results.stop else { return Ok(Exit::Yes) };
    print_error(&format!("unknown: {stop}"));
    Ok(Exit::Unknown)
}

/// Returns the stop by the time limit of the whole command.
fn stop_by_time(time: Duration) -> Stop {
    let stop = Stop::new(StopCause::Time, "the results of some trials are missing");
    watchdog::at_limit(stop, &Limits { time: Some(time), ..Limits::default() })
}

/// Returns the method variants with these names, each once, or all variants if the list is empty.
fn variants(names: &[String]) -> Result<Vec<MethodVariant>, Failure> {
    if names.is_empty() {
        return Ok(MethodVariant::all());
    }
    let mut chosen: Vec<MethodVariant> = Vec::new();
    for name in names {
        for variant in
            MethodVariant::named(name).map_err(|error| Failure::of("--methods", error))?
        {
            if chosen.iter().all(|other| other.name() != variant.name()) {
                chosen.push(variant);
            }
        }
    }
    Ok(chosen)
}

fn limits(args: &CompareArgs, steps: u64, squares: u64) -> Limits {
    let default_steps = steps.saturating_add(squares.saturating_mul(STEPS_PER_SQUARE));
    // Concurrent trials share the memory.
    let share = || Some(memory::free()? / args.threads as u64);
    Limits {
        steps: Some(args.max_steps.unwrap_or(default_steps)),
        time: Some(args.trial_timeout.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(share),
    }
}

/// Returns the study for the arguments. Options that name squares or moves are an error, because the
/// boards have different squares.
fn study(
    args: &CompareArgs,
    sizes: &RangeInclusive<u32>,
    variants: Vec<MethodVariant>,
    seed: u64,
) -> Result<Study, Failure> {
    let RuleArgs { ends, clue, using, avoid, piece } = &args.rules;
    let options = [
        ("--from", !ends.from.is_empty()),
        ("--to", ends.to.is_some()),
        ("--clue", !clue.is_empty()),
        ("--use", !using.is_empty()),
        ("--avoid", !avoid.is_empty()),
    ];
    if let Some((option, _)) = options.into_iter().find(|&(_, is_given)| is_given) {
        let why = "boards of growing size have different squares: leave it out, or use --starts";
        return Err(Failure::of(option, why));
    }
    let squares = u64::from(*sizes.end()).pow(2);
    let limits = limits(args, STUDY_STEPS, squares);
    Ok(Study {
        sizes: sizes.clone(),
        starts: args.starts,
        kind: ends.kind(),
        piece: piece.piece()?,
        variants,
        limits,
        // With a step limit of 0 each variant still has one trial, which reports the limit.
        work: limits.steps.unwrap_or(u64::MAX).saturating_mul(FULL_TRIALS_PER_SIZE).max(1),
        seed,
    })
}

fn run_comparison(
    comparison: &Comparison,
    threads: usize,
    deadline: &Deadline,
    global: &GlobalOptions,
) -> Result<Vec<TrialResult>, Failure> {
    let results = run_all(&comparison.variants, threads, deadline, global, |variant, executor| {
        comparison.run_variant(variant, executor)
    })?;
    comparison.check(&results).map_err(Failure::new)?;
    Ok(results)
}

fn run_study(
    study: &Study,
    threads: usize,
    deadline: &Deadline,
    global: &GlobalOptions,
) -> Result<Vec<DataPoint>, Failure> {
    let parts = study.parts();
    let points = run_all(&parts, threads, deadline, global, |part, executor| {
        study.run_part(part, executor)
    })?;
    study.check(&points).map_err(Failure::new)?;
    Ok(points)
}

/// Runs each task in one of several executors. Returns the results in the order of the tasks.
fn run_all<Task: Sync, T: Send>(
    tasks: &[Task],
    threads: usize,
    deadline: &Deadline,
    global: &GlobalOptions,
    run: impl Fn(&Task, &mut ProcessExecutor) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let mut executors = start_executors(threads.min(tasks.len()), deadline, global)?;
    let progress = Progress::of_trials(tasks.len() as u64, global);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    let work = |mut executor: ProcessExecutor| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { break };
            let result = run(task, &mut executor);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            progress.tell(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
    };
    thread::scope(|scope| {
        let own = executors.pop();
        for executor in executors {
            // If no thread can be started, the others run the tasks.
            let _ = thread::Builder::new().spawn_scoped(scope, || work(executor));
        }
        own.into_iter().for_each(&work);
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Starts a number of executors, or fewer if the system has no room for more processes.
fn start_executors(
    wanted: usize,
    deadline: &Deadline,
    global: &GlobalOptions,
) -> Result<Vec<ProcessExecutor>, Failure> {
    let mut executors = Vec::new();
    while executors.len() < wanted {
        match ProcessExecutor::of_this_program(deadline) {
            Ok(executor) => executors.push(executor),
            Err(error) if executors.is_empty() => {
                return Err(Failure::of("another process of caracole", error_text(&error)));
            }
            Err(error) => {
                // Half of them leave room for processes that have to be replaced.
                executors.truncate(executors.len().div_ceil(2));
                let (some, why) = (executors.len(), error_text(&error));
                global.remark(format_args!(
                    "{some} trials run at the same time instead of {wanted}: {why}"
                ));
                break;
            }
        }
    }
    Ok(executors)
}
