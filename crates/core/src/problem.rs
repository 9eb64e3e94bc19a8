//! Problems: a board, a piece, a kind of tour, and constraints.

mod builder;
mod description;
mod error;

use std::collections::BTreeMap;

use crate::{Board, Piece, Square};

pub use error::ProblemError;

/// The kind of a tour.
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
    /// A closed tour: a Hamiltonian cycle. It has at least three squares.
    Closed,
    /// An open tour: no move joins its ends.
    Open,
}

/// A board, a piece, a kind of tour, and constraints, which do not contradict each other.
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
/// Ends, moves and pieces can be fixed too, and methods return all parts of a problem:
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
    /// In the order of steps. No square has two steps.
    clues: BTreeMap<u64, Square>,
    /// Smaller square first; sorted, none twice; none in both lists.
    required: Vec<(Square, Square)>,
    forbidden: Vec<(Square, Square)>,
    knights: Knights,
}

/// The number of knights. The path of one knight is a tour, the paths of several are a cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Knights {
    One,
    Several {
        count: u32,
        /// Sorted and different, at most one per knight.
        starts: Box<[Square]>,
    },
}

impl Problem {
    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece.
    pub const fn piece(&self) -> &Piece {
        &self.piece
    }

    /// Returns the kind of tour.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the first square, if it is fixed.
    pub fn start_square(&self) -> Option<Square> {
        self.clue_at(1)
    }

    /// Returns the last square, if it is fixed.
    pub fn end_square(&self) -> Option<Square> {
        self.clue_at(self.board.len())
    }

    /// Returns the square that is fixed at a step, if there is one.
    pub fn clue_at(&self, step: u64) -> Option<Square> {
        self.clues.get(&step).copied()
    }

    /// Returns all fixed steps with their squares, start and end included, in ascending order.
    pub fn clues(&self) -> impl Iterator<Item = (u64, Square)> + '_ {
        self.clues.iter().map(|(&step, &square)| (step, square))
    }

    /// Returns the required moves; the smaller square comes first.
    pub fn required(&self) -> &[(Square, Square)] {
        &self.required
    }

    /// Returns the forbidden moves; the smaller square comes first.
    pub fn forbidden(&self) -> &[(Square, Square)] {
        &self.forbidden
    }

    /// Returns the number of knights.
    pub const fn knights(&self) -> u32 {
        match self.knights {
            Knights::One => 1,
            Knights::Several { count, .. } => count,
        }
    }

    /// Returns the given starts of several knights, in ascending order.
    pub fn knight_starts(&self) -> &[Square] {
        match &self.knights {
            Knights::One => &[],
            Knights::Several { starts, .. } => starts,
        }
    }

    /// Returns true if the problem has one knight and no constraints except the ends.
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
