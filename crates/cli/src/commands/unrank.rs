//! `caracole unrank`: the tour of a number.

use std::time::Instant;

use caracole::formats::{Format, RunRecord, WriteOptions, json, write_tour};
use caracole::{Count, CountError, Job, Outcome, Question, Tables, Tour, shorten};

use crate::Exit;
use crate::args::{Manners, UnrankArgs};
use crate::commands::solve::exit_of;
use crate::counting::{Work, tell_stop};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &UnrankArgs, manners: &Manners) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let format = args.output.format()?;
    let output = Output::open(args.output.to.output.as_deref())?;
    let folder = args.tables.folder()?;
    let begun = Instant::now();
    let unrank = |job: &Job<'_>| -> Result<(Count, Option<Tour>), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.count().clone(), tables.unrank(&args.index)?))
    };
    let (outcome, of) = match Work::new(&args.work, manners).ask(unrank)? {
        Ok((of, Some(tour))) => (Outcome::Found(tour), Some(of)),
        Ok((of, None)) => return Err(beyond(&args.index, &of, &question)),
        Err(stop) => (Outcome::Unknown(stop), None),
    };
    let exit = exit_of(&outcome);
    if format == Format::Json && !(exit == Exit::Interrupted && output.is_file()) {
        let record = RunRecord {
            method: "unrank".to_owned(),
            elapsed: begun.elapsed(),
            ..RunRecord::default()
        };
        let mut object = json::outcome(question.problem(), &outcome, &record);
        object["rank"] = args.index.to_string().into();
        object["of"] = of.map(|of| of.to_string()).into();
        object["convention"] = question.convention().into();
        output.write(|out| Ok(writeln!(out, "{object}")?))?;
        return Ok(exit);
    }
    match (&outcome, of) {
        (Outcome::Found(tour), Some(of)) => {
            let options = WriteOptions { base: args.output.base, ..WriteOptions::default() };
            output.write(|out| write_tour(out, tour, format, &options))?;
            let (index, convention) = (&args.index, question.convention());
            manners.remark(format_args!("number {index} of {of} {convention}, counted from 0"));
            Ok(exit)
        }
        (Outcome::Unknown(stop), _) => tell_stop(stop),
        _ => Ok(exit),
    }
}

/// No tour has this number.
fn beyond(index: &Count, of: &Count, question: &Question) -> Failure {
    let convention = question.convention();
    if of.is_zero() {
        return Failure::of("INDEX", format!("there is no tour to number: 0 {convention}"));
    }
    let (index, last) = (index.to_string(), of.as_big() - 1_u32);
    let index = shorten(&index);
    Failure::of("INDEX", format!("{index} is beyond the last: {convention} run from 0 to {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole::Problem;

    #[test]
    fn beyond_the_last_is_told_with_the_last() {
        let question = Problem::new("6x6".parse().expect("a board")).closed().question();
        let told = |index: u64, of: u64| match beyond(&index.into(), &of.into(), &question) {
            Failure::Told(line) => line,
            other => panic!("{other:?}"),
        };
        let last = "INDEX: 9862 is beyond the last: undirected closed tours run from 0 to 9861";
        assert_eq!(told(9862, 9862), last);
        assert_eq!(told(0, 0), "INDEX: there is no tour to number: 0 undirected closed tours");
    }
}
