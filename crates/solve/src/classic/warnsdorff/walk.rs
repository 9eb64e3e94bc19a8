//! One walk by Warnsdorff's rule, from one start, with no way back.

use caracole_core::{Graph, Path, Square, StopCause};

use super::super::rules::Rules;
use super::super::task::Task;
use super::tie::{Tie, TieBreak};
use crate::Run;

/// Bytes a vertex that a walk takes: the path, the ways on, the marks.
pub(super) const BYTES: u64 = 4 + 4 + 1;

/// Why a walk ended before all was visited.
#[derive(Debug)]
pub(super) enum Halt<P> {
    /// There was no move, or none that the problem allows. This is how far it came.
    DeadEnd(P),
    /// The run said so.
    Stop(StopCause),
}

impl<P> Halt<P> {
    /// The same end, the path told otherwise.
    fn map<Q>(self, change: impl FnOnce(P) -> Q) -> Halt<Q> {
        match self {
            Self::DeadEnd(path) => Halt::DeadEnd(change(path)),
            Self::Stop(cause) => Halt::Stop(cause),
        }
    }
}

/// Walks by Warnsdorff's rule.
///
/// A path it gives visits every square of the board and has the clues and the moves to use of its
/// problem. Whether the path closes is not its business.
pub(super) trait Walker {
    /// One walk from `start`, a square of the board without a clue for another step.
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Halt<Path>>;

    /// How many moves there are from a square of the board.
    fn degree(&self, square: Square) -> usize;

    /// All degrees that squares of the board have, in rising order.
    fn degrees(&self) -> Vec<usize>;
}

/// What a tie-break may look at.
pub(super) struct View<'a> {
    /// The graph.
    pub(super) graph: &'a Graph,
    /// Where the knight is.
    pub(super) at: u32,
    /// For each vertex, how many of its neighbours are unvisited.
    pub(super) onward: &'a [u32],
    /// For each vertex, whether it was visited.
    pub(super) marks: &'a [Mark],
}

/// What has become of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// It may be visited.
    Free,
    /// It will be visited, at the step of its clue.
    Kept,
    /// It was visited.
    Visited,
}

/// Walks on the graph of any board.
pub(super) struct GraphWalker<'a> {
    task: Task<'a>,
    tie: Tie,
    seed: u64,
}

impl<'a> GraphWalker<'a> {
    /// Walks on `task`; chance in ties comes from `seed`.
    pub(super) const fn new(task: Task<'a>, tie: Tie, seed: u64) -> Self {
        Self { task, tie, seed }
    }
}

impl Walker for GraphWalker<'_> {
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Halt<Path>> {
        let Self { task, tie, seed } = self;
        let squares = |path| task.path(path);
        let Some(vertex) = task.vertex(start) else {
            return Err(Halt::DeadEnd(Path::new()));
        };
        let mut ties = tie.on_board(task, start, *seed);
        let square = |vertex| task.square(vertex);
        walk(task.graph(), task.rules(), vertex, &mut *ties, square, run)
            .map(squares)
            .map_err(|halt| halt.map(squares))
    }

    fn degree(&self, square: Square) -> usize {
        let vertex = self.task.vertex(square);
        vertex.map_or(0, |vertex| self.task.graph().degree(vertex) as usize)
    }

    fn degrees(&self) -> Vec<usize> {
        let graph = self.task.graph();
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

/// The walk itself, on any graph.
pub(super) fn walk(
    graph: &Graph,
    rules: &Rules,
    start: u32,
    ties: &mut dyn TieBreak,
    square: impl Fn(u32) -> Square,
    run: &mut Run<'_>,
) -> Result<Vec<u32>, Halt<Vec<u32>>> {
    let all = graph.vertices() as usize;
    let mut onward: Vec<u32> = (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect();
    let mut marks = vec![Mark::Free; all];
    for kept in rules.kept() {
        marks[kept as usize] = Mark::Kept;
    }
    let mut path = Vec::with_capacity(all);
    let mut equals = Vec::new();
    let (mut before, mut at) = (None, start);
    run.attempt(square(start)).map_err(Halt::Stop)?;
    loop {
        path.push(at);
        marks[at as usize] = Mark::Visited;
        for &neighbour in graph.neighbours(at) {
            onward[neighbour as usize] -= 1;
        }
        if path.len() == all {
            let done = rules.ends_keep_used(&path);
            return if done { Ok(path) } else { Err(Halt::DeadEnd(path)) };
        }
        let clue = rules.clue_at(path.len());
        let is_allowed = |to: u32| match clue {
            Some(clue) => to == clue,
            None => marks[to as usize] == Mark::Free,
        };
        let choices = graph.neighbours(at).iter().copied().filter(|&to| is_allowed(to));
        loneliest(choices.filter(|&to| rules.keep_used(before, at, to)), &onward, &mut equals);
        ties.arrive(at);
        let to = match equals[..] {
            [] => return Err(Halt::DeadEnd(path)),
            [only] => only,
            _ => ties.pick(&View { graph, at, onward: &onward, marks: &marks }, &equals),
        };
        run.visit(path.len() as u64 + 1, square(to)).map_err(Halt::Stop)?;
        (before, at) = (Some(at), to);
    }
}

/// Puts the choices with the fewest ways on into `equals`, in their order.
fn loneliest(choices: impl Iterator<Item = u32>, onward: &[u32], equals: &mut Vec<u32>) {
    equals.clear();
    let mut fewest = u32::MAX;
    for choice in choices {
        let ways = onward[choice as usize];
        if ways < fewest {
            fewest = ways;
            equals.clear();
        }
        if ways == fewest {
            equals.push(choice);
        }
    }
}
