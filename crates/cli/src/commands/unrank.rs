//! `caracole unrank`: the tour of a number.

use std::time::Instant;

use caracole::formats::WriteOptions;
use caracole::{Count, CountError, Job, Outcome, Tables, Tour, report, unwatched};

use crate::Exit;
use crate::args::{Manners, UnrankArgs};
use crate::commands::solve::exit_of;
use crate::counting::{Work, tell_stop};
use crate::failure::Failure;
use crate::form::TourForm;
use crate::output::Output;

pub(crate) fn run(args: &UnrankArgs, manners: &Manners) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let form = args.output.form()?;
    let output = Output::open(args.output.to.output.as_deref())?;
    form.suits(question.problem().board(), &output)?;
    let folder = args.tables.folder()?;
    let begun = Instant::now();
    let unrank = |job: &Job<'_>| -> Result<(Count, Option<Tour>), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.count().clone(), tables.unrank(&args.index)?))
    };
    let (outcome, of) = match Work::new(&args.work, manners).ask(unrank)? {
        Ok((of, Some(tour))) => (Outcome::Found(tour), Some(of)),
        Ok((of, None)) => {
            return Err(Failure::of("INDEX", report::beyond(&question, &args.index, &of)));
        }
        Err(stop) => (Outcome::Unknown(stop), None),
    };
    let exit = exit_of(&outcome);
    if form == TourForm::JSON && !(exit == Exit::Interrupted && output.is_file()) {
        let elapsed = begun.elapsed();
        let object = report::unrank(&question, &args.index, &outcome, of.as_ref(), elapsed);
        output.write(|out| Ok(writeln!(out, "{object}")?))?;
        return Ok(exit);
    }
    match (&outcome, of) {
        (Outcome::Found(tour), Some(of)) => {
            let options = WriteOptions { base: args.output.base.base, ..WriteOptions::default() };
            output.write(|out| form.write(out, tour, &options, &unwatched))?;
            let (index, of) = (&args.index, report::counted(&of, &question.convention()));
            manners.remark(format_args!("number {index} of {of}, counted from 0"));
            Ok(exit)
        }
        (Outcome::Unknown(stop), _) => tell_stop(stop),
        _ => Ok(exit),
    }
}
