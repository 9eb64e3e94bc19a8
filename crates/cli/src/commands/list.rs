//! `caracole list` and `caracole sample`: all tours, or random ones.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use caracole::counting::{Tables, list, random_tours};
use caracole::report;
use caracole::report::ManyTours;
use caracole::solvers::Limits;
use caracole::{Count, Stop, StopCause};
use clap::Args;

use crate::Exit;
use crate::args::values::from_one;
use crate::args::{GlobalOptions, MemoryArgs, SeedArgs, TimeoutArgs};
use crate::counting::{CountRun, CountedArgs, TableArgs, WorkArgs, stop_of};
use crate::failure::{self, Failure};
use crate::tours::{TourWriter, ToursOutputArgs};

/// List all tours
///
/// Tours are written as they are found, always in the same order, without being stored. Their number is that of
/// `count` with the same flags: an undirected tour is written once, and a closed one once and not once per start
/// square.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole list 5x5                         1728 lines
  caracole list 6x6 --closed --limit 3
  caracole list 5x5 --from c3 --format grid
  caracole list 5x5 --open -o tours.squares
  caracole list 6x6 --closed --jsonl        one object per tour",
    after_help = "Exit codes: 0 listed, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// Stop after this number of tours
    #[arg(short = 'n', long, value_name = "N", value_parser = from_one, help_heading = "The work")]
    pub(crate) limit: Option<u64>,
    #[command(flatten, next_help_heading = "The work")]
    pub(crate) time: TimeoutArgs,
    #[command(flatten, next_help_heading = "The work")]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) output: ToursOutputArgs,
}

/// Sample tours uniformly at random
///
/// All tours of the requested kind are equally likely, and samples are independent: the tours are counted first,
/// and then a rank is drawn. Use --tables to store the tables of the count for later runs and for `rank` and
/// `unrank`.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole sample 6x6 --closed
  caracole sample 6x6 --closed -o tour.svg             a random tour as a picture
  caracole sample 6x6 --closed -n 10 --seed random
  caracole sample 8x8 --closed -n 1000 --tables tables -o tours.squares
  caracole sample 7x5 --from a1 --format grid
  caracole sample 6x6 -n 5 --jsonl",
    after_help = "Exit codes: 0 sampled, 1 no tour, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// Number of tours
    #[arg(
        short = 'n',
        long = "number",
        value_name = "K",
        default_value = "1",
        value_parser = from_one,
        help_heading = "Chance"
    )]
    pub(crate) number: u64,
    #[command(flatten, next_help_heading = "Chance")]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: ToursOutputArgs,
}

pub(crate) fn run(args: &ListArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let output = args.output.open(question.problem().board())?;
    let is_file = output.is_file();
    let time = args.time.timeout.map(|pause| pause.0);
    let limits = Limits { time, memory: args.memory.limit(), steps: None };
    let work = CountRun::within(limits, global).hidden_if(output.is_terminal());
    let about = ManyTours { verb: "list", question: &question, seed: None, of: None };
    let has_tours = Arc::new(AtomicBool::new(false));
    let report = output.report(about, &has_tours);
    let mut tours = output.begin(about);
    let mut failure = None;
    let mut put = |tour| {
        has_tours.store(true, Ordering::Relaxed);
        match tours.put(tour) {
            Ok(()) if args.limit.is_none_or(|limit| tours.count() < limit) => {
                ControlFlow::Continue(())
            }
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let answer = work.run(|job| list(&question, job, &mut put), report)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let (count, convention) = (tours.count(), question.convention());
    let stop = answer.err();
    let exit = tours.end(stop.as_ref())?;
    let is_part = stop.is_some() || args.limit == Some(count);
    match (is_part, count) {
        // The reason was printed before.
        (true, 0) => {}
        (true, _) if stop.is_some() && is_file => {
            global.remark("it was stopped, so no file was written");
        }
        (true, 1) => global.remark(format_args!("the first {}", report::one_of(&convention))),
        (true, _) => global.remark(format_args!("the first {count} {convention}")),
        (false, _) => global.remark(report::counted(&Count::from(count), &convention)),
    }
    Ok(exit)
}

pub(crate) fn run_sample(args: &SampleArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let output = if args.number == 1 {
        args.output.open_for_one(question.problem().board())?
    } else {
        args.output.open(question.problem().board())?
    };
    let folder = args.tables.folder(&question)?;
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let work = CountRun::new(&args.work, global);
    let about = ManyTours { verb: "sample", question: &question, seed: Some(seed), of: None };
    let report = output.report(about, &Arc::default());
    let tables = match work.run(|job| Tables::new(&question, folder, job), report)? {
        Ok(tables) => tables,
        Err(stop) => return output.begin(about).end(Some(&stop)),
    };
    let (all, convention) = (tables.count(), question.convention());
    let mut tours = output.begin(ManyTours { of: Some(all), ..about });
    if all.is_zero() {
        let board = question.problem().board().title();
        failure::print_error(&format!("{board}: there is no tour to draw: 0 {convention}"));
        return tours.end_with_none();
    }
    let stop = draw(&tables, args.number, seed, &work, &mut tours)?;
    let count = tours.count();
    let exit = tours.end(stop.as_ref())?;
    let all = report::counted(all, &convention);
    global.remark(format_args!("{count} of {all}, seed {seed}"));
    Ok(exit)
}

/// Draws a number of tours. A signal ends the program.
fn draw(
    tables: &Tables,
    number: u64,
    seed: u64,
    work: &CountRun<'_>,
    tours: &mut TourWriter<'_>,
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
