//! A game: somebody tours a board, step by step, by the rules of a problem.

pub(crate) mod rules;
mod standing;

use std::collections::HashMap;

use caracole_core::{Kind, Moves, Path, Problem, Square, Tour};

use crate::coach::CoachError;

pub use standing::{Impasse, Standing};

/// A game of one knight: the squares that were played, and those that were taken back.
///
/// A square may be played if it is a move away and not visited, if no clue and no move to avoid
/// speaks against it, if no demanded move becomes impossible by leaving a square, and, at the last
/// step, if the verifier accepts the tour. So a game that has visited every square is won.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Game, Standing};
///
/// let problem = Problem::new("3x3".parse()?);
/// let square = |name| problem.board().parse_square(name);
/// let [a1, b2, c2] = [square("a1")?, square("b2")?, square("c2")?];
///
/// let mut game = Game::new(problem.clone());
/// game.play(a1)?;
/// let error = game.check(b2).expect_err("no knight's move");
/// assert_eq!(error.to_string(), "step 2: a1 and b2 are not a knight's move apart");
/// assert_eq!(game.legal().collect::<Vec<_>>(), [square("b3")?, c2]);
/// // Moves have numbers: move 2 goes two files right and one rank up.
/// assert_eq!(game.toward(2), Some(c2));
/// game.play(c2)?;
/// assert_eq!((game.knight(), game.step_of(c2), game.missing()), (Some(c2), Some(2), 7));
/// assert!(matches!(game.standing(), Standing::Going));
///
/// assert_eq!(game.undo(), Some(c2));
/// let mut again = Game::resume(game.problem().clone(), game.played().to_vec(), game.undone())?;
/// assert_eq!(again, game);
/// assert_eq!(again.redo(), Some(c2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    problem: Problem,
    moves: Moves,
    played: Vec<Square>,
    /// The step of each square that was played.
    steps: HashMap<Square, u64>,
    /// What was taken back, the next to come again last.
    undone: Vec<Square>,
}

/// Games are the same if they were played the same way, and would be played on the same way.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.problem == other.problem && self.played == other.played && self.undone == other.undone
    }
}

impl Eq for Game {}

impl Game {
    /// A game in which nothing is played yet. Of several knights one is left, who may start anywhere.
    pub fn new(problem: Problem) -> Self {
        let problem = match problem.clone().with_knights(1, std::iter::empty::<Square>()) {
            Ok(alone) => alone,
            Err(_) => problem,
        };
        let moves = Moves::new(problem.piece(), problem.board());
        let (played, steps, undone) = (Vec::new(), HashMap::new(), Vec::new());
        Self { problem, moves, played, steps, undone }
    }

    /// A game that was played before: the squares, and those that were taken back, in the order in
    /// which they would come again. Both are checked by the rules, and several knights are refused.
    pub fn resume(
        problem: Problem,
        played: impl IntoIterator<Item = Square>,
        undone: impl IntoIterator<Item = Square>,
    ) -> Result<Self, CoachError> {
        if problem.knights() > 1 {
            return Err(CoachError::SeveralKnights);
        }
        let mut game = Self::new(problem);
        for square in played {
            game.play(square)?;
        }
        let reached = game.played.len();
        for square in undone {
            game.play(square)?;
        }
        while game.played.len() > reached {
            game.undo();
        }
        Ok(game)
    }

    /// The problem by whose rules it is played.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The squares that were played, in order.
    pub fn played(&self) -> &[Square] {
        &self.played
    }

    /// The squares that were taken back, in the order in which they would come again.
    pub fn undone(&self) -> impl Iterator<Item = Square> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Where the knight stands, if it does yet.
    pub fn knight(&self) -> Option<Square> {
        self.played.last().copied()
    }

