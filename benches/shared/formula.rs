//! `CaDiCaL`: a variable for each move, two moves at each square, and a clause against each ring
//! that is not a tour, when it turns up.
//!
//! A path is a ring through one square more, which is a move away from all squares that may be ends.

use std::time::{Duration, Instant};

use cadical::{Solver, Timeout};

use crate::{Answer, Question};

struct Formula {
    solver: Solver,
    /// The squares of each move; its variable is its index plus one.
    moves: Vec<[u32; 2]>,
    /// The moves at each square.
    at: Vec<Vec<usize>>,
}

pub(crate) fn decide(question: &Question, limit: Duration) -> Answer {
    let begun = Instant::now();
    let mut formula = Formula::new(question);
    loop {
        let left = limit.saturating_sub(begun.elapsed());
        formula.solver.set_callbacks(Some(Timeout::new(left.as_secs_f32())));
        match formula.solver.solve() {
            _ if begun.elapsed() > limit => return Answer::GaveUp,
            None => return Answer::GaveUp,
            Some(false) => return Answer::None,
            Some(true) => {}
        }
        let rings = formula.rings();
        if let [ring] = &rings[..] {
            return Answer::Tour(question.path(cut_open(question, ring)));
        }
        for ring in &rings {
            formula.forbid(ring);
        }
    }
}

impl Formula {
    fn new(question: &Question) -> Self {
        let squares = question.near.len() as u32;
        let mut moves: Vec<[u32; 2]> = Vec::new();
        for (from, near) in (0..).zip(&question.near) {
            moves.extend(near.iter().filter(|&&to| to > from).map(|&to| [from, to]));
        }
        let mut total = squares;
        if !question.is_closed {
            total += 1;
            let may_end = |at: &u32| question.ends.is_none_or(|ends| ends.contains(at));
            moves.extend((0..squares).filter(may_end).map(|at| [at, squares]));
        }
        let mut at = vec![Vec::new(); total as usize];
        for (place, ends) in moves.iter().enumerate() {
            for &end in ends {
                at[end as usize].push(place);
            }
        }
        let mut formula = Self { solver: Solver::new(), moves, at };
        for square in 0..total as usize {
            formula.two_of(square);
        }
        formula
    }

    /// Adds the clauses for exactly two moves at a square: at least one of any three is not made, and at
    /// least one of all except one is made.
    fn two_of(&mut self, square: usize) {
        let all: Vec<i32> = self.at[square].iter().map(|&place| place as i32 + 1).collect();
        for (a, &first) in all.iter().enumerate() {
            self.solver.add_clause(all.iter().copied().filter(|&other| other != first));
            for (b, &second) in all.iter().enumerate().skip(a + 1) {
                for &third in &all[b + 1..] {
                    self.solver.add_clause([-first, -second, -third]);
                }
            }
        }
        if all.is_empty() {
            self.solver.add_clause([]);
        }
    }

    /// Returns the cycles of the moves.
    fn rings(&self) -> Vec<Vec<u32>> {
        let is_made = |place: usize| self.solver.value(place as i32 + 1) == Some(true);
        let mut is_seen = vec![false; self.at.len()];
        let mut rings = Vec::new();
        for first in 0..self.at.len() as u32 {
            let (mut ring, mut square) = (Vec::new(), Some(first));
            while let Some(here) = square.filter(|&here| !is_seen[here as usize]) {
                is_seen[here as usize] = true;
                ring.push(here);
                let made = self.at[here as usize].iter().filter(|&&place| is_made(place));
                let mut beyond = made.flat_map(|&place| self.moves[place]);
                square = beyond.find(|&to| !is_seen[to as usize]);
            }
            if !ring.is_empty() {
                rings.push(ring);
            }
        }
        rings
    }

    /// Adds the clause that a move leaves these squares.
    fn forbid(&mut self, ring: &[u32]) {
        let mut is_inside = vec![false; self.at.len()];
        for &square in ring {
            is_inside[square as usize] = true;
        }
        let leads_out =
            |place: &usize| self.moves[*place].iter().any(|&end| !is_inside[end as usize]);
        let places = ring.iter().flat_map(|&square| &self.at[square as usize]).copied();
        let clause: Vec<i32> = places.filter(leads_out).map(|place| place as i32 + 1).collect();
        self.solver.add_clause(clause);
    }
}

/// Returns the cycle as a path: without the additional square, from the start.
fn cut_open(question: &Question, ring: &[u32]) -> Vec<u32> {
    let extra = question.near.len() as u32;
    let at = ring.iter().position(|&square| square == extra).map_or(0, |at| at + 1);
    let mut path: Vec<u32> = ring[at..].iter().chain(&ring[..at]).copied().collect();
    path.retain(|&square| square != extra);
    if question.ends.is_some_and(|[start, _]| path[0] != start) {
        path.reverse();
    }
    path
}
