//! Why there is no such puzzle.

use std::fmt;

use caracole_core::{Proof, Stop, counted};

use crate::puzzle::Puzzle;

/// Why there is no such puzzle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{MakeError, PuzzleSettings, make};
///
/// let settings = PuzzleSettings { clues: Some(40), ..PuzzleSettings::default() };
/// let problem = Problem::new("6x6".parse()?);
/// let error = make(&problem, &settings, &mut Run::new()).expect_err("36 squares, 40 clues");
/// assert_eq!(
///     error.to_string(),
///     "40 clues cannot be: there are 36 squares, and 2 clues are always shown"
/// );
/// let problem = Problem::new("4x4".parse()?);
/// let error = make(&problem, &PuzzleSettings::default(), &mut Run::new()).expect_err("no tour");
/// assert!(matches!(error, MakeError::Impossible(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MakeError {
    /// Puzzles are for one knight.
    SeveralKnights,
    /// More squares than a person would number.
    TooLarge {
        /// How many squares there are.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
    /// More clues than squares, or fewer than are always shown.
    NoSuchNumber {
        /// How many were asked for.
        clues: usize,
        /// The fewest and the most there can be.
        range: [usize; 2],
    },
    /// The board does not look the same after a half turn.
    NoHalfTurn,
    /// The board has no tour of this kind.
    Impossible(Box<Proof>),
    /// No tour was found.
    Unknown(Stop),
    /// The clues are more than were asked for, or it is not proved that they are minimal.
    NotReached {
        /// How many were asked for.
        wished: Option<usize>,
        /// The puzzle with the fewest.
        fewest: Box<Puzzle>,
        /// The limit that was met, if it was not the number of attempts.
        stop: Option<Stop>,
    },
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeveralKnights => f.write_str("puzzles are for one knight"),
            Self::TooLarge { squares, most } => {
                write!(f, "puzzles have at most {most} squares, and not {squares}")
            }
            Self::NoSuchNumber { clues, range: [least, most] } => write!(
                f,
                "{} cannot be: there are {}, and {} always shown",
                counted(*clues as u64, "clue"),
                counted(*most as u64, "square"),
                if *least == 1 { "1 clue is".to_owned() } else { format!("{least} clues are") },
            ),
            Self::NoHalfTurn => f.write_str("the board does not look the same after a half turn"),
            Self::Impossible(proof) => write!(f, "there is no tour: {}", proof.text()),
            Self::Unknown(stop) => write!(f, "no tour was found: {stop}"),
            Self::NotReached { wished, fewest, stop } => {
                match wished {
                    Some(wished) if fewest.clues() > *wished => {
                        let were = if *wished == 1 { "clue was" } else { "clues were" };
                        let fewest = fewest.clues();
                        write!(f, "{wished} {were} not reached; the fewest are {fewest}")?;
                    }
                    _ => write!(f, "{} clues were not proved minimal", fewest.clues())?,
                }
                match stop {
                    Some(stop) => write!(f, ": {stop}"),
                    None => f.write_str(", with all tours that were tried"),
                }
            }
        }
    }
}

impl std::error::Error for MakeError {}
