//! `caracole starts`: the squares a tour can start from.

use std::io::{self, Write};

use caracole::{
    Board, File, Level, Limits, Place, Problem, Rank, Run, StartMap, StartVerdict, counted,
};

use crate::Exit;
use crate::args::{Manners, StartsArgs};
use crate::failure::Failure;
use crate::paint::{Tone, paint};
use crate::watchdog::{self, Report};

/// Where no theorem tells, up to so many squares are tried, one after the other.
const MOST_TRIED: u64 = 1 << 12;
/// Up to so many files a map fits on a page.
const WIDEST_MAP: u32 = 120;

pub(crate) fn run(args: &StartsArgs, manners: &Manners) -> Result<Exit, Failure> {
    if !args.problem.rules.ends.from.is_empty() {
        return Err(Failure::of("--from", "starts asks this of every square: leave it out"));
    }
    let problem = args.problem.problem()?;
    let output = args.report.open()?;
    let map = match StartMap::by_theorem(&problem) {
        Some(map) => map,
        None => by_search(&problem, args)?,
    };
    output.write(|out| {
        if args.report.is_json() {
            return Ok(writeln!(out, "{}", map.json(&problem))?);
        }
        Ok(print(out, problem.board(), &map)?)
    })?;
    if map.undecided() > 0 {
        let unknown = counted(map.undecided(), "square");
        manners.remark(format_args!("{unknown} undecided; try a longer --timeout"));
        return Ok(Exit::Unknown);
    }
    Ok(if map.count() > 0 { Exit::Yes } else { Exit::No })
}

fn print(out: &mut dyn Write, board: &Board, map: &StartMap) -> io::Result<()> {
    let (title, squares) = (board.title(), counted(board.len(), "square"));
    writeln!(out, "{title}: a tour can start from {} of {squares}", map.count())?;
    if let Some(rule) = map.rule() {
        writeln!(out, "{rule}")?;
    }
    let Some(listed) = map.listed().filter(|_| board.files() <= WIDEST_MAP) else {
        return Ok(());
    };
    writeln!(out, "\nx a tour starts here, - none does, ? undecided, blank a hole\n")?;
    let mark = |place| match board.square(place) {
        None => " ".to_owned(),
        // The list is in the order of square numbers.
        Some(square) => match listed[listed.partition_point(|(other, _)| *other < square)].1 {
            StartVerdict::Yes => paint(Tone::Good, "x"),
            StartVerdict::No => paint(Tone::Bad, "-"),
            StartVerdict::Unknown => paint(Tone::Open, "?"),
        },
    };
    for level in 0..board.levels() {
        if board.is_box() {
            writeln!(out, "level {}", level + 1)?;
        }
        for rank in (0..board.ranks()).rev() {
            write!(out, "{:>4} ", Rank::new(rank))?;
            for file in 0..board.files() {
                let (file, rank, level) = (File::new(file), Rank::new(rank), Level::new(level));
                write!(out, " {}", mark(Place { file, rank, level }))?;
            }
            writeln!(out)?;
        }
        if board.files() <= 26 {
            let letters: Vec<String> =
                (0..board.files()).map(|file| File::new(file).to_string()).collect();
            writeln!(out, "      {}", letters.join(" "))?;
        }
    }
    Ok(())
}

/// Where no theorem tells, each start is tried.
fn by_search(problem: &Problem, args: &StartsArgs) -> Result<StartMap, Failure> {
    let squares = problem.board().len();
    if squares > MOST_TRIED {
        let why = format!("no theorem tells, and more than {MOST_TRIED} starts are not tried");
        return Err(Failure::of(format!("a board of {squares} squares"), why));
    }
    let limits = Limits { time: Some(args.timeout.0), memory: args.memory.limit(), steps: None };
    // The time limit is that of each square.
    let process = Limits { time: None, ..limits };
    let doing = || "while trying every start".to_owned();
    let watch = watchdog::start(&process, doing, Report::unknown);
    let map = StartMap::by_search(problem, || Some(Run::new().limits(limits)));
    watch.end();
    Ok(map)
}
