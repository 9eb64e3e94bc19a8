//! What the coach says.

use std::fmt;

use caracole_core::{ProblemError, Proof, Square, Stop, Tour};

/// What the coach says of a position.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::judge;
///
/// let problem = Problem::new("5x5".parse()?);
/// let board = problem.board();
/// let played = [board.parse_square("a1")?, board.parse_square("b3")?];
/// let advice = judge(&problem, &played, &mut Run::new())?;
/// println!("the game is {}", advice.position.word());
/// for (square, judgement) in &advice.moves {
///     println!("{} is {}", board.name(*square), judgement.word());
/// }
/// assert_eq!(advice.moves.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position itself.
    pub position: Position,
    /// Each square that can be played next.
    pub moves: Vec<(Square, Judgement)>,
}

/// How a game stands.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{Position, judge};
///
/// let problem = Problem::new("5x5".parse()?);
/// let b1 = problem.board().parse_square("b1")?;
/// let word = |played: &[_]| {
///     judge(&problem, played, &mut Run::new()).map(|advice| advice.position.word())
/// };
/// assert_eq!((word(&[])?, word(&[b1])?), ("open", "lost"));
///
/// // The tour of an open position shows how it can be won.
/// let Position::Open(tour) = judge(&problem, &[], &mut Run::new())?.position else {
///     return Err("not open".into());
/// };
/// let played: Vec<_> = tour.squares().collect();
/// assert_eq!(word(&played)?, "finished");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Position {
    /// It can be won, as this tour shows.
    Open(Tour),
    /// It is won: this is the tour that was played.
    Finished(Tour),
    /// It is lost, and this is why.
    Lost(Proof),
    /// Nobody knows.
    Unknown(Stop),
}

/// What the coach says of a move.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{Judgement, judge};
///
/// // On 3x4 a tour from a1 cannot go everywhere.
/// let problem = Problem::new("3x4".parse()?).from("a1")?;
/// let played = [problem.board().parse_square("a1")?];
/// let advice = judge(&problem, &played, &mut Run::new())?;
/// for (square, judgement) in &advice.moves {
///     let name = problem.board().name(*square);
///     match judgement {
///         Judgement::Winning(tour) => println!("{name}, then as in {}", tour.names()),
///         Judgement::Losing(proof) => println!("not {name}: {}", proof.text()),
///         Judgement::Unknown(stop) => println!("{name}: {stop}"),
///     }
///     assert_eq!(judgement.is_winning(), judgement.word() == "winning");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Judgement {
    /// After it the game can be won, as this tour shows.
    Winning(Tour),
    /// After it the game is lost, and this is why.
    Losing(Proof),
    /// Nobody knows.
    Unknown(Stop),
}

impl Position {
    /// The position in one word: `open`, `finished`, `lost` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Open(_) => "open",
            Self::Finished(_) => "finished",
            Self::Lost(_) => "lost",
            Self::Unknown(_) => "unknown",
        }
    }
}

impl Judgement {
    /// The judgement in one word: `winning`, `losing` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Winning(_) => "winning",
            Self::Losing(_) => "losing",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Can the game be won after the move?
    pub const fn is_winning(&self) -> bool {
        matches!(self, Self::Winning(_))
    }
}

/// Why squares are no beginning of a game. Steps are counted from 1, squares are given by name.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{CoachError, judge};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// let judged = |names: &[&str]| {
///     let squares = names.iter().map(|name| problem.board().parse_square(name));
///     let played = squares.collect::<Result<Vec<_>, _>>()?;
///     Ok::<_, caracole_core::SquareError>(judge(&problem, &played, &mut Run::new()))
/// };
/// let error = judged(&["a1", "b2"])?.expect_err("no knight's move");
/// assert_eq!(error.to_string(), "step 2: a1 and b2 are not a knight's move apart");
/// let error = judged(&["a1", "b3", "a1"])?.expect_err("twice on a1");
/// assert!(matches!(error, CoachError::Visited { step: 3, before: 1, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoachError {
    /// The coach judges the game of one knight.
    SeveralKnights,
    /// The first square is not where the problem starts.
    OtherStart {
        /// The square that was played.
        square: String,
        /// The start.
        start: String,
    },
    /// The square was visited before.
    Visited {
        /// The step.
        step: u64,
        /// The square.
        square: String,
        /// When it was visited.
        before: u64,
    },
    /// The problem has something else at this step, or this square at another one.
    OtherClue {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// The clue that it breaks: a step and its square.
        clue: (u64, String),
    },
    /// A square that is not on the board, no move, or a move to avoid.
    Step {
        /// The step.
        step: u64,
        /// What is wrong with it.
        why: ProblemError,
    },
    /// A move that the problem demands cannot be made any more. The coach does not mind: it says
    /// that the position is lost, and why.
    Demanded {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// The move that should have been made.
        demanded: [String; 2],
    },
    /// The last square does not make it a tour of the kind that the problem asks for. The coach does
    /// not mind this either.
    NoTour {
        /// The step.
        step: u64,
        /// The square that was played.
        square: String,
        /// What the verifier says.
        why: String,
    },
}

impl fmt::Display for CoachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeveralKnights => f.write_str("the coach judges the game of one knight"),
            Self::OtherStart { square, start } => {
                write!(f, "step 1: the tour starts on {start}, not on {square}")
            }
            Self::Visited { step, square, before } => {
                write!(f, "step {step}: {square} was visited at step {before}")
            }
            Self::OtherClue { step, square, clue: (fixed, on) } => {
                write!(f, "step {step}: {square} cannot be played, for {on} is step {fixed}")
            }
            Self::Step { step, why } => write!(f, "step {step}: {why}"),
            Self::Demanded { step, square, demanded: [from, to] } => {
                write!(
                    f,
                    "step {step}: {square} cannot be played, for the tour must go {from}-{to}"
                )
            }
            Self::NoTour { step, square, why } => {
                write!(f, "step {step}: {square} cannot be played: {why}")
            }
        }
    }
}

impl std::error::Error for CoachError {}
