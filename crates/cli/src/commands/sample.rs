//! `caracole sample`: tours that chance chooses, each as likely as any other.

use caracole::report::{self, ManyTours};
use caracole::{Stop, StopCause, Tables, random_tours};

use crate::Exit;
use crate::args::{Manners, SampleArgs};
use crate::counting::{Work, stop_of};
use crate::failure::{self, Failure};
use crate::tours::Tours;

pub(crate) fn run(args: &SampleArgs, manners: &Manners) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let output = if args.number == 1 { args.output.open_for_one()? } else { args.output.open()? };
    let folder = args.tables.folder()?;
    let seed = args.seed.draw();
    args.seed.tell(seed, manners);
    let work = Work::new(&args.work, manners).writing_meanwhile();
    let about = ManyTours { verb: "sample", question: &question, seed: Some(seed), of: None };
    let tables = match work.ask(|job| Tables::new(&question, folder, job))? {
        Ok(tables) => tables,
        Err(stop) => return output.begin(about).end(Some(&stop)),
    };
    let (all, convention) = (tables.count(), question.convention());
    let mut tours = output.begin(ManyTours { of: Some(all), ..about });
    if all.is_zero() {
        let board = question.problem().board().title();
        failure::tell(&format!("{board}: there is no tour to draw: 0 {convention}"));
        return tours.end_with_none();
    }
    let stop = draw(&tables, args.number, seed, &work, &mut tours)?;
    let count = tours.count();
    let exit = tours.end(stop.as_ref())?;
    let all = report::counted(all, &convention);
    manners.remark(format_args!("{count} of {all}, seed {seed}"));
    Ok(exit)
}

/// Draws so many. A signal ends the program meanwhile without our help.
fn draw(
    tables: &Tables,
    number: u64,
    seed: u64,
    work: &Work<'_>,
    tours: &mut Tours<'_>,
) -> Result<Option<Stop>, Failure> {
    let mut drawn = random_tours(tables, seed);
    while tours.count() < number {
        if work.is_over() {
            let tried = format!("{} of {number} tours were drawn", tours.count());
            return Ok(Some(work.at_limit(Stop::new(StopCause::Time, tried))));
        }
        match drawn.next() {
            Some(Ok(tour)) => tours.put(tour)?,
            Some(Err(error)) => return stop_of(error).map(Some),
            None => break,
        }
    }
    Ok(None)
}
