//! `caracole count`: counts tours.

mod cluster;

use std::path::{Path, PathBuf};
use std::time::Instant;

use caracole::board::{Coord, File, Level, Rank};
use caracole::counting::{By, Direction, Job, Question, Tally};
use caracole::{Board, Count, Square, Stop, report};
use clap::Args;

use crate::args::values::process;
use crate::args::{GlobalOptions, ReportArgs};
use crate::counting::{
    COUNTED_ONE_BY_ONE, CountRun, CountedArgs, WorkArgs, create, print_stop, stopped,
};
use crate::failure::Failure;
use crate::problem::needs_coordinates;
use crate::watchdog::{self, Report};
use crate::{Exit, interrupt};

/// Count all tours, exactly
///
/// The answer is one line: the number and the convention. By default, tours of any kind are counted with their
/// direction, as in OEIS A165134, and closed tours without direction, as in A001230. A closed tour has no first
/// square, so it is counted once and not once per start square.
///
/// Tours are not enumerated: frontier dynamic programming runs from both ends of the board, and the two halves
/// are joined. The work depends far more on the shorter side of the board than on the longer one. Layers that do
/// not fit into --memory are stored on disk.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole count 6x6 --closed               9862 undirected closed tours
  caracole count 5x5                        1728 directed tours, open and closed together
  caracole count 5x5 --by-start             one number per start square
  caracole count 6x6 --closed --classes     up to rotation and reflection
  caracole count 6x5 --from a1 --to f5
  caracole count @heart.txt --closed --json
  caracole count 8x8 --checkpoint work      if it is interrupted, continue with:
  caracole count 8x8 --resume work
  caracole count 9x9 --hosts hosts.txt --process 0 --secret-file secret --checkpoint /shared/work
                                            the others run the same with --process 1, 2, …",
    after_help = "Exit codes: 0 counted, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// The number of tours from each start square
    ///
    /// A tour with a start has a direction, so these are directed tours.
    #[arg(long, conflicts_with_all = ["undirected", "classes"], help_heading = "What counts as one")]
    pub(crate) by_start: bool,
    /// Count orbits under the symmetries of the board
    ///
    /// Tours that rotations or reflections of the board map to each other are one.
    #[arg(long, help_heading = "What counts as one")]
    pub(crate) classes: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) folder: CheckpointArgs,
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The folder of finished layers.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct CheckpointArgs {
    /// Store finished layers in a folder, and resume from it
    ///
    /// The folder is created. If it contains layers of the same count, the count resumes. Whatever ends the program,
    /// at most the work on one layer is lost. A damaged folder, or one of another count, is refused.
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As --checkpoint, but fail if the folder contains no layers
    #[arg(long, value_name = "DIR")]
    pub(crate) resume: Option<PathBuf>,
}

/// A count by several processes.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct ClusterArgs {
    /// Count with other processes: a file with their host:port
    ///
    /// Start the same command on all machines, with the same file, threads and problem, and a different --process
    /// each. The processes wait for each other. If --checkpoint names a shared folder, finished layers are stored
    /// there. If one process is lost, the others stop; start any number of processes with --resume to continue.
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with_all = ["by_start", "classes"]
    )]
    pub(crate) hosts: Option<PathBuf>,
    /// Number of this process; process 0 prints the count
    #[arg(long, value_name = "I", requires = "hosts", value_parser = process)]
    pub(crate) process: Option<usize>,
    /// File with the secret that all processes share; required beyond one machine
    ///
    /// 16 to 4096 bytes, the same for all processes; white space at both ends is ignored. Create one with
    /// `head -c 32 /dev/urandom | base64 > secret; chmod 600 secret`, and copy it to all machines. Processes
    /// without the secret are rejected. Messages are not encrypted.
    #[arg(long, value_name = "FILE", requires = "hosts", hide_short_help = true)]
    pub(crate) secret_file: Option<PathBuf>,
}

/// What is counted.
struct Plan {
    question: Question,
    by: By,
}

pub(crate) fn run(args: &CountArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let plan = plan(args)?;
    let output = args.report.open()?;
    let is_json = args.report.is_json();
    let folder = args.folder.open(&plan.question)?;
    let cluster_process = args.cluster.process(global)?;
    let advice = match &cluster_process {
        Some(_) => Some(cluster::advice(folder)),
        None => folder.map(|folder| format!("go on with --resume {}", folder.display())),
    };
    if let Some(advice) = &advice {
        interrupt::set_hint(advice.clone());
    }
    let begun = Instant::now();
    let (question, by) = (plan.question.clone(), plan.by);
    let is_answer_json = is_json && output.is_standard();
    let remark = advice.as_ref().filter(|_| !global.quiet).map(|advice| format!("{advice}\n"));
    let report = move |stop: &Stop| {
        let report = Report::json_or_words(is_answer_json, stop, || {
            report::count(&question, by, Err(stop), watchdog::started().elapsed()).to_string()
        });
        Report { remark: remark.unwrap_or_default(), ..report }
    };
    let count = |job: &Job<'_>| {
        let job = folder.map_or(*job, |folder| job.checkpoint(folder));
        match &cluster_process {
            Some(cluster_process) => cluster_process.answer(&plan.question, &job, global),
            None => Tally::of(&plan.question, plan.by, &job).map(Ok),
        }
    };
    let answer = CountRun::new(&args.work, global).run(count, report)?;
    let answer = match answer {
        Ok(Err(error)) => return cluster::tell(&error, folder),
        Ok(Ok(_)) if !cluster_process.is_none_or(|cluster_process| cluster_process.is_first()) => {
            return Ok(Exit::Yes);
        }
        Ok(Ok(answer)) => Ok(answer),
        Err(stop) => Err(stop),
    };
    let exit = answer.as_ref().map_or_else(stopped, |_| Exit::Yes);
    let is_json = is_json && !(exit == Exit::Interrupted && output.is_file());
    let text = match &answer {
        _ if is_json => {
            let elapsed = begun.elapsed();
            format!("{}\n", report::count(&plan.question, plan.by, answer.as_ref(), elapsed))
        }
        Ok(answer) => plan.text(answer),
        Err(stop) => {
            print_stop(stop)?;
            String::new()
        }
    };
    if !text.is_empty() {
        output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    }
    // The text of an interruption is already printed.
    if let Some(advice) = advice.filter(|_| exit == Exit::Unknown || (is_json && exit != Exit::Yes))
    {
        global.remark(advice);
    }
    Ok(exit)
}

