//! The compiled form of a problem: its move graph, and its constraints in vertex numbers.
//!
//! All methods that work on a graph compile a problem here, once, and build their own structures from
//! the instance. Constructions, formulas and walks on plain rectangles need no graph.

use caracole_core::{Board, Graph, Kind, MoveGraph, Moves, Path, Problem, Square};
use caracole_verify::{Stop, StopCause};

use crate::{Reservation, Run};

/// A problem compiled to vertices and edges.
///
/// Vertices number the squares without the holes. Forbidden moves are not edges of the graph.
#[derive(Debug)]
pub(crate) struct Instance<'a> {
    problem: &'a Problem,
    moves: Moves,
    graph: MoveGraph,
    /// The given start and end.
    pub(crate) start: Option<u32>,
    pub(crate) end: Option<u32>,
    /// The given starts of several knights.
    pub(crate) knight_starts: Vec<u32>,
    /// Required edges.
    pub(crate) required: Vec<(u32, u32)>,
    /// The vertex and the step, from 0, of each clue, the start and the end among them.
    pub(crate) clues: Vec<(u32, u32)>,
    /// The memory of the instance, and of the method that uses it.
    _memory: Reservation,
}

/// Why a problem was not compiled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CompileError {
    /// The graph and the method need this many bytes, which is above the memory limit, or the
    /// board has too many squares for a graph.
    TooLarge { bytes: u64 },
    /// Another limit was reached after this percentage of the board.
    Stopped { cause: StopCause, percent: f64 },
}

impl CompileError {
    /// Returns the stop of a method whose first phase is the compilation.
    pub(crate) fn into_stop(self, method: &str, board: &Board) -> Stop {
        match self {
            Self::TooLarge { bytes } => {
                let megabytes = bytes.div_ceil(1 << 20);
                let story = format!(
                    "{method} lists all moves of the board first, which takes up to {megabytes} MiB \
                     and can be done for {} squares at most; {} has {}",
                    MoveGraph::MAX_SQUARES,
                    board.title(),
                    board.len()
                );
                Stop::new(StopCause::Memory, story)
            }
            Self::Stopped { cause, percent } => {
                let story = format!(
                    "{method} lists all moves of the board first, and had done {percent:.0} % of it"
                );
                Stop::new(cause, story)
            }
        }
    }
}

impl From<CompileError> for StopCause {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::TooLarge { .. } => Self::Memory,
            CompileError::Stopped { cause, .. } => cause,
        }
    }
}

impl<'a> Instance<'a> {
    /// Compiles a problem. `moves` determines the order of the neighbours of a vertex, and `bytes` is
    /// the memory of the graph and the method, which is reserved first.
    pub(crate) fn new(
        problem: &'a Problem,
        moves: Moves,
        bytes: u64,
        run: &mut Run<'_>,
    ) -> Result<Self, CompileError> {
        let board = problem.board();
        let memory = run.reserve(bytes).map_err(|_| CompileError::TooLarge { bytes })?;
        let check = |done: u64| {
            run.check_limits().map_err(|cause| {
                let percent = 100.0 * done as f64 / board.area() as f64;
                CompileError::Stopped { cause, percent }
            })
        };
        let graph = MoveGraph::build(board, &moves, problem.forbidden(), check)?;
        let graph = graph.ok_or(CompileError::TooLarge { bytes })?;
        let vertex = |square: Square| graph.vertex(square);
        let required = problem.required().iter();
        let clues = problem.clues();
        Ok(Self {
            start: problem.start_square().and_then(vertex),
            end: problem.end_square().and_then(vertex),
            knight_starts: problem.knight_starts().iter().copied().filter_map(vertex).collect(),
            required: required.filter_map(|&(a, b)| vertex(a).zip(vertex(b))).collect(),
            clues: clues
                .filter_map(|(step, square)| Some((vertex(square)?, (step - 1) as u32)))
                .collect(),
            problem,
            moves,
            graph,
            _memory: memory,
        })
    }

    /// Returns the bytes of the graph: adjacency lists of four bytes per entry at their final
    /// capacity. With holes also the maps between vertices and squares, and a copy of the path.
    pub(crate) fn graph_bytes(board: &Board, moves: &Moves) -> u64 {
        let lists = moves.bound(board).saturating_add(board.len()).saturating_mul(4);
        if !board.has_holes() {
            return lists;
        }
        let squares = board.len().saturating_mul(8 + 2 * 4);
        lists
            .saturating_add(squares)
            .saturating_add(board.area().div_ceil(64).saturating_mul(8 + 4))
    }

    /// Returns the problem.
    pub(crate) const fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// Returns the board.
    pub(crate) const fn board(&self) -> &'a Board {
        self.problem.board()
    }

    /// Returns the moves in their order.
    pub(crate) const fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Returns the graph.
    pub(crate) const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    /// Returns the graph with its squares.
    pub(crate) const fn move_graph(&self) -> &MoveGraph {
        &self.graph
    }

    /// Returns the square of a vertex.
    pub(crate) fn square(&self, vertex: u32) -> Square {
        self.graph.square(vertex)
    }

    /// Returns the vertex of a square, if it is on the board.
    pub(crate) fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }

    /// Returns the squares of a path of vertices.
    pub(crate) fn path(&self, mut vertices: Vec<u32>) -> Path {
        let board = self.board();
        // Without holes vertices and squares have the same numbers.
        if board.has_holes() {
            if u32::try_from(board.area()).is_err() {
                return vertices.into_iter().map(|vertex| self.square(vertex)).collect();
            }
            for vertex in &mut vertices {
                *vertex = self.square(*vertex).index() as u32;
            }
        }
        Path::from_indices(vertices)
    }

    /// Returns the edges that every tour includes: the required ones, and the edge between the given
    /// ends of a closed tour, whether the graph has it or not.
    pub(crate) fn included_edges(&self) -> Vec<(u32, u32)> {
        let mut edges = self.required.clone();
        if let (Kind::Closed, Some(start), Some(end)) = (self.problem.kind(), self.start, self.end)
            && !edges.contains(&(start.min(end), start.max(end)))
        {
            edges.push((start, end));
        }
        edges
    }

    /// Returns the vertices that a move leads to, forbidden moves included.
    pub(crate) fn adjacent(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let squares = self.moves.from(self.board(), self.square(vertex));
        squares.filter_map(|square| self.vertex(square))
    }
}
