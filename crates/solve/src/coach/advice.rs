//! What the coach says.

use std::fmt;

use caracole_core::{ProblemError, Proof, Square, Stop, Tour};

/// What the coach says of a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position itself.
    pub position: Position,
    /// Each square that can be played next.
    pub moves: Vec<(Square, Judgement)>,
}

/// How a game stands.
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
