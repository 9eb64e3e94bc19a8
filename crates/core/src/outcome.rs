//! The three answers.

use std::fmt;

use crate::{Proof, Tour};

/// What came of a problem: found, impossible, or unknown; never less.
///
/// What is found is a [`Tour`], unless the problem asks for something else: several knights make a
/// [`Cover`](crate::Cover).
///
/// ```
/// use caracole_core::{Outcome, Stop, StopCause};
///
/// let outcome: Outcome = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps of backtracking"));
/// assert_eq!(outcome.word(), "unknown");
/// ```
///
/// Every program that asks has three answers to give:
///
/// ```
/// use caracole_core::{Outcome, Path, Problem, Proof, Reason, Tour};
///
/// fn tell(outcome: &Outcome) -> String {
///     match outcome {
///         Outcome::Found(tour) => tour.names(),
///         Outcome::Impossible(proof) => proof.text(),
///         Outcome::Unknown(stop) => stop.to_string(),
///     }
/// }
///
/// let single = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&single, Path::from_indices(vec![0]))?);
/// assert!(found.is_found());
/// assert_eq!(tell(&found), "a1");
/// assert_eq!(found.tour().map(|tour| tour.len()), Some(1));
///
/// let none: Outcome = Outcome::Impossible(Proof::new(single.closed(), Reason::TooFewSquares));
/// assert!(none.is_impossible());
/// assert!(tell(&none).starts_with("1x1: "));
/// assert!(none.tour().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Outcome<T = Tour> {
    /// A tour, or what else was asked for, checked by the verifier.
    Found(T),
    /// There is none, and this is why.
    Impossible(Proof),
    /// Nobody knows: this is what was tried.
    Unknown(Stop),
}

impl<T> Outcome<T> {
    /// The answer in one word: `found`, `impossible` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Was it found?
    pub const fn is_found(&self) -> bool {
        matches!(self, Self::Found(_))
    }

    /// Was it proved that there is none?
    pub const fn is_impossible(&self) -> bool {
        matches!(self, Self::Impossible(_))
    }
}

impl Outcome {
    /// The tour, if one was found.
    pub fn tour(self) -> Option<Tour> {
        match self {
            Self::Found(tour) => Some(tour),
            _ => None,
        }
    }
}

/// Why a solver gave up, and what it had tried.
///
/// ```
/// use caracole_core::{Stop, StopCause};
///
/// let stop = Stop::new(StopCause::Heuristic, "Warnsdorff's rule was stuck after 1675 squares");
/// assert_eq!(
///     stop.to_string(),
///     "the rule failed: Warnsdorff's rule was stuck after 1675 squares"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What ended the search.
    pub cause: StopCause,
    /// What was tried, in words; or, if it begins with "while", what was going on.
    pub tried: String,
    /// The limit that was reached, in words such as `5 s`.
    limit: Option<String>,
}

impl Stop {
    /// A stop with its story.
    pub fn new(cause: StopCause, tried: impl Into<String>) -> Self {
        Self { cause, tried: tried.into(), limit: None }
    }

    /// Names the limit that was reached, in words.
    ///
    /// ```
    /// use caracole_core::{Stop, StopCause};
    ///
    /// let stop = Stop::new(StopCause::Time, "while counting, layer 12 of 36").at_limit("5 s");
    /// assert_eq!(stop.to_string(), "time limit (5 s) reached while counting, layer 12 of 36");
    /// let stop = Stop::new(StopCause::Memory, "patch took 7 steps").at_limit("1 MiB");
    /// assert_eq!(stop.to_string(), "memory limit (1 MiB) reached: patch took 7 steps");
    /// ```
    #[must_use]
    pub fn at_limit(self, limit: impl Into<String>) -> Self {
        Self { limit: Some(limit.into()), ..self }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.cause, &self.limit) {
            (StopCause::Time, Some(limit)) => write!(f, "time limit ({limit}) reached")?,
            (StopCause::Memory, Some(limit)) => write!(f, "memory limit ({limit}) reached")?,
            (cause, _) => write!(f, "{cause}")?,
        }
        let colon = if self.tried.starts_with("while ") { "" } else { ":" };
        write!(f, "{colon} {}", self.tried)
    }
}

impl std::error::Error for Stop {}

/// What can end a search without an answer.
///
/// ```
/// use caracole_core::StopCause;
///
/// assert_eq!(StopCause::Time.word(), "time");
/// assert_eq!(StopCause::Time.to_string(), "the time limit was reached");
/// assert!(StopCause::ALL.iter().all(|cause| !cause.word().contains(' ')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopCause {
    /// The limit of steps.
    Steps,
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// Somebody asked it to stop.
    Interrupt,
    /// A rule that need not lead to a tour did not.
    Heuristic,
    /// The method cannot work on this problem.
    Unsupported,
    /// A solver made a path that the verifier rejected.
    Fault,
}

impl StopCause {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Steps,
        Self::Time,
        Self::Memory,
        Self::Interrupt,
        Self::Heuristic,
        Self::Unsupported,
        Self::Fault,
    ];

    /// The cause in one word, as in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Interrupt => "interrupt",
            Self::Heuristic => "heuristic",
            Self::Unsupported => "unsupported",
            Self::Fault => "fault",
        }
    }
}

impl fmt::Display for StopCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "the limit of steps was reached",
            Self::Time => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Interrupt => "interrupted",
            Self::Heuristic => "the rule failed",
            Self::Unsupported => "the method does not fit the problem",
            Self::Fault => "a fault of ours",
        })
    }
}
