//! Games: a user tours a board step by step, by the rules of a problem.

use std::collections::HashMap;
use std::fmt;

use caracole_core::{IntoSquare, Kind, Moves, Path, Problem, ProblemError, Square};
use caracole_verify::Tour;

/// A game of one knight: the squares that were played, and those that were taken back.
///
/// A square can be played if it is a move away and unvisited, if no clue and no forbidden move excludes
/// it, if every required move of the square that is left has been made, and, at the last step, if the
/// verifier accepts the tour. So a game that has visited every square is won.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::{Game, GameState};
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
/// assert_eq!(game.target(2), Some(c2));
/// game.play(c2)?;
/// assert_eq!((game.knight(), game.step_of(c2), game.unvisited()), (Some(c2), Some(2), 7));
/// assert!(matches!(game.state(), GameState::InProgress));
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
    /// The squares that were taken back, the next one to replay last.
    undone: Vec<Square>,
}

/// Games are equal if their problems, their squares and the squares taken back are equal.
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.problem == other.problem && self.played == other.played && self.undone == other.undone
    }
}

impl Eq for Game {}

impl Game {
    /// Returns a game without played squares. If the problem has several knights, it is reduced to one knight with
    /// a free start.
    pub fn new(problem: Problem) -> Self {
        let problem = match problem.clone().with_knights(1, std::iter::empty::<Square>()) {
            Ok(alone) => alone,
            Err(_) => problem,
        };
        let moves = Moves::new(problem.piece(), problem.board());
        let (played, steps, undone) = (Vec::new(), HashMap::new(), Vec::new());
        Self { problem, moves, played, steps, undone }
    }

    /// Returns a saved game: the played squares, and those taken back in the order of replay. Both are checked
    /// by the rules.
    pub fn resume(
        problem: Problem,
        played: impl IntoIterator<Item = Square>,
        undone: impl IntoIterator<Item = Square>,
    ) -> Result<Self, GameError> {
        if problem.knights() > 1 {
            return Err(GameError::SeveralKnights);
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

    /// Returns the problem that defines the rules.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the squares that were played, in order.
    pub fn played(&self) -> &[Square] {
        &self.played
    }

    /// Returns the squares that were taken back, in the order of replay.
    pub fn undone(&self) -> impl Iterator<Item = Square> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Returns the square of the knight, if one was played.
    pub fn knight(&self) -> Option<Square> {
        self.played.last().copied()
    }

    /// Returns the step at which a square was visited, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u64> {
        self.steps.get(&square).copied()
    }

    /// Returns the number of unvisited squares.
    pub fn unvisited(&self) -> u64 {
        self.problem.board().len() - self.played.len() as u64
    }

    /// Returns the target of the knight's move with this number, legal or not. Moves are numbered from 1 in
    /// the order of [`Moves`].
    pub fn target(&self, number: usize) -> Option<Square> {
        let offset = *self.moves.offsets().get(number.checked_sub(1)?)?;
        self.problem.board().step(self.knight()?, offset)
    }

    /// Checks whether this square can be played next.
    pub fn check(&self, square: Square) -> Result<(), GameError> {
        let step = self.played.len() as u64 + 1;
        let before = self.step_of(square);
        check_step(&self.problem, &self.moves, (self.knight(), step), before, square)?;
        self.check_required_moves(square, step)?;
        self.check_tour(square, step)
    }

    /// A required move must be made when its first square is left. The start of a closed tour is an
    /// exception, because the closing move comes last.
    fn check_required_moves(&self, square: Square, step: u64) -> Result<(), GameError> {
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
        let mut required = self.problem.required().iter().filter_map(partner);
        match required.find(|to| !is_made(to)) {
            None => Ok(()),
            Some(to) => {
                let [square, from, to] =
                    [square, *last, to].map(|square| self.problem.board().name(square));
                Err(GameError::RequiredMove { step, square, required: [from, to] })
            }
        }
    }

    /// The last square must complete a tour of the right kind.
    fn check_tour(&self, square: Square, step: u64) -> Result<(), GameError> {
        if self.unvisited() != 1 {
            return Ok(());
        }
        let path: Path = self.played.iter().copied().chain([square]).collect();
        let Err(rejected) = Tour::verify(&self.problem, path) else { return Ok(()) };
        let board = self.problem.board();
        let why = rejected.verdict.defects().first().map(|defect| defect.text(board));
        let why = why.unwrap_or_default();
        Err(GameError::NotATour { step, square: board.name(square), why })
    }

    /// Returns the squares that can be played next, in the order of moves; possible starts in the order of
    /// their indices.
    pub fn legal(&self) -> impl Iterator<Item = Square> + '_ {
        candidates(&self.problem, &self.moves, self.knight())
            .filter(|&square| self.check(square).is_ok())
    }

