//! Answers as JSON objects, for whoever prints or sends them: the same in the same words.
//!
//! Outcomes, verdicts and problems have their objects in [`formats::json`](crate::formats::json); here
//! are those of counts, of numbered and drawn tours, of longest paths and of puzzles, and what is told of a
//! run.
//!
//! ```
//! use caracole::{By, Job, Problem, Tally, report};
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

use caracole_core::{Stop, Tour};
use caracole_formats::RunRecord;
use caracole_solve::Stats;
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
    object.insert("stopped_by".into(), stop.cause.word().into());
    object.insert("tried".into(), stop.tried.as_str().into());
}

/// The squares of a tour by their names, in the order in which they are visited.
///
/// ```
/// use caracole::{Problem, report};
///
/// let tour = Problem::new("3x4".parse()?).solve().tour().ok_or("no tour")?;
/// assert_eq!(report::squares(&tour).as_array().map(Vec::len), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn squares(tour: &Tour) -> Value {
    tour.squares().map(|square| Value::from(tour.board().name(square))).collect()
}

/// What is told of a run that a method has finished.
///
/// ```
/// use std::time::Instant;
/// use caracole::{Auto, Problem, Run, Solver, formats::json, report};
///
/// let problem = Problem::new("8x8".parse()?);
/// let (begun, mut run) = (Instant::now(), Run::new().seed(7));
/// let outcome = Auto.solve(&problem, &mut run);
/// let method = run.method().unwrap_or(Auto.name());
/// let record = report::run(method, 7, run.stats(), begun.elapsed());
/// assert_eq!(json::outcome(&problem, &outcome, &record)["seed"], 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(method: &str, seed: u64, stats: Stats, elapsed: Duration) -> RunRecord {
    RunRecord {
        method: method.to_owned(),
        seed: Some(seed),
        steps: stats.steps,
        retreats: stats.retreats,
        attempts: stats.attempts,
        cases: stats.cases,
        counts: stats.counts(),
        elapsed,
        ..RunRecord::default()
    }
}
