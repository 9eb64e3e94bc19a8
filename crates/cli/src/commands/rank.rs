//! `caracole rank`: the number of a tour.

use caracole::formats::read_tour;
use caracole::{Count, CountError, Direction, Job, Question, Tables, Tour, report};
use serde_json::Value;

use crate::Exit;
use crate::args::{Manners, RankArgs};
use crate::commands::check::{hint, several_tours};
use crate::commands::convert::first_defect;
use crate::commands::solve::exit_of;
use crate::counting::{Work, tell_stop};
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Output;

pub(crate) fn run(args: &RankArgs, manners: &Manners) -> Result<Exit, Failure> {
    let (question, tour) = read(args, manners)?;
    let folder = args.tables.folder()?;
    let rank = |job: &Job<'_>| -> Result<(Count, Count), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.rank(&tour)?, tables.count().clone()))
    };
    let answer = Work::new(&args.work, manners).ask(rank)?;
    if args.json {
        let object = report::rank(&question, answer.as_ref().map(|(rank, of)| (rank, of)));
        Output::standard().write(|out| Ok(writeln!(out, "{object}")?))?;
    }
    match answer {
        Ok((rank, of)) => {
            if !args.json {
                let convention = question.convention();
                let line = format!("{rank} of {of} {convention}, counted from 0");
                Output::standard().write(|out| Ok(writeln!(out, "{line}")?))?;
            }
            Ok(Exit::Yes)
        }
        Err(stop) if args.json => Ok(exit_of(&<caracole::Outcome>::Unknown(stop))),
        Err(stop) => tell_stop(&stop),
    }
}

/// The tour, and what it is one of.
fn read(args: &RankArgs, manners: &Manners) -> Result<(Question, Tour), Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.leaper)?;
    let bytes = source.bytes()?;
    let reading = read_tour(&bytes, &hint).map_err(|error| source.failure(error))?;
    let problem = args.rules.apply(reading.asked(&bytes, &hint).into())?;
    let question = args.direction.question(&problem);
    let is_said = args.direction.directed || args.direction.undirected;
    let question = if is_said { question } else { as_noted(question, &bytes) };
    let tour = Tour::verify(&problem, reading.path).map_err(|rejected| {
        let first = first_defect(problem.board(), &rejected.verdict);
        source.failure(format_args!("is not one of the {}: {first}", question.convention()))
    })?;
    if let Some(tours) = several_tours(&source, &hint) {
        manners.remark(format_args!("{} holds {tours} tours; this is the first", source.name()));
    }
    Ok((question, tour))
}

/// JSON of ours says what counts as one.
fn as_noted(question: Question, bytes: &[u8]) -> Question {
    let value: Option<Value> = serde_json::from_slice(bytes).ok();
    let Some(convention) = value.as_ref().and_then(|value| value["convention"].as_str()) else {
        return question;
    };
    [Direction::Directed, Direction::Undirected]
        .map(|direction| question.clone().counting(direction))
        .into_iter()
        .find(|other| other.convention() == convention)
        .unwrap_or(question)
}
