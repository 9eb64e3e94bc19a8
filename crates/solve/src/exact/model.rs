//! The model of a problem: constraints on numbered edges.

use caracole_core::{Graph, Kind, MoveGraph, Moves, Problem, Square};
use caracole_verify::StopCause;

use crate::Run;
use crate::instance::Instance;

/// An instance whose edges are numbered, with what is required of them.
pub(super) struct Model<'a> {
    pub(super) instance: Instance<'a>,
    edges: EdgeNumbers,
    /// The number of paths that cover the board; 0 for a closed tour.
    pub(super) paths: u32,
    /// The colours of the vertices, if the graph is bipartite.
    pub(super) colours: Option<Vec<u8>>,
    /// How many path ends each colour has; all of them belong to the first if the graph is not
    /// bipartite.
    pub(super) ends_per_colour: [i64; 2],
    /// Given ends, as often as they are given.
    pub(super) ends: Vec<u32>,
    /// Required edges.
    pub(super) required: Vec<u32>,
    /// All moves, the forbidden ones too, for open tours, whose ends must not be adjacent.
    pub(super) adjacent_to_ends: Option<Graph>,
    /// The clues of the instance, if there is one between the first step and the last.
    pub(super) clues: Vec<(u32, u32)>,
}

/// The numbers of the edges of a graph.
struct EdgeNumbers {
    /// The number of the edge beside each entry in the lists of neighbours.
    numbers: Vec<u32>,
    /// The offset of the edges of each vertex, and their number.
    offsets: Vec<u32>,
    endpoints: Vec<[u32; 2]>,
}

impl EdgeNumbers {
    fn new(graph: &Graph, run: &mut Run<'_>) -> Result<Self, StopCause> {
        /// They are numbered within a few milliseconds.
        const VERTICES_BETWEEN_CHECKS: u32 = 1 << 16;
        let vertices = graph.vertices();
        let mut offsets = Vec::with_capacity(vertices as usize + 1);
        let mut numbers = Vec::with_capacity(2 * graph.edges() as usize);
        let mut endpoints = Vec::with_capacity(graph.edges() as usize);
        offsets.push(0);
        for a in 0..vertices {
            if a % VERTICES_BETWEEN_CHECKS == 0 {
                run.check_limits()?;
            }
            for &b in graph.neighbours(a) {
                if a < b {
                    numbers.push(endpoints.len() as u32);
                    endpoints.push([a, b]);
                } else {
                    let of_b = offsets[b as usize] as usize;
                    let at = graph.neighbours(b).iter().position(|&back| back == a);
                    numbers.push(at.map_or(0, |at| numbers[of_b + at]));
                }
            }
            offsets.push(numbers.len() as u32);
        }
        Ok(Self { numbers, offsets, endpoints })
    }
}

impl<'a> Model<'a> {
    /// Compiles a problem, within the limits of the run.
    pub(super) fn new(problem: &'a Problem, run: &mut Run<'_>) -> Result<Self, StopCause> {
        let moves = Moves::new(problem.piece(), problem.board());
        let board = problem.board();
        let ends = moves.bound(board).saturating_mul(24);
        let bytes = board.len().saturating_mul(64).saturating_add(ends);
        let instance = Instance::new(problem, moves, bytes, run)?;
        let edges = EdgeNumbers::new(instance.graph(), run)?;
        let paths = if problem.kind() == Kind::Closed { 0 } else { problem.knights() };
        let given = instance.start.iter().chain(&instance.end).chain(&instance.knight_starts);
        let ends = if paths == 0 { Vec::new() } else { given.copied().collect() };
        let is_open = problem.kind() == Kind::Open && problem.board().len() > 2;
        let adjacent_to_ends = if is_open { all_moves(&instance, run)? } else { None };
        let colours = instance.graph().two_colouring();
        let len = problem.board().len();
        let is_between = |&(_, step): &(u32, u32)| step > 0 && u64::from(step) + 1 < len;
        let has_clues_between = instance.clues.iter().any(is_between);
        let mut model = Self {
            ends_per_colour: ends_per_colour(paths, colours.as_deref()),
            colours,
            adjacent_to_ends,
            clues: if has_clues_between { instance.clues.clone() } else { Vec::new() },
            required: Vec::new(),
            instance,
            edges,
            paths,
            ends,
        };
        // A closed tour whose ends are not adjacent was refuted before.
        let included = model.instance.included_edges().into_iter();
        model.required = included.filter_map(|(a, b)| model.edge_between(a, b)).collect();
        Ok(model)
    }

