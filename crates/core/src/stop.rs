//! Why there is no answer.

use std::fmt;

/// The reason why a search or a count ended without an answer, and how far it came.
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
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Stop {
    /// The cause.
    pub cause: StopCause,
    /// What was tried, in words; or, if it starts with "while", what was in progress.
    pub tried: String,
    /// The limit that was reached, in words such as `5 s`.
    limit: Option<String>,
}

impl Stop {
    /// Returns a stop with a description of what was tried.
    pub fn new(cause: StopCause, tried: impl Into<String>) -> Self {
        Self { cause, tried: tried.into(), limit: None }
    }

    /// Adds the limit that was reached, in words such as `5 s`.
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

/// The cause of a [`Stop`].
///
/// ```
/// use caracole_core::StopCause;
///
/// assert_eq!(StopCause::Time.name(), "time");
/// assert_eq!(StopCause::Time.to_string(), "the time limit was reached");
/// assert!(StopCause::ALL.iter().all(|cause| !cause.name().contains(' ')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum StopCause {
    /// The step limit.
    Steps,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The cancel flag was raised.
    Interrupt,
    /// A heuristic failed.
    Heuristic,
    /// The method does not support the problem.
    Unsupported,
    /// The verifier rejected a path of a solver, or the checker rejected a certificate of it.
    Fault,
}

impl StopCause {
    /// All causes.
    pub const ALL: [Self; 7] = [
        Self::Steps,
        Self::Time,
        Self::Memory,
        Self::Interrupt,
        Self::Heuristic,
        Self::Unsupported,
        Self::Fault,
    ];

    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
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
            Self::Fault => "an error in Caracole",
        })
    }
}
