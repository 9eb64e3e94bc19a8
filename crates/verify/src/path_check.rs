//! The check of a path, step by step.

use caracole_core::{Coord, Kind, Problem, Square, SquareSet};

use super::adjacency::Adjacency;
use super::{Defect, Defects};

/// The state of the check after some steps. Takes one bit per square of the board.
pub(super) struct PathCheck<'a, C> {
    problem: &'a Problem,
    adjacency: Adjacency<'a>,
    visited: SquareSet,
    /// For each required move, true if it is made.
    made: Vec<bool>,
    /// The remaining clues in ascending order.
    clues: C,
    due: Option<(u64, Square)>,
    /// The number of steps.
    step: u64,
    ends: Option<[Visit; 2]>,
    of_steps: Defects,
    of_whole: Defects,
}

/// A square of the path, with its coordinates if it is on the board.
#[derive(Clone, Copy)]
struct Visit {
    square: Square,
    place: Option<Coord>,
}

impl<'a, C: Iterator<Item = (u64, Square)>> PathCheck<'a, C> {
    /// Returns the state before the first step. `clues` are those of the problem.
    pub(super) fn new(problem: &'a Problem, mut clues: C) -> Self {
        Self {
            problem,
            adjacency: Adjacency::new(problem.board(), problem.piece()),
            visited: SquareSet::new(problem.board()),
            made: vec![false; problem.required().len()],
            due: clues.next(),
            clues,
            step: 0,
            ends: None,
            of_steps: Defects::default(),
            of_whole: Defects::default(),
        }
    }

    /// Checks the next square.
    #[inline]
    pub(super) fn step(&mut self, square: Square) {
        self.step += 1;
        let before = self.ends.map(|[_, before]| before);
        let from = before.and_then(|Visit { square, place }| Some((square, place?)));
        let (place, direction) = self.adjacency.enter(from, square);
        let here = Visit { square, place };
        self.check_square(here);
        if let Some((from, _)) = from.filter(|_| place.is_some()) {
            self.check_move([from, square], direction);
        }
        match &mut self.ends {
            Some([_, last]) => *last = here,
            none => *none = Some([here; 2]),
        }
        self.check_clue(square);
    }

    fn check_square(&mut self, Visit { square, place }: Visit) {
        let step = self.step;
        if place.is_none() {
            self.of_steps.push(Defect::OffBoard { step, square });
        } else if !self.visited.insert(square) {
            // A second walk finds the first visit.
            self.of_steps.push(Defect::Repeat { square, steps: [0, step] });
        }
    }

    /// A step from or to a number that is not a square is not reported again.
    fn check_move(&mut self, squares: [Square; 2], direction: Option<usize>) {
        if direction.is_none() {
            self.of_steps.push(Defect::NotAMove { step: self.step, squares });
        }
        self.note_move(self.step, squares);
    }

    /// Compares a move with the required and the forbidden ones.
    fn note_move(&mut self, step: u64, squares: [Square; 2]) {
        let [a, b] = squares;
        let pair = (a.min(b), a.max(b));
        if let Ok(at) = self.problem.required().binary_search(&pair) {
            self.made[at] = true;
        }
        if self.problem.forbidden().binary_search(&pair).is_ok() {
            self.of_steps.push(Defect::ForbiddenMove { step, squares });
        }
    }

    fn check_clue(&mut self, found: Square) {
        let Some((step, expected)) = self.due.filter(|&(step, _)| step == self.step) else {
            return;
        };
        if found != expected {
            self.of_steps.push(Defect::WrongSquare { step, expected, found });
        }
        self.due = self.clues.next();
    }

    /// Returns true if the ends are a move apart and the path has at least three squares.
    pub(super) fn is_closed(&self) -> bool {
        self.step >= 3
            && self.ends.is_some_and(|[first, last]| {
                first
                    .place
                    .zip(last.place)
                    .is_some_and(|(first, last)| self.adjacency.direction(last, first).is_some())
            })
    }

    /// Ends the path of a knight, and returns the defects of its steps. The next square is the first step of the next
    /// knight.
    pub(super) fn next_path(&mut self) -> Defects {
        (self.step, self.ends) = (0, None);
        std::mem::take(&mut self.of_steps)
    }

    /// Checks the whole path, and returns the defects of the steps and of the whole.
    pub(super) fn end(mut self) -> [Defects; 2] {
        let knights = self.problem.knights();
        if knights > 1 {
            self.of_whole.push(Defect::SeveralKnights { knights });
        }
        self.end_of_last()
    }

    /// Does the same after the last path of a cover.
    pub(super) fn end_of_last(mut self) -> [Defects; 2] {
        self.check_kind();
        self.check_required_moves();
        self.check_remaining_clues();
        self.check_missing();
        [self.of_steps, self.of_whole]
    }

    /// Does the same for a simple path, which need not visit all squares and may end at any step.
    pub(super) fn end_of_part(mut self) -> [Defects; 2] {
        let (step, expected) = (self.step, self.problem.end_square());
        match (self.ends, expected) {
            (Some([_, last]), Some(expected)) if last.square != expected => {
                self.of_whole.push(Defect::WrongSquare { step, expected, found: last.square });
            }
            // A path has at least one square.
            (None, expected) => {
                let first = expected.or_else(|| self.problem.board().squares().next());
                if let Some(square) = first {
                    self.of_whole.push(Defect::Missing { square });
                }
            }
            _ => {}
        }
        self.check_kind();
        self.check_required_moves();
        self.check_remaining_clues();
        [self.of_steps, self.of_whole]
    }

    fn check_kind(&mut self) {
        let Some(squares) = self.ends.map(|ends| ends.map(|end| end.square)) else { return };
        match (self.problem.kind(), self.is_closed()) {
            // The closing move is a move of a closed tour like any other.
            (Kind::Closed, true) => self.note_move(self.step + 1, [squares[1], squares[0]]),
            (Kind::Closed, false) => self.of_whole.push(Defect::NotClosed { squares }),
            (Kind::Open, true) => self.of_whole.push(Defect::NotOpen { squares }),
            (Kind::Open, false) | (Kind::Any, _) => {}
        }
    }

    fn check_required_moves(&mut self) {
        for (&(a, b), _) in
            self.problem.required().iter().zip(&self.made).filter(|(_, made)| !**made)
        {
            self.of_whole.push(Defect::OmittedMove { squares: [a, b] });
        }
    }

    fn check_remaining_clues(&mut self) {
        for (step, expected) in self.due.into_iter().chain(&mut self.clues) {
            self.of_whole.push(Defect::Unreached { step, expected });
        }
    }

    fn check_missing(&mut self) {
        let (board, visited) = (self.problem.board(), &self.visited);
        let missing = board
            .squares()
            .filter(|&square| !visited.contains(square))
            .map(|square| Defect::Missing { square });
        self.of_whole.push_all(board.len() - visited.len(), missing);
    }
}
