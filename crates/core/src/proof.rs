//! Why a problem has no tour.

mod cases;
mod highlight;
mod reason;
mod text;

use crate::{Problem, Square};

pub use cases::{Case, Cases};
pub use highlight::{Highlight, Role};
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
/// assert_eq!(proof.problem().board().colour_counts(), [25, 24]);
/// assert_eq!(proof.reason().kind(), "colours");
/// assert_eq!(proof.highlights().len(), 2, "both colours");
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

    /// What is claimed, with every condition of the problem, and the reason, in one line.
    ///
    /// ```
    /// use caracole_core::{Problem, Proof, Reason};
    ///
    /// let problem = Problem::new("8x8".parse()?).avoiding("a1", "b3")?.avoiding("a1", "c2")?;
    /// let square = problem.board().parse_square("a1")?;
    /// let proof = Proof::new(problem, Reason::NoMove { square });
    /// assert_eq!(
    ///     proof.claim(),
    ///     "there is no tour of 8x8, without the moves a1-c2 and a1-b3: a1 has no move left",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claim(&self) -> String {
        let argument = text::argument(&self.problem, &self.reason);
        format!("there is no {}: {argument}", self.problem.wanted())
    }

    /// What of the reason can be shown on the board, what lies under it first, with the moves that the
    /// problem asks for or forbids. Theorems, most searches and boards of more than
    /// 2^24 squares have nothing to show but their text.
    pub fn highlights(&self) -> Vec<Highlight> {
        highlight::all(&self.problem, &self.reason)
    }
}

/// Something that a reason names.
///
/// ```
/// use caracole_core::{Fact, Reason};
///
/// let facts = Reason::Colours { counts: [25, 24] }.facts();
/// assert_eq!(facts, [("a1_colour", Fact::Number(25)), ("other_colour", Fact::Number(24))]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(u64),
    /// Squares of the problem's board.
    Squares(Vec<Square>),
    /// A word or a sentence.
    Text(String),
    /// A proof by cases.
    Cases(Cases),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    fn all_reasons() -> Vec<Reason> {
        let [a, b, c] = [0, 17, 34].map(Square::from_index);
        vec![
            Reason::TooFewSquares,
            Reason::Colours { counts: [30, 32] },
            Reason::StepColour { square: a, step: 2, counts: [33, 32] },
            Reason::StepColours { squares: [a, b], steps: [1, 3] },
            Reason::EndsNotAMoveApart { start: a, end: c },
            Reason::EndsAMoveApart { start: a, end: b },
            Reason::NoMove { square: a },
            Reason::DeadEnds { squares: vec![a, b, c] },
            Reason::NoWay { squares: [a, b] },
            Reason::SharedNeighbour { end: a, needed_by: vec![b, c] },
            Reason::OuterLines { end: Some(b) },
            Reason::ForcedPath { path: vec![a, b, c] },
            Reason::ForcedRing { ring: vec![a, b, c] },
            Reason::Theorem { theorem: Theorem::Schwenk },
            Reason::Searched { ends: vec![a, b] },
            Reason::Cut { squares: vec![a, b] },
            Reason::Starved { squares: vec![a, c] },
            Reason::Cases {
                cases: Cases::new(vec![Case::Move([a, b]), Case::Forced, Case::Forced]),
            },
            Reason::Exhausted { method: "backtracking", steps: 7 },
        ]
    }

    #[test]
    fn every_reason_has_its_own_kind_and_says_what_it_names() {
        let board: Board = "8x8".parse().unwrap();
        let mut kinds: Vec<&str> = all_reasons().iter().map(Reason::kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), all_reasons().len());
        for reason in all_reasons() {
            let proof = Proof::new(Problem::new(board.clone()), reason.clone());
            let text = proof.text();
            assert!(text.starts_with("8x8: ") && !text.contains('\n'), "{text}");
            for (_, fact) in reason.facts() {
                if let Fact::Squares(squares) = fact {
                    let mut names = squares.iter().map(|&square| board.name(square));
                    assert!(names.all(|name| text.contains(&name)), "{text}");
                }
            }
        }
    }

    #[test]
    fn boards_with_many_holes_are_not_written_out() {
        let board: Board = "8x8-a1,b1,c1,d1,e1,f1,g1,h1,a2".parse().unwrap();
        let square = board.parse_square("h2").unwrap();
        let proof = Proof::new(Problem::new(board), Reason::NoMove { square });
        assert_eq!(proof.text(), "a board of 55 squares: h2 has no move");
    }

    /// Numbers that anybody can count again, and no more squares than anybody would read.
    #[test]
    fn cuts_and_starved_sets_are_put_in_numbers() {
        let text = |problem: &Problem, reason| Proof::new(problem.clone(), reason).text();
        let squares = |board: &Board, names: &str| -> Vec<Square> {
            names.split(' ').map(|name| board.parse_square(name).unwrap()).collect()
        };
        let four = Problem::new("4x4".parse().unwrap());
        let inner = squares(four.board(), "b2 c2 b3 c3");
        assert_eq!(
            text(&four, Reason::Cut { squares: inner }),
            "4x4: without b2, c2, b3 and c3 the board falls into 6 parts with no moves from one to \
             another; a tour would need 10 moves at least between there and b2, c2, b3 and c3, \
             which have 8 to give"
        );
        let parted = Problem::new("3x3".parse().unwrap());
        assert_eq!(
            text(&parted, Reason::Cut { squares: Vec::new() }),
            "3x3: the board is 2 parts with no moves from one to another, and there is one knight"
        );
        let corners = Problem::new("8x8-a1,h8".parse().unwrap());
        assert_eq!(
            text(&corners, Reason::Cut { squares: Vec::new() }),
            "8x8-a1,h8: the board is one part whose moves change between two colours, with more \
             squares of the one than of the other, and there is one knight"
        );
        let white: Vec<Square> =
            corners.board().squares().filter(|&at| corners.board().colour(at) == 1).collect();
        assert_eq!(
            text(&corners.closed(), Reason::Starved { squares: white }),
            "8x8-a1,h8: b1, d1, f1, h1, a2, c2, e2, g2, b3, d3 and 22 more squares need 64 moves together, and their neighbours have 60 to give"
        );
    }

    /// Where forced moves contradict each other, the squares are named.
    #[test]
    fn forced_moves_are_shown() {
        let forced = || Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
        let text = |problem: Problem| Proof::new(problem, forced()).text();
        let on = |board: &str| Problem::new(board.parse().unwrap());
        let crowded = on("6x6").using("b3", "a1").unwrap().using("b3", "c1").unwrap();
        let crowded = crowded.using("b3", "d4").unwrap();
        assert_eq!(
            text(crowded),
            "6x6: the moves from b3 to a1, c1 and d4 are all forced, and a tour makes two of them \
             at most"
        );
        assert_eq!(
            text(on("4x4").closed()),
            "4x4: the moves round a4 b2 d1 c3 are all forced, and this ring leaves out the rest of \
             the board"
        );
        let end = on("6x6").closed().using("a1", "b3").unwrap();
        assert_eq!(text(end), "6x6: the moves that the board forces contradict each other");
    }
}
