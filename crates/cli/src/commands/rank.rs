//! `caracole rank` and `caracole unrank`: the number of a tour, and the tour of a number.

use std::time::Instant;

use caracole::counting::{CountError, Direction, Job, Question, Tables};
use caracole::formats::{Document, Format};
use caracole::verify::no_progress;
use caracole::{Count, Kind, Outcome, Problem, ProblemExt, Stop, Tour, report};
use clap::Args;

use crate::Exit;
use crate::args::{GlobalOptions, ReportArgs};
use crate::commands::check::{hint, pick};
use crate::commands::convert::first_defect;
use crate::commands::solve::exit_of;
use crate::counting::{
    CountRun, CountedArgs, DirectionArgs, TableArgs, WorkArgs, print_stop, stopped,
};
use crate::failure::Failure;
use crate::input::{Source, TourFileArgs};
use crate::output::Output;
use crate::problem::RuleArgs;
use crate::tour_format::{TourFormat, TourOutputArgs};
use crate::watchdog::Report;

/// Show the rank of a tour among all tours of its kind
///
/// The tours of a kind have a fixed order; ranks count from 0. The flags select the kind: directed tours of any
/// kind, unless --closed or --open is given. JSON files of `solve` and `unrank` state the kind themselves.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole rank tour.txt                    among all directed tours
  caracole rank tour.txt --closed           among all undirected closed tours
  caracole unrank 6x6 4711 --closed --json | caracole rank -
  caracole rank tour.squares --closed --tables tables --json")]
pub(crate) struct RankArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Find the tour of a given rank among all tours of its kind
///
/// Ranks count from 0 and are below the number that `count` prints for the same flags. `rank` is the inverse.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole unrank 6x6 4711 --closed         one of 9862, numbered from 0 to 9861
  caracole unrank 5x5 1727                  the last of all
  caracole unrank 8x8 1234567890 --closed --tables tables --format squares")]
pub(crate) struct UnrankArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// The rank of the tour, from 0
    #[arg(value_name = "INDEX", allow_negative_numbers = true, help_heading = None::<&str>)]
    pub(crate) index: Count,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) output: TourOutputArgs,
}

pub(crate) fn run(args: &RankArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let (question, tour) = read(args, global)?;
    let output = args.report.open()?;
    let is_json = args.report.is_json();
    let folder = args.tables.folder(&question)?;
    let rank = |job: &Job<'_>| -> Result<(Count, Count), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.rank(&tour)?, tables.count().clone()))
    };
    let (asked, is_answer_json) = (question.clone(), is_json && output.is_standard());
    let report = move |stop: &Stop| {
        let document = || report::rank(&asked, Err(stop)).to_string();
        Report::json_or_words(is_answer_json, stop, document)
    };
    let answer = CountRun::new(&args.work, global).run(rank, report)?;
    let exit = answer.as_ref().map_or_else(stopped, |_| Exit::Yes);
    let line = match &answer {
        _ if is_json && !(exit == Exit::Interrupted && output.is_file()) => {
            report::rank(&question, answer.as_ref().map(|(rank, of)| (rank, of))).to_string()
        }
        Ok((rank, of)) => {
            format!("{rank} of {}, counted from 0", report::counted(of, &question.convention()))
        }
        Err(stop) => return print_stop(stop),
    };
    output.write(|out| Ok(writeln!(out, "{line}")?))?;
    Ok(exit)
}

