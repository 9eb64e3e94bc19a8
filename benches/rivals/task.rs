//! The tasks, and who tries them.

use caracole::formats::{ReadHint, puzzle};
use caracole::{Leaper, Piece, Problem};

use crate::program::Rival::{
    self, Cadical, Clingo, CpSat, Graphillion, HeldKarp, KnightsTourRs, Palmer, TdZdd,
    TutorialPython, TutorialRust,
};

/// One task for all.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) problem: Problem,
    pub(crate) asked: Asked,
    /// What is typed after `caracole`.
    pub(crate) typed: Vec<String>,
    pub(crate) rivals: &'static [Rival],
}

/// What is asked, and what is true where we know it without asking ourselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A tour; there is one.
    Tour,
    /// A tour; there is none, and that is to be proved.
    None,
    /// A tour from each square of a square board, one after the other.
    EachStart,
    /// The number of tours, each with its direction.
    Count(&'static str),
    /// So many tours, each with the same chance.
    Sample(usize),
    /// That only one tour fits the clues, and which.
    Unique,
}

const SOLVERS: &[Rival] = &[Clingo, CpSat, Cadical];
const COUNTERS: &[Rival] = &[Clingo, CpSat, Graphillion, TdZdd];
/// 36 squares; no rule of thumb sees that there is no tour.
const HOLED: &str = "8x6-a2,b2,b5,d2,d4,d5,e1,e3,e5,e6,f1,h5";

/// All tasks, from finding to counting.
pub(crate) fn all() -> Vec<Task> {
    let mut tasks = finding();
    tasks.extend(proving());
    tasks.extend(counting());
    tasks.push(unique());
    tasks
}

fn finding() -> Vec<Task> {
    const EVERYBODY: &[Rival] = &[Clingo, CpSat, Cadical, HeldKarp, Palmer];
    const WALKERS: &[Rival] = &[TutorialPython, TutorialRust, KnightsTourRs];
    vec![
        closed("4x4-a1,a4,d1,d4", Asked::Tour, EVERYBODY),
        closed("8x8", Asked::Tour, EVERYBODY),
        any("8x8", Asked::EachStart, WALKERS),
        closed("8x8", Asked::EachStart, WALKERS),
        closed("20x20", Asked::Tour, SOLVERS),
        closed("100x100", Asked::Tour, SOLVERS),
        any("100x100", Asked::Tour, WALKERS),
        any("1000x1000", Asked::Tour, WALKERS),
    ]
}

fn proving() -> Vec<Task> {
    let giraffe = Piece::from(Leaper::new(1, 4).expect("a leaper"));
    let cylinder = "cylinder:6x6".parse().expect("a board");
    let mut lonely = any("cylinder:6x6", Asked::None, SOLVERS);
    "cylinder:6x6 for the giraffe: no tour".clone_into(&mut lonely.name);
    lonely.problem = Problem::with_piece(cylinder, giraffe);
    lonely.typed.extend(["--leaper", "1,4"].map(str::to_owned));
    vec![
        closed("4x5", Asked::None, &[HeldKarp, Clingo, CpSat, Cadical]),
        any("3x6", Asked::None, SOLVERS),
        closed(HOLED, Asked::None, SOLVERS),
        closed("8x8-a1,h8", Asked::None, SOLVERS),
        lonely,
    ]
}

fn counting() -> Vec<Task> {
    let closed_tours = Asked::Count("undirected closed");
    vec![
        closed("5x6", closed_tours, COUNTERS),
        any("5x5", Asked::Count("directed tours"), COUNTERS),
        closed("6x6", closed_tours, COUNTERS),
        closed("6x8", closed_tours, &[Graphillion, TdZdd]),
        closed("6x6", Asked::Sample(1000), &[Graphillion]),
    ]
}

fn unique() -> Task {
    let clues = include_bytes!("../../data/puzzles/printed.txt");
    let problem = puzzle::read(clues, &ReadHint::default()).expect("a puzzle");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/puzzles/printed.txt");
    Task {
        name: name("the printed puzzle", "", Asked::Unique),
        problem: problem.into(),
        asked: Asked::Unique,
        typed: ["puzzle", "unique", file].map(str::to_owned).to_vec(),
        rivals: &[Clingo, CpSat],
    }
}

fn closed(board: &str, asked: Asked, rivals: &'static [Rival]) -> Task {
    let mut task = any(board, asked, rivals);
    task.problem = task.problem.closed();
    task.typed.push("--closed".to_owned());
    task.name = name(board, "closed ", asked);
    task
}

fn any(board: &str, asked: Asked, rivals: &'static [Rival]) -> Task {
    let (command, more): (&str, Vec<String>) = match asked {
        Asked::Count(_) => ("count", Vec::new()),
        Asked::Sample(tours) => ("sample", vec!["-n".to_owned(), tours.to_string()]),
        _ => ("solve", ["--format", "squares"].map(str::to_owned).to_vec()),
    };
    let mut typed = vec![command.to_owned(), board.to_owned(), "--quiet".to_owned()];
    typed.extend(more);
    Task {
        name: name(board, "", asked),
        problem: Problem::new(board.parse().expect("a board")),
        asked,
        typed,
        rivals,
    }
}

fn name(board: &str, kind: &str, asked: Asked) -> String {
    let what = match asked {
        Asked::Tour => format!("a {kind}tour"),
        Asked::None => format!("no {kind}tour"),
        Asked::EachStart => format!("a {kind}tour from each square"),
        Asked::Count(counted) if counted.starts_with("directed") => {
            "count directed tours".to_owned()
        }
        Asked::Count(_) => format!("count {kind}tours"),
        Asked::Sample(tours) => format!("{tours} {kind}tours by chance"),
        Asked::Unique => "only one tour fits".to_owned(),
    };
    format!("{board}: {what}")
}
