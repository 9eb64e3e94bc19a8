//! `caracole check`: is this a tour, and what kind?

mod words;

use std::sync::atomic::{AtomicBool, Ordering};

use caracole::formats::{Format, ReadError, ReadHint, json, read_tour, recognise, stream};
use caracole::verify::{self, Facts, Verdict};
use caracole::{Board, Piece, Problem, Square};

use crate::Exit;
use crate::args::{CheckArgs, RuleArgs, TourFileArgs};
use crate::failure::Failure;
use crate::input::Source;
use crate::interrupt;
use crate::memory;
use crate::output::Output;
use crate::problem;

/// What the verifier says of a file.
struct Checked {
    problem: Problem,
    verdict: Verdict,
    facts: Option<Facts>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.leaper)?;
    let flag = interrupt::listen();
    let checked = check(&source, &hint, &args.rules, flag)?;
    if flag.load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    let Checked { problem, verdict, facts } = &checked;
    let text = if args.json {
        format!("{}\n", json::verdict(problem.board(), verdict, facts.as_ref()))
    } else {
        words::of(problem, verdict, facts.as_ref())
    };
    Output::standard().write(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(if verdict.is_valid() { Exit::Yes } else { Exit::No })
}

/// What the user says of a file.
pub(crate) fn hint(args: &TourFileArgs, leapers: &[String]) -> Result<ReadHint, Failure> {
    let board = args.board.as_deref().map(problem::board).transpose()?.map(|typed| typed.board);
    let piece = if leapers.is_empty() { None } else { Some(problem::piece(leapers)?) };
    Ok(ReadHint { board, piece, format: args.from_format })
}

fn check(
    source: &Source,
    hint: &ReadHint,
    rules: &RuleArgs,
    flag: &AtomicBool,
) -> Result<Checked, Failure> {
    let unreadable = |error: ReadError| source.failure(error);
    let format = match hint.format {
        Some(format) => Some(format),
        None => recognise(&source.head()?),
    };
    // Lists of squares and of moves are walked in the file, however large it is.
    if let Some(format @ (Format::Moves | Format::Squares)) = format {
        let path = stream(|| source.reader(), format, hint).map_err(unreadable)?;
        let going = |_: &Square| !flag.load(Ordering::Relaxed);
        let checked =
            judge(path.board(), path.piece(), rules, || path.squares().take_while(going))?;
        path.finish().map_err(unreadable)?;
        return Ok(checked);
    }
    let reading = read_tour(&source.bytes()?, hint).map_err(unreadable)?;
    judge(&reading.board, &reading.piece, rules, || reading.path.iter())
}

/// Asks the verifier.
fn judge<I: Iterator<Item = Square>>(
    board: &Board,
    piece: &Piece,
    rules: &RuleArgs,
    path: impl Fn() -> I,
) -> Result<Checked, Failure> {
    // The verifier keeps a bit for each square, and a byte to describe a tour.
    if board.area() / 8 > memory::free().unwrap_or(memory::MODEST) {
        let why = "too many squares to keep a list of those visited";
        return Err(Failure::of(format!("a board of {} squares", board.len()), why));
    }
    let problem = rules.apply(Problem::with_piece(board.clone(), piece.clone()))?;
    let verdict = verify::check(&problem, &path);
    let facts = verdict.is_valid().then(|| verify::describe(board, piece, path));
    Ok(Checked { problem, verdict, facts })
}
