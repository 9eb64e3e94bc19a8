//! One walk by Warnsdorff's rule, from one start, without backtracking.

use std::fmt;

use caracole_core::{Graph, Path, Square};
use caracole_verify::StopCause;

use super::tie_break::{TieBreak, TieBreakRule};
use crate::Run;
use crate::classic::PathConstraints;
use crate::instance::Instance;

/// Bytes per vertex of a walk: path, degrees, marks.
pub(super) const BYTES: u64 = 4 + 4 + 1;

/// Why a walk did not visit every square.
///
/// ```
/// use caracole_core::{Board, Moves, Piece};
/// use caracole_verify::StopCause;
/// use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie, Stuck};
/// use caracole_solve::{Limits, Options, Run};
///
/// let board: Board = "3x3".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let rectangle = Rectangle::new(&board, &moves).ok_or("no knight on a plain rectangle")?;
/// let start = board.parse_square("a1")?;
/// let walk = |run: &mut Run<'_>| rectangle.walk(start, None, RectangleTie::First, run);
///
/// let Err(Stuck::DeadEnd(path)) = walk(&mut Run::new()) else {
///     return Err("no move leads to the middle".into());
/// };
/// assert_eq!(path.len(), 8);
/// let mut run = Run::with_options(&Options::new().steps(4));
/// assert_eq!(walk(&mut run), Err(Stuck::Stopped(StopCause::Steps)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck<P = Path> {
    /// No move was left, or none that the problem allows. This is the path.
    DeadEnd(P),
    /// A limit of the run was reached.
    Stopped(StopCause),
}

impl<P> From<StopCause> for Stuck<P> {
    fn from(cause: StopCause) -> Self {
        Self::Stopped(cause)
    }
}

/// Walks by Warnsdorff's rule.
///
/// The path visits every square of the board and meets the clues and required moves of its problem. The caller
/// checks whether it closes.
pub(super) trait Walker {
    /// Walks from `start`, a square of the board without a clue for another step.
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Stuck>;

    /// Returns the number of moves from a square of the board.
    fn degree(&self, square: Square) -> usize;

    /// Returns all degrees of squares of the board, in rising order.
    fn degrees(&self) -> Vec<usize>;
}

/// The state that a tie-break rule can use.
pub(super) struct View<'a> {
    /// The graph.
    pub(super) graph: &'a Graph,
    /// The last vertex of the path.
    pub(super) at: u32,
    /// The number of unvisited neighbours of each vertex.
    pub(super) degrees: &'a [u32],
    /// The mark of each vertex.
    pub(super) marks: &'a [Mark],
}

/// The state of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Unvisited.
    Free,
    /// Unvisited, and reserved for the step of its clue.
    Reserved,
    /// Visited.
    Visited,
}

/// Walks on the graph of any board.
pub(super) struct GraphWalker<'a> {
    instance: Instance<'a>,
    constraints: PathConstraints,
    tie: TieBreak,
    seed: u64,
}

impl<'a> GraphWalker<'a> {
    /// Returns a walker on `instance`; random ties depend on `seed`.
    pub(super) fn new(instance: Instance<'a>, tie: TieBreak, seed: u64) -> Self {
        Self { constraints: PathConstraints::new(&instance), instance, tie, seed }
    }
}

impl Walker for GraphWalker<'_> {
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Stuck> {
        let Self { instance, constraints, tie, seed } = self;
        let squares = |path| instance.path(path);
        let Some(vertex) = instance.vertex(start) else {
            return Err(Stuck::DeadEnd(Path::new()));
        };
        let mut ties = tie.on_board(instance, start, *seed);
        let square = |vertex| instance.square(vertex);
        let path = walk(instance.graph(), constraints, vertex, &mut *ties, square, run);
        path.map(squares).map_err(|stuck| match stuck {
            Stuck::DeadEnd(path) => Stuck::DeadEnd(squares(path)),
            Stuck::Stopped(cause) => Stuck::Stopped(cause),
        })
    }

    fn degree(&self, square: Square) -> usize {
        let vertex = self.instance.vertex(square);
        vertex.map_or(0, |vertex| self.instance.graph().degree(vertex) as usize)
    }

    fn degrees(&self) -> Vec<usize> {
        let graph = self.instance.graph();
        let mut occurs = Vec::new();
        for vertex in 0..graph.vertices() {
            let degree = graph.degree(vertex) as usize;
            if degree >= occurs.len() {
                occurs.resize(degree + 1, false);
            }
            occurs[degree] = true;
        }
        (0..occurs.len()).filter(|&degree| occurs[degree]).collect()
    }
}

