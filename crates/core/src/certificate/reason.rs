//! The reasons, from the elementary to the searched.

use super::{Cases, Clauses, FieldValue};
use crate::Square;

/// What settles that there is no tour.
///
/// Most reasons can be checked by hand on the board; [`Reason::Theorem`], [`Reason::Searched`] and
/// [`Reason::Exhausted`] rest on more work than a person would do again.
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
    /// A closed tour is asked for on a board of fewer than three squares.
    TooFewSquares,
    /// The colours have too different numbers of squares.
    Colours {
        /// How many squares have the colour of `a1`, and how many the other.
        counts: [u64; 2],
    },
    /// A square is fixed at a step that belongs to the other colour, for one colour has a square
    /// more and takes all odd steps.
    StepColour {
        /// The square.
        square: Square,
        /// Its step.
        step: u64,
        /// How many squares have the colour of `a1`, and how many the other.
        counts: [u64; 2],
    },
    /// Two squares are fixed at steps that do not fit their colours.
    StepColours {
        /// The squares.
        squares: [Square; 2],
        /// Their steps, the smaller first.
        steps: [u64; 2],
    },
    /// A closed tour is asked for between squares that no move joins.
    EndsNotAMoveApart {
        /// The start.
        start: Square,
        /// The end.
        end: Square,
    },
    /// A tour that does not close is asked for between squares that a move joins.
    EndsAMoveApart {
        /// The start.
        start: Square,
        /// The end.
        end: Square,
    },
    /// From a square the piece cannot move at all.
    NoMove {
        /// The square.
        square: Square,
    },
    /// Too many squares have a single move.
    DeadEnds {
        /// The squares with a single move: one is enough for a closed tour.
        squares: Vec<Square>,
    },
    /// There is no way from one square to another.
    Disconnected {
        /// The two squares.
        squares: [Square; 2],
    },
    /// Squares with two moves each need the same square, which is an end and has one to give.
    SharedNeighbour {
        /// The end.
        end: Square,
        /// The squares with two moves, one of them to the end.
        needed_by: Vec<Square>,
    },
    /// A side of four: the outer lines hold half of the squares, and a knight leaves them only
    /// for the inner lines.
    OuterLines {
        /// The end that is not on an outer line; none for a closed tour.
        end: Option<Square>,
    },
    /// The ends force moves that join them before the board is full.
    ForcedPath {
        /// The forced path, from one end to the other.
        path: Vec<Square>,
    },
    /// The ends force moves that close on themselves.
    ForcedCycle {
        /// The ring; the last square is a move away from the first.
        cycle: Vec<Square>,
    },
    /// A theorem whose conditions the board meets.
    Theorem {
        /// Which one.
        theorem: Theorem,
    },
    /// All tours of this small board are known, and none has these ends.
    Searched {
        /// The end or the two ends.
        ends: Vec<Square>,
    },
    /// Without these squares the board falls into more parts than a tour can visit.
    VertexCut {
        /// The squares, as [`Case::VertexCut`](super::Case::VertexCut) counts them.
        squares: Vec<Square>,
    },
    /// These squares need more moves than their neighbours have to give.
    DeficientSet {
        /// The squares, as [`Case::DeficientSet`](super::Case::DeficientSet) counts them.
        squares: Vec<Square>,
    },
    /// Every case leads to a contradiction.
    Cases {
        /// The tree of cases; a single one where the forced moves contradict each other at once.
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
        /// How many steps it took.
        steps: u64,
    },
}

impl Reason {
    /// What the reason names, field by field, as in JSON: with its kind and the problem this is
    /// all that a checker needs.
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

    /// The reason in one word, as in JSON.
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

/// A theorem about whole families of boards.
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
    /// Who found it, and when.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Schwenk => "Schwenk 1991",
            Self::ChiaOng => "Chia and Ong 2005",
        }
    }

    /// The part of it that no simpler reason covers.
    pub const fn statement(self) -> &'static str {
        match self {
            Self::Schwenk => "the boards 3x4, 3x6 and 3x8 have no closed tour",
            Self::ChiaOng => "the boards 3x3, 3x5, 3x6 and 4x4 have no tour, open or closed",
        }
    }
}
