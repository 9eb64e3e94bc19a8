//! Which number is asked for: of all tours, of those from each square, or of those that differ.

use caracole_core::{Kind, Square};

use crate::{Count, CountError, Job, Question, by_start, classes, count};

/// Which number is asked for.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{By, Job, Question, Tally};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let number = |by| Tally::of(&question, by, &Job::new()).map(|tally| tally.count.to_string());
/// assert_eq!((number(By::All)?, number(By::Class)?), ("9862".into(), "1245".into()));
/// assert_eq!(
///     By::Class.convention(&question),
///     "undirected closed tours, up to turns and mirrors of the board"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// All tours together.
    #[default]
    All,
    /// One for each square: the tours that start there.
    Start,
    /// Tours that can be turned or mirrored into each other are one.
    Class,
}

/// The number, and where it was asked for, that of each square.
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
/// assert_eq!(By::Class.convention(&question),
///     "directed tours, open and closed together, up to turns and mirrors of the board");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// All of them together.
    pub count: Count,
    /// Those from each square.
    pub starts: Option<Vec<(Square, Count)>>,
}

impl By {
    /// What is counted, in words.
    pub fn convention(self, question: &Question) -> String {
        let convention = question.convention();
        match self {
            Self::Class => format!("{convention}, up to turns and mirrors of the board"),
            Self::All | Self::Start => convention,
        }
    }
}

impl Tally {
    /// Counts.
    pub fn of(question: &Question, by: By, job: &Job<'_>) -> Result<Self, CountError> {
        Ok(match by {
            By::All => Self { count: count(question, job)?, starts: None },
            By::Class => Self { count: classes(question, job)?, starts: None },
            By::Start => Self::of_starts(question, by_start(question, job)?),
        })
    }

    /// The tally of what was counted for each square. A closed tour starts on every square.
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
            Kind::Closed => counts.next().unwrap_or_default(),
            Kind::Any | Kind::Open => counts.sum(),
        };
        Self { count, starts: Some(starts) }
    }
}
