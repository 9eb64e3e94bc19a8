//! Outcomes of solvers as objects.

use std::io::Write;
use std::time::Duration;

use caracole_core::{Offset, Problem, Reason};
use caracole_explain::MixingQuality;
use caracole_verify::ProgressFn;
use caracole_verify::{Outcome, Tour, no_progress};
use serde_json::{Map, Value, json};

use super::certificate::{certificate, reason};
use super::{names, number, object, problem};
use crate::output::Output;
use crate::output::for_each_places;
use crate::{WriteError, WriteOptions};

/// The method, the settings and the statistics of a run.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_verify::{Outcome, Stop, StopCause};
/// use caracole_core::Problem;
/// use caracole_formats::json::{RunRecord, outcome};
///
/// let record = RunRecord {
///     method: "backtracking".to_owned(),
///     steps: 1000,
///     backtracks: 941,
///     elapsed: Duration::from_micros(1500),
///     ..RunRecord::default()
/// };
/// let stopped = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps"));
/// let value = outcome(&Problem::new("8x8".parse()?), &stopped, &record);
/// assert_eq!(value["method"], "backtracking");
/// assert_eq!(value["stats"]["backtracks"], 941);
/// assert_eq!(value["stats"]["elapsed_ms"], 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunRecord {
    /// The name of the method.
    pub method: String,
    /// The random seed, if the method used one.
    pub seed: Option<u64>,
    /// The requested look of the tour.
    pub look: Option<String>,
    /// The random seed of the switches, if the tour was mixed.
    pub mix: Option<u64>,
    /// The measured quality of the mixture.
    pub mixture: Option<MixingQuality>,
    /// The number of forward steps.
    pub steps: u64,
    /// The number of backtracks.
    pub backtracks: u64,
    /// The number of attempts.
    pub attempts: u64,
    /// The number of decisions of a search that does not walk square by square.
    pub decisions: u64,
    /// The other statistics of the method, by name.
    pub counts: Vec<(&'static str, u64)>,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Returns an outcome as an object, from which a tour that was found can be read.
///
/// For large tours use [`write_outcome`], which takes bounded memory.
///
/// ```
/// use caracole_verify::{Outcome, Stop, StopCause};
/// use caracole_core::Problem;
/// use caracole_formats::json::{RunRecord, outcome};
///
/// let problem = Problem::new("8x8".parse()?);
/// let stopped = Outcome::Unknown(Stop::new(StopCause::Steps, "1000 steps"));
/// let value = outcome(&problem, &stopped, &RunRecord::default());
/// assert_eq!(value["schema"], "caracole.outcome/2");
/// assert_eq!(value["outcome"], "unknown");
/// assert_eq!(value["stopped_by"], "steps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome(problem: &Problem, outcome: &Outcome, record: &RunRecord) -> Value {
    let mut object = without_squares(problem, outcome, record, tour_fields);
    if let Outcome::Found(tour) = outcome {
        object.insert("squares".into(), names(tour.board(), tour.squares()));
    }
    object.into()
}

/// Writes the object of [`outcome`] on one line in bounded memory.
///
/// ```
/// use caracole_verify::{Outcome, Tour};
/// use caracole_core::{Path, Problem};
/// use caracole_formats::json::{RunRecord, outcome, write_outcome};
/// use caracole_formats::{ReadHint, read_tour};
///
/// let problem = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&problem, Path::from_indices(vec![0]))?);
/// let record = RunRecord::default();
/// let mut file = Vec::new();
/// write_outcome(&mut file, &problem, &found, &record)?;
/// assert_eq!(file, format!("{}\n", outcome(&problem, &found, &record)).as_bytes());
/// assert_eq!(read_tour(&file, &ReadHint::default())?.path.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_outcome(
    out: &mut dyn Write,
    problem: &Problem,
    outcome: &Outcome,
    record: &RunRecord,
) -> Result<(), WriteError> {
    write_outcome_with_progress(out, problem, outcome, record, &no_progress)
}

/// [`write_outcome`] with a progress callback, which receives the number of written squares and can
/// stop the writer.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_verify::{Outcome, Tour};
/// use caracole_core::{Path, Problem};
/// use caracole_formats::WriteError;
/// use caracole_formats::json::{RunRecord, write_outcome_with_progress};
///
/// let problem = Problem::new("1x1".parse()?);
/// let found = Outcome::Found(Tour::verify(&problem, Path::from_indices(vec![0]))?);
/// let stop = |_: u64| ControlFlow::Break(());
/// let written =
///     write_outcome_with_progress(&mut Vec::new(), &problem, &found, &RunRecord::default(), &stop);
/// assert!(matches!(written, Err(WriteError::Stopped)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_outcome_with_progress(
    out: &mut dyn Write,
    problem: &Problem,
    outcome: &Outcome,
    record: &RunRecord,
    progress: ProgressFn<'_>,
) -> Result<(), WriteError> {
    let mut out = Output::with_progress(out, progress, WriteOptions::default().threads);
    let object = without_squares(problem, outcome, record, tour_fields);
    match outcome {
        Outcome::Found(tour) => write_with_squares(&mut out, &object, tour)?,
        _ => writeln!(out, "{}", Value::from(object))?,
    }
    out.flush()?;
    Ok(())
}

