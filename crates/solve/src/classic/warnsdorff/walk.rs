//! One walk by Warnsdorff's rule, from one start, without backtracking.

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
        let mut ties = tie.rule(instance, start, *seed);
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