    /// The step at which a square was visited, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        self.steps.get(&square).copied()
    }

    /// How many squares were not visited.
    pub fn missing(&self) -> u64 {
        self.problem.board().len() - self.played.len() as u64
    }

    /// The square that the knight's move with this number leads to, legal or not. Moves are
    /// numbered from 1 as [`Moves`] says.
    pub fn toward(&self, number: usize) -> Option<Square> {
        let offset = *self.moves.offsets().get(number.checked_sub(1)?)?;
        self.problem.board().step(self.knight()?, offset)
    }

    /// May this square be played next? If not, why?
    pub fn check(&self, square: Square) -> Result<(), CoachError> {
        let step = self.played.len() as u64 + 1;
        let before = self.step_of(square);
        rules::check(&self.problem, &self.moves, (self.knight(), step), before, square)?;
        self.check_demands(square, step)?;
        self.check_whole(square, step)
    }

    /// A demanded move is made when its first square is left, or never; but the move home of a
    /// closed tour comes last.
    fn check_demands(&self, square: Square, step: u64) -> Result<(), CoachError> {
        let [before @ .., last] = &self.played[..] else { return Ok(()) };
        if before.is_empty() && self.problem.kind() == Kind::Closed {
            return Ok(());
        }
        let partner = |&(a, b): &(Square, Square)| match *last {
            last if last == a => Some(b),
            last if last == b => Some(a),
            _ => None,
        };
        let is_made = |&to: &Square| to == square || before.last() == Some(&to);
        let mut demanded = self.problem.used().iter().filter_map(partner);
        match demanded.find(|to| !is_made(to)) {
            None => Ok(()),
            Some(to) => {
                let [square, from, to] =
                    [square, *last, to].map(|square| self.problem.board().name(square));
                Err(CoachError::Demanded { step, square, demanded: [from, to] })
            }
        }
    }

    /// The last square must make it a tour of the kind that was asked for.
    fn check_whole(&self, square: Square, step: u64) -> Result<(), CoachError> {
        if self.missing() != 1 {
            return Ok(());
        }
        let path: Path = self.played.iter().copied().chain([square]).collect();
        let Err(rejected) = Tour::verify(&self.problem, path) else { return Ok(()) };
        let board = self.problem.board();
        let why = rejected.verdict.defects().first().map(|defect| defect.text(board));
        let why = why.unwrap_or_default();
        Err(CoachError::NoTour { step, square: board.name(square), why })
    }

    /// The squares that may be played next, in the order of the moves; those to start from in the
    /// order of their numbers.
    pub fn legal(&self) -> impl Iterator<Item = Square> + '_ {
        rules::near(&self.problem, &self.moves, self.knight())
            .filter(|&square| self.check(square).is_ok())
    }

    /// Plays a square, if that may be. Whatever was taken back cannot come again then, unless it
    /// went the same way.
    pub fn play(&mut self, square: Square) -> Result<(), CoachError> {
        self.check(square)?;
        if self.undone.last() == Some(&square) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.put(square);
        Ok(())
    }

    fn put(&mut self, square: Square) {
        self.played.push(square);
        self.steps.insert(square, self.played.len() as u64);
    }

    /// Takes the last square back.
    pub fn undo(&mut self) -> Option<Square> {
        let square = self.played.pop()?;
        self.steps.remove(&square);
        self.undone.push(square);
        Some(square)
    }

    /// Plays again what was taken back last.
    pub fn redo(&mut self) -> Option<Square> {
        // It was checked when it was played first, and nothing before it has changed.
        let square = self.undone.pop()?;
        self.put(square);
        Some(square)
    }

    /// How the game stands. Looks at the whole game where it is finished.
    pub fn standing(&self) -> Standing {
        if self.missing() == 0
            && let Ok(tour) = Tour::verify(&self.problem, self.played.iter().copied().collect())
        {
            return Standing::Finished(tour);
        }
        if self.legal().next().is_some() {
            return Standing::Going;
        }
        let board = self.problem.board();
        let mut free = rules::near(&self.problem, &self.moves, self.knight())
            .filter(|&square| self.step_of(square).is_none());
        Standing::Stuck(Impasse {
            square: self.knight().map(|square| board.name(square)),
            missing: self.missing(),
            why: free.find_map(|square| self.check(square).err()),
        })
    }
}

#[cfg(test)]
mod tests;
