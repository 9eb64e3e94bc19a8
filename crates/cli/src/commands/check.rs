//! `caracole check`: is this a tour, and what kind?

mod knights;
mod words;

use caracole::formats::{Format, ReadError, ReadHint, json, read_tour, recognise, squares, stream};
use caracole::verify::{self, Facts, Verdict};
use caracole::{Board, Piece, Problem, Square};

use crate::Exit;
use crate::args::{CheckArgs, Manners, RuleArgs, TourFileArgs};
use crate::failure::Failure;
use crate::input::Source;
use crate::memory;
use crate::problem;
use crate::progress::Progress;

pub(crate) use knights::read as knights;

/// What the verifier says of a file.
struct Checked {
    problem: Problem,
    verdict: Verdict,
    facts: Option<Facts>,
    /// Does more follow in the file, at which nobody has looked?
    holds_more: bool,
}

pub(crate) fn run(args: &CheckArgs, manners: &Manners) -> Result<Exit, Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.leaper)?;
    if let Some(exit) = knights::check(&source, &hint, args)? {
        return Ok(exit);
    }
    let output = args.report.open()?;
    let limit = args.memory.map_or_else(memory_for_facts, |bytes| bytes.0);
    let judge = Judge { rules: &args.rules, limit, manners };
    let Checked { problem, verdict, facts, holds_more } = &check(&source, &hint, &judge)?;
    let text = if args.report.is_json() {
        format!("{}\n", json::verdict(problem, verdict, facts.as_ref()))
    } else {
        words::of(problem, verdict, facts.as_ref(), limit)
    };
    output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    if let Some(tours) = several_tours(&source, &hint) {
        manners.remark(format_args!("{} holds {tours} tours; this is the first", source.name()));
    } else if *holds_more {
        let name = source.name();
        manners.remark(format_args!("{name} holds more behind the first tour, which was not read"));
    }
    Ok(if verdict.is_valid() { Exit::Yes } else { Exit::No })
}

/// How many tours a list of squares holds, if there are several. Large files hold one.
pub(crate) fn several_tours(source: &Source, hint: &ReadHint) -> Option<usize> {
    const SMALL: usize = 1 << 16;
    let head = source.head().ok().filter(|head| head.len() < SMALL)?;
    let format = hint.format.or_else(|| recognise(&head));
    let tours = squares::read_all(&head, hint).ok().filter(|_| format == Some(Format::Squares))?;
    (tours.len() > 1).then_some(tours.len())
}

/// What the user says of a file.
pub(crate) fn hint(args: &TourFileArgs, leapers: &[String]) -> Result<ReadHint, Failure> {
    let board = args.board.as_deref().map(problem::board).transpose()?.map(|typed| typed.board);
    let piece = if leapers.is_empty() { None } else { Some(problem::piece(leapers)?) };
    Ok(ReadHint { board, piece, format: args.from_format, base: None })
}

fn check(source: &Source, hint: &ReadHint, judge: &Judge<'_>) -> Result<Checked, Failure> {
    let unreadable = |error: ReadError| source.failure(error);
    let format = match hint.format {
        Some(format) => Some(format),
        None => recognise(&source.head()?),
    };
    // Lists of squares and of moves are walked in the file, however large it is.
    if let Some(format @ (Format::Moves | Format::Squares)) = format {
        let path = stream(|| source.reader(), format, hint).map_err(unreadable)?;
        let checked = judge.judge(any_tour(path.board(), path.piece()), || path.squares())?;
        let holds_more = path.holds_more();
        path.finish().map_err(unreadable)?;
        return Ok(Checked { holds_more, ..checked });
    }
    let bytes = source.bytes()?;
    let reading = read_tour(&bytes, hint).map_err(unreadable)?;
    judge.judge(reading.problem().into(), || reading.path.iter())
}

/// Any tour of the board.
fn any_tour(board: &Board, piece: &Piece) -> Problem {
    Problem::with_piece(board.clone(), piece.clone())
}

/// Unless told otherwise, the facts of a tour take no more than this, or than there is.
fn memory_for_facts() -> u64 {
    const USUAL: u64 = 512 << 20;
    memory::free().unwrap_or(USUAL).min(USUAL)
}

/// What is asked of a tour, and what it may cost.
struct Judge<'a> {
    rules: &'a RuleArgs,
    limit: u64,
    manners: &'a Manners,
}

impl Judge<'_> {
    /// Asks the verifier.
    fn judge<I: Iterator<Item = Square>>(
        &self,
        problem: Problem,
        path: impl Fn() -> I,
    ) -> Result<Checked, Failure> {
        let problem = self.rules.apply(problem)?;
        let (board, piece) = (problem.board(), problem.piece());
        let progress = Progress::new("checking", board.len(), self.manners);
        let verdict = verify::check(&problem, || told(path(), &progress));
        drop(progress);
        let progress = Progress::new("describing", board.len(), self.manners);
        let facts = verdict
            .is_valid()
            .then(|| verify::describe_within(self.limit, board, piece, || told(path(), &progress)));
        drop(progress);
        Ok(Checked { problem, verdict, facts, holds_more: false })
    }
}

/// The same squares, with a word now and then of how many there were.
fn told<I: Iterator<Item = Square>>(path: I, progress: &Progress) -> impl Iterator<Item = Square> {
    const SELDOM: u64 = 1 << 16;
    path.zip(0..).map(|(square, before)| {
        if before % SELDOM == 0 {
            progress.tell(before);
        }
        square
    })
}