    /// Plays a square. Forgets the squares that were taken back, unless the next one of them is played.
    pub fn play(&mut self, square: Square) -> Result<(), GameError> {
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

    /// Replays the square that was taken back last.
    pub fn redo(&mut self) -> Option<Square> {
        // The square was checked when it was played first, and the path before it has not changed.
        let square = self.undone.pop()?;
        self.put(square);
        Some(square)
    }

    /// Returns the state of the game. Verifies the tour if every square is visited.
    pub fn state(&self) -> GameState {
        if self.unvisited() == 0
            && let Ok(tour) = Tour::verify(&self.problem, self.played.iter().copied().collect())
        {
            return GameState::Finished(tour);
        }
        if self.legal().next().is_some() {
            return GameState::InProgress;
        }
        let board = self.problem.board();
        let mut free = candidates(&self.problem, &self.moves, self.knight())
            .filter(|&square| self.step_of(square).is_none());
        GameState::Stuck(DeadEnd {
            square: self.knight().map(|square| board.name(square)),
            unvisited: self.unvisited(),
            why: free.find_map(|square| self.check(square).err()),
        })
    }
}

/// The state of a game.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::{Game, GameState};
/// use caracole_solve::{Auto, Run, Solver};
///
/// let problem = Problem::new("3x4".parse()?);
/// let tour = Auto.solve(&problem, &mut Run::new()).found().ok_or("no tour")?;
/// let mut game = Game::new(problem);
/// for square in tour.squares() {
///     assert!(matches!(game.state(), GameState::InProgress));
///     game.play(square)?;
/// }
/// let GameState::Finished(played) = game.state() else { return Err("not finished".into()) };
/// assert_eq!(played, tour);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum GameState {
    /// A square can be played.
    InProgress,
    /// Every square is visited, by this tour.
    Finished(Tour),
    /// Squares are unvisited, and none of them can be played.
    Stuck(DeadEnd),
}

/// Why a game cannot be continued.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::{Game, GameState};
///
/// let mut game = Game::new(Problem::new("3x3".parse()?));
/// for name in ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"] {
///     game.play(game.problem().board().parse_square(name)?)?;
/// }
/// let GameState::Stuck(dead_end) = game.state() else { return Err("not stuck".into()) };
/// assert_eq!((dead_end.square.as_deref(), dead_end.unvisited), (Some("c2"), 1));
/// assert_eq!(
///     dead_end.to_string(),
///     "dead end: no unvisited square is a move away from c2; 1 square is missing"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// The square of the knight, if one was played.
    pub square: Option<String>,
    /// The number of unvisited squares.
    pub unvisited: u64,
    /// Why an unvisited square that is a move away cannot be played, if there is one.
    pub why: Option<GameError>,
}

impl fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.square.as_deref().map_or_else(String::new, |name| format!(" from {name}"));
        match &self.why {
            None => write!(f, "dead end: no unvisited square is a move away{from}")?,
            Some(why) => write!(f, "dead end: no square may be played{from}; {why}")?,
        }
        let (squares, are) =
            if self.unvisited == 1 { ("square", "is") } else { ("squares", "are") };
        write!(f, "; {} {squares} {are} missing", self.unvisited)
    }
}

