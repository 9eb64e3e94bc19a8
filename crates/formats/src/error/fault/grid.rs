//! What can be wrong with a grid.

use thiserror::Error;

/// What can be wrong with the numbers of a grid.
///
/// ```
/// use caracole_formats::{Fault, GridFault, ReadHint, grid};
///
/// let error = grid::read(b"1 2 3\n4 5", &ReadHint::default()).expect_err("a number is missing");
/// let ragged = GridFault::Ragged { found: 2, expected: 3 };
/// assert!(matches!(error.fault(), Fault::Grid(fault) if *fault == ragged));
/// assert_eq!(
///     error.to_string(),
///     "line 2: this row has 2 numbers where the rows before have 3"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridFault {
    /// Something between the numbers of a grid.
    #[error(
        "'{text}' is not a number: a grid holds step numbers, '.' for holes, '_' for unvisited squares"
    )]
    NotANumber {
        /// What was written.
        text: String,
    },
    /// A number that no grid is large enough for.
    #[error("the number {text} is too large for any grid")]
    HugeNumber {
        /// The number.
        text: String,
    },
    /// A row of another length.
    #[error("this row has {found} numbers where the rows before have {expected}")]
    Ragged {
        /// Numbers in this row.
        found: usize,
        /// Numbers in the rows before.
        expected: usize,
    },
    /// A grid of holes.
    #[error("the grid has no squares: only holes")]
    OnlyHoles,
    /// A number on two squares.
    #[error("the number {number} stands on {} and on {}{}", squares[0], squares[1], missing(*.lost))]
    Repeated {
        /// The number as written.
        number: u64,
        /// The two squares.
        squares: [String; 2],
        /// A number that does not come.
        lost: Option<u64>,
    },
    /// A number beyond the last step.
    #[error("the number {number} on {square} is too large for {squares} squares{}", missing(*.lost))]
    TooLarge {
        /// The number as written.
        number: u64,
        /// Where it stands.
        square: String,
        /// How many squares there are.
        squares: u64,
        /// A number that does not come.
        lost: Option<u64>,
    },
    /// A number that is left out, although larger ones occur.
    #[error(
        "the grid has {number} on {square} but no {missing}: a tour is numbered without gaps; \
        `caracole puzzle solve` fills in a puzzle"
    )]
    Gap {
        /// The smallest number that is left out, as it would be written.
        missing: u64,
        /// A larger number.
        number: u64,
        /// Where it is.
        square: String,
    },
    /// A grid of unvisited squares.
    #[error("the grid has no step numbers: every square is unvisited")]
    NoNumbers,
    /// Two marks for unvisited squares that contradict each other.
    #[error("0 is on {} and on {}, and -1 on other squares: mark unvisited squares with -1 if \
        steps count from 0, with 0 if they count from 1", squares[0], squares[1])]
    ZeroAndMinusOne {
        /// The first two squares with 0.
        squares: [String; 2],
    },
    /// A step with the letter of a knight, where one knight is expected.
    #[error("the step on {square} has the letter of a knight: this is a grid of several knights")]
    SeveralKnights {
        /// The first such square.
        square: String,
    },
    /// A number without a letter in a grid of several knights.
    #[error("{number} on {square} has no letter: in a grid of several knights write {number}A")]
    NoKnight {
        /// The number.
        number: u32,
        /// Where it is.
        square: String,
    },
    /// A knight whose steps have a gap or a repetition.
    #[error("step {step} of knight {knight} occurs {count} times: each step occurs once")]
    KnightSteps {
        /// The step as written.
        step: u64,
        /// The letters of the knight.
        knight: String,
        /// How often it occurs.
        count: u64,
    },
    /// A grid that is not the size of the board.
    #[error("the grid is {grid}, but the board is {board}")]
    OtherSize {
        /// The sides of the grid.
        grid: String,
        /// The sides of the board.
        board: String,
    },
}

fn missing(lost: Option<u64>) -> String {
    lost.map(|number| format!(", and {number} is missing")).unwrap_or_default()
}
