//! Reasons, from elementary arguments to searches.

use super::{Cases, Clauses, FieldValue};
use crate::Square;

/// The reason why a problem has no tour.
///
/// Most reasons can be checked by hand on the board. [`Reason::Theorem`], [`Reason::Searched`] and
/// [`Reason::Exhausted`] stand for more work than a person can repeat.
///
/// ```
/// use caracole_core::{FieldValue, Problem, Reason};
///
/// // From the middle of 3x3 every knight's move leads beyond the edge.
/// let problem = Problem::new("3x3".parse()?);
/// let square = problem.board().parse_square("b2")?;
/// let reason = Reason::NoMove { square };
/// assert_eq!(reason.name(), "no-move");
/// assert_eq!(reason.fields(), [("square", FieldValue::Squares(vec![square]))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The problem requires a closed tour on a board of fewer than three squares.
    TooFewSquares,
    /// The numbers of squares of the two colours differ too much.
    Colours {
        /// The numbers of squares of the colour of `a1` and of the other colour.
        counts: [u64; 2],
    },
    /// A square is fixed at a step that belongs to the other colour: one colour has one square more, and all odd steps.
    StepColour {
        /// The square.
        square: Square,
        /// Its step.
        step: u64,
        /// The numbers of squares of the colour of `a1` and of the other colour.
        counts: [u64; 2],
    },
    /// Two squares are fixed at steps that do not fit their colours.
    StepColours {
        /// The squares.
        squares: [Square; 2],
        /// Their steps, the smaller first.
        steps: [u64; 2],
    },
    /// The problem requires a closed tour, and no move joins its ends.
    EndsNotAMoveApart {
        /// The start.
        start: Square,
        /// The end.
        end: Square,
    },
    /// The problem requires an open tour, and a move joins its ends.
    EndsAMoveApart {
        /// The start.
        start: Square,
        /// The end.
        end: Square,
    },
    /// A square has no move.
    NoMove {
        /// The square.
        square: Square,
    },
    /// Too many squares have only one move.
    DeadEnds {
        /// The squares with a single move: one is enough for a closed tour.
        squares: Vec<Square>,
    },
    /// The board is not connected: no path leads from one square to another.
    Disconnected {
        /// The two squares.
        squares: [Square; 2],
    },
    /// Squares with two moves each need the same square, which is an end and has only one move.
    SharedNeighbour {
        /// The end.
        end: Square,
        /// The squares with two moves, one of them to the end.
        needed_by: Vec<Square>,
    },
    /// A side of four: half of the squares are on the outer lines, and a knight moves from them only to the inner lines.
    OuterLines {
        /// The end that is not on an outer line; none for a closed tour.
        end: Option<Square>,
    },
    /// The forced moves join the ends before all squares are visited.
    ForcedPath {
        /// The forced path, from one end to the other.
        path: Vec<Square>,
    },
    /// The forced moves of the ends close a cycle.
    ForcedCycle {
        /// The cycle; the last square is a move away from the first.
        cycle: Vec<Square>,
    },
    /// A theorem whose conditions the board meets.
    Theorem {
        /// The theorem.
        theorem: Theorem,
    },
    /// All tours of this small board are known, and none has these ends.
    Searched {
        /// The end or the two ends.
        ends: Vec<Square>,
    },
    /// A vertex cut: without these squares the board has more components than a tour can visit.
    VertexCut {
        /// The squares, as [`Case::VertexCut`](super::Case::VertexCut) counts them.
        squares: Vec<Square>,
    },
    /// A deficient set: these squares need more moves than their neighbours have.
    DeficientSet {
        /// The squares, as [`Case::DeficientSet`](super::Case::DeficientSet) counts them.
        squares: Vec<Square>,
    },
    /// Every case ends in a conflict.
    Cases {
        /// The tree of cases; a single case if propagation ends in a conflict at once.
        cases: Cases,
    },
    /// Clauses that every tour satisfies contradict each other.
    Clauses {
        /// The clauses, each of which follows from those before it.
        clauses: Clauses,
    },
    /// A complete search found nothing.
    Exhausted {
        /// The search.
        method: &'static str,
        /// The number of steps.
        steps: u64,
    },
}

