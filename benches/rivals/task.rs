//! The tasks and their rivals.

use caracole::board::Leaper;
use caracole::formats::{ReadHint, puzzle};
use caracole::{Piece, Problem};

use crate::program::Rival::{
    self, Cadical, Clingo, CpSat, Graphillion, HeldKarp, KnightsTourRs, Palmer, TdZdd,
    TutorialPython, TutorialRust,
};

/// A task.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) problem: Problem,
    pub(crate) goal: Goal,
    /// The arguments of `caracole`.
    pub(crate) arguments: Vec<String>,
    pub(crate) rivals: &'static [Rival],
}

/// The goal of a task, with the known result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A tour, which exists.
    Tour,
    /// A proof that no tour exists.
    None,
    /// A tour from each square of a square board.
    EachStart,
    /// The number of directed tours.
    Count(&'static str),
    /// A number of tours, sampled uniformly at random.
    Sample(usize),
    /// The only tour that fits the clues, and that it is the only one.
    Unique,
}

const SOLVERS: &[Rival] = &[Clingo, CpSat, Cadical];
const COUNTERS: &[Rival] = &[Clingo, CpSat, Graphillion, TdZdd];
/// A board of 36 squares without a tour, which no simple theorem excludes.
const HOLED: &str = "8x6-a2,b2,b5,d2,d4,d5,e1,e3,e5,e6,f1,h5";

/// Returns all tasks.
pub(crate) fn all() -> Vec<Task> {
    let mut tasks = finding();
    tasks.extend(proving());
    tasks.extend(searching());
    tasks.extend(counting());
    tasks.push(unique());
    tasks
}

fn finding() -> Vec<Task> {
    const ALL_SOLVERS: &[Rival] = &[Clingo, CpSat, Cadical, HeldKarp, Palmer];
    const WALKERS: &[Rival] = &[TutorialPython, TutorialRust, KnightsTourRs];
    vec![
        closed("4x4-a1,a4,d1,d4", Goal::Tour, ALL_SOLVERS),
        closed("8x8", Goal::Tour, ALL_SOLVERS),
        any("8x8", Goal::EachStart, WALKERS),
        closed("8x8", Goal::EachStart, WALKERS),
        closed("20x20", Goal::Tour, SOLVERS),
        closed("100x100", Goal::Tour, SOLVERS),
        any("100x100", Goal::Tour, WALKERS),
        any("1000x1000", Goal::Tour, WALKERS),
    ]
}

fn proving() -> Vec<Task> {
    vec![
        closed("4x5", Goal::None, &[HeldKarp, Clingo, CpSat, Cadical]),
        any("3x6", Goal::None, SOLVERS),
        closed(HOLED, Goal::None, SOLVERS),
        closed("8x8-a1,h8", Goal::None, SOLVERS),
    ]
}

/// Other pieces, on boards that no theorem is about.
fn searching() -> Vec<Task> {
    let boards = ["cylinder:6x6", "cylinder:10x6", "cylinder:12x6", "cylinder:14x6"];
    let mut tasks: Vec<Task> =
        boards.map(|board| of_leaper(board, (1, 4), "giraffe", Goal::None)).into();
    tasks.push(of_leaper("12x12", (2, 3), "zebra", Goal::None));
    tasks.push(of_leaper("16x16", (2, 5), "2,5-leaper", Goal::None));
    tasks.push(of_leaper("14x14", (1, 4), "giraffe", Goal::Tour));
    tasks.push(of_leaper("18x18", (2, 3), "zebra", Goal::Tour));
    tasks
}

fn of_leaper(board: &str, (a, b): (u32, u32), piece: &str, goal: Goal) -> Task {
    let leaper = Piece::from(Leaper::new(a, b).expect("a leaper"));
    let mut task = any(board, goal, SOLVERS);
    task.name = name(&format!("{board} for the {piece}"), "", goal);
    task.problem = Problem::with_piece(board.parse().expect("a board"), leaper);
    task.arguments.extend(["--leaper".to_owned(), format!("{a},{b}")]);
    task
}

fn counting() -> Vec<Task> {
    let closed_tours = Goal::Count("undirected closed");
    vec![
        closed("5x6", closed_tours, COUNTERS),
        any("5x5", Goal::Count("directed tours"), COUNTERS),
        closed("6x6", closed_tours, COUNTERS),
        closed("6x8", closed_tours, &[Graphillion, TdZdd]),
        closed("6x6", Goal::Sample(1000), &[Graphillion]),
    ]
}

fn unique() -> Task {
    let clues = include_bytes!("../../data/puzzles/printed.txt");
    let problem = puzzle::read(clues, &ReadHint::default()).expect("a puzzle");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/puzzles/printed.txt");
    Task {
        name: name("the printed puzzle", "", Goal::Unique),
        problem,
        goal: Goal::Unique,
        arguments: ["puzzle", "unique", file].map(str::to_owned).to_vec(),
        rivals: &[Clingo, CpSat],
    }
}

fn closed(board: &str, goal: Goal, rivals: &'static [Rival]) -> Task {
    let mut task = any(board, goal, rivals);
    task.problem = task.problem.closed();
    task.arguments.push("--closed".to_owned());
    task.name = name(board, "closed ", goal);
    task
}

fn any(board: &str, goal: Goal, rivals: &'static [Rival]) -> Task {
    let (command, more): (&str, Vec<String>) = match goal {
        Goal::Count(_) => ("count", Vec::new()),
        Goal::Sample(tours) => ("sample", vec!["-n".to_owned(), tours.to_string()]),
        _ => ("solve", ["--format", "squares"].map(str::to_owned).to_vec()),
    };
    let mut arguments = vec![command.to_owned(), board.to_owned(), "--quiet".to_owned()];
    arguments.extend(more);
    Task {
        name: name(board, "", goal),
        problem: Problem::new(board.parse().expect("a board")),
        goal,
        arguments,
        rivals,
    }
}

fn name(board: &str, kind: &str, goal: Goal) -> String {
    let what = match goal {
        Goal::Tour => format!("a {kind}tour"),
        Goal::None => format!("no {kind}tour"),
        Goal::EachStart => format!("a {kind}tour from each square"),
        Goal::Count(counted) if counted.starts_with("directed") => {
            "count directed tours".to_owned()
        }
        Goal::Count(_) => format!("count {kind}tours"),
        Goal::Sample(tours) => format!("{tours} {kind}tours by chance"),
        Goal::Unique => "only one tour fits".to_owned(),
    };
    format!("{board}: {what}")
}
