//! Why a problem has no tour.

use crate::{Problem, Square};

/// A proof that a problem has no tour: the problem, and a reason that settles it.
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

    /// The reason in words, with squares by name.
    pub fn text(&self) -> String {
        let board = self.problem.board();
        match &self.reason {
            Reason::Theorem { theorem } => format!("{board}: {}", theorem.statement()),
            Reason::EndsNotAMoveApart { start, end } => format!(
                "a closed tour ends a move away from its start, and {} is not a move away from {}",
                board.name(*end),
                board.name(*start)
            ),
            Reason::Exhausted { method, steps } => {
                format!("{method} tried every path, {steps} steps in all, and none is a tour")
            }
        }
    }
}

/// What settles that there is no tour.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A theorem whose conditions the board meets.
    Theorem {
        /// Which one.
        theorem: Theorem,
    },
    /// A closed tour is asked for between squares that no move joins.
    EndsNotAMoveApart {
        /// The start.
        start: Square,
        /// The end.
        end: Square,
    },
    /// A complete search found nothing.
    Exhausted {
        /// The search.
        method: &'static str,
        /// How many steps it took.
        steps: u64,
    },
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

impl Reason {
    /// What the reason names, field by field, as in JSON: with its kind and the problem this is
    /// all that a checker needs.
    pub fn facts(&self) -> Vec<(&'static str, Fact)> {
        match self {
            Self::Theorem { theorem } => {
                vec![("theorem", Fact::Text(theorem.statement().to_owned()))]
            }
            Self::EndsNotAMoveApart { start, end } => {
                vec![("ends", Fact::Squares(vec![*start, *end]))]
            }
            Self::Exhausted { method, steps } => {
                vec![("method", Fact::Text((*method).to_owned())), ("steps", Fact::Number(*steps))]
            }
        }
    }

    /// The reason in one word, as in JSON.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Theorem { .. } => "theorem",
            Self::EndsNotAMoveApart { .. } => "ends-not-a-move-apart",
            Self::Exhausted { .. } => "exhausted",
        }
    }
}

/// A theorem about whole families of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theorem {
    /// Schwenk 1991: which rectangles have a closed tour.
    Schwenk,
}

impl Theorem {
    /// What it says.
    pub const fn statement(self) -> &'static str {
        match self {
            Self::Schwenk => "no closed tour, by Schwenk's theorem",
        }
    }
}
