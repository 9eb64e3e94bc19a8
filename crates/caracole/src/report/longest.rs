//! A longest path as an object.

use caracole_formats::json;
use caracole_solve::Longest;
use serde_json::{Map, Value};

use caracole_core::Problem;

/// A longest path as an object, but for its squares: their place is kept by `null`, for there may be
/// more of them than anybody wants to hold.
///
/// ```
/// use caracole::{Options, Problem, ProblemExt, report};
///
/// let problem = Problem::new("4x4".parse()?);
/// let object = report::longest(&problem, &problem.longest(&Options::new())?, 0);
/// assert_eq!((&object["length"], &object["proved"]), (&15.into(), &true.into()));
/// assert!(object["squares"].is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest(problem: &Problem, answer: &Longest, seed: u64) -> Map<String, Value> {
    let mut object = json::object("caracole.longest/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.to_owned(), value));
    put("problem", json::problem(problem));
    put("seed", json::number(seed));
    put("length", json::number(answer.len()));
    put("upper_bound", json::number(answer.upper_bound()));
    put("proved", answer.is_proved().into());
    put("squares", Value::Null);
    put("reason", answer.reason().into());
    if let Some(stop) = answer.stop() {
        put("stopped_by", stop.cause.name().into());
        put("tried", stop.tried.as_str().into());
    }
    object
}
