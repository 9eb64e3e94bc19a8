//! The three answers.

use std::fmt;

use caracole_core::Stop;

use crate::{Evidence, Tour};

/// The answer to a problem: found, impossible or unknown.
///
/// What is found is a [`Tour`], or another verified value, such as a [`Cover`](crate::Cover) for several knights.
///
/// ```
/// use caracole_verify::{Outcome, Stop, StopCause};
///
/// let outcome: Outcome = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps of backtracking"));
/// assert_eq!(outcome.name(), "unknown");
/// ```
///
/// A program handles all three answers:
///
/// ```
/// use caracole_core::{Certificate, Path, Problem, Reason};
/// use caracole_verify::{Evidence, Outcome, Tour, no_progress};
///
/// fn describe(outcome: &Outcome) -> String {
///     match outcome {
///         Outcome::Found(tour) => tour.names(),
///         Outcome::Impossible(evidence) if evidence.is_checked() => evidence.reason().name().to_owned(),
///         Outcome::Impossible(evidence) => format!("{} (not checked)", evidence.reason().name()),
///         Outcome::Unknown(stop) => stop.to_string(),
///     }
/// }
///
/// let single = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&single, Path::from_indices(vec![0]))?);
/// assert!(found.is_found());
/// assert_eq!(describe(&found), "a1");
/// assert_eq!(found.found().map(|tour| tour.len()), Some(1));
///
/// let certificate = Certificate::new(single.closed(), Reason::TooFewSquares);
/// let none: Outcome = Outcome::Impossible(Evidence::check(certificate, &no_progress)?);
/// assert!(none.is_impossible());
/// assert_eq!(describe(&none), "too-few-squares");
/// assert!(none.found().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Outcome<T = Tour> {
    /// A tour, or another value that the verifier accepted.
    Found(T),
    /// None exists. The checker accepted the reason or could not check it.
    Impossible(Evidence),
    /// Not decided: a limit was reached, or the method failed.
    Unknown(Stop),
}

impl<T> Outcome<T> {
    /// Returns `found`, `impossible` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found(_) => "found",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Returns true if it was found.
    pub const fn is_found(&self) -> bool {
        matches!(self, Self::Found(_))
    }

    /// Returns true if the answer is that there is none, whether or not the reason was checked.
    pub const fn is_impossible(&self) -> bool {
        matches!(self, Self::Impossible(_))
    }

    /// Returns what was found.
    ///
    /// ```
    /// use caracole_verify::{Outcome, Stop, StopCause};
    ///
    /// assert_eq!(Outcome::Found(64).found(), Some(64));
    /// assert_eq!(Outcome::<u64>::Unknown(Stop::new(StopCause::Time, "nothing")).found(), None);
    /// ```
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Returns why there is no answer.
    ///
    /// ```
    /// use caracole_verify::{Outcome, Stop, StopCause};
    ///
    /// let stop = Stop::new(StopCause::Steps, "1000 steps of backtracking");
    /// let outcome: Outcome = Outcome::Unknown(stop.clone());
    /// assert_eq!(outcome.stop(), Some(&stop));
    /// ```
    pub const fn stop(&self) -> Option<&Stop> {
        match self {
            Self::Unknown(stop) => Some(stop),
            _ => None,
        }
    }

    /// Returns what was found as `Ok`, and the other two answers as an error.
    ///
    /// ```
    /// use caracole_verify::{NotFound, Outcome, Stop, StopCause};
    ///
    /// let stop = Stop::new(StopCause::Time, "1000 steps of backtracking");
    /// let error = Outcome::<u64>::Unknown(stop).into_result().expect_err("not found");
    /// assert_eq!(error.to_string(), "the time limit was reached: 1000 steps of backtracking");
    /// assert!(matches!(error, NotFound::Unknown(_)));
    /// ```
    ///
    /// # Errors
    /// Fails if nothing was found.
    pub fn into_result(self) -> Result<T, NotFound> {
        match self {
            Self::Found(found) => Ok(found),
            Self::Impossible(evidence) => Err(NotFound::Impossible(Box::new(evidence))),
            Self::Unknown(stop) => Err(NotFound::Unknown(stop)),
        }
    }

    /// Replaces what was found.
    ///
    /// ```
    /// use caracole_verify::Outcome;
    ///
    /// assert_eq!(Outcome::Found(7).map(|found| found + 1).found(), Some(8));
    /// ```
    pub fn map<U>(self, map: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Found(found) => Outcome::Found(map(found)),
            Self::Impossible(evidence) => Outcome::Impossible(evidence),
            Self::Unknown(stop) => Outcome::Unknown(stop),
        }
    }
}

/// The error of [`Outcome::into_result`]: why nothing was found.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::{Evidence, NotFound, Outcome, no_progress};
///
/// let certificate = Certificate::new(Problem::new("1x1".parse()?).closed(), Reason::TooFewSquares);
/// let outcome: Outcome = Outcome::Impossible(Evidence::check(certificate, &no_progress)?);
/// let error = outcome.into_result().expect_err("impossible");
/// assert!(matches!(error, NotFound::Impossible(_)));
/// assert_eq!(error.to_string(), "impossible: too-few-squares");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum NotFound {
    /// None exists.
    Impossible(Box<Evidence>),
    /// Not decided.
    Unknown(Stop),
}

impl<T> From<NotFound> for Outcome<T> {
    fn from(error: NotFound) -> Self {
        match error {
            NotFound::Impossible(evidence) => Self::Impossible(*evidence),
            NotFound::Unknown(stop) => Self::Unknown(stop),
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(evidence) => write!(f, "impossible: {}", evidence.reason().name()),
            Self::Unknown(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotFound {}
