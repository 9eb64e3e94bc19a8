//! A problem made ready for the search: vertices, edges, and what is fixed.

use caracole_core::{Board, Graph, Kind, MoveGraph, Moves, Problem, Square, StopCause};

use crate::{Reservation, Run};

/// A problem as a graph whose edges are numbered.
pub(super) struct Model {
    /// The memory of the model and of one search.
    _memory: Reservation,
    graph: MoveGraph,
    /// Beside each entry in the lists of neighbours the number of its edge.
    numbers: Vec<u32>,
    /// Where the numbers of each vertex begin; one more entry ends the last.
    starts: Vec<u32>,
    edges: Vec<[u32; 2]>,
    /// How many paths cover the board; none where one closed tour does.
    pub(super) paths: u32,
    /// The colours of the vertices, where every move changes colour.
    pub(super) colours: Option<Vec<u8>>,
    /// The ends of each colour, or of all squares where there are no colours.
    pub(super) ends_wanted: [i64; 2],
    /// Given ends, as often as they are given.
    pub(super) ends: Vec<u32>,
    /// Given starts where there are several knights.
    pub(super) knights_from: Vec<u32>,
    /// Edges that must be used.
    pub(super) used: Vec<u32>,
    /// Each end with the vertices that are a move away, avoided or not; only where ends must not
    /// be a move apart.
    pub(super) apart: Option<Graph>,
    /// Clues between the first step and the last, and those two where there are others: the vertex
    /// and the step from 0.
    pub(super) clues: Vec<(u32, u32)>,
}

impl Model {
    /// About how many bytes the model and the search of a problem take.
    pub(super) fn bytes(board: &Board, moves: &Moves) -> u64 {
        let degree = moves.offsets().len() as u64;
        board.len().saturating_mul(64 + 24 * degree)
    }

    /// Compiles a problem; the run can stop the work.
    pub(super) fn new(problem: &Problem, run: &mut Run<'_>) -> Result<Self, StopCause> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let memory = run.reserve(Self::bytes(board, &moves))?;
        let graph = MoveGraph::build(board, &moves, problem.avoided(), |_| run.look())?;
        let graph = graph.ok_or(StopCause::Memory)?;
        let (numbers, starts, edges) = number_edges(graph.graph(), run)?;
        let vertex = |square: Square| graph.vertex(square);
        let is_closed = problem.kind() == Kind::Closed;
        let paths = if is_closed { 0 } else { problem.knights() };
        let both = [problem.start(), problem.end()];
        let knights_from: Vec<u32> =
            problem.knights_from().iter().copied().filter_map(vertex).collect();
        let ends = if is_closed {
            Vec::new()
        } else {
            both.into_iter().flatten().filter_map(vertex).chain(knights_from.clone()).collect()
        };
        let must_part = problem.kind() == Kind::Open && board.len() > 2;
        let colours = graph.graph().two_colours();
        let mut model = Self {
            _memory: memory,
            ends_wanted: ends_wanted(paths, colours.as_deref()),
            colours,
            apart: if must_part { all_moves(problem, &moves, &graph, run)? } else { None },
            clues: clues(problem, &graph),
            used: Vec::new(),
            graph,
            numbers,
            starts,
            edges,
            paths,
            ends,
            knights_from,
        };
        let home = if let (true, [Some(start), Some(end)]) = (is_closed, both) {
            Some((start, end))
        } else {
            None
        };
        for (a, b) in problem.used().iter().copied().chain(home) {
            let edge = model.graph.vertex(a).zip(model.graph.vertex(b));
            let edge = edge.and_then(|(a, b)| model.edge(a, b));
            // A closed tour between squares that no move joins was answered before.
            model.used.extend(edge);
        }
        Ok(model)
    }

    /// How many vertices there are.
    pub(super) const fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The graph.
    pub(super) const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    /// The square of a vertex.
    pub(super) fn square(&self, vertex: u32) -> Square {
        self.graph.square(vertex)
    }

    /// The vertex of a square, if it is on the board.
    pub(super) fn vertex(&self, square: Square) -> Option<u32> {
        self.graph.vertex(square)
    }

