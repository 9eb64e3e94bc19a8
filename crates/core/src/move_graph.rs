//! The graph of a board: squares as vertices, moves as edges.

use std::collections::BTreeMap;

use crate::{Board, Graph, Moves, Square};

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
#[derive(Clone, Debug)]
pub struct MoveGraph {
    graph: Graph,
    /// The squares of the vertices, or `None` where vertex and square number are the same.
    squares: Option<Vec<u64>>,
}

/// What one asks first about a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFacts {
    /// Vertices.
    pub squares: u64,
    /// Edges.
    pub moves: u64,
    /// How many squares have how many moves.
    pub degrees: BTreeMap<u32, u64>,
    /// The sizes of the two colours, if every move changes colour; the first square of each
    /// connected part has the first colour.
    pub colours: Option<[u64; 2]>,
    /// Is there a way from every square to every other?
    pub connected: bool,
}

impl MoveGraph {
    /// The largest number of squares a move graph is built for: vertex numbers and the places in
    /// the list of neighbours are 32 bits wide.
    pub const MAX_SQUARES: u64 = 1 << 27;

    /// The graph of `moves` on `board`; `None` above [`Self::MAX_SQUARES`] squares.
    pub fn new(board: &Board, moves: &Moves) -> Option<Self> {
        let degree = moves.offsets().len() as u64;
        if board.len() > Self::MAX_SQUARES
            || board.len().saturating_mul(degree) > u64::from(u32::MAX)
        {
            return None;
        }
        let squares: Option<Vec<u64>> =
            board.has_holes().then(|| board.squares().map(Square::index).collect());
        // A move ends on a square, so the search never misses.
        let vertex = |square: Square| match &squares {
            Some(squares) => squares.partition_point(|&other| other < square.index()) as u32,
            None => square.index() as u32,
        };
        let graph = Graph::from_lists(
            board.squares().map(|square| moves.from(board, square).map(vertex).collect::<Vec<_>>()),
        );
        Some(Self { graph, squares })
    }

    /// The graph without the board.
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The same board with other edges.
    #[must_use]
    pub fn map(self, change: impl FnOnce(Graph) -> Graph) -> Self {
        Self { graph: change(self.graph), ..self }
    }

    /// The square of a vertex.
    pub fn square(&self, vertex: u32) -> Square {
        Square::from_index(match &self.squares {
            Some(squares) => squares[vertex as usize],
            None => u64::from(vertex),
        })
    }

    /// The vertex of a square; `None` for holes and beyond the board.
    pub fn vertex(&self, square: Square) -> Option<u32> {
        match &self.squares {
            Some(squares) => squares.binary_search(&square.index()).ok().map(|at| at as u32),
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
        let colours = graph.two_colours().map(|colours| {
            let second: u64 = colours.iter().copied().map(u64::from).sum();
            [colours.len() as u64 - second, second]
        });
        GraphFacts {
            squares: u64::from(graph.vertices()),
            moves: graph.edges(),
            degrees,
            colours,
            connected: graph.parts().len() == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    fn graph(text: &str) -> (Board, MoveGraph) {
        let board: Board = text.parse().unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        (board, graph)
    }

    #[test]
    fn a_rectangle_has_the_moves_of_the_formula() {
        for files in 2..9_u64 {
            for ranks in 2..9_u64 {
                let (_, graph) = graph(&format!("{files}x{ranks}"));
                let expected = 2 * ((files - 1) * (ranks - 2) + (files - 2) * (ranks - 1));
                assert_eq!(graph.facts().moves, expected, "{files}x{ranks}");
            }
        }
    }

    #[test]
    fn holes_are_no_vertices() {
        let (board, graph) = graph("8x8-a1,d4,h8");
        assert_eq!(graph.graph().vertices(), 61);
        for vertex in 0..61 {
            assert!(board.contains(graph.square(vertex)));
            assert_eq!(graph.vertex(graph.square(vertex)), Some(vertex));
        }
        assert_eq!(graph.vertex(Square::from_index(0)), None);
        assert_eq!(graph.facts().colours, Some([32, 29]));
    }

    #[test]
    fn every_edge_goes_both_ways() {
        for text in ["5x4", "torus:3x4", "torus:1x5", "cylinder:2x3", "box:3x3x3", "torus:2x2"] {
            let (_, graph) = graph(text);
            let graph = graph.graph();
            for a in 0..graph.vertices() {
                for &b in graph.neighbours(a) {
                    assert!(graph.has_edge(b, a), "{text}: {a} {b}");
                }
            }
        }
    }
}
