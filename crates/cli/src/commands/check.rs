//! `caracole check`: checks tours, and describes valid ones.

mod marking;

use caracole::board::Offset;
use caracole::formats::{
    Assumptions, Document, Documents, Format, ReadError, ReadHint, documents, json, recognise,
    stream,
};
use caracole::text::pluralize;
use caracole::verify;
use caracole::verify::{CoverDefect, CoverVerdict, Defect, Facts, MagicSums, Verdict};
use caracole::{Board, Path, Problem, Square, Symmetry};
use clap::Args;
use serde_json::{Map, Value};
use std::path::{Path as FilePath, PathBuf};

use crate::args::{GlobalOptions, PieceArgs, ReportArgs, SizeArg};
use crate::failure::Failure;
use crate::input::{Source, TourFileArgs};
use crate::output::{Tone, paint};
use crate::problem::{self, RuleArgs};
use crate::progress::Progress;
use crate::{Exit, memory};

/// Check tours, and list their defects or properties
///
/// Several files, and folders with all files below them, get one line each. The exit code is 1 if any
/// tour is not valid, otherwise 2 if any file cannot be read.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole check homework.txt               a grid of step numbers
  caracole check tour.squares --closed      require a closed tour
  caracole check class/ --csv -o marks.csv  a mark book of a folder
  caracole solve 6x6 --json | caracole check -")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    /// More files, or folders
    #[arg(value_name = "FILES")]
    more: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Print a row of comma-separated values for each file
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    csv: bool,
    /// Memory limit; facts that need more are left out [default: 512M]
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory: Option<SizeArg>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The verdict about a tour, a path or a cover.
struct Checked {
    problem: Problem,
    assumed: Assumptions,
    finding: Finding,
}

enum Finding {
    Tour(Verdict, Option<Facts>),
    /// A path that need not visit every square, with the number of visited squares.
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

    /// Returns the kind of a valid tour, path or cover in a word.
    const fn kind(&self) -> &'static str {
        match &self.finding {
            Finding::Tour(verdict, _) if !verdict.is_valid() => "",
            Finding::Path(verdict, _) if !verdict.is_valid() => "",
            Finding::Cover(verdict, _) if !verdict.is_valid() => "",
            Finding::Tour(verdict, _) if verdict.is_closed() => "closed",
            Finding::Tour(..) => "open",
            Finding::Path(..) => "path",
            Finding::Cover(..) => "cover",
        }
    }

    /// Returns the verdict as a JSON object.
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
        if self.assumed.from_zero {
            object.insert("from_zero".into(), true.into());
        }
        if self.assumed.holes {
            let board = self.problem.board();
            let holes = board.holes().map(|hole| Value::from(board.name(hole)));
            object.insert("inferred_holes".into(), holes.collect());
        }
        object
    }
}

