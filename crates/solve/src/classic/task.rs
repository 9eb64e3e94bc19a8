//! A problem made ready for a search.

use caracole_core::{
    Board, Graph, MoveGraph, MoveOrder, Moves, OrderError, Path, Problem, Square, Stop, StopCause,
};

use super::rules::Rules;
use super::starts::ends_suit;
use crate::{Reservation, Run, Support};

/// A problem compiled: the graph of the moves that may be made, in the order in which they are
/// tried, and the rules in vertex numbers.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    problem: &'a Problem,
    moves: Moves,
    graph: MoveGraph,
    rules: Rules,
    _memory: Reservation,
}

/// The moves of a problem in the wanted order, or in their natural one.
pub(super) fn moves(problem: &Problem, order: Option<&MoveOrder>) -> Result<Moves, OrderError> {
    match order {
        Some(order) => Moves::ordered(problem.piece(), problem.board(), order),
        None => Ok(Moves::new(problem.piece(), problem.board())),
    }
}

/// A method can work on all problems of one knight that its order of moves fits.
pub(super) fn support_of_order(problem: &Problem, order: Option<&MoveOrder>) -> Support {
    Support::of_one_knight(problem, || match moves(problem, order) {
        Ok(_) => Support::Yes,
        Err(error) => Support::No(error.to_string()),
    })
}

impl<'a> Task<'a> {
    /// Compiles a problem for a method that takes `bytes` more a square. The run is asked for
    /// the memory first, and can stop the work at any time.
    pub(crate) fn new(
        method: &str,
        problem: &'a Problem,
        moves: Moves,
        bytes: u64,
        run: &mut Run<'_>,
    ) -> Result<Self, Stop> {
        let board = problem.board();
        let squares = board.len();
        let bytes =
            bytes + if problem.clues().next().is_some() { Rules::BYTES_OF_CLUES } else { 0 };
        let needed = squares.saturating_mul(bytes).saturating_add(bytes_of_graph(board, &moves));
        let too_much = || {
            let megabytes = needed.div_ceil(1 << 20);
            let story = format!(
                "{method} lists all moves of the board first, which takes up to {megabytes} MiB \
                 and can be done for {} squares at most; {} has {squares}",
                MoveGraph::MAX_SQUARES,
                board.title()
            );
            Stop::new(StopCause::Memory, story)
        };
        let memory = run.reserve(needed).map_err(|_| too_much())?;
        let look = |done: u64| {
            run.look().map_err(|cause| {
                let percent = 100.0 * done as f64 / board.area() as f64;
                let story = format!(
                    "{method} lists all moves of the board first, and had done {percent:.0} % of it"
                );
                Stop::new(cause, story)
            })
        };
        let graph = MoveGraph::build(board, &moves, problem.avoided(), look)?;
        let graph = graph.ok_or_else(too_much)?;
        let rules = Rules::new(problem, &graph);
        Ok(Self { problem, moves, graph, rules, _memory: memory })
    }

    /// The graph of the moves that may be made.
    pub(crate) const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    /// The same graph, with its squares.
    pub(crate) const fn move_graph(&self) -> &MoveGraph {
        &self.graph
    }

    /// The board.
    pub(crate) const fn board(&self) -> &'a Board {
        self.problem.board()
    }

    /// What is fixed.
    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The square of a vertex.
    pub(crate) fn square(&self, vertex: u32) -> Square {
        self.graph.square(vertex)
    }

    /// The squares of a path of vertices.
    pub(crate) fn path(&self, vertices: Vec<u32>) -> Path {
        if self.board().has_holes() {
            return vertices.into_iter().map(|vertex| self.square(vertex)).collect();
        }
        // Without holes vertices and squares have the same numbers.
        Path::from_indices(vertices)
    }

    /// The vertex of a square of the board.
    pub(crate) fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }

    /// Is a path over all vertices, walked by the rules, what the problem asks for?
    pub(crate) fn accepts(&self, path: &[u32]) -> bool {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return false;
        };
        self.rules.ends_keep_used(path)
            && ends_suit(self.problem, &self.moves, self.square(first), self.square(last))
    }
}

/// Bytes that the graph takes: numbers of four bytes, in lists that are as long as they get from
/// the beginning. With holes the numbers of the squares are kept as well, and bits with their
/// counts for squares and holes; and every path is told once more in the numbers of squares.
pub(crate) fn bytes_of_graph(board: &Board, moves: &Moves) -> u64 {
    let lists = board.len().saturating_mul(4 * (moves.offsets().len() as u64 + 1));
    if !board.has_holes() {
        return lists;
    }
    let squares = board.len().saturating_mul(8 + 2 * 4);
    lists.saturating_add(squares).saturating_add(board.area().div_ceil(64).saturating_mul(8 + 4))
}
