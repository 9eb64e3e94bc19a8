//! Random tours of any board by backbite moves (Mansfield 1982).
//!
//! [`Exact`] finds a tour, and random backbite moves change it: the last square is joined to a random
//! neighbour, and the move after this neighbour is removed, so that the square after it becomes the new
//! end. Both ends take turns. This works on every board and for every piece and needs no search. After a few
//! dozen moves per square the tour is independent of the first one. The distribution is not uniform.

use caracole_core::{Kind, MoveGraph, Moves, Path, Problem};
use caracole_solve::{Exact, Random, Run, Solver};
use caracole_verify::{Outcome, StopCause, Tour};

/// Backbite moves for each square.
const ROUNDS: usize = 30;
/// Further moves for each square until the ends fit the problem. On most boards a few are enough.
const EXTRA_ROUNDS: usize = 300;

/// Returns a random tour that fits the problem, a different one for each number.
pub(super) fn random_tour(problem: &Problem, number: u64, run: &mut Run<'_>) -> Outcome {
    let mut random = Random::numbered(run.seed(), "puzzle tour", number);
    let outcome = run.with_seed(random.bits(), |run| Exact::default().solve(problem, run));
    let Outcome::Found(tour) = outcome else { return outcome };
    // Constraints between the ends rarely survive backbite moves.
    if !problem.required().is_empty()
        || problem.clues().any(|(step, _)| step > 1 && step < tour.len())
    {
        return Outcome::Found(tour);
    }
    match Backbite::new(problem, &tour).map(|mut backbite| backbite.run(&mut random, run)) {
        Some(Ok(Some(other))) => Outcome::Found(other),
        Some(Err(cause)) => run.stopped(problem, cause, "the puzzle maker"),
        Some(Ok(None)) | None => Outcome::Found(tour),
    }
}

/// A Hamiltonian path that backbite moves change.
struct Backbite<'a> {
    problem: &'a Problem,
    graph: MoveGraph,
    path: Vec<u32>,
    /// The index of each vertex in the path.
    indices: Vec<u32>,
}

impl<'a> Backbite<'a> {
    fn new(problem: &'a Problem, tour: &Tour) -> Option<Self> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let graph =
            MoveGraph::build(board, &moves, problem.forbidden(), |_| Ok::<_, StopCause>(()));
        let graph = graph.ok()??;
        let path: Vec<u32> =
            tour.squares().map(|square| graph.vertex(square)).collect::<Option<_>>()?;
        let mut backbite = Self { problem, graph, indices: vec![0; path.len()], path };
        backbite.update_indices(0);
        Some(backbite)
    }

    fn run(&mut self, random: &mut Random, run: &mut Run<'_>) -> Result<Option<Tour>, StopCause> {
        let squares = self.path.len();
        let is_closed = self.problem.kind() == Kind::Closed;
        let [start, end] =
            [self.problem.start_square(), self.problem.end_square()].map(|end| end.is_some());
        // A closed tour is rotated to its first square at the end.
        let keeps_start = start && (end || !is_closed);
        let keeps_end = end && !start && !is_closed;
        if keeps_end {
            self.reverse();
        }
        for round in 0..ROUNDS + EXTRA_ROUNDS {
            run.check_limits()?;
            for _ in 0..squares {
                self.move_end(random);
                if round >= ROUNDS
                    && let Some(tour) = self.fitting(keeps_end, random)
                {
                    return Ok(Some(tour));
                }
            }
            if !keeps_start && !keeps_end {
                self.reverse();
            }
        }
        Ok(None)
    }

    /// Joins the last vertex to a random neighbour and reverses the path after the neighbour.
    fn move_end(&mut self, random: &mut Random) {
        let Some(&last) = self.path.last() else { return };
        let neighbours = self.graph.graph().neighbours(last);
        if neighbours.is_empty() {
            return;
        }
        let neighbour = neighbours[random.below(neighbours.len() as u64) as usize];
        let after = self.indices[neighbour as usize] as usize + 1;
        self.path[after..].reverse();
        self.update_indices(after);
    }

    fn reverse(&mut self) {
        self.path.reverse();
        self.update_indices(0);
    }

    fn update_indices(&mut self, from: usize) {
        for (index, &vertex) in (from..).zip(&self.path[from..]) {
            self.indices[vertex as usize] = index as u32;
        }
    }

    /// Returns the path as a tour if it fits the problem.
    fn fitting(&self, is_backwards: bool, random: &mut Random) -> Option<Tour> {
        let problem = self.problem;
        let (&first, &last) = (self.path.first()?, self.path.last()?);
        let is_closed = problem.kind() == Kind::Closed;
        let vertex = |square| self.graph.vertex(square);
        if is_closed && !self.graph.graph().has_edge(first, last) {
            return None;
        }
        let mut path = self.path.clone();
        if is_backwards {
            path.reverse();
        }
        if is_closed {
            let offset = match (problem.start_square(), problem.end_square()) {
                (Some(_), Some(_)) => 0,
                (Some(start), None) => self.indices[vertex(start)? as usize] as usize,
                (None, Some(end)) => self.indices[vertex(end)? as usize] as usize + 1,
                (None, None) => random.below(path.len() as u64) as usize,
            };
            let offset = offset % path.len();
            path.rotate_left(offset);
        }
        let path: Path = path.into_iter().map(|vertex| self.graph.square(vertex)).collect();
        Tour::verify(problem, path).ok()
    }
}
