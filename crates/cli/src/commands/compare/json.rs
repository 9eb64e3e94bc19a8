//! Results as JSON.

use caracole::Kind;
use caracole::compare::{Comparison, DataPoint, OutcomeSummary, Study, TrialResult};
use caracole::formats::json;
use caracole::formats::json::number;
use caracole::solvers::Limits;
use caracole::solvers::Stats;
use serde_json::{Map, Value, json as object};

use super::results::{Results, Trials};

/// Returns the results with everything that is needed to repeat them.
pub(super) fn of_results(results: &Results) -> Value {
    let mut value = json::object("caracole.compare/2");
    let mut put = |field: &str, content: Value| drop(value.insert(field.to_owned(), content));
    let seed = results.seed().map_or(Value::Null, number);
    match &results.trials {
        Trials::Comparison(Comparison { problem, limits, .. }, trials) => {
            put("problem", json::problem(problem));
            put("seed", seed);
            put("limits", of_limits(limits));
            put("rows", trials.iter().map(|trial| Value::from(of_result(trial))).collect());
        }
        Trials::Study(study, points) => {
            let Study { sizes, starts, kind, piece, limits, work, .. } = study;
            put("sizes", object!([sizes.start(), sizes.end()]));
            put("starts", starts.to_string().into());
            put("kind", of_kind(*kind).into());
            if !piece.is_knight() {
                for (field, value) in json::piece_fields(piece) {
                    put(field, value);
                }
            }
            put("seed", seed);
            put("limits", of_limits(limits));
            put("work_per_size", number(*work));
            put("points", points.iter().map(of_point).collect());
        }
    }
    if let Some(stop) = &results.stop {
        put("stopped_by", stop.cause.name().into());
        put("tried", stop.tried.as_str().into());
    }
    value.into()
}

const fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any",
        Kind::Closed => "closed",
        Kind::Open => "open",
    }
}

/// Returns the limits except memory, which depends on the free memory of the machine.
fn of_limits(limits: &Limits) -> Value {
    object!({
        "steps": limits.steps.map(number),
        "time_ms": limits.time.map(|time| time.as_secs_f64() * 1000.0),
    })
}

/// Returns the result of a trial as an object.
pub(super) fn of_result(result: &TrialResult) -> Map<String, Value> {
    let mut value = Map::new();
    let mut put = |field: &str, content: Value| drop(value.insert(field.to_owned(), content));
    put("method", result.name.as_str().into());
    put("outcome", result.outcome.name().into());
    match &result.outcome {
        OutcomeSummary::Found { closed } => put("closed", (*closed).into()),
        OutcomeSummary::Impossible(reason) => put("reason", reason.as_str().into()),
        OutcomeSummary::Unknown(stop) => {
            put("stopped_by", stop.cause.name().into());
            put("tried", stop.tried.as_str().into());
        }
    }
    put("elapsed_ms", (result.elapsed.as_nanos() as f64 / 1e6).into());
    let Stats { steps, backtracks, walks, longest_path, decisions, updates, network, colony } =
        result.stats;
    put("steps", number(steps));
    put("backtracks", number(backtracks));
    put("attempts", number(walks));
    put("longest_path", number(longest_path));
    put("decisions", number(decisions));
    put("updates", number(updates));
    if let Some(network) = network {
        let subtours = network.cycles.map(number);
        put("network", object!({"sweeps": number(network.sweeps), "subtours": subtours}));
    }
    if let Some(colony) = colony {
        let counts = object!({
            "cycles": number(colony.cycles),
            "tours": number(colony.tours),
            "distinct": number(colony.distinct),
        });
        put("colony", counts);
    }
    put("peak_bytes", result.peak_bytes.map_or(Value::Null, number));
    value
}

fn of_point(point: &DataPoint) -> Value {
    object!({
        "method": point.name,
        "size": point.size,
        "planned": number(point.planned),
        "runs": number(point.runs),
        "found": number(point.found),
        "impossible": number(point.impossible),
        "rate": point.rate(),
        "elapsed_ms": point.elapsed.map(|elapsed| elapsed.as_nanos() as f64 / 1e6),
        "work": point.work,
        "backtracks": point.backtracks,
        "peak_bytes": point.peak_bytes.map(number),
    })
}
