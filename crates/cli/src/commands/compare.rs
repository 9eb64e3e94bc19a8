//! `caracole compare`: every method side by side.

mod csv;
mod files;
mod growth;
mod json;
mod ring;
mod table;
pub(crate) mod worker;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use caracole::compare::{Contestant, Match, Point, Row, Study};
use caracole::{Limits, Problem, Square};

use crate::Exit;
use crate::args::{CompareArgs, Manners, RuleArgs, Seed};
use crate::failure::{Failure, error_text};
use crate::memory;
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
    if args.seed == Seed::Random {
        manners.remark(format_args!("seed {seed}"));
    }
    let contestants = contestants(&args.methods)?;
    let contest = match (&args.sizes, &args.board) {
        (Some(_), _) => {
            let study = study(args, contestants, seed)?;
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
    Limits {
        steps: Some(args.max_steps.unwrap_or_else(|| steps.saturating_add(of_squares))),
        time: Some(args.timeout.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
    }
}

/// The study that was asked for. Its boards have neither squares nor moves that could be named.
fn study(args: &CompareArgs, contestants: Vec<Contestant>, seed: u64) -> Result<Study, Failure> {
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
    let sizes = args.sizes.clone().unwrap_or(8..=8);
    let squares = u64::from(*sizes.end()).pow(2);
    let limits = limits(args, STEPS_OF_GROWTH, squares);
    Ok(Study {
        sizes,
        starts: args.starts,
        kind: ends.kind(),
        piece: piece(leaper)?,
        contestants,
        limits,
        work: limits.steps.unwrap_or(u64::MAX).saturating_mul(VAIN_TOURS),
        seed,
    })
}

/// All contestants on one problem.
fn compete(contest: &Match, threads: usize, manners: &Manners) -> Result<Vec<Row>, Failure> {
    let progress = Progress::of_bouts(contest.contestants.len() as u64, manners);
    let rows = side_by_side(&contest.contestants, threads, &progress, |contestant, ring| {
        contest.fight_one(contestant, ring)
    })?;
    contest.check(&rows).map_err(Failure::new)?;
    Ok(rows)
}

/// All contestants on all sizes.
fn grow(study: &Study, threads: usize, manners: &Manners) -> Result<Vec<Point>, Failure> {
    let units = study.units();
    let progress = Progress::of_bouts(units.len() as u64, manners);
    let points = side_by_side(&units, threads, &progress, |unit, ring| study.run_unit(unit, ring))?;
    study.check(&points).map_err(Failure::new)?;
    Ok(points)
}

/// Does each piece of work in one of so many rings. The answers are in the order of the work,
/// whoever is done first.
fn side_by_side<W: Sync, T: Send>(
    work: &[W],
    rings: usize,
    progress: &Progress,
    fight: impl Fn(&W, &mut Apart) -> T + Sync,
) -> Result<Vec<T>, Failure> {
    let rings = (0..rings.min(work.len())).map(|_| Apart::of_this_program());
    let rings = rings
        .collect::<io::Result<Vec<Apart>>>()
        .map_err(|error| Failure::of("another process of caracole", error_text(&error)))?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answers: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for mut ring in rings {
            let (next, done, answers, fight) = (&next, &done, &answers, &fight);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(work) = work.get(at) else { break };
                    let answer = fight(work, &mut ring);
                    answers.lock().unwrap_or_else(PoisonError::into_inner).push((at, answer));
                    progress.tell(done.fetch_add(1, Ordering::Relaxed) as u64 + 1);
                }
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|&(at, _)| at);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

impl Contest {
    /// What was compared, in a line.
    pub(crate) fn headline(&self) -> String {
        match self {
            Self::Board(contest, _) => {
                let Match { problem, contestants, limits, seed, .. } = contest;
                let asked = asked(&problem.clone().into());
                format!("{asked}: {} methods, {}, seed {seed}", contestants.len(), spent(limits))
            }
            Self::Growth(study, _) => {
                let Study { sizes, starts, contestants, limits, seed, kind, .. } = study;
                let (from, to) = (sizes.start(), sizes.end());
                let kind = kind_word(*kind);
                format!(
                    "{from}x{from} to {to}x{to}, {kind}, starts {starts}: {} methods, {}, seed {seed}",
                    contestants.len(),
                    spent(limits)
                )
            }
        }
    }

    /// In the form that was asked for.
    pub(crate) fn text(&self, form: Form) -> String {
        match (form, self) {
            (Form::Table, Self::Board(..)) => table::of_contest(self),
            (Form::Table, Self::Growth(..)) => growth::of_contest(self),
            (Form::Csv, _) => csv::of_contest(self),
            (Form::Json, _) => format!("{}\n", json::of_contest(self)),
        }
    }
}

/// The problem in short.
fn asked(problem: &Problem) -> String {
    let board = problem.board();
    let end = |word: &str, square: Option<Square>| {
        square.map(|square| format!(" {word} {}", board.name(square))).unwrap_or_default()
    };
    let ends = end("from", problem.start()) + &end("to", problem.end());
    let is_all = problem.fixes_ends_only();
    let more = if is_all { "" } else { " with more that is fixed" };
    format!("{}, {}{ends}{more}", board.title(), kind_word(problem.kind()))
}

const fn kind_word(kind: caracole::Kind) -> &'static str {
    match kind {
        caracole::Kind::Any => "any tour",
        caracole::Kind::Closed => "closed tours",
        caracole::Kind::Open => "open tours",
    }
}

/// What each may spend, but for the memory, which is what the machine has.
fn spent(limits: &Limits) -> String {
    let steps = table::grouped(limits.steps.unwrap_or(u64::MAX));
    let time = limits.time.map_or_else(|| "no limit".to_owned(), table::time);
    format!("at most {steps} steps and {time} each, one core")
}
