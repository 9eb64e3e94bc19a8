//! Why a problem has no tour.

mod reason;
mod text;

use crate::{Problem, Square};

pub use reason::{Reason, Theorem};

/// A proof that a problem has no tour: the problem, and a reason that settles it.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason};
///
/// let proof = Proof::new(
///     Problem::new("7x7".parse()?).closed(),
///     Reason::Colours { counts: [25, 24] },
/// );
/// assert_eq!(
///     proof.text(),
///     "7x7: the board has 25 squares of a1's colour and 24 of the other; \
///      a tour changes colour with every move, so a closed tour needs equal numbers",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    problem: Problem,
    reason: Reason,
}

impl Proof {
    /// A proof by this reason. Whether the reason holds is the caller's business.
    pub const fn new(problem: Problem, reason: Reason) -> Self {
        Self { problem, reason }
    }

    /// The problem that has no tour.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What settles it.
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The reason in words, in one line, with squares by name.
    pub fn text(&self) -> String {
        text::sentence(&self.problem, &self.reason)
    }
}

/// Something that a reason names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact {
    /// A number.
    Number(u64),
    /// Squares of the problem's board.
    Squares(Vec<Square>),
    /// A word or a sentence.
    Text(String),
}
