//! One question: a board, a piece, a kind of tour, and what is fixed.

mod builder;
mod description;
mod error;

use std::collections::BTreeMap;

use crate::{Board, Piece, Square};

pub use error::ProblemError;

/// Which tours answer a problem.
///
/// ```
/// use caracole_core::{Kind, Problem};
///
/// let problem = Problem::new("6x6".parse()?);
/// assert_eq!(problem.kind(), Kind::Any);
/// assert_eq!(problem.closed().kind(), Kind::Closed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Open or closed.
    #[default]
    Any,
    /// The ends must be a move apart, so that the tour can be walked round and round. It takes
    /// three squares at least, for the move home must be another than the one out.
    Closed,
    /// The ends must not be a move apart.
    Open,
}

/// A problem: everything Caracole answers is an answer to one of these.
///
/// Steps are counted from 1. A start is a clue for step 1, an end a clue for the last step.
///
/// ```
/// use caracole_core::Problem;
///
/// let problem = Problem::new("8x8".parse()?).closed().start("e4")?.clue("f6", 2)?;
/// assert_eq!(problem.start_square(), problem.clue_at(1));
/// assert_eq!(problem.clues().count(), 2);
/// assert!(problem.clue("e4", 7).is_err(), "e4 is step 1 already");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Ends, moves and pieces can be fixed too, and everything can be asked back:
///
/// ```
/// use caracole_core::{Kind, Leaper, Piece, Problem};
///
/// let problem = Problem::new("6x6".parse()?).open().start("a1")?.end("b6")?;
/// assert_eq!(problem.end_square(), Some(problem.board().parse_square("b6")?));
/// assert!(problem.fixes_ends_only());
///
/// let problem = problem.require("a1", "c2")?.forbid("f6", "d5")?;
/// let name = |square| problem.board().name(square);
/// let (a, b) = problem.required()[0];
/// assert_eq!([name(a), name(b)], ["a1", "c2"]);
/// let (a, b) = problem.forbidden()[0];
/// assert_eq!([name(a), name(b)], ["d5", "f6"], "the smaller square comes first");
/// assert!(!problem.fixes_ends_only());
///
/// let zebra = Piece::from(Leaper::new(2, 3)?);
/// let problem = Problem::with_piece("10x10".parse()?, zebra.clone()).of_kind(Kind::Closed);
/// assert_eq!((problem.piece(), problem.kind()), (&zebra, Kind::Closed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    board: Board,
    piece: Piece,
    kind: Kind,
    /// By step. No square stands at two steps.
    clues: BTreeMap<u64, Square>,
    /// Smaller square first; sorted, none twice; none in both lists.
    required: Vec<(Square, Square)>,
    forbidden: Vec<(Square, Square)>,
    knights: Knights,
}

/// How many knights share the board. One makes a tour, several a cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Knights {
    One,
    Several {
        count: u32,
        /// Sorted, none twice, no more than there are knights.
        starts: Box<[Square]>,
    },
}

impl Problem {
    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Which tours count.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The first square, if it is fixed.
    pub fn start_square(&self) -> Option<Square> {
        self.clue_at(1)
    }

    /// The last square, if it is fixed.
    pub fn end_square(&self) -> Option<Square> {
        self.clue_at(self.board.len())
    }

    /// The square that is fixed at a step, if one is.
    pub fn clue_at(&self, step: u64) -> Option<Square> {
        self.clues.get(&step).copied()
    }

    /// All fixed steps with their squares, start and end among them, in rising order.
    pub fn clues(&self) -> impl Iterator<Item = (u64, Square)> + '_ {
        self.clues.iter().map(|(&step, &square)| (step, square))
    }

    /// Moves the tour must make; the smaller square comes first.
    pub fn required(&self) -> &[(Square, Square)] {
        &self.required
    }

    /// Moves the tour must not make; the smaller square comes first.
    pub fn forbidden(&self) -> &[(Square, Square)] {
        &self.forbidden
    }

    /// How many knights share the board.
    pub const fn knights(&self) -> u32 {
        match self.knights {
            Knights::One => 1,
            Knights::Several { count, .. } => count,
        }
    }

    /// The given starts where there are several knights, in rising order.
    pub fn knight_starts(&self) -> &[Square] {
        match &self.knights {
            Knights::One => &[],
            Knights::Several { starts, .. } => starts,
        }
    }

    /// Is one knight alone on the board, and nothing fixed but, at most, the two ends?
    pub fn fixes_ends_only(&self) -> bool {
        if self.knights() > 1 {
            return false;
        }
        let ends =
            usize::from(self.start_square().is_some()) + usize::from(self.end_square().is_some());
        let ends = if self.board.len() == 1 { ends.min(1) } else { ends };
        self.clues.len() == ends && self.required.is_empty() && self.forbidden.is_empty()
    }
}

#[cfg(test)]
mod tests;
