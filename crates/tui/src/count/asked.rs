//! What is counted, and the answer.

use caracole::{
    By, CountError, Direction, Job, Kind, Problem, Question, Symmetry, Tally, forecast,
};

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    problem: Problem,
    direction: Direction,
    by: By,
}

impl Asked {
    /// The tours of a problem, counted as is custom.
    pub(super) fn new(problem: Problem) -> Self {
        let direction = problem.question().direction();
        Self { problem, direction, by: By::All }
    }

    pub(super) const fn problem(&self) -> &Problem {
        &self.problem
    }

    pub(super) const fn direction(&self) -> Direction {
        self.direction
    }

    fn question(&self) -> Question {
        self.problem.question().counting(self.direction)
    }

    /// The same of another kind: all, closed, open, and all again. The direction is that of custom.
    pub(super) fn of_next_kind(&self) -> Self {
        let kind = match self.problem.kind() {
            Kind::Any => Kind::Closed,
            Kind::Closed => Kind::Open,
            Kind::Open => Kind::Any,
        };
        Self::new(self.problem.clone().of_kind(kind)).counting(self.by)
    }

    /// The same, counted the other way. From each square there is only one.
    pub(super) fn turned(&self) -> Self {
        let direction = match self.direction {
            Direction::Directed => Direction::Undirected,
            Direction::Undirected => Direction::Directed,
        };
        let by = if self.by == By::Start { By::All } else { self.by };
        Self { direction, by, ..self.clone() }
    }

    /// Another number of the same tours, or all of them again.
    pub(super) fn toggled(&self, by: By) -> Self {
        self.clone().counting(if self.by == by { By::All } else { by })
    }

    fn counting(self, by: By) -> Self {
        // Who starts somewhere has a direction.
        let direction = if by == By::Start { Direction::Directed } else { self.direction };
        Self { direction, by, ..self }
    }

    /// What is counted, in words.
    pub(super) fn convention(&self) -> String {
        self.by.convention(&self.question())
    }

    /// What counts as one, in a sentence.
    pub(super) fn custom(&self) -> &'static str {
        match (self.problem.kind(), self.direction) {
            (Kind::Closed, Direction::Directed) => {
                "A tour walked backwards is another one; where it starts makes no difference."
            }
            (Kind::Closed, Direction::Undirected) => {
                "A tour walked backwards is the same; where it starts makes no difference."
            }
            (_, Direction::Directed) => {
                "Each numbering of the squares is one: a tour walked backwards is another one."
            }
            (_, Direction::Undirected) => "A tour walked backwards is the same one.",
        }
    }

    /// About how many states it takes; `None` if nobody knows.
    pub(super) fn forecast(&self) -> Result<Option<f64>, CountError> {
        let states = forecast(&self.question())?;
        let board = self.problem.board();
        let counts = match self.by {
            // Of squares that a symmetry carries to each other one is counted.
            By::Start if self.problem.kind() != Kind::Closed => {
                board.len().div_ceil(Symmetry::of(board).len() as u64)
            }
            _ => 1,
        };
        Ok(states.map(|states| states * counts as f64))
    }

    /// Counts.
    pub(super) fn answer(&self, job: &Job<'_>) -> Result<Tally, CountError> {
        Tally::of(&self.question(), self.by, job)
    }
}
