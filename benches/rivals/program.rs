//! The rivals: their locations, processes and limits.

use std::fmt::Write as _;
use std::fs;
use std::io::{Seek, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use caracole::Kind;
use caracole_benches::{Answer, CADICAL, Question};

use crate::report::Report;
use crate::task::{Goal, Task};

/// The limit of the address space of a process in KiB.
const MEMORY: &str = "16000000";

/// The locations of all programs, and the time limit.
pub(crate) struct Tools {
    pub(crate) folder: PathBuf,
    pub(crate) caracole: PathBuf,
    pub(crate) limit: Duration,
}

/// The output and time of a process, and why it was killed if it was.
pub(crate) struct Ran {
    pub(crate) text: String,
    pub(crate) time: Duration,
    pub(crate) gave_up: Option<String>,
    is_success: bool,
}

/// The programs in common use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rival {
    Clingo,
    CpSat,
    Cadical,
    Graphillion,
    TdZdd,
    HeldKarp,
    Palmer,
    TutorialPython,
    TutorialRust,
    KnightsTourRs,
}

impl Rival {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Clingo => "clingo",
            Self::CpSat => "CP-SAT",
            Self::Cadical => "CaDiCaL",
            Self::Graphillion => "Graphillion",
            Self::TdZdd => "TdZdd",
            Self::HeldKarp => "HeldKarpTSP of JGraphT",
            Self::Palmer => "PalmerHamiltonianCycle of JGraphT",
            Self::TutorialPython => "tutorial Warnsdorff, Python",
            Self::TutorialRust => "tutorial Warnsdorff, Rust",
            Self::KnightsTourRs => "knights-tour-rs",
        }
    }

    /// Returns the report, or how to install a missing program.
    pub(crate) fn answer(
        self,
        tools: &Tools,
        task: &Task,
        question: &Question,
    ) -> Result<Report, String> {
        match self {
            Self::Cadical => by_cadical(tools, question),
            Self::TutorialRust => Ok(by_tutorial(task, question)),
            Self::KnightsTourRs => {
                Err("not measured: in no package registry, and no licence stated".to_owned())
            }
            _ => {
                let mut command = self.command(tools, task)?;
                let ran = tools.run(&mut command, &graph_text(task, question));
                let mut report = Report::read(&ran.text, question);
                if ran.gave_up.is_none() && !ran.is_success {
                    report.refused = Some("an error, or no more memory".to_owned());
                }
                let whole = report.refused.is_none().then_some(ran.time);
                Ok(Report { whole, gave_up: ran.gave_up, ..report })
            }
        }
    }

    /// Returns the command of the driver.
    fn command(self, tools: &Tools, task: &Task) -> Result<Command, String> {
        let drivers = Path::new(env!("CARGO_MANIFEST_DIR")).join("rivals/drivers");
        let python = |script: &str, program: PathBuf| {
            let mut command = Command::new(program);
            // Python writes no files beside the scripts.
            command.arg("-B").arg(drivers.join(script));
            command
        };
        let installed = |at: &str| {
            let path = tools.folder.join(at);
            let missing = || "not installed: benches/rivals/install".to_owned();
            path.exists().then_some(path).ok_or_else(missing)
        };
        let mut command = match self {
            Self::Clingo => python("clingo_tour.py", installed("venv/bin/python")?),
            Self::CpSat => python("cpsat_tour.py", installed("venv/bin/python")?),
            Self::Graphillion => python("graphillion_tour.py", installed("venv/bin/python")?),
            Self::TutorialPython => {
                let mut command = python("warnsdorff.py", PathBuf::from("python3"));
                let squares = task.problem.board().len();
                command.arg(side(task).to_string());
                let starts = if task.goal == Goal::EachStart { squares } else { 1 };
                command.args((1..=starts).map(|start| start.to_string()));
                return Ok(command);
            }
            Self::TdZdd => Command::new(installed("tdzdd")?),
            Self::HeldKarp | Self::Palmer => {
                let classes = installed("classes")?;
                let jars = fs::read_to_string(classes.join("classpath")).unwrap_or_default();
                let mut command = Command::new("java");
                command.arg("-cp").arg(format!("{}:{}", classes.display(), jars.trim()));
                command.args(["Tours", if self == Self::Palmer { "palmer" } else { "held-karp" }]);
                return Ok(command);
            }
            _ => unreachable!("not a process"),
        };
        let is_closed = task.problem.kind() == Kind::Closed;
        command.arg(match task.goal {
            Goal::Count(_) if is_closed => "count-closed",
            Goal::Count(_) => "count-paths",
            Goal::Sample(_) => "sample",
            Goal::Unique => "unique",
            _ if is_closed => "closed",
            _ => "path",
        });
        if let Goal::Sample(tours) = task.goal {
            command.arg(tours.to_string());
        }
        Ok(command)
    }
}