/// Returns the fields of a tour, without its squares.
pub(super) fn tour_fields(tour: &Tour) -> [(&'static str, Value); 2] {
    [("closed", tour.is_closed().into()), ("squares", Value::Array(Vec::new()))]
}

/// Returns true for a proof that is too long for an outcome.
fn is_stored(reason: &Reason) -> bool {
    matches!(reason, Reason::Clauses { clauses } if clauses.listed().is_none())
}

/// Returns the object of an outcome. `found` returns the fields of what was found.
pub(super) fn without_squares<T, const N: usize>(
    asked: &Problem,
    outcome: &Outcome<T>,
    record: &RunRecord,
    found: impl FnOnce(&T) -> [(&'static str, Value); N],
) -> Map<String, Value> {
    let mut object = object("caracole.outcome/2");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("problem", problem(asked));
    put("outcome", outcome.name().into());
    put("method", record.method.as_str().into());
    put("seed", record.seed.map_or(Value::Null, number));
    if let Some(look) = &record.look {
        put("look", look.as_str().into());
    }
    if let Some(mix) = record.mix {
        put("mix", number(mix));
    }
    if let Some(mixture) = &record.mixture {
        put("mixture", mixture_fields(mixture));
    }
    match outcome {
        Outcome::Found(answer) => {
            for (field, value) in found(answer) {
                put(field, value);
            }
        }
        Outcome::Impossible(evidence) => {
            put("reason", reason(evidence.certificate()));
            put("checked", evidence.is_checked().into());
            if !is_stored(evidence.reason()) {
                put("certificate", certificate(evidence.certificate()));
            }
        }
        Outcome::Unknown(stop) => {
            put("stopped_by", stop.cause.name().into());
            put("tried", stop.tried.as_str().into());
        }
    }
    put("stats", stats(record));
    object
}

/// Writes an object with the squares of a tour in its field `squares`.
pub(super) fn write_with_squares(
    out: &mut Output<'_>,
    object: &Map<String, Value>,
    tour: &Tour,
) -> Result<(), WriteError> {
    write_filled(out, object, "squares", |out| {
        out.write_byte(b'[')?;
        out.write_list(tour.len(), 40, |steps, text| {
            let (mut is_first, count) = (steps.start == 0, steps.end - steps.start);
            for_each_places(tour, steps.start + 1, count, |places| {
                for &place in places {
                    text.push_bytes(if is_first { b"\"" } else { b",\"" });
                    is_first = false;
                    text.push_square(tour.board(), place);
                    text.push_byte(b'"');
                }
            });
        })?;
        Ok(out.write_byte(b']')?)
    })
}

/// Writes an object on a line. `fill` writes the value of the field `filled`.
pub(super) fn write_filled(
    out: &mut Output<'_>,
    object: &Map<String, Value>,
    filled: &str,
    fill: impl Fn(&mut Output<'_>) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    for (at, (field, value)) in object.iter().enumerate() {
        write!(out, "{}{}:", if at == 0 { '{' } else { ',' }, Value::from(field.as_str()))?;
        if field == filled {
            fill(out)?;
        } else {
            write!(out, "{value}")?;
        }
    }
    Ok(out.write_str("}\n")?)
}

fn mixture_fields(mixture: &MixingQuality) -> Value {
    let slope = |&(slope, count): &(Offset, u64)| {
        (format!("{},{}", slope.files, slope.ranks), number(count))
    };
    json!({
        "moves": number(mixture.moves),
        "differing": number(mixture.differing),
        "slopes": mixture.slopes.iter().map(slope).collect::<Map<_, _>>(),
    })
}

fn stats(record: &RunRecord) -> Value {
    let counts = [
        ("steps", record.steps),
        ("backtracks", record.backtracks),
        ("attempts", record.attempts),
        ("decisions", record.decisions),
    ];
    let counts = counts.into_iter().chain(record.counts.iter().copied());
    let mut stats: Map<_, _> =
        counts.map(|(name, count)| (name.to_owned(), number(count))).collect();
    // Rounded to microseconds, the precision of the clock on a busy machine.
    let elapsed = record.elapsed.as_micros() as f64 / 1000.0;
    stats.insert("elapsed_ms".into(), elapsed.into());
    stats.into()
}
