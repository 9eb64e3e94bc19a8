//! `caracole list`: all tours, as they come.

use std::ops::ControlFlow;

use caracole::report::{self, ManyTours};
use caracole::{Count, list};

use crate::Exit;
use crate::args::{ListArgs, Manners};
use crate::counting::Work;
use crate::failure::Failure;

pub(crate) fn run(args: &ListArgs, manners: &Manners) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let output = args.output.open()?;
    let is_file = output.is_file();
    let work = Work::new(&args.work, manners).unless(output.is_terminal()).writing_meanwhile();
    let about = ManyTours { verb: "list", question: &question, seed: None, of: None };
    let mut tours = output.begin(about);
    let mut failure = None;
    let answer = work.ask(|job| {
        list(&question, job, &mut |tour| match tours.put(tour) {
            Ok(()) if args.limit.is_none_or(|limit| tours.count() < limit) => {
                ControlFlow::Continue(())
            }
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        })
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let (count, convention) = (tours.count(), question.convention());
    let stop = answer.err();
    let exit = tours.end(stop.as_ref())?;
    let is_part = stop.is_some() || args.limit == Some(count);
    match (is_part, count) {
        // What stopped it has been told.
        (true, 0) => {}
        (true, _) if stop.is_some() && is_file => {
            manners.remark("it was stopped, so no file was written");
        }
        (true, 1) => manners.remark(format_args!("the first {}", report::one_of(&convention))),
        (true, _) => manners.remark(format_args!("the first {count} {convention}")),
        (false, _) => manners.remark(report::counted(&Count::from(count), &convention)),
    }
    Ok(exit)
}
