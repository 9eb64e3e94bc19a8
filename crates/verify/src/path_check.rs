//! A walk along a path, with an eye on every step.

use caracole_core::{Coord, Kind, Problem, Square, SquareSet};

use super::adjacency::Adjacency;
use super::{Defect, Defects};

/// What is known of a path after some of its steps. Takes a bit for each square of the board.
pub(super) struct PathCheck<'a, C> {
    problem: &'a Problem,
    adjacency: Adjacency<'a>,
    visited: SquareSet,
    /// The moves that the problem demands: is this one made?
    made: Vec<bool>,
    /// Clues in rising order, from the next that is due.
    clues: C,
    due: Option<(u64, Square)>,
    /// How many steps were made.
    step: u64,
    ends: Option<[Visit; 2]>,
    of_steps: Defects,
    of_whole: Defects,
}

/// A square of the path, and its place if it is on the board.
#[derive(Clone, Copy)]
struct Visit {
    square: Square,
    place: Option<Coord>,
}

impl<'a, C: Iterator<Item = (u64, Square)>> PathCheck<'a, C> {
    /// Before the first step. `clues` are those of the problem.
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

    /// One more square.
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
            // When it came first is found out by a second walk, if there are such squares.
            self.of_steps.push(Defect::Repeat { square, steps: [0, step] });
        }
    }

    /// A step to or from something that is no square is not blamed a second time.
    fn check_move(&mut self, squares: [Square; 2], direction: Option<usize>) {
        if direction.is_none() {
            self.of_steps.push(Defect::NotAMove { step: self.step, squares });
        }
        self.note_move(self.step, squares);
    }

    /// Compares a move with those that the problem demands and forbids.
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

    /// Are the ends a move apart, and is this another move than the one out?
    pub(super) fn is_closed(&self) -> bool {
        self.step >= 3
            && self.ends.is_some_and(|[first, last]| {
                first
                    .place
                    .zip(last.place)
                    .is_some_and(|(first, last)| self.adjacency.direction(last, first).is_some())
            })
    }

    /// Lifts the knight from the board, and gives what was wrong with its steps. The next square is
    /// the first step of another knight.
    pub(super) fn next_path(&mut self) -> Defects {
        (self.step, self.ends) = (0, None);
        std::mem::take(&mut self.of_steps)
    }

    /// Judges the path as a whole, and gives what is wrong with the steps and with the whole.
    pub(super) fn end(mut self) -> [Defects; 2] {
        let knights = self.problem.knights();
        if knights > 1 {
            self.of_whole.push(Defect::SeveralKnights { knights });
        }
        self.end_of_last()
    }

    /// The same after the last of all the paths that were asked for.
    pub(super) fn end_of_last(mut self) -> [Defects; 2] {
        self.check_kind();
        self.check_required_moves();
        self.check_remaining_clues();
        self.check_missing();
        [self.of_steps, self.of_whole]
    }

    /// The same for a path that need not visit all squares, and whose end may come at any step.
    pub(super) fn end_of_part(mut self) -> [Defects; 2] {
        let (step, expected) = (self.step, self.problem.end_square());
        match (self.ends, expected) {
            (Some([_, last]), Some(expected)) if last.square != expected => {
                self.of_whole.push(Defect::WrongSquare { step, expected, found: last.square });
            }
            // A path has one square at least.
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
            // The move home is a move of a closed tour like any other.
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
