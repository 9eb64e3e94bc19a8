//! Random tours of any board.
//!
//! [`Exact`] finds a tour, and then its end bites into it again and again: the end goes on to a
//! random square a move away, and the tour is cut just behind that square, so that the square after
//! it is the new end. Both ends take turns. This works on every board and for every piece, needs no
//! search, and a few dozen bites a square leave nothing of the tour that was found. It does not
//! draw all tours with equal chance.

use caracole_core::{Kind, MoveGraph, Moves, Outcome, Path, Problem, StopCause, Tour};

use crate::{Exact, Random, Run, Solver};

/// Bites for each square.
const BITES: usize = 30;
/// As many more until the ends lie as the problem asks; on most boards a few are enough.
const PATIENCE: usize = 300;

/// A random tour that fits the problem; another for each number.
pub(super) fn random_tour(problem: &Problem, number: u64, run: &mut Run<'_>) -> Outcome {
    let mut random = Random::numbered(run.get_seed(), "puzzle tour", number);
    let outcome = run.seeded(random.bits(), |run| Exact::default().solve(problem, run));
    let Outcome::Found(tour) = outcome else { return outcome };
    // What is fixed between the ends hardly ever survives a bite.
    if !problem.used().is_empty() || problem.clues().any(|(step, _)| step > 1 && step < tour.len())
    {
        return Outcome::Found(tour);
    }
    match Wanderer::new(problem, &tour).map(|mut wanderer| wanderer.wander(&mut random, run)) {
        Some(Ok(Some(other))) => Outcome::Found(other),
        Some(Err(cause)) => run.stopped(problem, cause, "the puzzle maker"),
        Some(Ok(None)) | None => Outcome::Found(tour),
    }
}

/// A tour on its way to another.
struct Wanderer<'a> {
    problem: &'a Problem,
    graph: MoveGraph,
    line: Vec<u32>,
    /// Where in the line each vertex stands.
    places: Vec<u32>,
}

impl<'a> Wanderer<'a> {
    fn new(problem: &'a Problem, tour: &Tour) -> Option<Self> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let graph = MoveGraph::build(board, &moves, problem.avoided(), |_| Ok::<_, StopCause>(()));
        let graph = graph.ok()??;
        let line: Vec<u32> =
            tour.squares().map(|square| graph.vertex(square)).collect::<Option<_>>()?;
        let mut wanderer = Self { problem, graph, places: vec![0; line.len()], line };
        wanderer.note_places(0);
        Some(wanderer)
    }

    fn wander(
        &mut self,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Option<Tour>, StopCause> {
        let squares = self.line.len();
        let is_closed = self.problem.kind() == Kind::Closed;
        let [start, end] = [self.problem.start(), self.problem.end()].map(|end| end.is_some());
        // Round a closed tour the first square can be chosen when it is done.
        let keeps_start = start && (end || !is_closed);
        let keeps_end = end && !start && !is_closed;
        if keeps_end {
            self.turn_round();
        }
        for round in 0..BITES + PATIENCE {
            run.look()?;
            for _ in 0..squares {
                self.bite(random);
                if round >= BITES
                    && let Some(tour) = self.fitting(keeps_end, random)
                {
                    return Ok(Some(tour));
                }
            }
            if !keeps_start && !keeps_end {
                self.turn_round();
            }
        }
        Ok(None)
    }

    /// The last square goes on to a random neighbour, and what lies between is walked backwards.
    fn bite(&mut self, random: &mut Random) {
        let Some(&last) = self.line.last() else { return };
        let near = self.graph.graph().neighbours(last);
        if near.is_empty() {
            return;
        }
        let near = near[random.below(near.len() as u64) as usize];
        let after = self.places[near as usize] as usize + 1;
        self.line[after..].reverse();
        self.note_places(after);
    }

    fn turn_round(&mut self) {
        self.line.reverse();
        self.note_places(0);
    }

    fn note_places(&mut self, from: usize) {
        for (place, &vertex) in (from..).zip(&self.line[from..]) {
            self.places[vertex as usize] = place as u32;
        }
    }

    /// The line as a tour, if it is one that was asked for.
    fn fitting(&self, is_backwards: bool, random: &mut Random) -> Option<Tour> {
        let problem = self.problem;
        let (&first, &last) = (self.line.first()?, self.line.last()?);
        let is_closed = problem.kind() == Kind::Closed;
        let vertex = |square| self.graph.vertex(square);
        if is_closed && !self.graph.graph().has_edge(first, last) {
            return None;
        }
        let mut line = self.line.clone();
        if is_backwards {
            line.reverse();
        }
        if is_closed {
            let turn = match (problem.start(), problem.end()) {
                (Some(_), Some(_)) => 0,
                (Some(start), None) => self.places[vertex(start)? as usize] as usize,
                (None, Some(end)) => self.places[vertex(end)? as usize] as usize + 1,
                (None, None) => random.below(line.len() as u64) as usize,
            };
            let turn = turn % line.len();
            line.rotate_left(turn);
        }
        let path: Path = line.into_iter().map(|vertex| self.graph.square(vertex)).collect();
        Tour::verify(problem, path).ok()
    }
}