pub(crate) fn run(args: &CheckArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let hint = hint(&args.tour, &args.rules.piece)?;
    let limit = args.memory.map_or_else(memory_for_facts, |bytes| bytes.0);
    let verifier = Checker { rules: &args.rules, limit, global };
    if args.csv || !args.more.is_empty() || args.tour.file.is_dir() {
        return marking::run(args, &hint, &verifier, global);
    }
    let source = Source::open(&args.tour.file)?;
    let mut output = args.report.open()?;
    let check_one = || -> Result<Option<Checked>, Failure> {
        if args.tour.tour.is_none()
            && let Some(checked) = verifier.walk(&source, &hint)?
        {
            return Ok(Some(checked));
        }
        let (document, rest) = nth(&source, &hint, args.tour.tour)?;
        if args.tour.tour.is_none() && rest.is_some() {
            return Ok(None);
        }
        verifier.check(document, true).map(Some)
    };
    if let Some(checked) = check_one()? {
        if !matches!(checked.finding, Finding::Tour(..)) {
            args.refuse_memory(&source, "a path or several paths")?;
        }
        let text = if args.report.is_json() {
            format!("{}\n", Value::from(checked.json()))
        } else {
            report_text(&checked, limit)
        };
        output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(if checked.is_valid() { Exit::Yes } else { Exit::No });
    }
    args.refuse_memory(&source, "several tours")?;
    let unreadable = |error: ReadError| source.failure(error);
    let (mut count, mut invalid) = (0_u64, 0_u64);
    let mut objects = Vec::new();
    for document in documents(|| source.reader(), &hint).map_err(unreadable)? {
        let checked = verifier.check(document.map_err(unreadable)?, false)?;
        count += 1;
        if !checked.is_valid() {
            invalid += 1;
        }
        if args.report.is_json() {
            let mut object = checked.json();
            object.retain(|field, _| !["schema", "version", "facts"].contains(&field.as_str()));
            objects.push(Value::from(object));
        } else {
            let line = format!("{count}: {}\n", line(&checked));
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

impl CheckArgs {
    /// Returns all files and folders.
    fn files(&self) -> impl Iterator<Item = &FilePath> {
        std::iter::once(&self.tour.file).chain(&self.more).map(PathBuf::as_path)
    }

    /// Refuses the options that apply to a single file.
    fn refuse_for_many(&self) -> Result<(), Failure> {
        let flags = [("--memory", self.memory.is_some()), ("--tour", self.tour.tour.is_some())];
        let given = flags.into_iter().find(|&(_, is_given)| is_given);
        given.map_or(Ok(()), |(flag, _)| {
            let why = "is for the report of a single file: leave it out, or name one file";
            Err(Failure::of(flag, why))
        })
    }

    /// Refuses `--memory` for a file without facts.
    fn refuse_memory(&self, source: &Source, content: &str) -> Result<(), Failure> {
        if self.memory.is_none() {
            return Ok(());
        }
        let name = source.name();
        let why = format!("limits the facts of one tour, and {name} contains {content}");
        Err(Failure::of("--memory", format!("{why}: leave it out")))
    }
}

/// Returns a document of a file, the first or that with a number from 1, and the next one.
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
    let tours = caracole::text::pluralize(before, "tour");
    Err(Failure::of("--tour", format!("{} contains {tours}, not {number}", source.name())))
}

/// Returns the chosen document of a file, or the first one.
pub(crate) fn pick(
    args: &TourFileArgs,
    source: &Source,
    hint: &ReadHint,
    global: &GlobalOptions,
) -> Result<Document, Failure> {
    let (document, next) = nth(source, hint, args.tour)?;
    if args.tour.is_none() && next.is_some() {
        let name = source.name();
        global.remark(format_args!(
            "{name} contains several tours; this is the first: --tour 2 takes the second"
        ));
    }
    Ok(document)
}

/// Returns the hints for reading a file.
pub(crate) fn hint(args: &TourFileArgs, piece: &PieceArgs) -> Result<ReadHint, Failure> {
    let board = args.board.as_deref().map(problem::board).transpose()?;
    if let Some(board) = &board {
        board.piece(piece)?;
    }
    let board = board.map(|typed| typed.board);
    Ok(ReadHint { board, piece: piece.stated()?, format: args.from_format, base: None })
}

/// Returns the default memory limit for the facts of a tour.
fn memory_for_facts() -> u64 {
    const USUAL: u64 = 512 << 20;
    memory::free().unwrap_or(USUAL).min(USUAL)
}

/// The conditions on tours, and the memory limit for their facts.
struct Checker<'a> {
    rules: &'a RuleArgs,
    limit: u64,
    global: &'a GlobalOptions,
}

impl Checker<'_> {
    /// Checks the only tour of a list of squares or moves while it is read, so that it may be
    /// larger than memory; `None` if the file is anything else.
    fn walk(&self, source: &Source, hint: &ReadHint) -> Result<Option<Checked>, Failure> {
        let unreadable = |error: ReadError| source.failure(error);
        let format = match hint.format {
            Some(format) => Some(format),
            None if hint.board.as_ref().is_some_and(|board| board.graph().is_some()) => None,
            None => recognise(&source.head()?),
        };
        let Some(format @ (Format::Moves | Format::Squares)) = format else { return Ok(None) };
        let path = stream(|| source.reader(), format, hint).map_err(unreadable)?;
        if !path.is_tour() {
            return Ok(None);
        }
        let checked = self.tour(path.problem(), || path.squares(), true)?;
        if path.has_more_tours() {
            return Ok(None);
        }
        path.finish().map_err(unreadable)?;
        Ok(Some(checked))
    }

    /// Verifies a document.
    fn check(&self, document: Document, with_facts: bool) -> Result<Checked, Failure> {
        Ok(match document {
            Document::Path(reading) if reading.path.len() < reading.board.len() => {
                let problem = self.rules.apply(reading.problem())?;
                let verdict = verify::check_simple_path(&problem, || reading.path.iter());
                let finding = Finding::Path(verdict, reading.path.len());
                Checked { problem, assumed: reading.assumed, finding }
            }
            Document::Tour(reading) | Document::Path(reading) => {
                let problem = reading.problem();
                let checked = self.tour(problem, || reading.path.iter(), with_facts)?;
                Checked { assumed: reading.assumed, ..checked }
            }
            Document::Cover(reading, assumed) => {
                let asked = reading.problem;
                let problem = match asked.knights() {
                    1 => self.rules.apply(asked)?,
                    knights => {
                        let starts = asked.knight_starts().to_vec();
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
        let progress = Progress::new("checking", board.len(), self.global);
        let verdict = verify::check(&problem, || with_progress(path(), &progress));
        drop(progress);
        let progress = Progress::new("describing", board.len(), self.global);
        let has_facts = board.graph().is_none();
        let facts = (has_facts && with_facts && verdict.is_valid()).then(|| {
            verify::describe_within(self.limit, board, piece, || with_progress(path(), &progress))
        });
        drop(progress);
        let finding = Finding::Tour(verdict, facts);
        Ok(Checked { problem, assumed: Assumptions::default(), finding })
    }
}

/// Returns the same squares, and updates the progress.
fn with_progress<I: Iterator<Item = Square>>(
    path: I,
    progress: &Progress,
) -> impl Iterator<Item = Square> {
    const INTERVAL: u64 = 1 << 16;
    path.zip(0..).map(|(square, before)| {
        if before % INTERVAL == 0 {
            progress.tell(before);
        }
        square
    })
}

/// More defects than these are counted, not printed.
const MAX_PRINTED: usize = 50;

/// `limit` is the memory that facts may take.
fn report_text(checked: &Checked, limit: u64) -> String {
    let mut lines = match &checked.finding {
        Finding::Tour(verdict, Some(facts)) if verdict.is_valid() => {
            facts_text(&checked.problem, facts, limit)
        }
        _ if checked.is_valid() => Vec::new(),
        _ => defects(checked),
    };
    if let Finding::Cover(_, paths) = &checked.finding
        && checked.is_valid()
    {
        let lengths: Vec<String> =
            paths.iter().take(MAX_PRINTED).map(|path| path.len().to_string()).collect();
        let more = if paths.len() > MAX_PRINTED { " ..." } else { "" };
        lines.push(format!("  squares    {}{more}", lengths.join(" ")));
    }
    lines.insert(0, line(checked));
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Returns the verdict in a line.
fn line(checked: &Checked) -> String {
    let board = checked.problem.board();
    let title = board.title();
    let assumed = assumed(checked);
    let bad = |what: &str, count: u64| {
        let why = missing(checked).unwrap_or_else(|| pluralize(count, "defect"));
        format!("{} of {title}{assumed}: {why}", paint(Tone::Bad, what))
    };
    match &checked.finding {
        Finding::Tour(verdict, _) if verdict.is_valid() => {
            let kind = if verdict.is_closed() { "a closed tour" } else { "an open tour" };
            format!("{} of {title}{assumed}", paint(Tone::Good, kind))
        }
        Finding::Path(verdict, visited) if verdict.is_valid() => {
            let squares = pluralize(board.len(), "square");
            let path = paint(Tone::Good, "a path");
            format!("{path} through {visited} of {squares} of {title}{assumed}")
        }
        Finding::Cover(verdict, paths) if verdict.is_valid() => {
            let knights = pluralize(paths.len() as u64, "knight");
            format!("{} of {title} by {knights}{assumed}", paint(Tone::Good, "a cover"))
        }
        Finding::Tour(verdict, _) => bad("not a tour", verdict.defect_count()),
        Finding::Path(verdict, _) => bad("not a path", verdict.defect_count()),
        Finding::Cover(verdict, _) => bad("not a cover", verdict.defect_count()),
    }
}

/// Returns the assumptions about the file.
fn assumed(checked: &Checked) -> String {
    let board = checked.problem.board();
    let mut notes = Vec::new();
    if checked.assumed.holes {
        let holes: Vec<String> = board.holes().take(2).map(|hole| board.name(hole)).collect();
        notes.push(match &holes[..] {
            [hole] => format!("hole {hole} taken from the grid"),
            _ => format!("{} holes taken from the grid", board.holes().count()),
        });
    }
    if checked.assumed.from_zero {
        notes.push("steps counted from 0".to_owned());
    }
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) }
}

/// Returns the unvisited squares, the other defects, and the number of all defects.
fn split(checked: &Checked) -> (Vec<Square>, Vec<String>, u64) {
    let board = checked.problem.board();
    let never = |defect: &Defect| match defect {
        Defect::Missing { square } => Some(*square),
        _ => None,
    };
    let (mut missing, mut others) = (Vec::new(), Vec::new());
    let mut add = |square: Option<Square>, text: &dyn Fn() -> String| match square {
        Some(square) => missing.push(square),
        None => others.push(text()),
    };
    let count = match &checked.finding {
        Finding::Tour(verdict, _) | Finding::Path(verdict, _) => {
            verdict.defects().iter().for_each(|defect| add(never(defect), &|| defect.text(board)));
            verdict.defect_count()
        }
        Finding::Cover(verdict, _) => {
            for defect in verdict.defects() {
                let square = match defect {
                    CoverDefect::Whole(whole) => never(whole),
                    _ => None,
                };
                add(square, &|| defect.text(board));
            }
            verdict.defect_count()
        }
    };
    (missing, others, count)
}

/// Returns the unvisited squares in words, if nothing else is wrong.
fn missing(checked: &Checked) -> Option<String> {
    let (missing, others, count) = split(checked);
    let is_all = others.is_empty() && count == missing.len() as u64;
    is_all.then(|| visited(checked.problem.board(), &missing))
}

/// `60 of 64 squares visited; missing: h5, f6, g7, e8`.
fn visited(board: &Board, missing: &[Square]) -> String {
    let names: Vec<String> =
        missing.iter().take(MAX_PRINTED).map(|&square| board.name(square)).collect();
    let more = match missing.len().saturating_sub(MAX_PRINTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (visited, names) = (board.len() - missing.len() as u64, names.join(", "));
    format!("{visited} of {} visited; missing: {names}{more}", pluralize(board.len(), "square"))
}

/// Returns the lines about defects. The first line of the report names unvisited squares alone.
fn defects(checked: &Checked) -> Vec<String> {
    let (missing, others, count) = split(checked);
    if others.is_empty() && count == missing.len() as u64 {
        return Vec::new();
    }
    let board = checked.problem.board();
    let mut lines: Vec<String> =
        others.iter().take(MAX_PRINTED).map(|text| format!("  {text}")).collect();
    let is_listed = count == (missing.len() + others.len()) as u64;
    if !missing.is_empty() && is_listed {
        lines.push(format!("  {}", visited(board, &missing)));
    } else if !missing.is_empty() {
        let names: Vec<String> =
            missing.iter().take(MAX_PRINTED).map(|&square| board.name(square)).collect();
        lines.push(format!("  missing: {} and others", names.join(", ")));
    }
    let printed = others.len().min(MAX_PRINTED) + missing.len();
    if count > printed as u64 {
        lines.push(format!("  and {} more", count - printed as u64));
    }
    lines
}

fn facts_text(problem: &Problem, facts: &Facts, limit: u64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push(format!("  {name:<11}{value}"));
    if let (Some(class), Some(all)) = (facts.symmetry_class(), &facts.symmetries) {
        let names: Vec<&str> = all.iter().skip(1).copied().map(Symmetry::name).collect();
        let names =
            if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        line("symmetry", format!("{}{names}", class.name()));
    }
    if let Some(sums) = &facts.sums {
        line("sums", magic(sums));
    }
    line("turns", facts.turns.to_string());
    if let Some(crossings) = facts.crossings {
        line("crossings", crossings.to_string());
    }
    line("moves", moves(problem, facts));
    if let Some(bytes) = facts.left_out {
        let (bytes, limit) = (bytes.div_ceil(1 << 20), limit >> 20);
        let why = format!("take {bytes} MiB and may take {limit}: see --memory");
        line("left out", format!("symmetry and crossings, which {why}"));
    }
    lines
}

fn moves(problem: &Problem, facts: &Facts) -> String {
    let counts = facts.moves.iter();
    if problem.piece().is_knight() && !problem.board().is_box() {
        let counts: Vec<String> = counts.map(|(_, count)| count.to_string()).collect();
        return format!("{} (clockwise from one right, two up)", counts.join(" "));
    }
    let is_box = problem.board().is_box();
    let each: Vec<String> = counts
        .map(|(Offset { files, ranks, levels }, count)| {
            let levels = if is_box { format!(",{levels}") } else { String::new() };
            format!("{files},{ranks}{levels}: {count}")
        })
        .collect();
    each.join("; ")
}

fn magic(sums: &MagicSums) -> String {
    match (sums.rank, sums.file) {
        (Some(rank), Some(file)) => {
            let diagonals = match sums.diagonals {
                _ if sums.is_diagonally_magic() => " and both diagonals",
                Some(_) => ", but not both diagonals",
                None => "",
            };
            if rank == file {
                format!("magic: {rank} along every rank and file{diagonals}")
            } else {
                format!("magic: {rank} along every rank, {file} along every file")
            }
        }
        (Some(rank), None) => format!("semi-magic: {rank} along every rank"),
        (None, Some(file)) => format!("semi-magic: {file} along every file"),
        (None, None) => "not magic".to_owned(),
    }
}
