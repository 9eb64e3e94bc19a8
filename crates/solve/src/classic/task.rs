//! A problem made ready for a search.

use caracole_core::{
    Board, Graph, MoveGraph, MoveOrder, Moves, OrderError, Outcome, Path, Problem, Square, Stop,
    StopCause,
};

use super::rules::Rules;
use super::starts::ends_suit;
use crate::{Run, Support};

/// A problem compiled: the graph of the moves that may be made, in the order in which they are
/// tried, and the rules in vertex numbers.
#[derive(Debug)]
pub(super) struct Task<'a> {
    problem: &'a Problem,
    moves: Moves,
    graph: MoveGraph,
    rules: Rules,
}

/// The moves of a problem in the wanted order, or in their natural one.
pub(super) fn moves(problem: &Problem, order: Option<&MoveOrder>) -> Result<Moves, OrderError> {
    match order {
        Some(order) => Moves::ordered(problem.piece(), problem.board(), order),
        None => Ok(Moves::new(problem.piece(), problem.board())),
    }
}

/// A method can work on all problems that its order of moves fits.
pub(super) fn support_of_order(problem: &Problem, order: Option<&MoveOrder>) -> Support {
    match moves(problem, order) {
        Ok(_) => Support::Yes,
        Err(error) => Support::No(error.to_string()),
    }
}

/// The answer to a problem that a method does not support.
pub(super) fn unsupported(why: impl Into<String>) -> Outcome {
    Outcome::Unknown(Stop::new(StopCause::Heuristic, why))
}

impl<'a> Task<'a> {
    /// Compiles a problem for a method that takes `bytes` more a square. The run is asked for
    /// the memory first.
    pub(super) fn new(
        method: &str,
        problem: &'a Problem,
        moves: Moves,
        bytes: u64,
        run: &Run<'_>,
    ) -> Result<Self, Stop> {
        let board = problem.board();
        let squares = board.len();
        let needed = squares.saturating_mul(bytes + bytes_of_graph(problem, &moves));
        let too_much = || {
            let megabytes = needed.div_ceil(1 << 20);
            let story = format!(
                "{method} lists all moves of the board first, which takes up to {megabytes} MiB \
                 and can be done for {} squares at most; {board} has {squares}",
                MoveGraph::MAX_SQUARES
            );
            Stop::new(StopCause::Memory, story)
        };
        run.reserve(needed).map_err(|_| too_much())?;
        let graph = MoveGraph::new(board, &moves).ok_or_else(too_much)?;
        let graph = without_avoided(graph, problem);
        let rules = Rules::new(problem, &graph);
        Ok(Self { problem, moves, graph, rules })
    }

    /// The graph of the moves that may be made.
    pub(super) const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    /// The board.
    pub(super) const fn board(&self) -> &'a Board {
        self.problem.board()
    }

    /// What is fixed.
    pub(super) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The square of a vertex.
    pub(super) fn square(&self, vertex: u32) -> Square {
        self.graph.square(vertex)
    }

    /// The squares of a path of vertices.
    pub(super) fn path(&self, vertices: Vec<u32>) -> Path {
        if self.board().has_holes() {
            return vertices.into_iter().map(|vertex| self.square(vertex)).collect();
        }
        // Without holes vertices and squares have the same numbers.
        Path::from_indices(vertices)
    }

    /// The vertex of a square of the board.
    pub(super) fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }

    /// Is a path over all vertices, walked by the rules, what the problem asks for?
    pub(super) fn accepts(&self, path: &[u32]) -> bool {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return false;
        };
        self.rules.ends_keep_used(path)
            && ends_suit(self.problem, &self.moves, self.square(first), self.square(last))
    }
}

/// Bytes a square that the graph takes while it is built: numbers of four bytes, in lists that
/// grow to twice what they hold, and a second time where moves are taken out. With holes the numbers
/// of the squares are kept as well, and every path is told once more in them.
fn bytes_of_graph(problem: &Problem, moves: &Moves) -> u64 {
    let lists = 2 * 4 * (moves.offsets().len() as u64 + 1);
    let copies = if problem.avoided().is_empty() { 1 } else { 2 };
    lists * copies + if problem.board().has_holes() { 8 + 2 * 4 } else { 0 }
}

fn without_avoided(graph: MoveGraph, problem: &Problem) -> MoveGraph {
    // Sorted, because the problem's list is, and vertices have the order of their squares.
    let avoided: Vec<(u32, u32)> = problem
        .avoided()
        .iter()
        .filter_map(|&(a, b)| Some((graph.vertex(a)?, graph.vertex(b)?)))
        .collect();
    if avoided.is_empty() {
        return graph;
    }
    graph.map(|graph| graph.without(|a, b| avoided.binary_search(&(a, b)).is_ok()))
}
