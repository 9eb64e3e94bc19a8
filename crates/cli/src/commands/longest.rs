//! `caracole longest`: the longest path where there is no tour.

use std::io::{self, Write};

use caracole::formats::{Format, WriteOptions, write_path, write_tour};
use caracole::{Limits, Longest, LongestFound, Problem, Run, StopCause, counted, longest, report};
use serde_json::Value;

use crate::Exit;
use crate::args::{EndArgs, LongestArgs, Manners, ProblemArgs, RuleArgs};
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::memory;
use crate::output::Output;
use crate::paint::{Tone, paint};
use crate::watchdog::{self, Report};

/// Up to so many squares and holes a path that leaves some out is written as a grid.
const MOST_IN_GRID: u64 = 1 << 27;

pub(crate) fn run(args: &LongestArgs, manners: &Manners) -> Result<Exit, Failure> {
    let problem = args.problem()?;
    let format = args.output.format(args.format, Format::Grid)?;
    if !matches!(format, Format::Grid | Format::Squares | Format::Json) {
        let why = "does not hold paths that leave squares out: choose grid, squares or json";
        return Err(Failure::of(format, why));
    }
    let output = Output::open(args.output.output.as_deref())?;
    let seed = args.seed.draw();
    args.seed.tell(seed, manners);
    let limits = Limits {
        steps: None,
        time: Some(args.timeout.0),
        memory: args.memory.map(|bytes| bytes.0).or_else(memory::free),
    };
    let title = problem.board().title();
    let doing = move || format!("while searching for a long path on {title}");
    let watch = watchdog::start(&limits, doing, Report::unknown);
    let heed = interrupt::heed();
    let run = Run::new().limits(limits).seed(seed).interrupted_by(heed.flag());
    let answer = longest(&problem, &mut run.begun_at(watchdog::started())).map_err(Failure::new)?;
    watch.end();
    let is_interrupted = answer.stop().is_some_and(|stop| stop.cause == StopCause::Interrupt);
    if !is_interrupted {
        heed.end()?;
    } else if output.is_file() {
        failure::tell(&words(&problem, &answer));
        return Ok(Exit::Interrupted);
    }
    let options = WriteOptions { base: args.base.base, ..WriteOptions::default() };
    // Hardly anything of a vast board is visited, if there is no tour of it.
    let is_vast = problem.board().area() > MOST_IN_GRID && args.format.is_none();
    let part_format = if is_vast { Format::Squares } else { format };
    output.write(|out| match (format, answer.found()) {
        (Format::Json, _) => Ok(write_json(out, &problem, &answer, seed)?),
        (_, LongestFound::Whole(tour)) => write_tour(out, tour, format, &options),
        (_, LongestFound::Part(path)) => write_path(out, path, part_format, &options),
        (_, LongestFound::Nothing) => Ok(writeln!(out, "{}", paint(Tone::Bad, "no path"))?),
    })?;
    if format != Format::Json {
        tell(&problem, &answer, &limits, manners);
    }
    Ok(match (answer.is_proved(), is_interrupted) {
        (true, _) => Exit::Yes,
        (false, true) => Exit::Interrupted,
        (false, false) => Exit::Unknown,
    })
}

impl LongestArgs {
    fn problem(&self) -> Result<Problem, Failure> {
        let ends = EndArgs {
            closed: false,
            open: false,
            from: self.from.iter().cloned().collect(),
            to: self.to.clone(),
        };
        let rules = RuleArgs {
            ends,
            clue: Vec::new(),
            using: Vec::new(),
            avoid: self.avoid.clone(),
            leaper: self.leaper.clone(),
        };
        ProblemArgs { board: self.board.clone(), rules }.problem()
    }
}

/// How long it is, in a line.
fn words(problem: &Problem, answer: &Longest) -> String {
    let (length, squares) = (answer.len(), problem.board().len());
    if answer.is_proved() {
        format!("longest path: {length} of {}, proved", counted(squares, "square"))
    } else {
        let most = answer.upper_bound();
        let squares = counted(squares, "square");
        format!("longest path: at least {length}, at most {most} of {squares}")
    }
}

fn tell(problem: &Problem, answer: &Longest, limits: &Limits, manners: &Manners) {
    manners.remark(words(problem, answer));
    manners.remark(format_args!("no more than {}: {}", answer.upper_bound(), answer.reason()));
    if let Some(stop) = answer.stop() {
        let stop = watchdog::at_limit(stop.clone(), limits);
        manners.remark(format_args!("not proved: {stop}"));
    }
}

/// One object on a line. The squares are written as they come, for there may be many.
fn write_json(
    out: &mut dyn Write,
    problem: &Problem,
    answer: &Longest,
    seed: u64,
) -> io::Result<()> {
    let object = report::longest(problem, answer, seed);
    for (at, (field, value)) in object.iter().enumerate() {
        write!(out, "{}{}:", if at == 0 { '{' } else { ',' }, Value::from(field.as_str()))?;
        if field != "squares" {
            write!(out, "{value}")?;
            continue;
        }
        for (at, square) in answer.squares().enumerate() {
            let name = Value::from(problem.board().name(square));
            write!(out, "{}{name}", if at == 0 { '[' } else { ',' })?;
        }
        write!(out, "{}", if answer.len() == 0 { "[]" } else { "]" })?;
    }
    writeln!(out, "}}")
}
