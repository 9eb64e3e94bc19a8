//! `caracole compare`: every method side by side.

mod csv;
mod files;
mod growth;
mod headline;
mod json;
mod ring;
mod table;
pub(crate) mod worker;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use caracole::Limits;
use caracole::compare::{Contestant, Match, Point, Row, Study};

use crate::Exit;
use crate::args::{CompareArgs, Manners, RuleArgs};
use crate::failure::{Failure, error_text};
use crate::memory;
use crate::paint::Tone;
use crate::problem::{of_board, piece};
use crate::progress::Progress;

use files::{Files, Form};
use ring::Apart;

/// Steps for a tour, but for four that every square may take.
const STEPS_ON_A_BOARD: u64 = 10_000_000;
const STEPS_OF_GROWTH: u64 = 4_000_000;
const STEPS_OF_A_SQUARE: u64 = 4;
/// So many tours that used up their steps are enough for one size.
const VAIN_TOURS: u64 = 4;
/// Short bouts are fought so often.
const REPEATS: u32 = 25;

/// Everything that was compared, with what must be known to do it again.
pub(crate) enum Contest {
    /// On one problem.
    Board(Match, Vec<Row>),
    /// On boards that grow.
    Growth(Study, Vec<Point>),
}

pub(crate) fn run(args: &CompareArgs, manners: &Manners) -> Result<Exit, Failure> {
    let files = Files::open(args)?;
    let seed = args.seed.draw();
    args.seed.tell(seed, manners);
    let contestants = contestants(&args.methods)?;
    let contest = match (&args.sizes, &args.board) {
        (Some(sizes), _) => {
            let study = study(args, sizes, contestants, seed)?;
            let points = grow(&study, args.threads, manners)?;
            Contest::Growth(study, points)
        }
        (None, board) => {
            let problem = of_board(board.as_deref().unwrap_or_default(), &args.rules)?;
            let limits = limits(args, STEPS_ON_A_BOARD, problem.board().len());
            let contest =
                Match { problem: (*problem).clone(), contestants, limits, seed, repeats: REPEATS };
            let rows = compete(&contest, args.threads, manners)?;
            Contest::Board(contest, rows)
        }
    };
    files.write(&contest)?;
    Ok(Exit::Yes)
}

/// Who competes: those named, each once, or everybody.
fn contestants(names: &[String]) -> Result<Vec<Contestant>, Failure> {
    if names.is_empty() {
        return Ok(Contestant::all());
    }
    let mut chosen: Vec<Contestant> = Vec::new();
    for name in names {
        let meant = Contestant::named(name).map_err(|error| Failure::of("--methods", error))?;
        for contestant in meant {
            if chosen.iter().all(|other| other.name() != contestant.name()) {
                chosen.push(contestant);
            }
        }
    }
    Ok(chosen)
}

fn limits(args: &CompareArgs, steps: u64, squares: u64) -> Limits {
    let of_squares = squares.saturating_mul(STEPS_OF_A_SQUARE);
    // Those who compete at a time share what there is.
    let share = || Some(memory::free()? / args.threads as u64);
    Limits {
        steps: Some(args.max_steps.unwrap_or_else(|| steps.saturating_add(of_squares))),
        time: Some(args.timeout.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(share),
    }
}

/// The study that was asked for. Its boards have neither squares nor moves that could be named.
fn study(
    args: &CompareArgs,
    sizes: &RangeInclusive<u32>,
    contestants: Vec<Contestant>,
    seed: u64,
) -> Result<Study, Failure> {
    let RuleArgs { ends, clue, using, avoid, leaper } = &args.rules;
    let named = [
        ("--from", !ends.from.is_empty()),
        ("--to", ends.to.is_some()),
        ("--clue", !clue.is_empty()),
        ("--use", !using.is_empty()),
        ("--avoid", !avoid.is_empty()),
    ];
    if let Some((flag, _)) = named.into_iter().find(|&(_, is_given)| is_given) {
        let why = "boards that grow have different squares: leave it out, or use --starts";
        return Err(Failure::of(flag, why));
    }
    let squares = u64::from(*sizes.end()).pow(2);
    let limits = limits(args, STEPS_OF_GROWTH, squares);
    Ok(Study {
        sizes: sizes.clone(),
        starts: args.starts,
        kind: ends.kind(),
        piece: piece(leaper)?,
        contestants,
        limits,
        // Who may not take a step is asked all the same, and says so.
        work: limits.steps.unwrap_or(u64::MAX).saturating_mul(VAIN_TOURS).max(1),
        seed,
    })
}

/// All contestants on one problem.
fn compete(contest: &Match, threads: usize, manners: &Manners) -> Result<Vec<Row>, Failure> {
    let rows = side_by_side(&contest.contestants, threads, manners, |contestant, ring| {
        contest.fight_one(contestant, ring)
    })?;
    contest.check(&rows).map_err(Failure::new)?;
    Ok(rows)
}

/// All contestants on all sizes.
fn grow(study: &Study, threads: usize, manners: &Manners) -> Result<Vec<Point>, Failure> {
    let units = study.units();
    let points = side_by_side(&units, threads, manners, |unit, ring| study.run_unit(unit, ring))?;
    study.check(&points).map_err(Failure::new)?;
    Ok(points)
}

/// Does each piece of work in one of so many rings. The answers are in the order of the work,
/// whoever is done first.
fn side_by_side<W: Sync, T: Send>(
    work: &[W],
    rings: usize,
    manners: &Manners,
    fight: impl Fn(&W, &mut Apart) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let mut rings = open_rings(rings.min(work.len()), manners)?;
    let progress = Progress::of_bouts(work.len() as u64, manners);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answers: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    let fight_on = |mut ring: Apart| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(work) = work.get(at) else { break };
            let answer = fight(work, &mut ring);
            answers.lock().unwrap_or_else(PoisonError::into_inner).push((at, answer));
            progress.tell(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
        }
    };
    thread::scope(|scope| {
        let own = rings.pop();
        for ring in rings {
            // Where there is no thread to be had, the others do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, || fight_on(ring));
        }
        own.into_iter().for_each(&fight_on);
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|&(at, _)| at);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

/// So many rings, or as many as the system has room for.
fn open_rings(wanted: usize, manners: &Manners) -> Result<Vec<Apart>, Failure> {
    let mut rings = Vec::new();
    while rings.len() < wanted {
        match Apart::of_this_program() {
            Ok(ring) => rings.push(ring),
            Err(error) if rings.is_empty() => {
                return Err(Failure::of("another process of caracole", error_text(&error)));
            }
            Err(error) => {
                // Half of them leave room for processes that have to be replaced.
                rings.truncate(rings.len().div_ceil(2));
                let (some, why) = (rings.len(), error_text(&error));
                manners.remark(format_args!("{some} compete at a time, not {wanted}: {why}"));
                break;
            }
        }
    }
    Ok(rings)
}

impl Contest {
    /// In the form that was asked for. `paint` may give a table colour.
    pub(crate) fn text(&self, form: Form, paint: &dyn Fn(Tone, &str) -> String) -> String {
        match (form, self) {
            (Form::Table, Self::Board(..)) => table::of_contest(self, paint),
            (Form::Table, Self::Growth(..)) => growth::of_contest(self),
            (Form::Csv, _) => csv::of_contest(self),
            (Form::Json, _) => format!("{}\n", json::of_contest(self)),
        }
    }
}
