//! `caracole starts`: the squares a tour can start from.

use std::io::{self, Write};

use caracole::formats::json;
use caracole::{
    Auto, Board, File, Level, Limits, Outcome, Place, Problem, Rank, Run, Solver, Square, Starts,
    starts,
};
use serde_json::Value;

use crate::Exit;
use crate::args::{Manners, StartsArgs};
use crate::failure::Failure;
use crate::memory;
use crate::output::Output;
use crate::paint::{Tone, paint};

/// Up to so many squares each start is listed; beyond, the rule says it all.
const MOST_LISTED: u64 = 1 << 20;
/// Where no theorem tells, up to so many squares are tried, one after the other.
const MOST_TRIED: u64 = 1 << 12;
/// Up to so many files a map fits on a page.
const WIDEST_MAP: u32 = 120;

pub(crate) fn run(args: &StartsArgs, manners: &Manners) -> Result<Exit, Failure> {
    if !args.problem.rules.ends.from.is_empty() {
        return Err(Failure::of("--from", "starts asks this of every square: leave it out"));
    }
    let problem = args.problem.problem()?;
    let answer = match starts(&problem) {
        Some(starts) => Answer::by_theorem(&problem, &starts),
        None => by_search(&problem, args)?,
    };
    if args.json {
        Output::standard().write(|out| Ok(writeln!(out, "{}", answer.json(&problem))?))?;
    } else {
        Output::standard().write(|out| Ok(answer.print(out, problem.board())?))?;
    }
    if let Some(unknown) =
        answer.listed.as_ref().map(|all| count(all, Verdict::Unknown)).filter(|&n| n > 0)
    {
        manners.remark(format_args!("{unknown} squares are undecided; try a longer --timeout"));
        return Ok(Exit::Unknown);
    }
    Ok(if answer.count > 0 { Exit::Yes } else { Exit::No })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
    Unknown,
}

struct Answer {
    count: u64,
    rule: Option<String>,
    /// Each square of the board with its verdict, where the board is small enough.
    listed: Option<Vec<(Square, Verdict)>>,
}

fn count(listed: &[(Square, Verdict)], verdict: Verdict) -> usize {
    listed.iter().filter(|(_, other)| *other == verdict).count()
}

impl Answer {
    fn by_theorem(problem: &Problem, starts: &Starts) -> Self {
        let board = problem.board();
        let verdict = |square| if starts.contains(square) { Verdict::Yes } else { Verdict::No };
        let listed = (board.len() <= MOST_LISTED)
            .then(|| board.squares().map(|square| (square, verdict(square))).collect());
        Self { count: starts.count(), rule: Some(starts.rule()), listed }
    }

    fn json(&self, problem: &Problem) -> Value {
        let names = |verdict| -> Option<Vec<String>> {
            let listed = self.listed.as_ref()?.iter();
            let board = problem.board();
            Some(
                listed
                    .filter(|(_, v)| *v == verdict)
                    .map(|(square, _)| board.name(*square))
                    .collect(),
            )
        };
        let mut object = json::object("caracole.starts/1");
        let mut put = |field: &str, value: Value| drop(object.insert(field.to_owned(), value));
        put("problem", json::problem(problem));
        put("count", json::number(self.count));
        if let Some(rule) = &self.rule {
            put("rule", rule.as_str().into());
        }
        if let Some(starts) = names(Verdict::Yes) {
            put("starts", starts.into());
        }
        if let Some(unknown) = names(Verdict::Unknown).filter(|unknown| !unknown.is_empty()) {
            put("unknown", unknown.into());
        }
        object.into()
    }

    fn print(&self, out: &mut dyn Write, board: &Board) -> io::Result<()> {
        let squares = board.len();
        let title = board.title();
        writeln!(out, "{title}: a tour can start from {} of {squares} squares", self.count)?;
        if let Some(rule) = &self.rule {
            writeln!(out, "{rule}")?;
        }
        let Some(listed) = self.listed.as_ref().filter(|_| board.files() <= WIDEST_MAP) else {
            return Ok(());
        };
        writeln!(out, "\nx a tour starts here, - none does, ? undecided, blank a hole\n")?;
        let mark = |place| match board.square(place) {
            None => " ".to_owned(),
            // The list is in the order of square numbers.
            Some(square) => match listed[listed.partition_point(|(other, _)| *other < square)].1 {
                Verdict::Yes => paint(Tone::Good, "x"),
                Verdict::No => paint(Tone::Bad, "-"),
                Verdict::Unknown => paint(Tone::Open, "?"),
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
}

/// Where no theorem tells, each start is tried.
fn by_search(problem: &Problem, args: &StartsArgs) -> Result<Answer, Failure> {
    let board = problem.board();
    if board.len() > MOST_TRIED {
        let why = format!("no theorem tells, and more than {MOST_TRIED} starts are not tried");
        return Err(Failure::of(format!("a board of {} squares", board.len()), why));
    }
    let limits = Limits { time: Some(args.timeout.0), memory: memory::free(), steps: None };
    let mut listed = Vec::new();
    for square in board.squares() {
        let verdict = match problem.clone().from(square) {
            // The square is fixed at another step.
            Err(_) => Verdict::No,
            Ok(problem) => {
                let mut run = Run::new().limits(limits);
                match Auto.solve(&problem, &mut run) {
                    Outcome::Found(_) => Verdict::Yes,
                    Outcome::Impossible(_) => Verdict::No,
                    Outcome::Unknown(_) => Verdict::Unknown,
                }
            }
        };
        listed.push((square, verdict));
    }
    Ok(Answer { count: count(&listed, Verdict::Yes) as u64, rule: None, listed: Some(listed) })
}