impl Tools {
    /// Returns why a program gave up.
    pub(crate) fn patience(&self) -> String {
        format!("the limit of {} s", self.limit.as_secs())
    }

    /// Runs a process, and kills it after the time limit.
    pub(crate) fn run(&self, command: &mut Command, input: &str) -> Ran {
        let mut given = tempfile::tempfile().expect("a file");
        given.write_all(input.as_bytes()).and_then(|()| given.rewind()).expect("written");
        let mut printed = tempfile::NamedTempFile::new().expect("a file");
        let begun = Instant::now();
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v $0; exec \"$@\"", MEMORY])
            .arg(command.get_program())
            .args(command.get_args())
            .stdin(given)
            .stdout(printed.reopen().expect("a file"))
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let mut pause = Duration::from_micros(50);
        let status = loop {
            let status = child.try_wait().expect("a child");
            if status.is_some() || begun.elapsed() > self.limit {
                break status;
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(Duration::from_millis(5));
        };
        let time = begun.elapsed();
        if status.is_none() {
            child.kill().expect("it lives");
            child.wait().expect("it ends");
        }
        printed.rewind().expect("a file");
        let text = fs::read_to_string(printed.path()).expect("UTF-8");
        Ran {
            text,
            time,
            gave_up: status.is_none().then(|| self.patience()),
            is_success: status.is_some_and(|status| status.success()),
        }
    }
}

/// Returns the graph in the format of drivers; with clues only for tasks about them.
fn graph_text(task: &Task, question: &Question) -> String {
    let mut text = format!("{} {}\n", question.near.len(), question.moves().count());
    for (a, b) in question.moves() {
        writeln!(text, "{} {}", a + 1, b + 1).expect("memory");
    }
    for (step, square) in task.problem.clues() {
        let vertex = question.vertex(square).expect("a square of the board");
        writeln!(text, "{} {step}", vertex + 1).expect("memory");
    }
    text
}

/// Returns the side of a square board.
fn side(task: &Task) -> i32 {
    task.problem.board().len().isqrt() as i32
}

fn by_cadical(tools: &Tools, question: &Question) -> Result<Report, String> {
    let decide = CADICAL.ok_or("not built: --features cadical")?;
    let begun = Instant::now();
    let answer = decide(question, tools.limit);
    let mut report = Report { inside: Some(begun.elapsed()), ..Report::default() };
    // The version in release 0.1.16 of the crate.
    report.version = Some("CaDiCaL 1.9.5".to_owned());
    match answer {
        Answer::Tour(path) => report.tours.push(path),
        Answer::None => report.is_none = true,
        Answer::GaveUp => report.gave_up = Some(tools.patience()),
    }
    Ok(report)
}

fn by_tutorial(task: &Task, question: &Question) -> Report {
    let starts = if task.goal == Goal::EachStart { question.near.len() as u32 } else { 1 };
    let begun = Instant::now();
    let tours: Vec<_> = (0..starts).map(|start| tutorial_tour(side(task), start)).collect();
    let inside = begun.elapsed();
    Report {
        inside: Some(inside),
        failed: tours.iter().filter(|tour| tour.is_none()).count(),
        tours: tours.into_iter().flatten().map(|tour| question.path(tour)).collect(),
        ..Report::default()
    }
}

/// The order of the moves breaks ties.
const MOVES: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns a tour of a square board by Warnsdorff's rule as in tutorials, which goes to the first of the squares
/// with the lowest degree: from a square, as indices row by row from 0, or `None` if the rule reaches
/// a dead end.
fn tutorial_tour(side: i32, start: u32) -> Option<Vec<u32>> {
    let mut board = vec![vec![0_u32; side as usize]; side as usize];
    let (mut row, mut column) = (start as i32 / side, start as i32 % side);
    let mut path = vec![start];
    board[row as usize][column as usize] = 1;
    for step in 2..=(side * side) as u32 {
        let mut best = None;
        let mut lowest = 9;
        for (r, c) in onward_moves(&board, row, column) {
            let degree = onward_moves(&board, r, c).count();
            if degree < lowest {
                lowest = degree;
                best = Some((r, c));
            }
        }
        (row, column) = best?;
        board[row as usize][column as usize] = step;
        path.push((row * side + column) as u32);
    }
    Some(path)
}

fn onward_moves(
    board: &[Vec<u32>],
    row: i32,
    column: i32,
) -> impl Iterator<Item = (i32, i32)> + '_ {
    let side = board.len() as i32;
    let near = MOVES.iter().map(move |(down, right)| (row + down, column + right));
    let on_board = near.filter(move |&(r, c)| (0..side).contains(&r) && (0..side).contains(&c));
    on_board.filter(|&(r, c)| board[r as usize][c as usize] == 0)
}