/// Why a sequence of squares is not a legal game. Steps are counted from 1, squares are given by name.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::GameError;
/// use caracole_play::coach::judge;
/// use caracole_solve::Run;
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let judged = |names: &[&str]| {
///     let squares = names.iter().map(|name| problem.board().parse_square(name));
///     let played = squares.collect::<Result<Vec<_>, _>>()?;
///     Ok::<_, caracole_core::SquareError>(judge(&problem, &played, &mut Run::new()))
/// };
/// let error = judged(&["a1", "b2"])?.expect_err("no knight's move");
/// assert_eq!(error.to_string(), "step 2: a1 and b2 are not a knight's move apart");
/// let error = judged(&["a1", "b3", "a1"])?.expect_err("a1 twice");
/// assert!(matches!(error, GameError::AlreadyVisited { step: 3, before: 1, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The problem has several knights.
    #[error("the coach judges the game of one knight")]
    SeveralKnights,
    /// The first square is not the start of the problem.
    #[error("step 1: the tour starts on {start}, not on {square}")]
    WrongStart {
        /// The square that was played.
        square: String,
        /// The start.
        start: String,
    },
    /// The square was visited before.
    #[error("step {step}: {square} was visited at step {before}")]
    AlreadyVisited {
        /// The step.
        step: u64,
        /// The square.
        square: String,
        /// The step at which it was visited.
        before: u64,
    },
    /// A clue puts another square at this step, or this square at another step.
    #[error("step {step}: {square} cannot be played, because {} is step {}", clue.1, clue.0)]
    ClueConflict {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// The clue: a step and its square.
        clue: (u64, String),
    },
    /// The square is not on the board, is not a move away, or the move is forbidden.
    #[error("step {step}: {why}")]
    IllegalStep {
        /// The step.
        step: u64,
        /// The reason.
        why: ProblemError,
    },
    /// A required move cannot be made any more. The coach accepts such games and judges them lost.
    #[error(
        "step {step}: {square} cannot be played, because the tour must go {}-{}", required[0],
        required[1]
    )]
    RequiredMove {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// The required move.
        required: [String; 2],
    },
    /// The last square does not complete a tour of the right kind. The coach accepts such games and judges
    /// them lost.
    #[error("step {step}: {square} cannot be played: {why}")]
    NotATour {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// The defect that the verifier found.
        why: String,
    },
}

/// Returns the squares that are a move away from the last one, or the possible starts.
pub(crate) fn candidates<'a>(
    problem: &'a Problem,
    moves: &'a Moves,
    last: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    let board = problem.board();
    let start = problem.start_square();
    let starts = board.squares().take_while(move |_| last.is_none() && start.is_none());
    // On a large board a search for the only start among all squares would be slow.
    let start = start.filter(|_| last.is_none());
    starts.chain(start).chain(last.into_iter().flat_map(move |last| moves.from(board, last)))
}

/// Checks a square after `last` and at this step. `before` is the step at which it was visited, if it was.
pub(crate) fn check_step(
    problem: &Problem,
    moves: &Moves,
    (last, step): (Option<Square>, u64),
    before: Option<u64>,
    square: Square,
) -> Result<(), GameError> {
    let board = problem.board();
    let name = |square| board.name(square);
    square
        .into_square(board)
        .map_err(|error| GameError::IllegalStep { step, why: error.into() })?;
    if let Some(start) = problem.start_square().filter(|&start| step == 1 && start != square) {
        return Err(GameError::WrongStart { square: name(square), start: name(start) });
    }
    if let Some(before) = before {
        return Err(GameError::AlreadyVisited { step, square: name(square), before });
    }
    if let Some((fixed, on)) = violated_clue(problem, square, step) {
        return Err(GameError::ClueConflict {
            step,
            square: name(square),
            clue: (fixed, name(on)),
        });
    }
    let Some(last) = last else { return Ok(()) };
    if !moves.from(board, last).any(|to| to == square) {
        let squares = [name(last), name(square)];
        let why = ProblemError::NotAMove { squares, piece: problem.piece().to_string() };
        return Err(GameError::IllegalStep { step, why });
    }
    let pair = (last.min(square), last.max(square));
    if problem.forbidden().binary_search(&pair).is_ok() {
        let why = ProblemError::RequiredAndForbidden { squares: [name(pair.0), name(pair.1)] };
        return Err(GameError::IllegalStep { step, why });
    }
    Ok(())
}

/// Returns the clue that a square violates at a step, if any.
fn violated_clue(problem: &Problem, square: Square, step: u64) -> Option<(u64, Square)> {
    match problem.clue_at(step) {
        Some(other) => (other != square).then_some((step, other)),
        None => problem.clues().find(|&(_, other)| other == square),
    }
}

#[cfg(test)]
mod tests;