    /// Returns how many vertices there are.
    pub(super) const fn len(&self) -> usize {
        self.edges.offsets.len() - 1
    }

    /// Returns the graph.
    pub(super) const fn graph(&self) -> &Graph {
        self.instance.graph()
    }

    /// Returns the square of a vertex.
    pub(super) fn square(&self, vertex: u32) -> Square {
        self.instance.square(vertex)
    }

    /// Returns the vertex of a square, if it is on the board.
    pub(super) fn vertex(&self, square: Square) -> Option<u32> {
        self.instance.vertex(square)
    }

    /// Returns the two vertices of an edge, the smaller first.
    pub(super) fn endpoints(&self, edge: u32) -> [u32; 2] {
        self.edges.endpoints[edge as usize]
    }

    /// Returns how many edges there are.
    pub(super) const fn edge_count(&self) -> usize {
        self.edges.endpoints.len()
    }

    /// Returns the neighbours of a vertex, each with the number of its edge.
    #[inline]
    pub(super) fn incident(&self, vertex: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (EdgeNumbers { numbers, offsets, .. }, at) = (&self.edges, vertex as usize);
        let numbers = &numbers[offsets[at] as usize..offsets[at + 1] as usize];
        self.graph().neighbours(vertex).iter().copied().zip(numbers.iter().copied())
    }

    /// Returns the edge at a place in the list of neighbours of a vertex.
    #[inline]
    pub(super) fn edge_at(&self, vertex: u32, place: usize) -> u32 {
        self.edges.numbers[self.edges.offsets[vertex as usize] as usize + place]
    }

    /// Returns the edge between two vertices, if there is one.
    pub(super) fn edge_between(&self, a: u32, b: u32) -> Option<u32> {
        self.incident(a).find(|&(to, _)| to == b).map(|(_, edge)| edge)
    }

    /// Returns how many edges a solution has.
    pub(super) const fn edges_in_tour(&self) -> usize {
        self.len() - self.paths as usize
    }

    /// Returns the colour of a vertex; the first if the graph is not bipartite.
    #[inline]
    pub(super) fn colour(&self, vertex: u32) -> usize {
        self.colours.as_ref().map_or(0, |colours| usize::from(colours[vertex as usize]))
    }

    /// Returns true if one closed tour is asked for.
    pub(super) const fn is_closed(&self) -> bool {
        self.paths == 0
    }
}

/// Returns how many path ends each colour has. Every edge has a vertex of either colour, so a colour
/// has one end per path, one more for each vertex that it has more, and one less for each that it
/// has less.
fn ends_per_colour(paths: u32, colours: Option<&[u8]>) -> [i64; 2] {
    let paths = i64::from(paths);
    let Some(colours) = colours else { return [2 * paths, 0] };
    let second: i64 = colours.iter().copied().map(i64::from).sum();
    let more = colours.len() as i64 - 2 * second;
    [paths + more, paths - more]
}

/// Returns the graph with the forbidden moves.
fn all_moves(instance: &Instance<'_>, run: &mut Run<'_>) -> Result<Option<Graph>, StopCause> {
    if instance.problem().forbidden().is_empty() {
        return Ok(Some(instance.graph().clone()));
    }
    let (board, moves) = (instance.board(), instance.moves());
    let all = MoveGraph::build(board, moves, &[], |_| run.check_limits())?;
    Ok(all.map(|all| all.graph().clone()))
}
