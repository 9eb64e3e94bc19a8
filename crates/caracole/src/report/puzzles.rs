//! Clue puzzles: made, and looked at.

use caracole_core::Problem;
use caracole_formats::{RunRecord, json};
use caracole_play::puzzle::{Puzzle, PuzzleError, Uniqueness};
use caracole_verify::{Outcome, Stop, StopCause};
use serde_json::Value;

use super::squares;

/// A puzzle that was made from a seed: `caracole.puzzle/2`.
///
/// ```
/// use caracole::puzzle::{PuzzleSettings, make};
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
///
/// let problem = Problem::new("5x5".parse()?);
/// let puzzle = make(&problem, &PuzzleSettings::default(), &mut Run::with_options(&Options::new().seed(7)))?;
/// let object = report::puzzle(&puzzle, 7, true);
/// assert_eq!(object["clues"], puzzle.clues());
/// assert_eq!(object["solution"].as_array().map(Vec::len), Some(25));
/// assert!(report::puzzle(&puzzle, 7, false).get("solution").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn puzzle(puzzle: &Puzzle, seed: u64, with_solution: bool) -> Value {
    let mut object = json::object("caracole.puzzle/2");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", json::problem(puzzle.problem()));
    put("seed", json::number(seed));
    put("clues", puzzle.clues().into());
    put("minimal", puzzle.is_minimal().into());
    put("grade", puzzle.grade().name().into());
    put("branches", json::number(puzzle.branches()));
    let tour = puzzle.solution();
    put("closed", tour.is_closed().into());
    if with_solution {
        put("solution", squares(tour));
    }
    object.into()
}

/// What came of a puzzle that was not made, as an outcome; or the error again, where it was a wish that
/// cannot be.
///
/// ```
/// use caracole::puzzle::{PuzzleSettings, make};
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
///
/// let problem = Problem::new("4x4".parse()?);
/// let make = |clues| {
///     let settings = PuzzleSettings { clues, ..PuzzleSettings::default() };
///     make(&problem, &settings, &mut Run::new()).map_err(report::made_outcome)
/// };
/// assert!(matches!(make(None), Err(Ok(outcome)) if outcome.is_impossible()));
/// assert!(matches!(make(Some(99)), Err(Err(_))), "16 squares have no 99 clues");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn made_outcome(error: PuzzleError) -> Result<Outcome, PuzzleError> {
    let text = error.to_string();
    match error {
        PuzzleError::Impossible(proof) => Ok(Outcome::Impossible(*proof)),
        PuzzleError::Unknown(stop) => Ok(Outcome::Unknown(stop)),
        PuzzleError::NotReached { stop, .. } => {
            let cause = stop.map_or(StopCause::Heuristic, |stop| stop.cause);
            Ok(Outcome::Unknown(Stop::new(cause, text)))
        }
        error => Err(error),
    }
}

/// How many tours fit a puzzle: one, several, none, or nobody knows: `caracole.unique/2`.
///
/// ```
/// use caracole::puzzle::unique;
/// use caracole::{Problem, Options, report};
/// use caracole::solvers::Run;
///
/// let problem = Problem::new("5x5".parse()?).start("a1")?.end("e3")?;
/// let object = report::unique(&problem, unique(&problem, &mut Run::new()));
/// assert_eq!(object["unique"], false);
/// assert_eq!(object["solutions"].as_array().map(Vec::len), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unique(problem: &Problem, answer: Uniqueness) -> Value {
    let mut object = json::object("caracole.unique/2");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", json::problem(problem));
    // What an outcome says of a proof or a stop is said here in the same words.
    let copy = |outcome: Outcome, fields: &[&str], put: &mut dyn FnMut(&str, Value)| {
        let said = json::outcome(problem, &outcome, &RunRecord::default());
        for field in fields {
            put(field, said[*field].clone());
        }
    };
    let (unique, solutions): (Value, Vec<Value>) = match answer {
        Uniqueness::One(only) => {
            put("grade", only.grade().name().into());
            put("branches", json::number(only.branches));
            (true.into(), vec![squares(&only.tour)])
        }
        Uniqueness::Several(tours) => (false.into(), tours.iter().map(squares).collect()),
        Uniqueness::None(proof) => {
            copy(Outcome::Impossible(proof), &["reason", "checked", "certificate"], &mut put);
            (false.into(), Vec::new())
        }
        Uniqueness::Unknown(stop, tour) => {
            copy(Outcome::Unknown(stop), &["stopped_by", "tried"], &mut put);
            (Value::Null, tour.iter().map(squares).collect())
        }
    };
    put("unique", unique);
    put("solutions", solutions.into());
    object.into()
}
