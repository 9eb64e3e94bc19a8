//! Errors of constraints.

use std::fmt;

use crate::SquareError;

/// The error for a constraint that contradicts the board or other constraints. Squares are given by name.
///
/// ```
/// use caracole_core::Problem;
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// let error = problem.clone().start("h8").expect_err("one start is given");
/// assert_eq!(error.to_string(), "the start cannot be both on a1 and on h8: choose one");
/// let error = problem.require("a1", "a2").expect_err("no knight goes there");
/// assert_eq!(error.to_string(), "a1 and a2 are not a knight's move apart");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// A text or a number that is not a square of the board.
    Square(SquareError),
    /// A step below 1 or above the number of squares.
    NoSuchStep {
        /// The square of the clue.
        square: String,
        /// The step.
        step: u64,
        /// The last step.
        last: u64,
    },
    /// A square that is fixed at two steps, or twice at one.
    SquareTwice {
        /// The square.
        square: String,
        /// The two steps.
        steps: [u64; 2],
        /// The last step.
        last: u64,
    },
    /// A step that is fixed on two squares.
    StepTwice {
        /// The step.
        step: u64,
        /// The two squares.
        squares: [String; 2],
        /// The last step.
        last: u64,
    },
    /// Two squares that are not a move apart.
    NotAMove {
        /// The two squares.
        squares: [String; 2],
        /// The piece.
        piece: String,
    },
    /// A move between two vertices of a graph that no edge joins.
    NotAnEdge {
        /// The vertices.
        squares: [String; 2],
    },
    /// A move that is required and forbidden.
    RequiredAndForbidden {
        /// The two squares.
        squares: [String; 2],
    },
    /// No knight, or more knights than squares.
    Knights {
        /// The number of knights.
        count: u32,
        /// The number of squares.
        squares: u64,
    },
    /// More starts than knights.
    Starts {
        /// The number of knights.
        count: u32,
        /// The number of starts.
        starts: usize,
    },
    /// Two knights on one square.
    StartTwice {
        /// The square.
        square: String,
    },
    /// A constraint of a single knight, together with several knights.
    OneKnightOnly,
}

/// The ends have names of their own.
fn step_name(step: u64, last: u64) -> String {
    match step {
        1 => "the start".to_owned(),
        _ if step == last => "the end".to_owned(),
        _ => format!("step {step}"),
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(error) => error.fmt(f),
            Self::NoSuchStep { square, step, last } => {
                write!(f, "{square} cannot be step {step}: steps run from 1 to {last}")
            }
            Self::SquareTwice { square, steps: [a, b], last } if a == b => {
                write!(f, "{square} is fixed at {} twice: give it once", step_name(*a, *last))
            }
            Self::SquareTwice { square, steps: [a, b], last } => {
                let (a, b) = (step_name(*a, *last), step_name(*b, *last));
                write!(f, "{square} cannot be both {a} and {b}: choose one")
            }
            Self::StepTwice { step, squares: [a, b], last } => {
                let step = step_name(*step, *last);
                write!(f, "{step} cannot be both on {a} and on {b}: choose one")
            }
            Self::NotAMove { squares: [a, b], piece } => {
                write!(f, "{a} and {b} are not a {piece}'s move apart")
            }
            Self::NotAnEdge { squares: [a, b] } => {
                write!(f, "the graph has no edge between {a} and {b}")
            }
            Self::RequiredAndForbidden { squares: [a, b] } => {
                write!(f, "the move {a}-{b} cannot be both used and avoided")
            }
            Self::Knights { count: 0, .. } => f.write_str("there must be a knight at least"),
            Self::Knights { count, squares } => {
                write!(f, "{count} knights are too many for {squares} squares: each takes one")
            }
            Self::Starts { count, starts } => {
                write!(f, "{starts} starts are too many for {count} knights")
            }
            Self::StartTwice { square } => write!(f, "two knights cannot both start on {square}"),
            Self::OneKnightOnly => f.write_str(
                "open, closed, first and last squares and clues are for one knight: \
                 give several knights their starts only",
            ),
        }
    }
}

impl std::error::Error for ProblemError {}

impl From<SquareError> for ProblemError {
    fn from(error: SquareError) -> Self {
        Self::Square(error)
    }
}