/// Reads the tour, and the question that defines its rank.
fn read(args: &RankArgs, global: &GlobalOptions) -> Result<(Question, Tour), Failure> {
    let source = Source::open(&args.tour.file)?;
    let hint = hint(&args.tour, &args.rules.piece)?;
    let (Document::Tour(reading) | Document::Path(reading)) =
        pick(&args.tour, &source, &hint, global)?
    else {
        return Err(source.failure("contains the paths of several knights, which have no rank"));
    };
    let stated = reading.problem();
    // A text file states the kind of tour in its convention only.
    let stated = match stated.kind() {
        Kind::Any if reading.format != Format::Json => {
            stated.of_kind(kind_of(reading.convention()))
        }
        _ => stated,
    };
    let problem = args.rules.apply(stated.clone())?;
    let question = args.direction.question(&problem);
    let is_said = args.direction.directed || args.direction.undirected;
    let question = if is_said {
        question
    } else {
        as_noted(question, &stated, reading.convention(), &source)?
    };
    let tour = Tour::verify(&problem, reading.path).map_err(|rejected| {
        let first = first_defect(problem.board(), &rejected.verdict);
        source.failure(format_args!("is not one of the {}: {first}", question.convention()))
    })?;
    Ok((question, tour))
}

/// Returns the kind of the tours that a convention names.
fn kind_of(convention: Option<&str>) -> Kind {
    let Some(words) = convention.and_then(|convention| convention.split_once(' ')) else {
        return Kind::Any;
    };
    match words.1 {
        words if words.starts_with("closed tours") => Kind::Closed,
        words if words.starts_with("open tours") => Kind::Open,
        _ => Kind::Any,
    }
}

/// Returns the question with the direction that the file states.
fn as_noted(
    question: Question,
    stated: &Problem,
    convention: Option<&str>,
    source: &Source,
) -> Result<Question, Failure> {
    let Some(convention) = convention else { return Ok(question) };
    let stated = stated.question();
    let is_stated =
        |&direction: &Direction| stated.clone().counting(direction).convention() == convention;
    let direction = [Direction::Directed, Direction::Undirected].into_iter().find(is_stated);
    direction.map(|direction| question.counting(direction)).ok_or_else(|| {
        let why =
            "'convention' and 'problem' contradict each other: give --directed or --undirected";
        source.failure(why)
    })
}

pub(crate) fn run_unrank(args: &UnrankArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let question = args.counted.question()?;
    let form = args.output.form(question.problem().board())?;
    let options = args.output.base.options(form)?;
    let output = Output::open(args.output.to.output.as_deref())?;
    form.check_output(question.problem().board(), &output)?;
    let folder = args.tables.folder(&question)?;
    let begun = Instant::now();
    let unrank = |job: &Job<'_>| -> Result<(Count, Option<Tour>), CountError> {
        let tables = Tables::new(&question, folder, job)?;
        Ok((tables.count().clone(), tables.unrank(&args.index)?))
    };
    let is_json = form == TourFormat::JSON && output.is_standard();
    let (asked, index) = (question.clone(), args.index.clone());
    let report = move |stop: &Stop| {
        let outcome = Outcome::Unknown(stop.clone());
        let document =
            || report::unrank(&asked, &index, &outcome, None, begun.elapsed()).to_string();
        Report::json_or_words(is_json, stop, document)
    };
    let (outcome, of) = match CountRun::new(&args.work, global).run(unrank, report)? {
        Ok((of, Some(tour))) => (Outcome::Found(tour), Some(of)),
        Ok((of, None)) => {
            return Err(Failure::of("INDEX", report::beyond(&question, &args.index, &of)));
        }
        Err(stop) => (Outcome::Unknown(stop), None),
    };
    let exit = exit_of(&outcome);
    if form == TourFormat::JSON && !(exit == Exit::Interrupted && output.is_file()) {
        let elapsed = begun.elapsed();
        let object = report::unrank(&question, &args.index, &outcome, of.as_ref(), elapsed);
        output.write(|out| Ok(writeln!(out, "{object}")?))?;
        return Ok(exit);
    }
    match (&outcome, of) {
        (Outcome::Found(tour), Some(of)) => {
            output.write(|out| form.write(out, tour, &options, &no_progress))?;
            let (index, of) = (&args.index, report::counted(&of, &question.convention()));
            global.remark(format_args!("number {index} of {of}, counted from 0"));
            Ok(exit)
        }
        (Outcome::Unknown(stop), _) => print_stop(stop),
        _ => Ok(exit),
    }
}
