//! What several benchmarks need: problems as rivals read them, and numbers that others have published.

#[cfg(feature = "cadical")]
mod formula;

use std::time::Duration;

use caracole_core::{Kind, MoveGraph, Moves, Path, Problem, Square};

/// What a rival says.
#[derive(Debug)]
pub enum Answer {
    /// A path, which nobody has checked.
    Tour(Path),
    /// There is no tour.
    None,
    /// It took too long.
    GaveUp,
}

/// A problem as rivals read it: numbered squares, and for each the squares a move away.
#[derive(Debug)]
pub struct Question {
    /// The squares that are a move away from each square.
    pub near: Vec<Vec<u32>>,
    /// The tour must be closed.
    pub is_closed: bool,
    /// The start and the end, if they are given.
    pub ends: Option<[u32; 2]>,
    graph: MoveGraph,
}

impl Question {
    /// Reads a problem on a board that fits in memory.
    ///
    /// # Panics
    ///
    /// If it does not fit.
    pub fn new(problem: &Problem) -> Self {
        let moves = Moves::new(problem.piece(), problem.board());
        let graph = MoveGraph::new(problem.board(), &moves).expect("a board that fits");
        let vertices = 0..graph.graph().vertices();
        let near = vertices.map(|at| graph.graph().neighbours(at).to_vec()).collect();
        let vertex = |square| graph.vertex(square).expect("a square of the board");
        Self {
            near,
            is_closed: problem.kind() == Kind::Closed,
            ends: problem.start().zip(problem.end()).map(|(a, b)| [vertex(a), vertex(b)]),
            graph,
        }
    }

    /// The squares with these numbers.
    pub fn path(&self, vertices: impl IntoIterator<Item = u32>) -> Path {
        vertices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
    }

    /// The moves, each once, the smaller number first.
    pub fn moves(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.graph.graph().edge_list()
    }

    /// The number of a square of the board.
    pub fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }
}

/// A rival that decides a problem within a limit of time.
pub type Decide = fn(&Question, Duration) -> Answer;

/// `CaDiCaL`, if this was built with it.
#[cfg(feature = "cadical")]
pub const CADICAL: Option<Decide> = Some(formula::decide);
/// `CaDiCaL`, if this was built with it.
#[cfg(not(feature = "cadical"))]
pub const CADICAL: Option<Decide> = None;

/// A number of `data/known-counts.csv`, such as the `undirected closed` tours of `6x6`.
pub fn published(board: &str, kind: &str) -> Option<&'static str> {
    let head = format!("{board},{kind},");
    let table = include_str!("../../data/known-counts.csv");
    let row = table.lines().find_map(|line| line.strip_prefix(&head))?;
    row.split(',').next()
}
