//! Listing some tours of a problem, and whether there are more.

use caracole_core::Problem;
use caracole_verify::{Evidence, Outcome, Stop, StopCause, Tour};

use super::restarts::End;
use super::{Exact, gave_up};
use crate::{Run, Solver, Support};

/// Some tours of a problem, and whether there are more.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Exact, Others, Options, Run};
///
/// let problem = Problem::new("3x4".parse()?).start("a1")?;
/// let listing = Exact::default().list(&problem, 10, &mut Run::new());
/// for tour in &listing.tours {
///     println!("{}", tour.names());
/// }
/// assert_eq!(listing.tours.len(), 2);
/// assert!(matches!(listing.others, Others::None(None)), "there are no more");
/// assert!(listing.cases < 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listing {
    /// Different tours, each numbered as the problem asks.
    pub tours: Vec<Tour>,
    /// Whether other tours exist.
    pub others: Others,
    /// The number of decisions of the search: none if everything was forced.
    pub cases: u64,
}

/// Whether tours exist that are not listed.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_solve::{Exact, Limits, Others, Options, Run};
///
/// let others = |problem: &Problem, limits: Limits| {
///     match Exact::default().list(problem, 20, &mut Run::with_options(&Options::new().limits(limits))).others {
///         Others::None(None) => "these are all".to_owned(),
///         Others::None(Some(proof)) => proof.text(),
///         Others::NotAsked => "there may be more".to_owned(),
///         Others::Unknown(stop) => stop.cause.to_string(),
///     }
/// };
/// let all = Limits::default();
/// assert_eq!(others(&Problem::new("3x4".parse()?), all), "these are all");
/// assert_eq!(others(&Problem::new("3x3".parse()?), all), "3x3: b2 has no move");
/// assert_eq!(others(&Problem::new("5x5".parse()?), all), "there may be more");
/// let none = Limits { steps: Some(0), ..all };
/// assert_eq!(others(&Problem::new("5x5".parse()?), none), "the limit of steps was reached");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Others {
    /// There are none; if none was listed at all, this is why.
    None(Option<Evidence>),
    /// There may be: as many were listed as were asked for.
    NotAsked,
    /// It is not known.
    Unknown(Stop),
}

impl Exact {
    /// Lists at most `max_tours` different tours. A tour is one numbering of the squares: walked
    /// backwards, or from another square, it is another.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_solve::{Exact, Others, Options, Run};
    ///
    /// let problem = Problem::new("3x4".parse()?);
    /// let listing = Exact::default().list(&problem, 100, &mut Run::new());
    /// assert_eq!(listing.tours.len(), 16);
    /// assert!(matches!(listing.others, Others::None(_)), "these are all");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(&self, problem: &Problem, max_tours: usize, run: &mut Run<'_>) -> Listing {
        let before = run.stats().decisions;
        let found = match self.supports(problem) {
            Support::Yes => self.search(problem, max_tours, 0, run),
            Support::No(_) => Err(StopCause::Unsupported),
        };
        let (mut tours, mut others) = (Vec::new(), Others::NotAsked);
        match found {
            Err(cause) => others = Others::Unknown(gave_up(problem, cause, run)),
            Ok(mut found) => {
                for path in std::mem::take(&mut found.solutions).into_iter().flatten() {
                    match run.found(problem, path) {
                        Outcome::Found(tour) => tours.push(tour),
                        outcome => others = Others::Unknown(stop(outcome)),
                    }
                }
                match found.end {
                    _ if matches!(others, Others::Unknown(_)) || max_tours == 0 => {}
                    End::Solutions => {}
                    End::Exhausted(_) if !tours.is_empty() => others = Others::None(None),
                    _ => {
                        others = match Self::without_solution(problem, found, run) {
                            Outcome::Impossible(proof) => Others::None(Some(proof)),
                            outcome => Others::Unknown(stop(outcome)),
                        }
                    }
                }
            }
        }
        Listing { tours, others, cases: run.stats().decisions - before }
    }
}

fn stop(outcome: Outcome) -> Stop {
    match outcome {
        Outcome::Unknown(stop) => stop,
        _ => Stop::new(StopCause::Fault, "an answer where none was expected"),
    }
}