impl Reason {
    /// Returns the fields of the reason, as in JSON. With its kind and the problem they are all that a checker needs.
    pub fn fields(&self) -> Vec<(&'static str, FieldValue)> {
        let squares = |squares: &[Square]| FieldValue::Squares(squares.to_vec());
        let same = |&[same, _]: &[u64; 2]| ("a1_colour", FieldValue::Number(same));
        let other = |&[_, other]: &[u64; 2]| ("other_colour", FieldValue::Number(other));
        match self {
            Self::TooFewSquares => vec![],
            Self::Colours { counts } => vec![same(counts), other(counts)],
            Self::StepColour { square, step, counts } => vec![
                ("square", squares(&[*square])),
                ("step", FieldValue::Number(*step)),
                same(counts),
                other(counts),
            ],
            Self::StepColours { squares: both, steps: [first, second] } => vec![
                ("squares", squares(both)),
                ("first_step", FieldValue::Number(*first)),
                ("second_step", FieldValue::Number(*second)),
            ],
            Self::EndsNotAMoveApart { start, end } | Self::EndsAMoveApart { start, end } => {
                vec![("ends", squares(&[*start, *end]))]
            }
            Self::NoMove { square } => vec![("square", squares(&[*square]))],
            Self::DeadEnds { squares: all } => vec![("squares", squares(all))],
            Self::Disconnected { squares: both } => vec![("squares", squares(both))],
            Self::SharedNeighbour { end, needed_by } => {
                vec![("end", squares(&[*end])), ("needed_by", squares(needed_by))]
            }
            Self::OuterLines { end } => end.iter().map(|&end| ("end", squares(&[end]))).collect(),
            Self::ForcedPath { path } => vec![("path", squares(path))],
            Self::ForcedCycle { cycle } => vec![("cycle", squares(cycle))],
            Self::Theorem { theorem } => {
                vec![("theorem", FieldValue::Text(theorem.source().to_owned()))]
            }
            Self::Searched { ends } => vec![("ends", squares(ends))],
            Self::VertexCut { squares: all } | Self::DeficientSet { squares: all } => {
                vec![("squares", squares(all))]
            }
            Self::Cases { cases } => vec![("cases", FieldValue::Cases(cases.clone()))],
            Self::Clauses { clauses } => {
                vec![("clauses", FieldValue::Clauses(clauses.clone()))]
            }
            Self::Exhausted { method, steps } => {
                vec![
                    ("method", FieldValue::Text((*method).to_owned())),
                    ("steps", FieldValue::Number(*steps)),
                ]
            }
        }
    }

    /// Returns the name of the reason in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::TooFewSquares => "too-few-squares",
            Self::Colours { .. } => "colours",
            Self::StepColour { .. } => "step-colour",
            Self::StepColours { .. } => "step-colours",
            Self::EndsNotAMoveApart { .. } => "ends-not-a-move-apart",
            Self::EndsAMoveApart { .. } => "ends-a-move-apart",
            Self::NoMove { .. } => "no-move",
            Self::DeadEnds { .. } => "dead-ends",
            Self::Disconnected { .. } => "no-way",
            Self::SharedNeighbour { .. } => "shared-neighbour",
            Self::OuterLines { .. } => "outer-lines",
            Self::ForcedPath { .. } => "forced-path",
            Self::ForcedCycle { .. } => "forced-cycle",
            Self::Theorem { .. } => "theorem",
            Self::Searched { .. } => "searched",
            Self::VertexCut { .. } => "cut",
            Self::DeficientSet { .. } => "deficient",
            Self::Cases { .. } => "cases",
            Self::Clauses { .. } => "clauses",
            Self::Exhausted { .. } => "exhausted",
        }
    }
}

/// A theorem about families of boards.
///
/// ```
/// use caracole_core::Theorem;
///
/// assert_eq!(Theorem::Schwenk.source(), "Schwenk 1991");
/// assert_eq!(Theorem::Schwenk.statement(), "the boards 3x4, 3x6 and 3x8 have no closed tour");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// A. J. Schwenk, *Which rectangular chessboards have a knight's tour?*, Mathematics Magazine
    /// 64 (1991): which rectangles have a closed tour.
    Schwenk,
    /// G. L. Chia and S.-H. Ong, *Generalized knight's tours on rectangular chessboards*, Discrete
    /// Applied Mathematics 150 (2005): which rectangles have a tour of any kind.
    ChiaOng,
}

impl Theorem {
    /// Returns the authors and the year.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Schwenk => "Schwenk 1991",
            Self::ChiaOng => "Chia and Ong 2005",
        }
    }

    /// Returns the part of the theorem that no simpler reason covers.
    pub const fn statement(self) -> &'static str {
        match self {
            Self::Schwenk => "the boards 3x4, 3x6 and 3x8 have no closed tour",
            Self::ChiaOng => "the boards 3x3, 3x5, 3x6 and 4x4 have no tour, open or closed",
        }
    }
}
