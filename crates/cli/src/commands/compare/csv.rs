//! Results as comma-separated values.

use std::fmt::{Display, Write};

use caracole::compare::{DataPoint, OutcomeSummary, TrialResult};
use caracole::solvers::Stats;

use super::results::{Results, Trials};

pub(super) fn of_results(results: &Results) -> String {
    let mut text = String::new();
    let mut line = |fields: &[String]| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", fields.join(","));
    };
    match &results.trials {
        Trials::Comparison(_, results) => {
            line(&RESULT_FIELDS.map(str::to_owned));
            for result in results {
                line(&of_result(result));
            }
        }
        Trials::Study(_, points) => {
            line(&POINT_FIELDS.map(str::to_owned));
            for point in points {
                line(&of_point(point));
            }
        }
    }
    text
}

const RESULT_FIELDS: [&str; 16] = [
    "method",
    "outcome",
    "stopped_by",
    "elapsed_ms",
    "steps",
    "backtracks",
    "attempts",
    "longest_path",
    "decisions",
    "updates",
    "sweeps",
    "subtours",
    "cycles",
    "tours",
    "distinct",
    "peak_bytes",
];

fn of_result(result: &TrialResult) -> [String; 16] {
    let stopped_by = match &result.outcome {
        OutcomeSummary::Unknown(stop) => stop.cause.name(),
        _ => "",
    };
    let Stats { steps, backtracks, walks, longest_path, decisions, updates, network, colony } =
        result.stats;
    [
        result.name.clone(),
        result.outcome.name().to_owned(),
        stopped_by.to_owned(),
        (result.elapsed.as_nanos() as f64 / 1e6).to_string(),
        steps.to_string(),
        backtracks.to_string(),
        walks.to_string(),
        longest_path.to_string(),
        decisions.to_string(),
        updates.to_string(),
        or_empty(network.map(|network| network.sweeps)),
        or_empty(network.and_then(|network| network.cycles)),
        or_empty(colony.map(|colony| colony.cycles)),
        or_empty(colony.map(|colony| colony.tours)),
        or_empty(colony.map(|colony| colony.distinct)),
        or_empty(result.peak_bytes),
    ]
}

const POINT_FIELDS: [&str; 11] = [
    "method",
    "size",
    "planned",
    "runs",
    "found",
    "impossible",
    "rate",
    "elapsed_ms",
    "work",
    "backtracks",
    "peak_bytes",
];

fn of_point(point: &DataPoint) -> [String; 11] {
    [
        point.name.clone(),
        point.size.to_string(),
        point.planned.to_string(),
        point.runs.to_string(),
        point.found.to_string(),
        point.impossible.to_string(),
        or_empty(point.rate()),
        or_empty(point.elapsed.map(|elapsed| elapsed.as_nanos() as f64 / 1e6)),
        or_empty(point.work),
        or_empty(point.backtracks),
        or_empty(point.peak_bytes),
    ]
}

/// Returns the value as text, or an empty text.
fn or_empty(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
