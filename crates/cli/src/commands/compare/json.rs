//! Contests as JSON.

use caracole::compare::{Answer, Match, Point, Row, Study};
use caracole::formats::json::{self, number};
use caracole::{Kind, Limits, Stats};
use serde_json::{Map, Value, json as object};

use super::Contest;

/// A contest with everything that is needed to hold it again.
pub(super) fn of_contest(contest: &Contest) -> Value {
    let mut value = json::object("caracole.compare/1");
    let mut put = |field: &str, content: Value| drop(value.insert(field.to_owned(), content));
    match contest {
        Contest::Board(Match { problem, limits, seed, .. }, rows) => {
            put("problem", json::problem(problem));
            put("seed", number(*seed));
            put("limits", of_limits(limits));
            put("rows", rows.iter().map(|row| Value::from(of_row(row))).collect());
        }
        Contest::Growth(study, points) => {
            let Study { sizes, starts, kind, piece, limits, seed, work, .. } = study;
            put("sizes", object!([sizes.start(), sizes.end()]));
            put("starts", starts.to_string().into());
            put("kind", of_kind(*kind).into());
            if !piece.is_knight() {
                let leapers = piece.leapers().map(|leaper| leaper.to_string());
                put("leapers", leapers.collect::<Vec<_>>().into());
            }
            put("seed", number(*seed));
            put("limits", of_limits(limits));
            put("work_per_size", number(*work));
            put("points", points.iter().map(of_point).collect());
        }
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

/// Memory is left out: what is free is another number each time.
fn of_limits(limits: &Limits) -> Value {
    object!({
        "steps": limits.steps.map(number),
        "time_ms": limits.time.map(|time| time.as_secs_f64() * 1000.0),
    })
}

/// What came of a bout.
pub(super) fn of_row(row: &Row) -> Map<String, Value> {
    let mut value = Map::new();
    let mut put = |field: &str, content: Value| drop(value.insert(field.to_owned(), content));
    put("method", row.name.as_str().into());
    put("outcome", row.answer.word().into());
    match &row.answer {
        Answer::Found { closed } => put("closed", (*closed).into()),
        Answer::Impossible(reason) => put("reason", reason.as_str().into()),
        Answer::Unknown(stop) => {
            put("stopped_by", stop.cause.word().into());
            put("tried", stop.tried.as_str().into());
        }
    }
    put("elapsed_ms", (row.elapsed.as_nanos() as f64 / 1e6).into());
    let Stats { steps, retreats, attempts, farthest, cases, updates, network, colony } = row.stats;
    put("steps", number(steps));
    put("retreats", number(retreats));
    put("attempts", number(attempts));
    put("farthest", number(farthest));
    put("cases", number(cases));
    put("updates", number(updates));
    if let Some(network) = network {
        let loops = network.loops.map(number);
        put("network", object!({"sweeps": number(network.sweeps), "loops": loops}));
    }
    if let Some(colony) = colony {
        let counts = object!({
            "cycles": number(colony.cycles),
            "tours": number(colony.tours),
            "distinct": number(colony.distinct),
        });
        put("colony", counts);
    }
    put("peak_bytes", row.peak_bytes.map_or(Value::Null, number));
    value
}

fn of_point(point: &Point) -> Value {
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
        "retreats": point.retreats,
        "peak_bytes": point.peak_bytes.map(number),
    })
}