fn plan(args: &CountArgs) -> Result<Plan, Failure> {
    let question = args.counted.question()?;
    let problem = question.problem();
    if args.by_start {
        if problem.start_square().is_some() {
            return Err(Failure::of(
                "--by-start",
                "asks this of every square: leave out the start",
            ));
        }
        // A tour with a start has a direction.
        return Ok(Plan { question: question.counting(Direction::Directed), by: By::Start });
    }
    let is_fixed = problem.clues().next().is_some()
        || !problem.required().is_empty()
        || !problem.forbidden().is_empty();
    if args.classes {
        needs_coordinates("--classes", question.problem().board())?;
    }
    if args.classes && is_fixed {
        let why = "goes with whole boards: leave out squares and moves that are fixed";
        return Err(Failure::of("--classes", why));
    }
    Ok(Plan { question, by: if args.classes { By::Orbit } else { By::All } })
}

impl CheckpointArgs {
    /// Returns the folder, and creates it if it does not exist.
    fn open(&self, question: &Question) -> Result<Option<&Path>, Failure> {
        let given = [("--checkpoint", &self.checkpoint), ("--resume", &self.resume)];
        let given = given.into_iter().find(|(_, folder)| folder.is_some());
        if let Some((flag, _)) = given.filter(|_| !question.has_layers()) {
            return Err(Failure::of(flag, format!("no layers are kept: {COUNTED_ONE_BY_ONE}")));
        }
        let Some(resume) = self.resume.as_deref() else {
            let folder = self.checkpoint.as_deref();
            return folder.map(|path| create("--checkpoint", path)).transpose();
        };
        let is_empty = std::fs::read_dir(resume).map_or(true, |mut all| all.next().is_none());
        if is_empty {
            let why = "there is nothing to go on from: begin with --checkpoint";
            return Err(Failure::of(format!("--resume {}", resume.display()), why));
        }
        Ok(Some(resume))
    }
}

impl Plan {
    /// Returns the name of what is counted.
    fn convention(&self) -> String {
        self.by.convention(&self.question)
    }

    fn text(&self, answer: &Tally) -> String {
        let board = self.question.problem().board();
        let starts = answer.starts.as_ref();
        let mut lines = starts.map(|starts| picture(board, starts)).unwrap_or_default();
        lines.push(report::counted(&answer.count, &self.convention()) + "\n");
        lines.join("\n")
    }
}

/// The largest width of a picture in characters.
const MAX_WIDTH: usize = 200;

/// Returns the lines of the board, each square with its number, holes blank; or, if that would
/// be too wide, a line for each square.
fn picture(board: &Board, starts: &[(Square, Count)]) -> Vec<String> {
    let numbers: Vec<String> = starts.iter().map(|(_, count)| count.to_string()).collect();
    let last_file = File::new(board.files() - 1).to_string();
    let width = numbers.iter().map(String::len).max().unwrap_or_default().max(last_file.len());
    if board.graph().is_some() || (board.files() as usize).saturating_mul(width + 1) > MAX_WIDTH {
        let named = starts.iter().zip(&numbers);
        return named.map(|((square, _), count)| board.name(*square) + " " + count).collect();
    }
    let number = |place: Coord| -> &str {
        let square = board.square(place);
        let at = square.and_then(|square| starts.binary_search_by_key(&square, |one| one.0).ok());
        at.map_or("", |at| &numbers[at])
    };
    let row = |label: &str, words: &dyn Fn(File) -> String| {
        let files = (0..board.files()).map(File::new);
        let words: Vec<String> = files.map(|file| format!("{:>width$}", words(file))).collect();
        format!("{label:>4}  {}", words.join(" ")).trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for level in (0..board.levels()).map(Level::new) {
        if board.is_box() {
            lines.push(format!("level {level}"));
        }
        for rank in (0..board.ranks()).rev().map(Rank::new) {
            let words = |file| number(Coord { file, rank, level }).to_owned();
            lines.push(row(&rank.to_string(), &words));
        }
        lines.push(row("", &|file| file.to_string()));
    }
    lines
}

#[cfg(test)]
mod tests;
