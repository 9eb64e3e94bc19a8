//! The question of a count: a problem, and what counts as one tour.

use std::fmt::Write;

use caracole_core::{Kind, Problem};

use crate::parts::has_layers;

/// Whether a tour and its reverse count as two tours or as one.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Direction, Job, Question, count};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert_eq!(question.direction(), Direction::Undirected);
/// assert_eq!(count(&question, &Job::new())?.to_string(), "9862");
/// let question = question.counting(Direction::Directed);
/// assert_eq!(count(&question, &Job::new())?.to_string(), "19724");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Two tours: numberings are counted. A closed tour counts once for each direction, not once for each start.
    Directed,
    /// One tour: drawings on the board are counted.
    Undirected,
}

/// The tours of a problem, and what counts as one of them.
///
/// Conventions differ in the literature, so each question describes its own.
///
/// A tour has one numbering or several: an undirected tour those of both directions, a closed tour those from every
/// start. It counts once if one of them solves the problem. So a start, or the step of a single square, does not
/// change the number of closed tours. An undirected path with a given start counts if one of its ends is there.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Direction, Question};
///
/// let any = Question::new(Problem::new("8x8".parse()?));
/// assert_eq!(any.convention(), "directed tours, open and closed together");
/// let closed = Question::new(Problem::new("8x8".parse()?).closed());
/// assert_eq!(closed.convention(), "undirected closed tours");
/// assert_eq!((any.direction(), closed.direction()), (Direction::Directed, Direction::Undirected));
/// let directed = closed.counting(Direction::Directed);
/// assert_eq!(directed.convention(), "directed closed tours");
/// assert_eq!(directed.problem().board().len(), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    problem: Problem,
    direction: Direction,
}

impl Question {
    /// Returns the question in the usual convention: closed tours and open tours undirected, tours of any kind
    /// directed.
    pub const fn new(problem: Problem) -> Self {
        let direction = match problem.kind() {
            Kind::Any => Direction::Directed,
            Kind::Closed | Kind::Open => Direction::Undirected,
        };
        Self { problem, direction }
    }

    /// Sets the direction.
    #[must_use]
    pub fn counting(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }

    /// Returns the problem.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the direction.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns true if the tours are counted in layers, which can be stored in a folder. Tours with given steps,
    /// and those of up to three squares, are counted one by one.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::Question;
    ///
    /// let problem = Problem::new("5x5".parse()?).start("a1")?;
    /// assert!(Question::new(problem.clone()).has_layers());
    /// assert!(!Question::new(problem.clue("c3", 7)?).has_layers());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_layers(&self) -> bool {
        has_layers(&self.problem)
    }

    /// Describes the convention.
    pub fn convention(&self) -> String {
        let direction = match self.direction {
            Direction::Directed => "directed",
            Direction::Undirected => "undirected",
        };
        match self.problem.kind() {
            Kind::Any => format!("{direction} tours, open and closed together"),
            Kind::Closed => format!("{direction} closed tours"),
            Kind::Open => format!("{direction} open tours, whose ends are not a move apart"),
        }
    }

    /// Returns the question as one line, which the folder of a count contains.
    pub(crate) fn text(&self) -> String {
        let problem = &self.problem;
        let board = problem.board();
        let mut text = format!("{} of a {} on {board}", self.convention(), problem.piece());
        // Writing to a string cannot fail.
        for (step, square) in problem.clues() {
            let _ = write!(text, ", step {step} on {}", board.name(square));
        }
        for (word, moves) in [("with", problem.required()), ("without", problem.forbidden())] {
            for &(a, b) in moves {
                let _ = write!(text, ", {word} {}-{}", board.name(a), board.name(b));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_all_that_is_given() {
        let problem = Problem::new("5x4".parse().unwrap());
        let closed = problem.clone().closed().require("a1", "b3").unwrap();
        let closed = Question::new(closed.forbid("a2", "b4").unwrap());
        assert!(closed.has_layers());
        assert_eq!(closed.convention(), "undirected closed tours");
        let text = closed.text();
        assert!(text.starts_with("undirected closed tours of a "), "{text}");
        assert!(text.ends_with(" on 5x4, with a1-b3, without a2-b4"), "{text}");
        let clues = problem.start("a1").unwrap().clue("c3", 7).unwrap();
        let clues = Question::new(clues).counting(Direction::Undirected);
        assert!(!clues.has_layers());
        let text = clues.text();
        assert!(text.starts_with("undirected tours, open and closed together of a "), "{text}");
        assert!(text.ends_with(" on 5x4, step 1 on a1, step 7 on c3"), "{text}");
    }
}
