//! Answers as JSON objects, for whoever prints or sends them: the same in the same words.
//!
//! Outcomes, verdicts and problems have their objects in [`formats::json`](crate::formats::json); here
//! are those of counts, of numbered and drawn tours, of longest paths and of puzzles, and what is told of a
//! run.
//!
//! ```
//! use caracole::{Problem, ProblemExt, report};
//! use caracole::counting::{By, Job, Tally};
//!
//! let question = Problem::new("6x6".parse()?).closed().question();
//! let tally = Tally::of(&question, By::All, &Job::new())?;
//! let object = report::count(&question, By::All, Ok(&tally), std::time::Duration::ZERO);
//! assert_eq!(object["count"], "9862");
//! assert_eq!(object["convention"], "undirected closed tours");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod longest;
mod many;
mod numbers;
mod puzzles;

use std::time::Duration;

use caracole_formats::RunRecord;
use caracole_solve::Stats;
use caracole_verify::{Stop, Tour};
use serde_json::{Map, Value};

pub use longest::longest;
pub use many::ManyTours;
pub use numbers::{beyond, count, counted, one_of, rank, unrank};
pub use puzzles::{made_outcome, puzzle, unique};

/// Puts into an object what stopped the work, and what had been tried.
///
/// ```
/// use caracole::{Stop, StopCause, report};
///
/// let mut object = serde_json::Map::new();
/// report::put_stop(&Stop::new(StopCause::Time, "half of it"), &mut object);
/// assert_eq!((&object["stopped_by"], &object["tried"]), (&"time".into(), &"half of it".into()));
/// ```
pub fn put_stop(stop: &Stop, object: &mut Map<String, Value>) {
    object.insert("stopped_by".into(), stop.cause.name().into());
    object.insert("tried".into(), stop.tried.as_str().into());
}

/// The squares of a tour by their names, in the order in which they are visited.
///
/// ```
/// use caracole::{Problem, ProblemExt, report};
///
/// let tour = Problem::new("3x4".parse()?).solve().found().ok_or("no tour")?;
/// assert_eq!(report::squares(&tour).as_array().map(Vec::len), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn squares(tour: &Tour) -> Value {
    tour.squares().map(|square| Value::from(tour.board().name(square))).collect()
}

/// The record of a run that a method has finished.
///
/// The seed is that of a method that uses one. The record of a theorem states none, because no search
/// was made.
///
/// ```
/// use std::time::Instant;
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
/// use caracole::formats::json;
/// use caracole::solvers::{Auto, Solver};
///
/// let problem = Problem::new("8x8".parse()?);
/// let (begun, mut run) = (Instant::now(), Run::with_options(&Options::new().seed(7)));
/// let outcome = Auto.solve(&problem, &mut run);
/// let method = run.method().unwrap_or(Auto.name());
/// let record = report::run(method, 7, run.stats(), begun.elapsed());
/// assert_eq!(json::outcome(&problem, &outcome, &record)["seed"], 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    method: &str,
    seed: impl Into<Option<u64>>,
    stats: Stats,
    elapsed: Duration,
) -> RunRecord {
    RunRecord {
        method: method.to_owned(),
        seed: seed.into().filter(|_| method != "theorem"),
        steps: stats.steps,
        backtracks: stats.backtracks,
        attempts: stats.walks,
        decisions: stats.decisions,
        counts: stats.counts(),
        elapsed,
        ..RunRecord::default()
    }
}
