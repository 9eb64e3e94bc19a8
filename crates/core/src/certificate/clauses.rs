//! Proofs by clauses: facts that every tour satisfies, each derived from those before it.

use std::fmt;
use std::io;
use std::sync::Arc;

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
/// assert_ne!(contradiction, ClauseLine::Deleted(vec![1]));
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
    /// The clauses of these lines, counted from 1, are not used any more.
    Deleted(Vec<u64>),
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
///
/// The lines are in memory, or they are [stored](StoredClauses) elsewhere and read when they are needed. Two proofs
/// whose lines are stored are equal only if they share their storage.
#[derive(Clone)]
pub struct Clauses(Storage);

#[derive(Clone)]
enum Storage {
    Listed(Vec<ClauseLine>),
    Stored(Arc<dyn StoredClauses>),
}

/// The lines of a proof by clauses, as [`Clauses::lines`] reads them.
///
/// ```
/// use caracole_core::{ClauseLine, ClauseLines, Clauses};
///
/// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
/// let mut lines: ClauseLines<'_> = clauses.lines()?;
/// assert_eq!(lines.next().transpose()?, Some(ClauseLine::Learned(Vec::new())));
/// # Ok::<(), std::io::Error>(())
/// ```
pub type ClauseLines<'a> = Box<dyn Iterator<Item = io::Result<ClauseLine>> + 'a>;

/// The lines of a proof by clauses that are not in memory, such as those of a file.
///
/// ```
/// use std::io;
/// use std::sync::Arc;
///
/// use caracole_core::{ClauseLine, ClauseLines, Clauses, StoredClauses};
///
/// /// The shortest proof.
/// #[derive(Debug)]
/// struct Contradiction;
///
/// impl StoredClauses for Contradiction {
///     fn line_count(&self) -> u64 {
///         1
///     }
///
///     fn learned(&self) -> u64 {
///         1
///     }
///
///     fn lines(&self) -> io::Result<ClauseLines<'_>> {
///         Ok(Box::new([Ok(ClauseLine::Learned(Vec::new()))].into_iter()))
///     }
/// }
///
/// let clauses = Clauses::stored(Arc::new(Contradiction));
/// assert_eq!((clauses.lines()?.count(), clauses.listed()), (1, None));
/// # Ok::<(), io::Error>(())
/// ```
pub trait StoredClauses: fmt::Debug + Send + Sync {
    /// Returns the number of lines.
    fn line_count(&self) -> u64;

    /// Returns the number of clauses, those of cuts included.
    fn learned(&self) -> u64;

    /// Reads the lines from the first on.
    fn lines(&self) -> io::Result<ClauseLines<'_>>;
}

impl Clauses {
    /// Returns the proof of these lines. Only the checker decides whether it is one.
    ///
    /// ```
    /// use caracole_core::{ClauseLine, Clauses};
    ///
    /// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
    /// assert_eq!((clauses.line_count(), clauses.learned()), (1, 1));
    /// ```
    pub const fn new(lines: Vec<ClauseLine>) -> Self {
        Self(Storage::Listed(lines))
    }

    /// Returns the proof of lines that are stored elsewhere.
    ///
    /// ```
    /// use std::io;
    /// use std::sync::Arc;
    ///
    /// use caracole_core::{ClauseLine, ClauseLines, Clauses, StoredClauses};
    ///
    /// #[derive(Debug)]
    /// struct NoLines;
    ///
    /// impl StoredClauses for NoLines {
    ///     fn line_count(&self) -> u64 {
    ///         0
    ///     }
    ///
    ///     fn learned(&self) -> u64 {
    ///         0
    ///     }
    ///
    ///     fn lines(&self) -> io::Result<ClauseLines<'_>> {
    ///         Ok(Box::new(std::iter::empty()))
    ///     }
    /// }
    ///
    /// let clauses = Clauses::stored(Arc::new(NoLines));
    /// assert_eq!((clauses.line_count(), clauses.listed()), (0, None));
    /// ```
    pub fn stored(lines: Arc<dyn StoredClauses>) -> Self {
        Self(Storage::Stored(lines))
    }

    /// Returns the lines in their order if they are in memory.
    ///
    /// ```
    /// use caracole_core::{ClauseLine, Clauses};
    ///
    /// let lines = vec![ClauseLine::Learned(Vec::new())];
    /// let clauses = Clauses::new(lines.clone());
    /// assert_eq!(clauses.listed(), Some(&lines[..]));
    /// assert_eq!(clauses.lines()?.count(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn listed(&self) -> Option<&[ClauseLine]> {
        match &self.0 {
            Storage::Listed(lines) => Some(lines),
            Storage::Stored(_) => None,
        }
    }

    /// Reads the lines in their order.
    ///
    /// # Errors
    /// Lines that are stored in a file may be unreadable.
    pub fn lines(&self) -> io::Result<ClauseLines<'_>> {
        match &self.0 {
            Storage::Listed(lines) => Ok(Box::new(lines.iter().cloned().map(Ok))),
            Storage::Stored(lines) => lines.lines(),
        }
    }

    /// Returns the number of lines.
    pub fn line_count(&self) -> u64 {
        match &self.0 {
            Storage::Listed(lines) => lines.len() as u64,
            Storage::Stored(lines) => lines.line_count(),
        }
    }

    /// Returns the number of clauses, those of cuts included.
    pub fn learned(&self) -> u64 {
        let is_clause = |line: &&ClauseLine| !matches!(line, ClauseLine::Deleted(_));
        match &self.0 {
            Storage::Listed(lines) => lines.iter().filter(is_clause).count() as u64,
            Storage::Stored(lines) => lines.learned(),
        }
    }
}

impl PartialEq for Clauses {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Storage::Listed(lines), Storage::Listed(others)) => lines == others,
            (Storage::Stored(lines), Storage::Stored(others)) => Arc::ptr_eq(lines, others),
            _ => false,
        }
    }
}

impl Eq for Clauses {}

impl fmt::Debug for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Storage::Listed(lines) => f.debug_tuple("Clauses").field(lines).finish(),
            Storage::Stored(lines) => f.debug_tuple("Clauses").field(lines).finish(),
        }
    }
}
