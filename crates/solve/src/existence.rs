//! Existence theorems: they decide without a search whether a tour exists.
//!
//! For the knight on a plain rectangle they decide every size, every start and every end. Most follow from reasons
//! that can be checked on the board: colours, squares that need the same neighbour, the outer lines of boards with a
//! side of four. The other cases are a few small boards, for which all tours were searched; `rectangle` lists their
//! exceptions.
//!
//! | sides | a tour between two squares exists |
//! | --- | --- |
//! | 1, 2, 3x3, 3x5, 3x6, 4x4 | never (1x1 has its trivial one) |
//! | all others | if their colours allow it, and: |
//! | 3 and even | if one end is the middle of the third line, the other is a near corner |
//! | 3 and odd | not both ends are in the triple `a3 c3 b4` near one end of the board |
//! | 4 | both ends are on the outer lines |
//! | 5x5 | one end is a corner |
//! | 5 and even | if one end is the middle of the second line, the other is a near corner |
//! | 3x4, 3x7 to 3x10, 3x13, 4x5, 4x6, 5x6 | the rules above, and some more exceptions |
//!
//! Other boards and pieces, and problems with other constraints than ends, are decided only by elementary tests. For
//! several knights only the colours are tested, because the other reasons hold for a single path.

mod elementary;
mod rectangle;
mod starts;

use caracole_core::{Certificate, Problem, Reason};

pub(crate) use elementary::{alternate, ends_apart, not_connected, too_few};
use rectangle::Rectangle;
pub use starts::{Starts, starts};

/// The decision about a problem without a search.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_solve::{Decision, decide};
///
/// let answer = |problem: &Problem| match decide(problem) {
///     Decision::Exists => "yes".to_owned(),
///     Decision::Impossible(proof) => proof.text(),
///     Decision::Undecided => "undecided".to_owned(),
/// };
/// assert_eq!(answer(&Problem::new("8x8".parse()?)), "yes");
/// assert_eq!(
///     answer(&Problem::new("4x4".parse()?)),
///     "4x4: the boards 3x3, 3x5, 3x6 and 4x4 have no tour, open or closed (Chia and Ong 2005)"
/// );
/// assert_eq!(answer(&Problem::new("8x8-d4,e4".parse()?)), "undecided");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "few decisions exist at the same time")]
pub enum Decision {
    /// A tour exists.
    Exists,
    /// No tour exists, for this reason.
    Impossible(Certificate),
    /// Only a search can decide.
    Undecided,
}

/// Decides whether a problem has a tour.
///
/// Decides every problem of the knight on a plain rectangle whose only constraints are a kind and ends, in
/// microseconds for any size. For other problems it may visit every square of a board of up to 2^18 squares, and
/// every hole of any board.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_solve::{Decision, decide};
///
/// let vast = Problem::new("4294967295x4294967294".parse()?).closed().start("a1")?;
/// assert_eq!(decide(&vast), Decision::Exists);
///
/// let Decision::Impossible(proof) = decide(&Problem::new("6x5".parse()?).start("b3")?.end("c3")?)
/// else {
///     return Err("there is no such tour".into());
/// };
/// assert_eq!(
///     proof.text(),
///     "6x5: a tour with one end on b3 must have the other on a1 or a5, \
///      because both of those corners need b3",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(problem: &Problem) -> Decision {
    let rectangle = Rectangle::of(problem);
    if let Some(reason) = simple_reason(problem, rectangle.as_ref()) {
        return Decision::Impossible(Certificate::new(problem.clone(), reason));
    }
    let Some(rectangle) = rectangle else {
        return Decision::Undecided;
    };
    match rectangle.deep_reason(problem) {
        Some(reason) => Decision::Impossible(Certificate::new(problem.clone(), reason)),
        None if problem.fixes_ends_only() => Decision::Exists,
        None => Decision::Undecided,
    }
}

/// Returns a reason that holds on any board, without a theorem about rectangles.
pub(crate) fn elementary_reason(problem: &Problem) -> Option<Reason> {
    simple_reason(problem, None)
}

/// Returns a reason that can be checked on the board, the simplest first.
fn simple_reason(problem: &Problem, rectangle: Option<&Rectangle>) -> Option<Reason> {
    too_few(problem)
        .or_else(|| rectangle.and_then(Rectangle::cramped))
        .or_else(|| elementary::colour_balance(problem))
        .or_else(|| ends_apart(problem))
        .or_else(|| elementary::step_parity(problem))
        .or_else(|| rectangle.and_then(|rectangle| rectangle.outer_lines(problem)))
        .or_else(|| elementary::shared_neighbour(problem))
        .or_else(|| elementary::degrees_and_components(problem, rectangle.is_some()))
}

#[cfg(test)]
mod tests;
