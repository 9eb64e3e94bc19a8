//! The walks that are the tours of a question.

use caracole_core::{Graph, Kind, MoveGraph, Moves, Path, Problem, Square};
use caracole_verify::{StopCause, Tour};

use super::walk_graph::{Clues, WalkGraph};
use crate::{CountError, Direction, Job, Question};

/// The walks that are the tours of a question, each tour once, and the conversion of a walk to a tour.
pub(crate) struct ListTask<'a> {
    problem: &'a Problem,
    moves: MoveGraph,
    pub(crate) walk_graph: WalkGraph,
    /// True if only the end is given: the walk begins there.
    is_backward: bool,
    /// The step of the tour, from 0, at which the walk begins. Only closed walks begin at another step than the
    /// first.
    offset: usize,
}

impl<'a> ListTask<'a> {
    pub(crate) fn new(question: &'a Question, job: &Job<'_>) -> Result<Self, CountError> {
        let problem = question.problem();
        if problem.knights() > 1 {
            let why = "several knights make a cover, not a tour: ask with one knight";
            return Err(CountError::Unanswerable(why.to_owned()));
        }
        let moves = move_graph(problem, problem.forbidden(), job)?;
        let squares = moves.graph().vertices() as usize;
        let closed = problem.kind() == Kind::Closed;
        let given = problem
            .clues()
            .map(|(step, square)| Ok((step as usize, vertex_of(&moves, square)?)))
            .collect::<Result<Vec<(usize, u32)>, CountError>>()?;

        let is_backward =
            !closed && problem.start_square().is_none() && problem.end_square().is_some();
        let offset = if closed { given.first().map_or(0, |&(step, _)| step - 1) } else { 0 };
        // The clues by the steps of the walk.
        let step_of_walk = |(step, square): (usize, u32)| {
            let step = if is_backward { squares + 1 - step } else { step };
            ((step + squares - 1 - offset) % squares + 1, square)
        };
        let clues: Vec<_> = given.into_iter().map(step_of_walk).collect();

        let mut walk_graph = WalkGraph::new(moves.graph().clone(), closed);
        walk_graph.is_one_direction = question.direction() == Direction::Undirected
            && clues.iter().all(|&(step, _)| step == reversed(step, squares, closed));
        for &(step, square) in &clues {
            if step == 1 {
                walk_graph.starts = vec![square];
            }
            if step == squares {
                walk_graph.is_end.fill(false);
            }
        }
        for &(step, square) in &clues {
            walk_graph.is_end[square as usize] = step == squares;
        }
        let between = clues.into_iter().filter(|&(step, _)| step != 1 && step != squares);
        walk_graph.clues = Clues::new(&walk_graph.graph, between.collect());
        if problem.kind() == Kind::Open && squares >= 3 {
            // The ends are adjacent even if the move between them is forbidden.
            walk_graph.not_adjacent = Some(if problem.forbidden().is_empty() {
                walk_graph.graph.clone()
            } else {
                move_graph(problem, &[], job)?.graph().clone()
            });
        }
        walk_graph.required = required(problem, &moves)?;
        walk_graph.narrow_starts();
        Ok(Self { problem, moves, walk_graph, is_backward, offset })
    }

    /// Returns the verified tour of a walk.
    pub(crate) fn tour(&self, walk: &[u32]) -> Result<Tour, CountError> {
        let squares = walk.iter().map(|&vertex| self.moves.square(vertex));
        let mut path: Path = squares.collect();
        if self.is_backward {
            path.reverse();
        }
        path.rotate(((walk.len() - self.offset) % walk.len()) as u64);
        verified(self.problem, path)
    }
}

/// Passes a path to the verifier. A rejected path ends the count.
pub(crate) fn verified(problem: &Problem, path: Path) -> Result<Tour, CountError> {
    Tour::verify(problem, path)
        .map_err(|rejected| CountError::stopped(StopCause::Fault, rejected.to_string()))
}

/// Returns the step of a square in the reversed walk. A closed walk keeps its first square.
const fn reversed(step: usize, squares: usize, closed: bool) -> usize {
    if !closed {
        squares + 1 - step
    } else if step == 1 {
        1
    } else {
        squares + 2 - step
    }
}

/// Returns the moves of a problem without the forbidden ones.
pub(crate) fn move_graph(
    problem: &Problem,
    forbidden: &[(Square, Square)],
    job: &Job<'_>,
) -> Result<MoveGraph, CountError> {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let graph = MoveGraph::build(board, &moves, forbidden, |_| job.check_limits());
    let too_large = || "the board has too many squares for a list of its moves";
    match graph {
        Ok(Some(graph)) => Ok(graph),
        Ok(None) => Err(CountError::stopped(StopCause::Unsupported, too_large())),
        Err(cause) => Err(CountError::stopped(cause, "while listing the moves of the board")),
    }
}

/// Returns the required moves as a graph; `None` without any.
fn required(problem: &Problem, moves: &MoveGraph) -> Result<Option<Graph>, CountError> {
    let pair = |&(a, b)| Ok((vertex_of(moves, a)?, vertex_of(moves, b)?));
    let pairs = problem.required().iter().map(pair).collect::<Result<Vec<_>, CountError>>()?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let graph = Graph::from_edges(moves.graph().vertices(), pairs);
    graph.map(Some).map_err(|_| CountError::inconsistent("the list of moves that must be made"))
}

/// Returns the vertex of a square. A square without a vertex ends the count, because a condition on it would be
/// ignored.
pub(crate) fn vertex_of(moves: &MoveGraph, square: Square) -> Result<u32, CountError> {
    moves.vertex(square).ok_or_else(|| CountError::inconsistent("the list of moves"))
}
