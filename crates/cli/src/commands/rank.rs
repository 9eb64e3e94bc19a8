//! `caracole rank`: the number of a tour.

use caracole::formats::Document;
use caracole::{Count, CountError, Direction, Job, Question, Tables, Tour, report};
use serde_json::Value;

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
    let reading = match pick(&args.tour, &source, &hint, manners)? {
        Document::Tour(reading) | Document::Path(reading) => reading,
        _ => {
            return Err(source.failure("contains the paths of several knights, which have no rank"));
        }
    };
    let problem = args.rules.apply(reading.problem().into())?;
    let question = args.direction.question(&problem);
    let is_said = args.direction.directed || args.direction.undirected;
    let question = if is_said { question } else { as_noted(question, &source.bytes()?) };
    let tour = Tour::verify(&problem, reading.path).map_err(|rejected| {
        let first = first_defect(problem.board(), &rejected.verdict);
        source.failure(format_args!("is not one of the {}: {first}", question.convention()))
    })?;
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