/// Walks on any graph.
pub(super) fn walk(
    graph: &Graph,
    constraints: &PathConstraints,
    start: u32,
    ties: &mut dyn TieBreakRule,
    square: impl Fn(u32) -> Square,
    run: &mut Run<'_>,
) -> Result<Vec<u32>, Stuck<Vec<u32>>> {
    let all = graph.vertices() as usize;
    let mut degrees: Vec<u32> = (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect();
    let mut marks = vec![Mark::Free; all];
    for reserved in constraints.reserved() {
        marks[reserved as usize] = Mark::Reserved;
    }
    let mut path = Vec::with_capacity(all);
    let mut lowest = Vec::new();
    let (mut before, mut at) = (None, start);
    run.begin_walk(square(start))?;
    loop {
        path.push(at);
        marks[at as usize] = Mark::Visited;
        for &neighbour in graph.neighbours(at) {
            degrees[neighbour as usize] -= 1;
        }
        if path.len() == all {
            let done = constraints.ends_allow_required(&path);
            return if done { Ok(path) } else { Err(Stuck::DeadEnd(path)) };
        }
        let clue = constraints.clue_at(path.len());
        let is_allowed = |to: u32| match clue {
            Some(clue) => to == clue,
            None => marks[to as usize] == Mark::Free,
        };
        let choices = graph.neighbours(at).iter().copied().filter(|&to| is_allowed(to));
        lowest_degree(
            choices.filter(|&to| constraints.allows_required(before, at, to)),
            &degrees,
            &mut lowest,
        );
        ties.arrive(at);
        let to = match lowest[..] {
            [] => return Err(Stuck::DeadEnd(path)),
            [only] => only,
            _ => ties.pick(&View { graph, at, degrees: &degrees, marks: &marks }, &lowest),
        };
        run.visit(path.len() as u64 + 1, square(to))?;
        (before, at) = (Some(at), to);
    }
}

/// Puts the choices of lowest degree into `ties`, in their order.
fn lowest_degree(choices: impl Iterator<Item = u32>, degrees: &[u32], ties: &mut Vec<u32>) {
    ties.clear();
    let mut lowest = u32::MAX;
    for choice in choices {
        let degree = degrees[choice as usize];
        if degree < lowest {
            lowest = degree;
            ties.clear();
        }
        if degree == lowest {
            ties.push(choice);
        }
    }
}

/// The result of a walk on a graph.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::TieBreak;
/// use caracole_solve::classic::warnsdorff::{GraphWalk, on_graph};
///
/// // A line of three vertices: from its end to its end, or from the middle to nowhere.
/// let line = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// assert_eq!(on_graph(&line, 0, TieBreak::First, 0)?, GraphWalk::Path(vec![0, 1, 2]));
/// let walk = on_graph(&line, 1, TieBreak::First, 0)?;
/// assert!(matches!(walk, GraphWalk::DeadEnd(_)));
/// assert_eq!(walk.vertices(), [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphWalk {
    /// A Hamiltonian path.
    Path(Vec<u32>),
    /// A path that could not be extended. A Hamiltonian path may still exist.
    DeadEnd(Vec<u32>),
}

impl GraphWalk {
    /// Returns the visited vertices, in order.
    pub fn vertices(&self) -> &[u32] {
        match self {
            Self::Path(path) | Self::DeadEnd(path) => path,
        }
    }
}

/// Why a walk on a graph is not possible.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::TieBreak;
/// use caracole_solve::classic::warnsdorff::{GraphWalkError, on_graph};
///
/// let line = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let error = on_graph(&line, 3, TieBreak::First, 0).expect_err("no such vertex");
/// assert_eq!(error.to_string(), "no vertex 3: the graph has 3, numbered from 0");
/// let error = on_graph(&line, 0, TieBreak::Roth, 0).expect_err("a graph has no centre");
/// assert_eq!(error, GraphWalkError::NeedsBoard { tie: TieBreak::Roth });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphWalkError {
    /// The start is not a vertex of the graph.
    NoSuchVertex {
        /// The start.
        start: u32,
        /// The number of vertices.
        vertices: u32,
    },
    /// The tie-break rule uses positions on a board.
    NeedsBoard {
        /// The rule.
        tie: TieBreak,
    },
}

impl fmt::Display for GraphWalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { start, vertices } => {
                write!(f, "no vertex {start}: the graph has {vertices}, numbered from 0")
            }
            Self::NeedsBoard { tie } => {
                let others =
                    TieBreak::ALL.into_iter().filter(|tie| !tie.needs_board()).map(TieBreak::name);
                let others = others.collect::<Vec<_>>().join(", ");
                write!(f, "ties {tie} needs a board: on a graph use one of {others}")
            }
        }
    }
}

impl std::error::Error for GraphWalkError {}

/// Walks by Warnsdorff's rule on any graph: always to the unvisited neighbour of lowest degree. Ties are
/// broken by `tie`, at random from `seed` if the rule is random.
///
/// Takes time linear in vertices and edges, and 9 bytes per vertex. A dead end does not prove that the graph
/// has no Hamiltonian path.
///
/// ```
/// use caracole_core::Graph;
/// use caracole_solve::TieBreak;
/// use caracole_solve::classic::warnsdorff::{GraphWalk, on_graph};
///
/// // The Petersen graph: an outer ring, a star inside, and spokes between them. It has no
/// // Hamiltonian cycle, but a Hamiltonian path.
/// let edges = (0..5).flat_map(|i| [(i, (i + 1) % 5), (i + 5, (i + 2) % 5 + 5), (i, i + 5)]);
/// let petersen = Graph::from_edges(10, edges)?;
/// let walk = on_graph(&petersen, 0, TieBreak::First, 0)?;
/// assert_eq!(walk, GraphWalk::Path(vec![0, 1, 2, 3, 4, 9, 7, 5, 8, 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn on_graph(
    graph: &Graph,
    start: u32,
    tie: TieBreak,
    seed: u64,
) -> Result<GraphWalk, GraphWalkError> {
    if start >= graph.vertices() {
        return Err(GraphWalkError::NoSuchVertex { start, vertices: graph.vertices() });
    }
    let mut ties = tie.on_graph(start.into(), seed).ok_or(GraphWalkError::NeedsBoard { tie })?;
    let square = |vertex| Square::from_index(u64::from(vertex));
    Ok(match walk(graph, &PathConstraints::default(), start, &mut *ties, square, &mut Run::new()) {
        Ok(path) => GraphWalk::Path(path),
        Err(Stuck::DeadEnd(path)) => GraphWalk::DeadEnd(path),
        // A run without limits, stop flag and observer never stops a walk.
        Err(Stuck::Stopped(_)) => GraphWalk::DeadEnd(Vec::new()),
    })
}
