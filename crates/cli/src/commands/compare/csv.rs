//! Contests as comma-separated values, for other programs to plot.

use std::fmt::{Display, Write};

use caracole::Stats;
use caracole::compare::{Answer, Point, Row};

use super::Contest;

pub(super) fn of_contest(contest: &Contest) -> String {
    let mut text = String::new();
    let mut line = |fields: &[String]| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", fields.join(","));
    };
    match contest {
        Contest::Board(_, rows) => {
            line(&ROW_FIELDS.map(str::to_owned));
            for row in rows {
                line(&of_row(row));
            }
        }
        Contest::Growth(_, points) => {
            line(&POINT_FIELDS.map(str::to_owned));
            for point in points {
                line(&of_point(point));
            }
        }
    }
    text
}

const ROW_FIELDS: [&str; 16] = [
    "method",
    "outcome",
    "stopped_by",
    "elapsed_ms",
    "steps",
    "retreats",
    "attempts",
    "farthest",
    "cases",
    "updates",
    "sweeps",
    "loops",
    "cycles",
    "tours",
    "distinct",
    "peak_bytes",
];

fn of_row(row: &Row) -> [String; 16] {
    let stopped_by = match &row.answer {
        Answer::Unknown(stop) => stop.cause.word(),
        _ => "",
    };
    let Stats { steps, retreats, attempts, farthest, cases, updates, network, colony } = row.stats;
    [
        row.name.clone(),
        row.answer.word().to_owned(),
        stopped_by.to_owned(),
        (row.elapsed.as_nanos() as f64 / 1e6).to_string(),
        steps.to_string(),
        retreats.to_string(),
        attempts.to_string(),
        farthest.to_string(),
        cases.to_string(),
        updates.to_string(),
        told(network.map(|network| network.sweeps)),
        told(network.and_then(|network| network.loops)),
        told(colony.map(|colony| colony.cycles)),
        told(colony.map(|colony| colony.tours)),
        told(colony.map(|colony| colony.distinct)),
        told(row.peak_bytes),
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
    "retreats",
    "peak_bytes",
];

fn of_point(point: &Point) -> [String; 11] {
    [
        point.name.clone(),
        point.size.to_string(),
        point.planned.to_string(),
        point.runs.to_string(),
        point.found.to_string(),
        point.impossible.to_string(),
        told(point.rate()),
        told(point.elapsed.map(|elapsed| elapsed.as_nanos() as f64 / 1e6)),
        told(point.work),
        told(point.retreats),
        told(point.peak_bytes),
    ]
}

/// What is not known stays empty.
fn told(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
