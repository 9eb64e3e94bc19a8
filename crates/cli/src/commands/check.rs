//! `caracole check`: is this a tour, and what kind?

mod words;

use caracole::formats::{
    Assumed, Document, Documents, Format, ReadError, ReadHint, documents, json, recognise, stream,
};
use caracole::verify::{self, CoverVerdict, Facts, Verdict};
use caracole::{Path, Problem, Square};
use serde_json::{Map, Value};

use crate::Exit;
use crate::args::{CheckArgs, Manners, RuleArgs, TourFileArgs};
use crate::failure::Failure;
use crate::input::Source;
use crate::memory;
use crate::problem;
use crate::progress::Progress;

/// What the verifier says of a tour, a path or a cover.
struct Checked {
    problem: Problem,
    assumed: Assumed,
    finding: Finding,
}

enum Finding {
    Tour(Verdict, Option<Facts>),
    /// A path that need not visit every square, and how many it visits.
    Path(Verdict, u64),
    Cover(CoverVerdict, Vec<Path>),
}

impl Checked {
    const fn is_valid(&self) -> bool {
        match &self.finding {
            Finding::Tour(verdict, _) | Finding::Path(verdict, _) => verdict.is_valid(),
            Finding::Cover(verdict, _) => verdict.is_valid(),
        }
    }

    /// The verdict as an object.
    fn json(&self) -> Map<String, Value> {
        let value = match &self.finding {
            Finding::Tour(verdict, facts) => json::verdict(&self.problem, verdict, facts.as_ref()),
            Finding::Path(verdict, _) => json::verdict(&self.problem, verdict, None),
            Finding::Cover(verdict, _) => json::cover_verdict(&self.problem, verdict),
        };
        let Value::Object(mut object) = value else { return Map::new() };
        if let Finding::Path(_, visited) = self.finding {
            object.insert("path".into(), true.into());
            object.insert("visited".into(), json::number(visited));
        }
        if self.assumed.holes {
            let board = self.problem.board();
            let holes = board.holes().map(|hole| Value::from(board.name(hole)));
            object.insert("inferred_holes".into(), holes.collect());
        }
        object
    }
}

pub(crate) fn run(args: &CheckArgs, manners: &Manners) -> Result<Exit, Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.leaper)?;
    let mut output = args.report.open()?;
    let limit = args.memory.map_or_else(memory_for_facts, |bytes| bytes.0);
    let judge = Judge { rules: &args.rules, limit, manners };
    let judge_one = || -> Result<Option<Checked>, Failure> {
        if args.tour.tour.is_none()
            && let Some(checked) = judge.walk(&source, &hint)?
        {
            return Ok(Some(checked));
        }
        let (document, rest) = nth(&source, &hint, args.tour.tour)?;
        if args.tour.tour.is_none() && rest.is_some() {
            return Ok(None);
        }
        judge.judge(document, true).map(Some)
    };
    if let Some(checked) = judge_one()? {
        let text = if args.report.is_json() {
            format!("{}\n", Value::from(checked.json()))
        } else {
            words::of(&checked, limit)
        };
        output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(if checked.is_valid() { Exit::Yes } else { Exit::No });
    }
    let unreadable = |error: ReadError| source.failure(error);
    let (mut count, mut invalid) = (0_u64, 0_u64);
    let mut objects = Vec::new();
    for document in documents(|| source.reader(), &hint).map_err(unreadable)? {
        let checked = judge.judge(document.map_err(unreadable)?, false)?;
        count += 1;
        if !checked.is_valid() {
            invalid += 1;
        }
        if args.report.is_json() {
            let mut object = checked.json();
            object.retain(|field, _| !["schema", "version", "facts"].contains(&field.as_str()));
            objects.push(Value::from(object));
        } else {
            let line = format!("{count}: {}\n", words::line(&checked));
            let written = output.writer().write_all(line.as_bytes());
            written.map_err(|error| output.failure(&error.into()))?;
        }
    }
    let text = if args.report.is_json() {
        let mut object = json::object("caracole.check/1");
        object.insert("valid".into(), (invalid == 0).into());
        object.insert("count".into(), json::number(count));
        object.insert("invalid".into(), json::number(invalid));
        object.insert("tours".into(), objects.into());
        format!("{}\n", Value::from(object))
    } else {
        format!("{count} tours: {} valid, {invalid} not valid\n", count - invalid)
    };
    output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(if invalid == 0 { Exit::Yes } else { Exit::No })
}

