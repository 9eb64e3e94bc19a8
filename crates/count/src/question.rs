//! What is counted, and what counts as one.

use std::fmt::Write;

use caracole_core::{Kind, Problem};

/// Is a tour and the same tour walked backwards one, or two?
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
    /// Two: numberings are counted. A closed tour is counted once for each direction, and not once
    /// for each square where it may start.
    Directed,
    /// One: what is drawn on the board is counted.
    Undirected,
}

/// The tours of a problem, and what counts as one of them.
///
/// The customs of the field differ, and mixing them up is its most common mistake, so each question
/// says in words what it counts.
///
/// A tour stands for one numbering or for several: undirected ones for that of either direction,
/// closed ones for those from every start. It is counted once if one of them answers the problem. So a
/// start, or a step of one square, changes nothing for closed tours; with a start, and undirected, a
/// path counts if one of its ends is there.
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
    /// The usual way of counting: closed tours and tours with ends apart without direction, any tours
    /// with direction.
    pub const fn new(problem: Problem) -> Self {
        let direction = match problem.kind() {
            Kind::Any => Direction::Directed,
            Kind::Closed | Kind::Open => Direction::Undirected,
        };
        Self { problem, direction }
    }

    /// Counting the other way, perhaps.
    #[must_use]
    pub fn counting(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }

    /// The problem.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What counts as one tour.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// What is counted, in words.
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

    /// The whole question in one line, as it stands in the folder of a count.
    pub(crate) fn text(&self) -> String {
        let problem = &self.problem;
        let board = problem.board();
        let mut text = format!("{} of a {} on {board}", self.convention(), problem.piece());
        // A text takes whatever is written to it.
        for (step, square) in problem.clues() {
            let _ = write!(text, ", step {step} on {}", board.name(square));
        }
        for (word, moves) in [("with", problem.used()), ("without", problem.avoided())] {
            for &(a, b) in moves {
                let _ = write!(text, ", {word} {}-{}", board.name(a), board.name(b));
            }
        }
        text
    }
}
