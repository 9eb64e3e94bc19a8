//! `caracole list`: all tours, as they come.

use std::ops::ControlFlow;

use caracole::list;

use crate::Exit;
use crate::args::{ListArgs, Manners};
use crate::counting::Work;
use crate::failure::Failure;
use crate::tours::About;

pub(crate) fn run(args: &ListArgs, manners: &Manners) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let output = args.output.open()?;
    let work = Work::new(&args.work, manners).unless(output.is_terminal());
    let about = About { command: "list", question: &question, seed: None, of: None };
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
    let count = tours.count();
    let stop = answer.err();
    let exit = tours.end(stop.as_ref())?;
    let first = if stop.is_some() || args.limit == Some(count) { "the first " } else { "" };
    manners.remark(format_args!("{first}{count} {}", question.convention()));
    Ok(exit)
}
