//! Shared parts of benchmarks: problems in the form of rivals, and published counts.

#[cfg(feature = "cadical")]
mod formula;

use std::hint::black_box;
use std::time::{Duration, Instant};

use caracole_core::{Kind, MoveGraph, Moves, Path, Problem, Square};

/// The answer of a rival.
#[derive(Debug)]
pub enum Answer {
    /// An unverified path.
    Tour(Path),
    /// No tour exists.
    None,
    /// The time limit was reached.
    GaveUp,
}

/// A problem in the form of rivals: squares by index, and the neighbours of each.
#[derive(Debug)]
pub struct Question {
    /// The neighbours of each square.
    pub near: Vec<Vec<u32>>,
    /// True for closed tours.
    pub is_closed: bool,
    /// The start and the end, if given.
    pub ends: Option<[u32; 2]>,
    graph: MoveGraph,
}

impl Question {
    /// Converts a problem on a board that fits into memory.
    ///
    /// # Panics
    ///
    /// Panics if it does not fit.
    pub fn new(problem: &Problem) -> Self {
        let moves = Moves::new(problem.piece(), problem.board());
        let graph = MoveGraph::new(problem.board(), &moves).expect("a board that fits");
        let vertices = 0..graph.graph().vertices();
        let near = vertices.map(|at| graph.graph().neighbours(at).to_vec()).collect();
        let vertex = |square| graph.vertex(square).expect("a square of the board");
        Self {
            near,
            is_closed: problem.kind() == Kind::Closed,
            ends: problem
                .start_square()
                .zip(problem.end_square())
                .map(|(a, b)| [vertex(a), vertex(b)]),
            graph,
        }
    }

    /// Returns the squares with these indices.
    pub fn path(&self, vertices: impl IntoIterator<Item = u32>) -> Path {
        vertices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
    }

    /// Returns the moves, each once, the smaller index first.
    pub fn moves(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.graph.graph().edge_list()
    }

    /// Returns the index of a square.
    pub fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }
}

/// A function that decides a problem within a time limit.
pub type Decide = fn(&Question, Duration) -> Answer;

/// `CaDiCaL`, if this was built with it.
#[cfg(feature = "cadical")]
pub const CADICAL: Option<Decide> = Some(formula::decide);
/// `CaDiCaL`, if this was built with it.
#[cfg(not(feature = "cadical"))]
pub const CADICAL: Option<Decide> = None;

/// Returns a count of `data/known-counts.csv`, such as the `undirected closed` tours of `6x6`.
pub fn published(board: &str, kind: &str) -> Option<&'static str> {
    let head = format!("{board},{kind},");
    let table = include_str!("../../data/known-counts.csv");
    let row = table.lines().find_map(|line| line.strip_prefix(&head))?;
    row.split(',').next()
}

/// Returns the result of `work` and its time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let result = black_box(work());
    (result, begun.elapsed())
}

/// Returns the peak memory of this process, if the system reports it.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
