//! `caracole rank`: the number of a tour.

use caracole::formats::{Document, Format, Reading, json};
use caracole::{Count, CountError, Direction, Job, Problem, Question, Tables, Tour, report};

use crate::Exit;
use crate::args::{Manners, RankArgs};
use crate::commands::check::{hint, pick};
use crate::commands::convert::first_defect;
use crate::counting::{Work, stopped, tell_stop};
use crate::failure::Failure;
use crate::input::Source;

pub(crate) fn run(args: &RankArgs, manners: &Manners) -> Result<Exit, Failure> {
    let (question, tour) = read(args, manners)?;
    let output = args.report.open()?;
    let is_json = args.report.is_json();
    let folder = args.tables.folder()?;
    let rank = |job: &Job<'_>| -> Result<(Count, Count), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.rank(&tour)?, tables.count().clone()))
    };
    let answer = Work::new(&args.work, manners).ask(rank)?;
    let exit = answer.as_ref().map_or_else(stopped, |_| Exit::Yes);
    let line = match &answer {
        _ if is_json && !(exit == Exit::Interrupted && output.is_file()) => {
            report::rank(&question, answer.as_ref().map(|(rank, of)| (rank, of))).to_string()
        }
        Ok((rank, of)) => {
            format!("{rank} of {}, counted from 0", report::counted(of, &question.convention()))
        }
        Err(stop) => return tell_stop(stop),
    };
    output.write(|out| Ok(writeln!(out, "{line}")?))?;
    Ok(exit)
}

/// The tour, and what it is one of.
fn read(args: &RankArgs, manners: &Manners) -> Result<(Question, Tour), Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.leaper)?;
    let (Document::Tour(reading) | Document::Path(reading)) =
        pick(&args.tour, &source, &hint, manners)?
    else {
        return Err(source.failure("contains the paths of several knights, which have no rank"));
    };
    let problem = args.rules.apply(reading.problem().into())?;
    let question = args.direction.question(&problem);
    let is_said = args.direction.directed || args.direction.undirected;
    let question = if is_said { question } else { as_noted(question, &reading, &source)? };
    let tour = Tour::verify(&problem, reading.path).map_err(|rejected| {
        let first = first_defect(problem.board(), &rejected.verdict);
        source.failure(format_args!("is not one of the {}: {first}", question.convention()))
    })?;
    Ok((question, tour))
}

/// The question in the direction that the convention of a JSON file states.
fn as_noted(question: Question, reading: &Reading, source: &Source) -> Result<Question, Failure> {
    if reading.format != Format::Json {
        return Ok(question);
    }
    let bytes = source.bytes()?;
    let values = json::parse(&bytes).map(|value| vec![value]).or_else(|_| {
        // Not one value, so JSON lines, each with its convention.
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        lines.map(json::parse).collect::<Result<Vec<_>, _>>()
    });
    let values = values.map_err(|error| source.failure(error))?;
    let mut conventions =
        values.iter().filter_map(|value| value.get("convention")).filter(|value| !value.is_null());
    let Some(convention) = conventions.next() else { return Ok(question) };
    if conventions.any(|other| other != convention) {
        let why = "its lines state different conventions: give --directed or --undirected";
        return Err(source.failure(why));
    }
    let stated: Problem = reading.problem().into();
    let stated = stated.question();
    let is_stated = |&direction: &Direction| {
        let stated = stated.clone().counting(direction).convention();
        convention.as_str() == Some(&*stated)
    };
    let direction = [Direction::Directed, Direction::Undirected].into_iter().find(is_stated);
    direction.map(|direction| question.counting(direction)).ok_or_else(|| {
        let why =
            "'convention' and 'problem' contradict each other: give --directed or --undirected";
        source.failure(why)
    })
}
