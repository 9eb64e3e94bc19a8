//! A question as a walk: which walks are its tours, each once.

use caracole_core::{Graph, Kind, MoveGraph, Moves, Path, Problem, Square, StopCause, Tour};

use super::clues::Clues;
use super::ground::Ground;
use crate::{CountError, Direction, Job, Question};

/// The walks that are the tours of a question, and how a walk is read.
pub(crate) struct Task<'a> {
    problem: &'a Problem,
    moves: MoveGraph,
    pub(crate) ground: Ground,
    /// Only the end is fixed: the walk begins there.
    backwards: bool,
    /// At which step of the tour, from 0, the walk begins; only closed walks begin elsewhere than at
    /// the first step.
    offset: usize,
}

impl<'a> Task<'a> {
    pub(crate) fn new(question: &'a Question, job: &Job<'_>) -> Result<Self, CountError> {
        let problem = question.problem();
        if problem.knights() > 1 {
            let why = "several knights make a cover, not a tour: ask with one knight";
            return Err(CountError::Unanswerable(why.to_owned()));
        }
        let moves = move_graph(problem, problem.avoided(), job)?;
        let squares = moves.graph().vertices() as usize;
        let closed = problem.kind() == Kind::Closed;
        let vertices = |step: u64, square| Some((step as usize, moves.vertex(square)?));
        let given: Vec<(usize, u32)> =
            problem.clues().filter_map(|(step, square)| vertices(step, square)).collect();

        let backwards = !closed && problem.start().is_none() && problem.end().is_some();
        let offset = if closed { given.first().map_or(0, |&(step, _)| step - 1) } else { 0 };
        // The clues as they are met on the walk.
        let turn = |(step, square): (usize, u32)| {
            let step = if backwards { squares + 1 - step } else { step };
            ((step + squares - 1 - offset) % squares + 1, square)
        };
        let clues: Vec<_> = given.into_iter().map(turn).collect();

        let mut ground = Ground::new(moves.graph().clone(), closed);
        ground.one_way = question.direction() == Direction::Undirected
            && clues.iter().all(|&(step, _)| step == reversed(step, squares, closed));
        for &(step, square) in &clues {
            if step == 1 {
                ground.starts = vec![square];
            }
            if step == squares {
                ground.is_end.fill(false);
            }
        }
        for &(step, square) in &clues {
            ground.is_end[square as usize] = step == squares;
        }
        let between = clues.into_iter().filter(|&(step, _)| step != 1 && step != squares);
        ground.clues = Clues::new(&ground.graph, between.collect());
        if problem.kind() == Kind::Open && squares >= 3 {
            // Ends are a move apart even where that move is to be avoided.
            ground.apart = Some(if problem.avoided().is_empty() {
                ground.graph.clone()
            } else {
                move_graph(problem, &[], job)?.graph().clone()
            });
        }
        ground.used = used(problem, &moves);
        ground.narrow_starts();
        Ok(Self { problem, moves, ground, backwards, offset })
    }

    /// The tour of a walk, checked.
    pub(crate) fn tour(&self, walk: &[u32]) -> Result<Tour, CountError> {
        let indices = walk.iter().map(|&vertex| self.moves.square(vertex));
        let mut path: Path = indices.collect();
        if self.backwards {
            path.reverse();
        }
        path.rotate(((walk.len() - self.offset) % walk.len()) as u64);
        Tour::verify(self.problem, path)
            .map_err(|rejected| CountError::stopped(StopCause::Fault, rejected.to_string()))
    }
}

/// The step at which a square comes if the walk is reversed. A closed walk keeps its first square.
const fn reversed(step: usize, squares: usize, closed: bool) -> usize {
    if !closed {
        squares + 1 - step
    } else if step == 1 {
        1
    } else {
        squares + 2 - step
    }
}

/// The moves of a problem without some.
pub(crate) fn move_graph(
    problem: &Problem,
    avoided: &[(Square, Square)],
    job: &Job<'_>,
) -> Result<MoveGraph, CountError> {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let graph = MoveGraph::build(board, &moves, avoided, |_| job.look());
    let none = || "the board has too many squares for a list of its moves";
    match graph {
        Ok(Some(graph)) => Ok(graph),
        Ok(None) => Err(CountError::stopped(StopCause::Unsupported, none())),
        Err(cause) => Err(CountError::stopped(cause, "while listing the moves of the board")),
    }
}

/// The moves that must be made, as a graph; nothing if there are none.
fn used(problem: &Problem, moves: &MoveGraph) -> Option<Graph> {
    let pair = |&(a, b)| Some((moves.vertex(a)?, moves.vertex(b)?));
    let pairs: Vec<_> = problem.used().iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return None;
    }
    Graph::from_edges(moves.graph().vertices(), pairs).ok()
}
