//! Outcomes, with how they were reached.

use std::io::Write;
use std::time::Duration;

use caracole_core::verify::Watch;
use caracole_core::{Mixture, Offset, Outcome, Problem, Tour, unwatched};
use serde_json::{Map, Value};

use super::certificate::{certificate, reason};
use super::{number, object, problem};
use crate::pieces::walk;
use crate::sink::Sink;
use crate::{WriteError, WriteOptions};

/// How an outcome was reached: enough to reach it again.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_core::{Outcome, Problem, Stop, StopCause};
/// use caracole_formats::json::{RunRecord, outcome};
///
/// let record = RunRecord {
///     method: "backtracking".to_owned(),
///     steps: 1000,
///     retreats: 941,
///     elapsed: Duration::from_micros(1500),
///     ..RunRecord::default()
/// };
/// let stopped = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps"));
/// let value = outcome(&Problem::new("8x8".parse()?), &stopped, &record);
/// assert_eq!(value["method"], "backtracking");
/// assert_eq!(value["stats"]["retreats"], 941);
/// assert_eq!(value["stats"]["elapsed_ms"], 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunRecord {
    /// The name of the method.
    pub method: String,
    /// The seed, where chance played a part.
    pub seed: Option<u64>,
    /// How the tour was asked to look, where that was said.
    pub look: Option<String>,
    /// The seed of the switches that mixed the tour, if it was mixed.
    pub mix: Option<u64>,
    /// How well it was mixed, if that was measured.
    pub mixture: Option<Mixture>,
    /// Squares gone to.
    pub steps: u64,
    /// Squares left again.
    pub retreats: u64,
    /// Walks begun.
    pub attempts: u64,
    /// Cases looked at by a search that does not walk.
    pub cases: u64,
    /// What else the method counts, by its name.
    pub counts: Vec<(&'static str, u64)>,
    /// The time it took.
    pub elapsed: Duration,
}

/// An outcome as an object. One that was found is itself a tour that can be read.
///
/// For large tours [`write_outcome`] is better: it makes no list of names.
///
/// ```
/// use caracole_core::{Outcome, Problem, Stop, StopCause};
/// use caracole_formats::json::{RunRecord, outcome};
///
/// let problem = Problem::new("8x8".parse()?);
/// let stopped = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps"));
/// let value = outcome(&problem, &stopped, &RunRecord::default());
/// assert_eq!(value["schema"], "caracole.outcome/1");
/// assert_eq!(value["outcome"], "unknown");
/// assert_eq!(value["stopped_by"], "steps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(problem: &Problem, outcome: &Outcome, record: &RunRecord) -> Value {
    let mut object = without_squares(problem, outcome, record, of_tour);
    if let Outcome::Found(tour) = outcome {
        let board = tour.board();
        let names = tour.squares().map(|square| Value::from(board.name(square))).collect();
        object.insert("squares".into(), names);
    }
    object.into()
}

/// Writes an outcome on one line, the same text that [`outcome`] prints as, in bounded memory.
///
/// ```
/// use caracole_core::{Outcome, Path, Problem, Tour};
/// use caracole_formats::json::{RunRecord, outcome, write_outcome};
/// use caracole_formats::{ReadHint, read_tour};
///
/// let problem = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&problem, Path::from_indices(vec![0]))?);
/// let record = RunRecord::default();
/// let mut file = Vec::new();
/// write_outcome(&mut file, &problem, &found, &record)?;
/// assert_eq!(file, format!("{}\n", outcome(&problem, &found, &record)).as_bytes());
/// assert_eq!(read_tour(&file, &ReadHint::default())?.path.len(), 1, "it is a tour to be read");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_outcome(
    out: &mut dyn Write,
    problem: &Problem,
    outcome: &Outcome,
    record: &RunRecord,
) -> Result<(), WriteError> {
    write_outcome_watched(out, problem, outcome, record, &unwatched)
}

/// [`write_outcome`] with somebody who is told how many squares were written, and can stop it.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Outcome, Path, Problem, Tour};
/// use caracole_formats::WriteError;
/// use caracole_formats::json::{RunRecord, write_outcome_watched};
///
/// let problem = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&problem, Path::from_indices(vec![0]))?);
/// let enough = |_: u64| ControlFlow::Break(());
/// let written =
///     write_outcome_watched(&mut Vec::new(), &problem, &found, &RunRecord::default(), &enough);
/// assert!(matches!(written, Err(WriteError::Stopped)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_outcome_watched(
    out: &mut dyn Write,
    problem: &Problem,
    outcome: &Outcome,
    record: &RunRecord,
    watch: Watch<'_>,
) -> Result<(), WriteError> {
    let mut sink = Sink::watched(out, watch, WriteOptions::default().threads);
    let object = without_squares(problem, outcome, record, of_tour);
    match outcome {
        Outcome::Found(tour) => write_with_squares(&mut sink, &object, tour)?,
        _ => writeln!(sink, "{}", Value::from(object))?,
    }
    sink.flush()?;
    Ok(())
}

