//! A problem that can answer itself.

mod counting;

use std::ops::Deref;

use caracole_compare::{Contestant, Here, Match, Quarrel, Row};
use caracole_core::{Board, Cover, Kind, Outcome, Piece, ProblemError, Square, SquareArg, Stop};
use caracole_solve::coach::{self, Advice, CoachError};
use caracole_solve::{
    Auto, Decision, Limits, Locator, Longest, Run, Solver, Starts, cover, decide, locate, longest,
    starts,
};

/// A problem, as [`caracole_core::Problem`] has it, with the verbs that answer it.
///
/// ```
/// use caracole::{Decision, Kind, Leaper, Piece, Problem};
///
/// let outcome = Problem::new("5x5".parse()?).from("b1")?.solve();
/// assert!(outcome.is_impossible(), "b1 has the wrong colour");
///
/// // What is fixed: ends, the step of a square, moves to make and moves to avoid.
/// let problem = Problem::new("8x8".parse()?)
///     .of_kind(Kind::Open)
///     .from("a1")?
///     .clue("e4", 32)?
///     .using("a8", "b6")?
///     .avoiding("a1", "b3")?;
/// assert_eq!(problem.kind(), Kind::Open);
/// assert_eq!(problem.decide(), Decision::Undecided);
/// assert!(problem.solve().is_found());
///
/// // A camel jumps one square this way and three that way, and stays on its colour.
/// let camel = Piece::from("1,3".parse::<Leaper>()?);
/// assert!(Problem::with_piece("8x8".parse()?, camel).solve().is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// What is asked can be read again:
///
/// ```
/// use caracole::Problem;
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?.to("h8")?;
/// let square = |name| problem.board().parse_square(name);
/// assert_eq!((problem.start(), problem.end()), (Some(square("a1")?), Some(square("h8")?)));
/// assert_eq!(problem.clues().collect::<Vec<_>>(), [(1, square("a1")?), (64, square("h8")?)]);
/// assert_eq!(problem.clue_at(64), problem.end());
/// assert!(problem.piece().is_knight() && problem.fixes_ends_only());
/// assert!(problem.used().is_empty() && problem.avoided().is_empty());
/// assert_eq!((problem.knights(), problem.knights_from()), (1, &[][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem(caracole_core::Problem);

impl Problem {
    /// Any knight's tour of the board.
    pub const fn new(board: Board) -> Self {
        Self(caracole_core::Problem::new(board))
    }

    /// Any tour of the board by a piece.
    pub const fn with_piece(board: Board, piece: Piece) -> Self {
        Self(caracole_core::Problem::with_piece(board, piece))
    }

