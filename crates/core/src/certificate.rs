//! Certificates: claims that a problem has no tour, with their reasons.

mod cases;
mod clauses;
mod reason;

use crate::{Problem, Square};

pub use cases::{Case, Cases};
pub use clauses::{ClauseLine, ClauseLines, Clauses, CutVertex, Literal, StoredClauses};
pub use reason::{Reason, Theorem};

/// The claim that a problem has no tour, with the reason.
///
/// A certificate may be wrong. `Evidence::check` of `caracole-verify` checks the reason step by step and returns a
/// `Proof` if it holds.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
///
/// let certificate = Certificate::new(
///     Problem::new("7x7".parse()?).closed(),
///     Reason::Colours { counts: [25, 24] },
/// );
/// assert_eq!(certificate.problem().board().colour_counts(), [25, 24]);
/// assert_eq!(certificate.reason().name(), "colours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    problem: Problem,
    reason: Reason,
}

impl Certificate {
    /// Claims that the problem has no tour, for this reason.
    pub const fn new(problem: Problem, reason: Reason) -> Self {
        Self { problem, reason }
    }

    /// The problem that has no tour.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The reason.
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }

    /// Returns the reason without the problem.
    ///
    /// ```
    /// use caracole_core::{Certificate, Problem, Reason};
    ///
    /// let reason = Reason::Colours { counts: [13, 12] };
    /// let certificate = Certificate::new(Problem::new("5x5".parse()?).closed(), reason.clone());
    /// assert_eq!(certificate.into_reason(), reason);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_reason(self) -> Reason {
        self.reason
    }
}

/// Something that a reason names.
///
/// ```
/// use caracole_core::{FieldValue, Reason};
///
/// let fields = Reason::Colours { counts: [25, 24] }.fields();
/// assert_eq!(fields, [("a1_colour", FieldValue::Number(25)), ("other_colour", FieldValue::Number(24))]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A number.
    Number(u64),
    /// Squares of the problem's board.
    Squares(Vec<Square>),
    /// A word or a sentence.
    Text(String),
    /// A proof by cases.
    Cases(Cases),
    /// A proof by clauses.
    Clauses(Clauses),
}
