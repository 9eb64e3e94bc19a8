//! What can be wrong with a path.

use caracole_core::{Board, Square};

/// One thing that is wrong. Steps count from 1.
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
    /// A square number that is a hole or beyond the board.
    OffBoard {
        /// Where in the path.
        step: u64,
        /// What stands there.
        square: Square,
    },
    /// A square that comes again.
    Repeat {
        /// The square.
        square: Square,
        /// Its first step, and this one.
        steps: [u64; 2],
    },
    /// Two squares that follow each other and are not a move apart.
    NotAMove {
        /// The step that is no move.
        step: u64,
        /// From where to where.
        squares: [Square; 2],
    },
    /// A move that the problem forbids.
    ForbiddenMove {
        /// The step. The move home of a closed tour is the step after the last.
        step: u64,
        /// From where to where.
        squares: [Square; 2],
    },
    /// Another square than the problem fixes: a wrong start, end or clue.
    WrongSquare {
        /// The step.
        step: u64,
        /// The square it should be.
        expected: Square,
        /// The square it is.
        found: Square,
    },
    /// A step that the problem fixes, and the path ends before.
    Unreached {
        /// The step.
        step: u64,
        /// The square it should be.
        expected: Square,
    },
    /// A square that never comes.
    Missing {
        /// The square.
        square: Square,
    },
    /// A move that the problem demands and the path does not make.
    OmittedMove {
        /// The two squares.
        squares: [Square; 2],
    },
    /// One path, where several knights were asked for.
    SeveralKnights {
        /// How many knights.
        knights: u32,
    },
    /// A closed tour was asked for.
    NotClosed {
        /// First and last square.
        squares: [Square; 2],
    },
    /// An open tour was asked for.
    NotOpen {
        /// First and last square.
        squares: [Square; 2],
    },
}

impl Defect {
    /// The defect in one word, as in JSON.
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

    /// The defect in words, with squares by name.
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