    /// Demands a closed tour.
    ///
    /// # Panics
    /// If several knights share the board; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn closed(self) -> Self {
        Self(self.0.closed())
    }

    /// Demands a tour whose ends are not a move apart.
    ///
    /// # Panics
    /// If several knights share the board; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn open(self) -> Self {
        Self(self.0.open())
    }

    /// Demands a tour of this kind.
    ///
    /// # Panics
    /// If several knights share the board and the kind is open or closed; see [`Problem::try_of_kind`].
    #[must_use]
    pub fn of_kind(self, kind: Kind) -> Self {
        Self(self.0.of_kind(kind))
    }

    /// Demands a tour of this kind; open and closed are refused if several knights share the board.
    ///
    /// ```
    /// use caracole::{Kind, Problem};
    ///
    /// let problem = Problem::new("4x4".parse()?).with_knights(2, ["a1"])?;
    /// assert!(problem.try_of_kind(Kind::Closed).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_of_kind(self, kind: Kind) -> Result<Self, ProblemError> {
        self.0.try_of_kind(kind).map(Self)
    }

    /// Fixes the first square.
    pub fn from(self, start: impl SquareArg) -> Result<Self, ProblemError> {
        self.0.from(start).map(Self)
    }

    /// Fixes the last square.
    pub fn to(self, end: impl SquareArg) -> Result<Self, ProblemError> {
        self.0.to(end).map(Self)
    }

    /// Fixes the step of a square, counted from 1.
    pub fn clue(self, square: impl SquareArg, step: u64) -> Result<Self, ProblemError> {
        self.0.clue(square, step).map(Self)
    }

    /// Demands that the tour makes the move between two squares.
    pub fn using(self, a: impl SquareArg, b: impl SquareArg) -> Result<Self, ProblemError> {
        self.0.using(a, b).map(Self)
    }

    /// Forbids the move between two squares.
    pub fn avoiding(self, a: impl SquareArg, b: impl SquareArg) -> Result<Self, ProblemError> {
        self.0.avoiding(a, b).map(Self)
    }

    /// Asks for several knights, whose paths cover the board together, each square once. Some of
    /// them, or all, start on given squares; [`Problem::cover`] finds the paths.
    pub fn with_knights<S: SquareArg>(
        self,
        count: u32,
        from: impl IntoIterator<Item = S>,
    ) -> Result<Self, ProblemError> {
        self.0.with_knights(count, from).map(Self)
    }

    /// The paths of all knights that are asked for, by whatever works best, without limits.
    ///
    /// ```
    /// use caracole::{Outcome, Problem};
    ///
    /// // Nobody tours 4x4 alone, but two can share it.
    /// let problem = Problem::new("4x4".parse()?);
    /// assert!(problem.solve().is_impossible());
    /// let Outcome::Found(cover) = problem.with_knights(2, ["a1", "d4"])?.cover() else {
    ///     return Err("there is a cover".into());
    /// };
    /// let names = cover.names();
    /// assert!(names[0].starts_with("a1 ") && names[1].starts_with("d4 "));
    /// assert_eq!(cover.paths().iter().map(|path| path.len()).sum::<u64>(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cover(&self) -> Outcome<Cover> {
        cover(&self.0, &mut Run::new())
    }

    /// Answers the problem by whatever works best, without limits.
    pub fn solve(&self) -> Outcome {
        Auto.solve(&self.0, &mut Run::new())
    }

    /// Answers the problem by a method of your choice, within limits, watched or not.
    ///
    /// ```
    /// use caracole::{Limits, Problem, Run, Tie, Warnsdorff};
    ///
    /// let problem = Problem::new("50x50".parse()?).from("a1")?;
    /// let rule = Warnsdorff { order: None, tie: Tie::Roth };
    /// let mut run = Run::new().limits(Limits { steps: Some(10_000), ..Limits::default() });
    /// assert!(problem.solve_with(&rule, &mut run).is_found());
    /// assert_eq!(run.stats().steps, 2499);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_with(&self, solver: &dyn Solver, run: &mut Run<'_>) -> Outcome {
        solver.solve(&self.0, run)
    }

    /// Is there a tour? Answered by theorem, at once; [`Decision::Undecided`] where none applies.
    pub fn decide(&self) -> Decision {
        decide(&self.0)
    }

    /// The constructed tour without walking it: which square is a step, which step is a square, on
    /// rectangles of any size.
    ///
    /// Where there is none, the answer is why. For a seed or limits see [`locate`](locate()).
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let problem = Problem::new("1000000x1000000".parse()?).closed().from("e4")?;
    /// let tour = problem.locate().map_err(|outcome| outcome.word())?;
    /// let board = tour.board();
    /// let square = board.parse_square("123456,654321")?;
    /// let step = tour.step_of(square).ok_or("no square of the board")?;
    /// assert_eq!(tour.square_at(step), Some(square));
    /// assert_eq!(tour.square_at(step + 1), tour.successor(square));
    /// assert_eq!(tour.square_at(1), Some(board.parse_square("e4")?));
    ///
    /// let closed = Problem::new("999999x999999".parse()?).closed();
    /// assert!(closed.locate().is_err_and(|outcome| outcome.is_impossible()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn locate(&self) -> Result<Locator, Box<Outcome>> {
        locate(&self.0, &mut Run::new())
    }

    /// A longest path, where there is no tour, and a bound that says whether it is one.
    ///
    /// For a seed or limits see [`longest`](longest()).
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let answer = Problem::new("3x5".parse()?).longest()?;
    /// assert!(answer.is_proved() && answer.len() == 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn longest(&self) -> Result<Longest, Stop> {
        longest(&self.0, &mut Run::new())
    }

    /// Judges a game: the squares played so far, and each that can be played next. Takes no longer
    /// than [`coach::QUICK`] allows; for other limits see [`coach::judge`].
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let problem = Problem::new("8x8".parse()?);
    /// let played = problem.board().parse_square("a1")?;
    /// let advice = problem.coach(&[played])?;
    /// for (square, judgement) in &advice.moves {
    ///     println!("{}: {}", problem.board().name(*square), judgement.word());
    /// }
    /// assert_eq!(advice.position.word(), "open");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coach(&self, played: &[Square]) -> Result<Advice, CoachError> {
        coach::judge(&self.0, played, &mut Run::new().limits(coach::QUICK))
    }

    /// The squares on which a tour can start, where a theorem tells.
    pub fn starts(&self) -> Option<Starts> {
        starts(&self.0)
    }

    /// Lets all methods compete, with at most so many steps for each.
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let rows = Problem::new("5x5".parse()?).from("c3")?.compare(100_000)?;
    /// let exact = rows.iter().find(|row| row.name == "exact").ok_or("who?")?;
    /// assert!(exact.answer.is_found());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare(&self, steps: u64) -> Result<Vec<Row>, Quarrel> {
        let limits = Limits { steps: Some(steps), ..Limits::default() };
        let contestants = Contestant::all();
        Match { problem: self.0.clone(), contestants, limits, seed: 0, repeats: 1 }
            .fight(&mut Here, |_| {})
    }
}

impl Deref for Problem {
    type Target = caracole_core::Problem;

    fn deref(&self) -> &caracole_core::Problem {
        &self.0
    }
}

impl From<caracole_core::Problem> for Problem {
    fn from(problem: caracole_core::Problem) -> Self {
        Self(problem)
    }
}
