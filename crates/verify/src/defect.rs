//! Defects of paths.

use caracole_core::{Board, Square};

/// A defect of a path. Steps count from 1.
///
/// ```
/// use caracole_core::{Problem, Square};
/// use caracole_verify::Defect;
/// use caracole_verify as verify;
///
/// let problem = Problem::new("3x3".parse()?);
/// let path = [0, 5, 0].map(Square::from_index);
/// let defect = verify::check(&problem, || path.into_iter()).defects()[0];
/// assert_eq!(defect, Defect::Repeat { square: path[0], steps: [1, 3] });
/// assert_eq!(defect.name(), "repeat");
/// assert_eq!(defect.text(problem.board()), "step 3: a1 was visited at step 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Defect {
    /// A square number that is a hole or off the board.
    OffBoard {
        /// The step.
        step: u64,
        /// The square.
        square: Square,
    },
    /// A square that is visited twice.
    Repeat {
        /// The square.
        square: Square,
        /// The first and the second step.
        steps: [u64; 2],
    },
    /// Two consecutive squares that are not a move apart.
    NotAMove {
        /// The step that is not a move.
        step: u64,
        /// The two squares.
        squares: [Square; 2],
    },
    /// A move that the problem forbids.
    ForbiddenMove {
        /// The step. The move home of a closed tour is the step after the last.
        step: u64,
        /// The two squares.
        squares: [Square; 2],
    },
    /// A wrong start, end or clue.
    WrongSquare {
        /// The step.
        step: u64,
        /// The square that the problem fixes.
        expected: Square,
        /// The square of the path.
        found: Square,
    },
    /// A fixed step after the end of the path.
    Unreached {
        /// The step.
        step: u64,
        /// The square that the problem fixes.
        expected: Square,
    },
    /// A square that is not visited.
    Missing {
        /// The square.
        square: Square,
    },
    /// A required move that the path does not make.
    OmittedMove {
        /// The two squares.
        squares: [Square; 2],
    },
    /// A single path for several knights.
    SeveralKnights {
        /// The number of knights.
        knights: u32,
    },
    /// The problem requires a closed tour.
    NotClosed {
        /// The first and the last square.
        squares: [Square; 2],
    },
    /// The problem requires an open tour.
    NotOpen {
        /// The first and the last square.
        squares: [Square; 2],
    },
}

impl Defect {
    /// Returns the name of the defect in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OffBoard { .. } => "off-board",
            Self::Repeat { .. } => "repeat",
            Self::NotAMove { .. } => "not-a-move",
            Self::ForbiddenMove { .. } => "avoided-move",
            Self::WrongSquare { .. } => "wrong-square",
            Self::Unreached { .. } => "unreached",
            Self::Missing { .. } => "missing",
            Self::OmittedMove { .. } => "unused-move",
            Self::SeveralKnights { .. } => "several-knights",
            Self::NotClosed { .. } => "not-closed",
            Self::NotOpen { .. } => "not-open",
        }
    }

    /// Returns a description with the names of squares.
    pub fn text(&self, board: &Board) -> String {
        let name = |square: &Square| match square {
            square if board.contains(*square) => board.name(*square),
            square => format!("square number {}", square.index()),
        };
        match self {
            Self::OffBoard { step, square } => {
                format!("step {step}: {} is not on the board", name(square))
            }
            Self::Repeat { square, steps: [first, again] } => {
                format!("step {again}: {} was visited at step {first}", name(square))
            }
            Self::NotAMove { step, squares: [a, b] } => {
                format!("step {step}: from {} to {} is no move", name(a), name(b))
            }
            Self::ForbiddenMove { step, squares: [a, b] } => {
                format!("step {step}: the move from {} to {} is forbidden", name(a), name(b))
            }
            Self::WrongSquare { step, expected, found } => {
                format!("step {step}: should be {} and is {}", name(expected), name(found))
            }
            Self::Unreached { step, expected } => {
                format!("step {step}: should be {}, but the path ends before", name(expected))
            }
            Self::Missing { square } => format!("{} is never visited", name(square)),
            Self::OmittedMove { squares: [a, b] } => {
                format!("the move between {} and {} is not made", name(a), name(b))
            }
            Self::SeveralKnights { knights } => {
                format!("one path, and {knights} knights were asked for, each with its own")
            }
            Self::NotClosed { squares: [a, b] } => {
                format!(
                    "not closed: no further move leads from the end {} to the start {}",
                    name(b),
                    name(a)
                )
            }
            Self::NotOpen { squares: [a, b] } => {
                format!("not open: the end {} is a move away from the start {}", name(b), name(a))
            }
        }
    }
}