/// What is said of a tour, with an empty list where its squares belong.
fn of_tour(tour: &Tour) -> [(&'static str, Value); 2] {
    [("closed", tour.is_closed().into()), ("squares", Value::Array(Vec::new()))]
}

/// The object with what `found` says of what was found.
pub(super) fn without_squares<T, const N: usize>(
    asked: &Problem,
    outcome: &Outcome<T>,
    record: &RunRecord,
    found: impl FnOnce(&T) -> [(&'static str, Value); N],
) -> Map<String, Value> {
    let mut object = object("caracole.outcome/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", problem(asked));
    put("outcome", outcome.word().into());
    put("method", record.method.as_str().into());
    put("seed", record.seed.map_or(Value::Null, number));
    if let Some(look) = &record.look {
        put("look", look.as_str().into());
    }
    if let Some(mix) = record.mix {
        put("mix", number(mix));
    }
    if let Some(mixture) = &record.mixture {
        put("mixture", mixture_facts(mixture));
    }
    match outcome {
        Outcome::Found(answer) => {
            for (field, value) in found(answer) {
                put(field, value);
            }
        }
        Outcome::Impossible(proof) => {
            put("reason", reason(proof));
            put("certificate", certificate(proof));
        }
        Outcome::Unknown(stop) => {
            put("stopped_by", stop.cause.word().into());
            put("tried", stop.tried.as_str().into());
        }
    }
    put("stats", stats(record));
    object
}

/// Writes an object whose list of squares is empty, with the squares of a tour in it.
pub(super) fn write_with_squares(
    sink: &mut Sink<'_>,
    object: &Map<String, Value>,
    tour: &Tour,
) -> Result<(), WriteError> {
    write_filled(sink, object, "squares", |sink| {
        let with_level = tour.board().is_box();
        sink.byte(b'[')?;
        sink.list(tour.len(), 40, |steps, text| {
            let (mut is_first, count) = (steps.start == 0, steps.end - steps.start);
            walk(tour, steps.start + 1, count, |places| {
                for &place in places {
                    text.text(if is_first { b"\"" } else { b",\"" });
                    is_first = false;
                    text.name(place, with_level);
                    text.byte(b'"');
                }
            });
        })?;
        Ok(sink.byte(b']')?)
    })
}

/// Writes an object on a line, with one of its fields written by `fill`.
pub(super) fn write_filled(
    sink: &mut Sink<'_>,
    object: &Map<String, Value>,
    filled: &str,
    fill: impl Fn(&mut Sink<'_>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    for (at, (field, value)) in object.iter().enumerate() {
        write!(sink, "{}{}:", if at == 0 { '{' } else { ',' }, Value::from(field.as_str()))?;
        if field == filled {
            fill(sink)?;
        } else {
            write!(sink, "{value}")?;
        }
    }
    Ok(sink.text("}\n")?)
}

/// The moves of a mixed tour, those that differ from the tour it was made of, and the slopes.
fn mixture_facts(mixture: &Mixture) -> Value {
    let slope = |&(slope, count): &(Offset, u64)| {
        (format!("{},{}", slope.files, slope.ranks), number(count))
    };
    let mut facts = Map::new();
    facts.insert("moves".into(), number(mixture.moves));
    facts.insert("differing".into(), number(mixture.differing));
    facts.insert("slopes".into(), mixture.slopes.iter().map(slope).collect::<Map<_, _>>().into());
    facts.into()
}

fn stats(record: &RunRecord) -> Value {
    let mut stats = Map::new();
    stats.insert("steps".into(), number(record.steps));
    stats.insert("retreats".into(), number(record.retreats));
    stats.insert("attempts".into(), number(record.attempts));
    stats.insert("cases".into(), number(record.cases));
    for &(name, count) in &record.counts {
        stats.insert(name.into(), number(count));
    }
    // Microseconds are as exact as a clock in a busy machine.
    let elapsed = record.elapsed.as_micros() as f64 / 1000.0;
    stats.insert("elapsed_ms".into(), elapsed.into());
    stats.into()
}
