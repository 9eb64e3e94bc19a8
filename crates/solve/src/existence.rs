//! Whether there is a tour, decided at once.
//!
//! For the knight on a plain rectangle the answer is known for every size, every start and every
//! end. Most of it can be said in words that anybody can check on the board: colours, squares that
//! need the same neighbour, the outer lines of boards with a side of four. What is left are a few
//! small boards, whose tours were all searched once; their exceptions are listed in `tables`.
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
//! For other boards and pieces, and where more than the ends is fixed, the simple tests are made,
//! and what passes them is undecided. Of several knights nothing is said but that the colours do not
//! fit: every other reason here is one for a single path.

mod colours;
mod scan;
mod shared;
mod starts;
mod strip;
mod tables;

use caracole_core::{Kind, Moves, Problem, Proof, Reason, Square};

pub(crate) use colours::alternate;
pub use starts::{Starts, starts};
use strip::Strip;

/// What can be said of a problem without a search.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Decision, decide};
///
/// let answer = |problem: &Problem| match decide(problem) {
///     Decision::Exists => "yes".to_owned(),
///     Decision::Impossible(proof) => proof.text(),
///     Decision::Undecided => "ask a solver".to_owned(),
/// };
/// assert_eq!(answer(&Problem::new("8x8".parse()?)), "yes");
/// assert_eq!(
///     answer(&Problem::new("4x4".parse()?)),
///     "4x4: the boards 3x3, 3x5, 3x6 and 4x4 have no tour, open or closed (Chia and Ong 2005)"
/// );
/// assert_eq!(answer(&Problem::new("8x8-d4,e4".parse()?)), "ask a solver");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there is one of them at a time")]
pub enum Decision {
    /// There is a tour.
    Exists,
    /// There is none, and this is why.
    Impossible(Proof),
    /// It takes a search to know.
    Undecided,
}

/// Decides whether a problem has a tour.
///
/// Never undecided for the knight on a plain rectangle where nothing but the ends is fixed. Takes
/// microseconds there, whatever the size; elsewhere it may look once at every square of a board of
/// up to 2^18 squares, and at every hole of any board.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Decision, decide};
///
/// let vast = Problem::new("4294967295x4294967294".parse()?).closed().from("a1")?;
/// assert_eq!(decide(&vast), Decision::Exists);
///
/// let Decision::Impossible(proof) = decide(&Problem::new("6x5".parse()?).from("b3")?.to("c3")?)
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
    let strip = Strip::of(problem);
    if let Some(reason) = simple_reason(problem, strip.as_ref()) {
        return Decision::Impossible(Proof::new(problem.clone(), reason));
    }
    let Some(strip) = strip else {
        return Decision::Undecided;
    };
    match strip.deep_reason(problem) {
        Some(reason) => Decision::Impossible(Proof::new(problem.clone(), reason)),
        None if problem.fixes_ends_only() => Decision::Exists,
        None => Decision::Undecided,
    }
}

/// A reason that anybody can check on any board, without a theorem about rectangles.
pub(crate) fn elementary_reason(problem: &Problem) -> Option<Reason> {
    simple_reason(problem, None)
}

/// A reason that anybody can check on the board, the simplest first.
fn simple_reason(problem: &Problem, strip: Option<&Strip>) -> Option<Reason> {
    too_few(problem)
        .or_else(|| strip.and_then(Strip::cramped))
        .or_else(|| colours::of_board(problem))
        .or_else(|| ends_apart(problem))
        .or_else(|| colours::of_steps(problem))
        .or_else(|| strip.and_then(|strip| strip.outer_lines(problem)))
        .or_else(|| shared::reason(problem))
        .or_else(|| scan::reason(problem, strip.is_some()))
}

/// A closed tour takes three squares.
pub(crate) fn too_few(problem: &Problem) -> Option<Reason> {
    (problem.kind() == Kind::Closed && problem.board().len() < 3).then_some(Reason::TooFewSquares)
}

/// The ends of a closed tour are a move apart, those of an open one are not; but two squares alone
/// make no closed tour.
pub(crate) fn ends_apart(problem: &Problem) -> Option<Reason> {
    let (start, end) = (problem.start()?, problem.end()?);
    let moves = Moves::new(problem.piece(), problem.board());
    let joined = moves.from(problem.board(), start).any(|to| to == end);
    match problem.kind() {
        Kind::Closed if !joined => Some(Reason::EndsNotAMoveApart { start, end }),
        Kind::Open if joined && problem.board().len() > 2 => {
            Some(Reason::EndsAMoveApart { start, end })
        }
        _ => None,
    }
}

/// The squares that may follow `square` in a tour.
fn neighbours<'a>(
    problem: &'a Problem,
    moves: &'a Moves,
    square: Square,
) -> impl Iterator<Item = Square> + 'a {
    moves.from(problem.board(), square).filter(move |&to| {
        problem.avoided().binary_search(&(square.min(to), square.max(to))).is_err()
    })
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
