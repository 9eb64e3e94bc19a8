//! Contests on boards that grow, as a table: what the curves say, a line for each method.

use caracole::compare::Point;

use super::table::{Column, aligned, bytes, time};
use super::{Contest, table};

const COLUMNS: [Column; 7] = [
    ("method", false),
    ("found", true),
    ("of", true),
    ("first failure", true),
    ("largest tour", true),
    ("time there", true),
    ("memory there", true),
];

pub(super) fn of_contest(contest: &Contest) -> String {
    let Contest::Growth(study, points) = contest else { return String::new() };
    let lines: Vec<[String; 7]> = study
        .contestants
        .iter()
        .map(|contestant| {
            let name = contestant.name();
            let own: Vec<&Point> = points.iter().filter(|point| point.name == name).collect();
            of_method(name, &own)
        })
        .collect();
    let table = aligned(&COLUMNS, &lines, |_, _, text| text.to_owned());
    format!("{}\n\n{table}{}", contest.headline(), spared(points))
}

fn of_method(name: String, points: &[&Point]) -> [String; 7] {
    let sum = |of: fn(&Point) -> u64| points.iter().map(|point| of(point)).sum::<u64>();
    let (found, runs) = (sum(|point| point.found), sum(|point| point.runs));
    if runs == 0 {
        let [a, b, c, d] = [const { String::new() }; 4];
        return [name, "0".to_owned(), "0".to_owned(), a, b, c, d];
    }
    let side = |point: &&&Point| format!("{0}x{0}", point.size);
    let failed = points.iter().find(|point| point.found + point.impossible < point.runs);
    let largest = points.iter().rev().find(|point| point.found > 0);
    let none = || "none".to_owned();
    [
        name,
        table::grouped(found),
        table::grouped(runs),
        failed.as_ref().map_or_else(none, side),
        largest.as_ref().map_or_else(none, side),
        largest.and_then(|point| point.elapsed).map_or_else(String::new, time),
        largest.and_then(|point| point.peak_bytes).map_or_else(String::new, bytes),
    ]
}

/// How many starts were spared, if any were.
fn spared(points: &[Point]) -> String {
    let spared: u64 =
        points.iter().filter(|point| point.runs > 0).map(|point| point.planned - point.runs).sum();
    match spared {
        0 => String::new(),
        spared => format!(
            "\n{} tours were not asked for, from methods that had used up their steps on a size\n",
            table::grouped(spared)
        ),
    }
}