/// A document of a file, the first or that with a number from 1, and the next one if there is one.
fn nth<'a>(
    source: &'a Source,
    hint: &ReadHint,
    number: Option<u64>,
) -> Result<(Document, Option<Document>), Failure> {
    let unreadable = |error: ReadError| source.failure(error);
    let mut all: Documents<'a> = documents(|| source.reader(), hint).map_err(unreadable)?;
    let number = number.unwrap_or(1);
    let mut before = 0;
    while let Some(document) = all.next() {
        let document = document.map_err(unreadable)?;
        before += 1;
        if before == number {
            let next = all.next().transpose().map_err(unreadable)?;
            return Ok((document, next));
        }
    }
    let tours = caracole::counted(before, "tour");
    Err(Failure::of("--tour", format!("{} contains {tours}, not {number}", source.name())))
}

/// The document that a command is about: the chosen one, or the first of a file.
pub(crate) fn pick(
    args: &TourFileArgs,
    source: &Source,
    hint: &ReadHint,
    manners: &Manners,
) -> Result<Document, Failure> {
    let (document, next) = nth(source, hint, args.tour)?;
    if args.tour.is_none() && next.is_some() {
        let name = source.name();
        manners.remark(format_args!(
            "{name} contains several tours; this is the first: --tour 2 takes the second"
        ));
    }
    Ok(document)
}

/// What the user says of a file.
pub(crate) fn hint(args: &TourFileArgs, leapers: &[String]) -> Result<ReadHint, Failure> {
    let board = args.board.as_deref().map(problem::board).transpose()?.map(|typed| typed.board);
    let piece = if leapers.is_empty() { None } else { Some(problem::piece(leapers)?) };
    Ok(ReadHint { board, piece, format: args.from_format, base: None })
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
    /// Checks the only tour of a list of squares or moves while it is read, so that it may be
    /// larger than memory; `None` if the file is anything else.
    fn walk(&self, source: &Source, hint: &ReadHint) -> Result<Option<Checked>, Failure> {
        let unreadable = |error: ReadError| source.failure(error);
        let format = match hint.format {
            Some(format) => Some(format),
            None => recognise(&source.head()?),
        };
        let Some(format @ (Format::Moves | Format::Squares)) = format else { return Ok(None) };
        let path = stream(|| source.reader(), format, hint).map_err(unreadable)?;
        if !path.is_tour() {
            return Ok(None);
        }
        let checked = self.tour(path.problem().into(), || path.squares(), true)?;
        if path.holds_more() {
            return Ok(None);
        }
        path.finish().map_err(unreadable)?;
        Ok(Some(checked))
    }

    /// Asks the verifier.
    fn judge(&self, document: Document, with_facts: bool) -> Result<Checked, Failure> {
        Ok(match document {
            Document::Path(reading) if reading.path.len() < reading.board.len() => {
                let problem = self.rules.apply(reading.problem().into())?;
                let verdict = verify::check_part(&problem, || reading.path.iter());
                let finding = Finding::Path(verdict, reading.path.len());
                Checked { problem, assumed: reading.assumed, finding }
            }
            Document::Tour(reading) | Document::Path(reading) => {
                let problem = reading.problem().into();
                let checked = self.tour(problem, || reading.path.iter(), with_facts)?;
                Checked { assumed: reading.assumed, ..checked }
            }
            Document::Cover(reading, assumed) => {
                let asked: Problem = reading.problem.into();
                let problem = match asked.knights() {
                    1 => self.rules.apply(asked)?,
                    knights => {
                        let starts = asked.knights_from().to_vec();
                        self.rules.apply_to_several(asked, knights, &starts)?
                    }
                };
                let verdict = verify::check_cover(&problem, &reading.paths);
                Checked { problem, assumed, finding: Finding::Cover(verdict, reading.paths) }
            }
            _ => return Err(Failure::new("the file contains something that cannot be checked")),
        })
    }

    fn tour<I: Iterator<Item = Square>>(
        &self,
        problem: Problem,
        path: impl Fn() -> I,
        with_facts: bool,
    ) -> Result<Checked, Failure> {
        let problem = self.rules.apply(problem)?;
        let (board, piece) = (problem.board(), problem.piece());
        let progress = Progress::new("checking", board.len(), self.manners);
        let verdict = verify::check(&problem, || told(path(), &progress));
        drop(progress);
        let progress = Progress::new("describing", board.len(), self.manners);
        let facts = (with_facts && verdict.is_valid())
            .then(|| verify::describe_within(self.limit, board, piece, || told(path(), &progress)));
        drop(progress);
        let finding = Finding::Tour(verdict, facts);
        Ok(Checked { problem, assumed: Assumed::default(), finding })
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
