//! The graph of a board: squares as vertices, moves as edges.

mod neighbours;
mod vertex_map;

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::{Board, Graph, Moves, Square};

use neighbours::list_moves;
use vertex_map::VertexMap;

/// The squares of a board as vertices, the moves of a piece as edges.
///
/// Vertices are the squares in the order of their numbers, without the holes.
///
/// ```
/// use caracole_core::{Board, MoveGraph, Moves, Piece};
///
/// let board: Board = "8x8".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let graph = MoveGraph::new(&board, &moves).ok_or("too large")?;
/// assert_eq!(graph.graph().edges(), 168);
/// let facts = graph.facts();
/// assert!(facts.connected);
/// assert_eq!(facts.colours, Some([32, 32]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Vertices and squares, back and forth, on a board with a hole:
///
/// ```
/// use caracole_core::{Board, MoveGraph, Moves, Piece};
///
/// let board: Board = "5x5-b1".parse()?;
/// assert!(board.len() <= MoveGraph::MAX_SQUARES);
/// let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).ok_or("too large")?;
/// let c1 = board.parse_square("c1")?;
/// assert_eq!(graph.vertex(c1), Some(1), "b1 is not counted");
/// assert_eq!(graph.square(1), c1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveGraph {
    graph: Graph,
    /// The squares of the vertices, or `None` where vertex and square number are the same.
    vertices: Option<VertexMap>,
}

/// Basic facts of a move graph.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use caracole_core::{Board, MoveGraph, Moves, Piece};
///
/// let board: Board = "3x3".parse()?;
/// let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).ok_or("too large")?;
/// let facts = graph.facts();
/// assert_eq!((facts.squares, facts.moves), (9, 8));
/// assert_eq!(facts.degrees, BTreeMap::from([(0, 1), (2, 8)]));
/// assert_eq!(facts.colours, Some([5, 4]));
/// assert!(!facts.connected, "no move leads to b2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFacts {
    /// Vertices.
    pub squares: u64,
    /// Edges.
    pub moves: u64,
    /// The number of squares for each number of moves.
    pub degrees: BTreeMap<u32, u64>,
    /// The sizes of the two colours, if every move changes colour; the first square of each
    /// connected part has the first colour.
    pub colours: Option<[u64; 2]>,
    /// True if the graph is connected.
    pub connected: bool,
}

impl MoveGraph {
    /// The largest number of squares a move graph is built for: vertex numbers and the places in
    /// the list of neighbours are 32 bits wide.
    pub const MAX_SQUARES: u64 = 1 << 27;

    /// The graph of `moves` on `board`; `None` above [`Self::MAX_SQUARES`] squares.
    pub fn new(board: &Board, moves: &Moves) -> Option<Self> {
        let Ok(graph) = Self::build(board, moves, &[], |_| Ok::<(), Infallible>(()));
        graph
    }

    /// The graph of `moves` on `board` without those to avoid; `None` above
    /// [`Self::MAX_SQUARES`] squares.
    ///
    /// A large board takes a while. Every few thousand squares `look` is told how many are done,
    /// and an error from it ends the work.
    ///
    /// Time grows with the squares and their moves. The memory is that of the [`Graph`], and with
    /// holes 8 bytes a square and 12 bytes for each 64 squares and holes more.
    ///
    /// ```
    /// use caracole_core::{Board, MoveGraph, Moves, Piece};
    ///
    /// let board: Board = "1000x1000".parse()?;
    /// let moves = Moves::new(&Piece::KNIGHT, &board);
    /// let stopped = MoveGraph::build(&board, &moves, &[], |done| {
    ///     if done > 100_000 { Err("enough") } else { Ok(()) }
    /// });
    /// assert_eq!(stopped.err(), Some("enough"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<E>(
        board: &Board,
        moves: &Moves,
        avoided: &[(Square, Square)],
        mut look: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        if board.len() > Self::MAX_SQUARES || moves.bound(board) > u64::from(u32::MAX) {
            return Ok(None);
        }
        if let Some(named) = board.graph() {
            look(0)?;
            let mut avoided: Vec<(u64, u64)> = avoided
                .iter()
                .map(|&(a, b)| (a.index().min(b.index()), a.index().max(b.index())))
                .collect();
            avoided.sort_unstable();
            let is_avoided =
                |a: u32, b: u32| avoided.binary_search(&(a.min(b).into(), a.max(b).into())).is_ok();
            let graph = if avoided.is_empty() {
                named.graph().clone()
            } else {
                named.graph().without(is_avoided)
            };
            return Ok(Some(Self { graph, vertices: None }));
        }
        let vertices =
            if board.has_holes() { Some(VertexMap::new(board, || look(0))?) } else { None };
        let graph = list_moves(board, moves, vertices.as_ref(), avoided, look)?;
        Ok(Some(Self { graph, vertices }))
    }

    /// The graph without the board.
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        Square::from_index(match &self.vertices {
            Some(vertices) => vertices.square(vertex),
            None => u64::from(vertex),
        })
    }

    /// The vertex of a square; `None` for holes and beyond the board.
    pub fn vertex(&self, square: Square) -> Option<u32> {
        match &self.vertices {
            Some(vertices) => vertices.vertex(square.index()),
            None => u32::try_from(square.index()).ok().filter(|&at| at < self.graph.vertices()),
        }
    }

    /// Sizes, degrees, colours, connectedness.
    pub fn facts(&self) -> GraphFacts {
        let graph = &self.graph;
        let mut degrees = BTreeMap::new();
        for vertex in 0..graph.vertices() {
            *degrees.entry(graph.degree(vertex)).or_insert(0) += 1;
        }
        let colours = graph.two_colouring().map(|colours| {
            let second: u64 = colours.iter().copied().map(u64::from).sum();
            [colours.len() as u64 - second, second]
        });
        GraphFacts {
            squares: u64::from(graph.vertices()),
            moves: graph.edges(),
            degrees,
            colours,
            connected: graph.components().len() == 1,
        }
    }
}

#[cfg(test)]
mod tests;
