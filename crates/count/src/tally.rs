//! Counts of all tours, of the tours from each square, or of orbits.

use caracole_core::{Kind, Square};

use crate::{Count, CountError, Job, Question, by_start, count, orbits};

/// The kind of a count.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{By, Job, Question, Tally};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let number = |by| Tally::of(&question, by, &Job::new()).map(|tally| tally.count.to_string());
/// assert_eq!((number(By::All)?, number(By::Orbit)?), ("9862".into(), "1245".into()));
/// assert_eq!(
///     By::Orbit.convention(&question),
///     "undirected closed tours, up to turns and mirrors of the board"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// All tours.
    #[default]
    All,
    /// One number for each square: the tours that start there.
    Start,
    /// Tours that a symmetry of the board maps to each other count as one.
    Orbit,
}

/// The number of tours, and by start the number for each square.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{By, Direction, Job, Question, Tally};
///
/// let problem = Problem::new("5x5".parse()?);
/// let question = Question::new(problem).counting(Direction::Directed);
/// let tally = Tally::of(&question, By::Start, &Job::new())?;
/// assert_eq!(tally.count.to_string(), "1728");
/// assert_eq!(tally.starts.map(|starts| starts.len()), Some(25));
/// assert_eq!(By::Orbit.convention(&question),
///     "directed tours, open and closed together, up to turns and mirrors of the board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of all tours.
    pub count: Count,
    /// The number of tours from each square.
    pub starts: Option<Vec<(Square, Count)>>,
}

impl By {
    /// Describes the convention.
    pub fn convention(self, question: &Question) -> String {
        let convention = question.convention();
        match self {
            Self::Orbit => format!("{convention}, up to turns and mirrors of the board"),
            Self::All | Self::Start => convention,
        }
    }
}

impl Tally {
    /// Counts the tours of a question.
    pub fn of(question: &Question, by: By, job: &Job<'_>) -> Result<Self, CountError> {
        Ok(match by {
            By::All => Self { count: count(question, job)?, starts: None },
            By::Orbit => Self { count: orbits(question, job)?, starts: None },
            By::Start => Self::of_starts(question, by_start(question, job)?),
        })
    }

    /// Returns the tally of the numbers for each square. A closed tour starts on every square.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_count::{Job, Question, Tally, by_start};
    ///
    /// let question = Question::new(Problem::new("3x4".parse()?));
    /// let starts = by_start(&question, &Job::new())?;
    /// let tally = Tally::of_starts(&question, starts);
    /// assert_eq!(tally.count.to_string(), "16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_starts(question: &Question, starts: Vec<(Square, Count)>) -> Self {
        let mut counts = starts.iter().map(|(_, count)| count.clone());
        let count = match question.problem().kind() {
            // Every square has the number of all closed tours.
            Kind::Closed => counts.next().unwrap_or_default(),
            Kind::Any | Kind::Open => counts.sum(),
        };
        Self { count, starts: Some(starts) }
    }
}
