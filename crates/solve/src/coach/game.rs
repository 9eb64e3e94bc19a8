//! A game so far, as a problem.

use caracole_core::{Kind, Moves, Path, Problem, Square, SquareSet, Tour};

use super::CoachError;
use crate::game::rules;

/// The first squares of a tour.
pub(super) struct Game<'a> {
    problem: &'a Problem,
    played: &'a [Square],
    visited: SquareSet,
    moves: Moves,
    /// The problem with the start and the moves that were played.
    position: Problem,
}

impl<'a> Game<'a> {
    /// Checks each step by the rules of the problem.
    pub(super) fn new(problem: &'a Problem, played: &'a [Square]) -> Result<Self, CoachError> {
        if problem.knights() > 1 {
            return Err(CoachError::SeveralKnights);
        }
        let board = problem.board();
        let mut game = Self {
            problem,
            played,
            visited: SquareSet::new(board),
            moves: Moves::new(problem.piece(), board),
            position: problem.clone(),
        };
        let mut position = problem.clone();
        for (at, &square) in played.iter().enumerate() {
            let step = at as u64 + 1;
            let last = at.checked_sub(1).map(|before| played[before]);
            let before = || played.iter().position(|&other| other == square);
            let before = if game.visited.contains(square) { before() } else { None };
            let before = before.map(|before| before as u64 + 1);
            rules::check(problem, &game.moves, (last, step), before, square)?;
            game.visited.insert(square);
            let next = match last {
                None => position.from(square),
                Some(last) => position.using(last, square),
            };
            position = next.map_err(|why| CoachError::Step { step, why })?;
        }
        game.position = game.with_direction(position, played.get(1).copied());
        Ok(game)
    }

    /// The problem that the position poses.
    pub(super) const fn position(&self) -> &Problem {
        &self.position
    }

    /// Is every square visited?
    pub(super) fn is_over(&self) -> bool {
        self.played.len() as u64 == self.problem.board().len()
    }

    /// The squares that can be played next.
    pub(super) fn next(&self) -> impl Iterator<Item = Square> + '_ {
        let step = self.played.len() as u64 + 1;
        let last = self.played.last().copied();
        rules::near(self.problem, &self.moves, last).filter(move |&square| {
            let check = rules::check(self.problem, &self.moves, (last, step), None, square);
            !self.visited.contains(square) && check.is_ok()
        })
    }

    /// The problem after a square that can be played next.
    pub(super) fn after(&self, square: Square) -> Option<Problem> {
        let position = self.position.clone();
        match *self.played {
            [] => position.from(square).ok(),
            [start] => {
                let position = position.using(start, square).ok()?;
                Some(self.with_direction(position, Some(square)))
            }
            [.., last] => position.using(last, square).ok(),
        }
    }

    /// Round a closed tour the moves that were played may lead in either direction. Clues tell them
    /// apart, so the second step must be one too.
    fn with_direction(&self, position: Problem, second: Option<Square>) -> Problem {
        let tells_directions = || self.problem.clues().any(|(step, _)| step > 1);
        if self.problem.kind() == Kind::Closed
            && tells_directions()
            && position.clue_at(2).is_none()
            && let Some(second) = second
        {
            return position.clone().clue(second, 2).unwrap_or(position);
        }
        position
    }

    /// A tour walked as the game went, and on to the next square: backwards, or from another square
    /// if it is closed. `None` if it cannot be.
    pub(super) fn along(&self, tour: &Tour, next: Option<Square>) -> Option<Tour> {
        let (len, first) = match self.played.first().copied().or(next) {
            None => return Some(tour.clone()),
            Some(square) => (tour.len(), tour.step_of(square)?),
        };
        let begins = |path: &Path| {
            let mut wanted = self.played.iter().copied().chain(next);
            path.iter().zip(wanted.by_ref()).all(|(square, wanted)| square == wanted)
        };
        [len - 1, 1].into_iter().find_map(|stride| {
            let fits_end = first == if stride == 1 || len == 1 { 1 } else { len };
            if !tour.is_closed() && !fits_end {
                return None;
            }
            let step = |at: u64| (first - 1 + at * stride % len) % len + 1;
            let path: Path = (0..len).map_while(|at| tour.square_at(step(at))).collect();
            if begins(&path) { Tour::verify(self.problem, path).ok() } else { None }
        })
    }
}
