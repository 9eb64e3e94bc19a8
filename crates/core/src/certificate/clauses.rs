//! Proofs by clauses: facts that every tour satisfies, each derived from those before it.

use crate::Square;

/// A statement about a tour: a move is included or not, or a path has an end on a square or not.
///
/// ```
/// use caracole_core::{Literal, Square};
///
/// let [a1, b3] = [0, 9].map(Square::from_index);
/// let literal = Literal::Move { squares: [a1, b3], holds: true };
/// assert_ne!(literal, Literal::Move { squares: [a1, b3], holds: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// The tour contains the move, or does not.
    Move {
        /// The squares of the move.
        squares: [Square; 2],
        /// True if the tour contains it.
        holds: bool,
    },
    /// A path has an end on the square, or has none.
    End {
        /// The square.
        square: Square,
        /// True if there is an end.
        holds: bool,
    },
}

/// What joins a part of the board to the rest besides the moves of a [cut](ClauseLine::Cut).
///
/// ```
/// use caracole_core::{CutVertex, Square};
///
/// assert_ne!(CutVertex::Square(Square::from_index(0)), CutVertex::None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutVertex {
    /// Nothing.
    None,
    /// One square.
    Square(Square),
    /// The ends of the tour, which need not be closed.
    Ends,
}

/// A line of a proof by clauses.
///
/// ```
/// use caracole_core::ClauseLine;
///
/// // The last line of each proof: no literal is left that could be true.
/// let contradiction = ClauseLine::Learned(Vec::new());
/// assert_ne!(contradiction, ClauseLine::Deleted(vec![0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseLine {
    /// One of these literals is true: if all are assumed to be false, propagation finds a conflict.
    Learned(Vec<Literal>),
    /// A move joins a part of the board to the rest, or an end is in the part.
    Cut {
        /// The squares of the part.
        part: Vec<Square>,
        /// What joins the part to the rest besides, and is in neither.
        except: CutVertex,
    },
    /// These lines, counted from 0, are not used any more.
    Deleted(Vec<u32>),
}

/// A proof by clauses.
///
/// A *clause* is a list of literals of which at least one is true in every tour. Propagation
/// applies rules 1 to 5 of [`Cases`](super::Cases), and the rule of clauses: if all literals of a clause
/// are false except one, that one is true; if all are false, that is a conflict. The proof is complete
/// when the empty clause is learned.
///
/// A tour that need not be closed is seen as a cycle through one more vertex, which is joined to its
/// two ends. So for every tour:
///
/// * `Cut` without a cut vertex: if neither the part nor the rest is empty, the tour contains a move
///   between a square of the part and one of the rest, or it has an end in the part.
/// * `Cut` with a square: likewise without this square, because a cycle without one vertex is still
///   connected. The rest is not empty, or the tour need not be closed.
/// * `Cut` with the ends, for a tour that need not be closed: it contains a move between the part
///   and the rest, because it is connected.
///
/// These proofs are for one knight without clues between the first step and the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses(Vec<ClauseLine>);

impl Clauses {
    /// Returns the proof of these lines. Only the checker decides whether it is one.
    ///
    /// ```
    /// use caracole_core::{ClauseLine, Clauses};
    ///
    /// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
    /// assert_eq!((clauses.lines().len(), clauses.learned()), (1, 1));
    /// ```
    pub const fn new(lines: Vec<ClauseLine>) -> Self {
        Self(lines)
    }

    /// Returns the lines in their order.
    pub fn lines(&self) -> &[ClauseLine] {
        &self.0
    }

    /// Returns the number of clauses, those of cuts included.
    pub fn learned(&self) -> u64 {
        let is_clause = |line: &&ClauseLine| !matches!(line, ClauseLine::Deleted(_));
        self.0.iter().filter(is_clause).count() as u64
    }
}
