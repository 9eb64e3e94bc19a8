//! Explanations of answers: certificates in words and as highlights on the board, and the facts of tours.
//!
//! The verifier and the checker decide, and this crate describes. The [`Explain`] trait puts certificates into words;
//! counts that a sentence names are those that the checker derives. [`Facts`] are the symmetry, the magic sums, the
//! turns and the crossings of a tour.

mod analysis;
mod facts;
mod highlight;
mod mixing_quality;
mod reason;
mod snapshot;

use caracole_core::Certificate;
use caracole_verify::Evidence;
pub use facts::{Facts, MagicSums, SymmetryClass, describe, describe_within};
pub use highlight::{Highlight, Role};
pub use mixing_quality::MixingQuality;

/// Explains why a problem has no tour.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_explain::Explain;
///
/// let certificate = Certificate::new(
///     Problem::new("7x7".parse()?).closed(),
///     Reason::Colours { counts: [25, 24] },
/// );
/// assert_eq!(
///     certificate.text(),
///     "7x7: the board has 25 squares of a1's colour and 24 of the other; \
///      a tour changes colour with every move, so a closed tour needs equal numbers",
/// );
/// assert_eq!(certificate.highlights().len(), 2, "both colours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Explain {
    /// Returns the reason in words, in one line that begins with the board.
    fn text(&self) -> String;

    /// Returns the claim, with every condition of the problem, and the reason, in one line.
    ///
    /// ```
    /// use caracole_core::{Certificate, Problem, Reason};
    /// use caracole_explain::Explain;
    ///
    /// let problem = Problem::new("8x8".parse()?).forbid("a1", "b3")?.forbid("a1", "c2")?;
    /// let square = problem.board().parse_square("a1")?;
    /// let certificate = Certificate::new(problem, Reason::NoMove { square });
    /// assert_eq!(
    ///     certificate.claim(),
    ///     "there is no tour of 8x8, without the moves a1-c2 and a1-b3: a1 has no move left",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn claim(&self) -> String;

    /// Returns the parts of the reason that can be shown on the board, background first, with the required and
    /// forbidden moves of the problem. Theorems, most searches and boards of more than 2^24 squares have
    /// none.
    fn highlights(&self) -> Vec<Highlight>;
}

impl Explain for Certificate {
    fn text(&self) -> String {
        reason::sentence(self.problem(), self.reason())
    }

    fn claim(&self) -> String {
        let argument = reason::argument(self.problem(), self.reason());
        format!("there is no {}: {argument}", self.problem().description())
    }

    fn highlights(&self) -> Vec<Highlight> {
        highlight::all(self.problem(), self.reason())
    }
}

impl Explain for Evidence {
    fn text(&self) -> String {
        self.certificate().text()
    }

    fn claim(&self) -> String {
        self.certificate().claim()
    }

    fn highlights(&self) -> Vec<Highlight> {
        self.certificate().highlights()
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::{Board, Case, Cases, FieldValue, Problem, Reason, Square, Theorem};

    use super::*;

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
            Reason::Disconnected { squares: [a, b] },
            Reason::SharedNeighbour { end: a, needed_by: vec![b, c] },
            Reason::OuterLines { end: Some(b) },
            Reason::ForcedPath { path: vec![a, b, c] },
            Reason::ForcedCycle { cycle: vec![a, b, c] },
            Reason::Theorem { theorem: Theorem::Schwenk },
            Reason::Searched { ends: vec![a, b] },
            Reason::VertexCut { squares: vec![a, b] },
            Reason::DeficientSet { squares: vec![a, c] },
            Reason::Cases {
                cases: Cases::new(vec![Case::Move([a, b]), Case::Forced, Case::Forced]),
            },
            Reason::Exhausted { method: "backtracking", steps: 7 },
        ]
    }

    #[test]
    fn every_reason_has_its_own_name_and_its_text_names_its_squares() {
        let board: Board = "8x8".parse().unwrap();
        let mut kinds: Vec<&str> = all_reasons().iter().map(Reason::name).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), all_reasons().len());
        for reason in all_reasons() {
            let proof = Certificate::new(Problem::new(board.clone()), reason.clone());
            let text = proof.text();
            assert!(text.starts_with("8x8: ") && !text.contains('\n'), "{text}");
            for (_, fact) in reason.fields() {
                if let FieldValue::Squares(squares) = fact {
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
        let proof = Certificate::new(Problem::new(board), Reason::NoMove { square });
        assert_eq!(proof.text(), "a board of 55 squares: h2 has no move");
    }

    #[test]
    fn cuts_and_deficient_sets_are_described_with_numbers() {
        let text = |problem: &Problem, reason| Certificate::new(problem.clone(), reason).text();
        let squares = |board: &Board, names: &str| -> Vec<Square> {
            names.split(' ').map(|name| board.parse_square(name).unwrap()).collect()
        };
        let four = Problem::new("4x4".parse().unwrap());
        let inner = squares(four.board(), "b2 c2 b3 c3");
        assert_eq!(
            text(&four, Reason::VertexCut { squares: inner }),
            "4x4: without b2, c2, b3 and c3 the board falls into 6 parts with no moves from one to \
             another; a tour would need at least 10 moves between there and b2, c2, b3 and c3, \
             which have only 8"
        );
        let parted = Problem::new("3x3".parse().unwrap());
        assert_eq!(
            text(&parted, Reason::VertexCut { squares: Vec::new() }),
            "3x3: the board is 2 parts with no moves from one to another, and there is one knight"
        );
        let corners = Problem::new("8x8-a1,h8".parse().unwrap());
        assert_eq!(
            text(&corners, Reason::VertexCut { squares: Vec::new() }),
            "8x8-a1,h8: the board is one part whose moves change between two colours, with more \
             squares of the one than of the other, and there is one knight"
        );
        let white: Vec<Square> =
            corners.board().squares().filter(|&at| corners.board().colour(at) == 1).collect();
        assert_eq!(
            text(&corners.closed(), Reason::DeficientSet { squares: white }),
            "8x8-a1,h8: b1, d1, f1, h1, a2, c2, e2, g2, b3, d3 and 22 more squares need 64 moves together, and their neighbours have only 60"
        );
    }

    /// The squares of contradicting forced moves are named.
    #[test]
    fn forced_moves_are_shown() {
        let forced = || Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
        let text = |problem: Problem| Certificate::new(problem, forced()).text();
        let on = |board: &str| Problem::new(board.parse().unwrap());
        let crowded = on("6x6").require("b3", "a1").unwrap().require("b3", "c1").unwrap();
        let crowded = crowded.require("b3", "d4").unwrap();
        assert_eq!(
            text(crowded),
            "6x6: the moves from b3 to a1, c1 and d4 are all forced, and a tour makes two of them \
             at most"
        );
        assert_eq!(
            text(on("4x4").closed()),
            "4x4: the moves round a4 b2 d1 c3 are all forced, and this cycle leaves out the rest of \
             the board"
        );
        let end = on("6x6").closed().require("a1", "b3").unwrap();
        assert_eq!(text(end), "6x6: the moves that the board forces contradict each other");
    }
}