    /// The two vertices of an edge.
    pub(super) fn ends_of(&self, edge: u32) -> [u32; 2] {
        self.edges[edge as usize]
    }

    /// How many edges there are.
    pub(super) const fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The neighbours of a vertex, each with the number of its edge.
    #[inline]
    pub(super) fn around(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let at = vertex as usize;
        let numbers = &self.numbers[self.starts[at] as usize..self.starts[at + 1] as usize];
        self.graph().neighbours(vertex).iter().copied().zip(numbers.iter().copied())
    }

    /// The number of the edge to a neighbour, by its place in the list.
    #[inline]
    pub(super) fn number(&self, vertex: u32, place: u32) -> u32 {
        self.numbers[(self.starts[vertex as usize] + place) as usize]
    }

    /// The edge between two vertices.
    pub(super) fn edge(&self, a: u32, b: u32) -> Option<u32> {
        self.around(a).find(|&(to, _)| to == b).map(|(_, edge)| edge)
    }

    /// How many edges a whole answer has.
    pub(super) const fn edges_wanted(&self) -> usize {
        self.len() - self.paths as usize
    }

    /// Which of the two colours a vertex has; the first where there are none.
    #[inline]
    pub(super) fn colour(&self, vertex: u32) -> usize {
        self.colours.as_ref().map_or(0, |colours| usize::from(colours[vertex as usize]))
    }

    /// Is one closed tour asked for?
    pub(super) const fn is_closed(&self) -> bool {
        self.paths == 0
    }
}

/// How many ends there are of each colour: a move has a square of either colour, so if one colour
/// has more squares, the other needs no further end for each of them, and it needs two.
fn ends_wanted(paths: u32, colours: Option<&[u8]>) -> [i64; 2] {
    let paths = i64::from(paths);
    let Some(colours) = colours else { return [2 * paths, 0] };
    let second: i64 = colours.iter().copied().map(i64::from).sum();
    let more = colours.len() as i64 - 2 * second;
    [paths + more, paths - more]
}

/// Numbers the edges of a graph: beside each entry of the lists, and the vertices of each.
#[expect(clippy::type_complexity, reason = "taken apart at once")]
fn number_edges(
    graph: &Graph,
    run: &mut Run<'_>,
) -> Result<(Vec<u32>, Vec<u32>, Vec<[u32; 2]>), StopCause> {
    /// They are numbered within a few milliseconds.
    const VERTICES_BETWEEN_LOOKS: u32 = 1 << 16;
    let vertices = graph.vertices();
    let mut starts = Vec::with_capacity(vertices as usize + 1);
    let mut numbers = Vec::with_capacity(2 * graph.edges() as usize);
    let mut edges = Vec::with_capacity(graph.edges() as usize);
    starts.push(0);
    for a in 0..vertices {
        if a % VERTICES_BETWEEN_LOOKS == 0 {
            run.look()?;
        }
        for &b in graph.neighbours(a) {
            if a < b {
                numbers.push(edges.len() as u32);
                edges.push([a, b]);
            } else {
                let of_b = starts[b as usize] as usize;
                let at = graph.neighbours(b).iter().position(|&back| back == a);
                numbers.push(at.map_or(0, |at| numbers[of_b + at]));
            }
        }
        starts.push(numbers.len() as u32);
    }
    Ok((numbers, starts, edges))
}

/// The graph with the avoided moves.
fn all_moves(
    problem: &Problem,
    moves: &Moves,
    graph: &MoveGraph,
    run: &mut Run<'_>,
) -> Result<Option<Graph>, StopCause> {
    if problem.avoided().is_empty() {
        return Ok(Some(graph.graph().clone()));
    }
    let all = MoveGraph::build(problem.board(), moves, &[], |_| run.look())?;
    Ok(all.map(|all| all.graph().clone()))
}

/// The clues, if there is one that is no end.
fn clues(problem: &Problem, graph: &MoveGraph) -> Vec<(u32, u32)> {
    let last = problem.board().len();
    if problem.clues().all(|(step, _)| step == 1 || step == last) {
        return Vec::new();
    }
    problem
        .clues()
        .filter_map(|(step, square)| Some((graph.vertex(square)?, (step - 1) as u32)))
        .collect()
}
