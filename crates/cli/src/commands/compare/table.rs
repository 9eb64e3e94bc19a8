//! Results as a table.

use std::time::Duration;

use caracole::StopCause;
use caracole::compare::{DataPoint, MethodVariant, OutcomeSummary, TrialResult};
use caracole::draw::Unit;
pub(super) use caracole::draw::{group_digits, pluralize_grouped as pluralize};
use caracole::solvers::Stats;

use super::results::{Results, Trials};
use crate::output::Tone;

/// A column: its title, and whether it is aligned to the right.
type Column = (&'static str, bool);

pub(super) fn of_results(results: &Results, paint: &dyn Fn(Tone, &str) -> String) -> String {
    let headline = results.headline();
    match &results.trials {
        Trials::Comparison(_, trials) => format!("{headline}\n\n{}", of_trials(trials, paint)),
        Trials::Study(study, points) => {
            let spared = spared(points, results.stop.is_some());
            format!("{headline}\n\n{}{spared}", of_study(&study.variants, points))
        }
    }
}

/// Returns the table of a comparison: a line for each trial.
fn of_trials(trials: &[TrialResult], paint: &dyn Fn(Tone, &str) -> String) -> String {
    const COLUMNS: [Column; 7] = [
        ("method", false),
        ("outcome", false),
        ("time", true),
        ("work", true),
        ("backtracks", true),
        ("memory", true),
        ("", false),
    ];
    let lines: Vec<[String; 7]> = trials.iter().map(of_result).collect();
    let tones: Vec<Tone> = trials.iter().map(|trial| tone(&trial.outcome)).collect();
    aligned(&COLUMNS, &lines, |line, column, text| match column {
        1 => paint(tones[line], text),
        _ => text.to_owned(),
    })
}

const fn tone(outcome: &OutcomeSummary) -> Tone {
    match outcome {
        OutcomeSummary::Found { .. } => Tone::Good,
        OutcomeSummary::Impossible(_) => Tone::Bad,
        OutcomeSummary::Unknown(_) => Tone::Open,
    }
}

fn of_result(result: &TrialResult) -> [String; 7] {
    let name = result.name.clone();
    if result.outcome.is_unsupported() {
        let OutcomeSummary::Unknown(stop) = &result.outcome else { return Default::default() };
        let [time, work, backtracks, memory] = [const { String::new() }; 4];
        return [
            name,
            "not for this".to_owned(),
            time,
            work,
            backtracks,
            memory,
            stop.tried.clone(),
        ];
    }
    [
        name,
        result.outcome.name().to_owned(),
        time(result.elapsed),
        result.work_text(),
        group_digits(result.stats.backtracks),
        result.peak_bytes.map_or_else(String::new, bytes),
        note(result),
    ]
}

/// Returns the statistics of the method and the kind of the outcome.
fn note(result: &TrialResult) -> String {
    let mut notes = Vec::new();
    let Stats { network, colony, walks, .. } = result.stats;
    if let Some(network) = network {
        let subtours = network.cycles.map(|subtours| pluralize(subtours, "subtour"));
        notes.push(pluralize(network.sweeps, "sweep"));
        notes.push(subtours.unwrap_or_else(|| "not converged".to_owned()));
    }
    if let Some(colony) = colony {
        notes.extend([pluralize(walks, "ant"), pluralize(colony.cycles, "cycle")]);
    }
    match &result.outcome {
        OutcomeSummary::Found { closed: true } => notes.push("closed".to_owned()),
        OutcomeSummary::Found { closed: false } => notes.push("open".to_owned()),
        OutcomeSummary::Impossible(_) if result.work() == 0 => {
            notes.push("without a search".to_owned());
        }
        OutcomeSummary::Impossible(_) => {}
        // Another program that failed.
        OutcomeSummary::Unknown(stop) if stop.cause == StopCause::Fault => {
            notes.push(stop.tried.clone());
        }
        OutcomeSummary::Unknown(stop) => notes.push(format!("stopped by {}", stop.cause.name())),
    }
    notes.join(", ")
}

/// Returns the table of a study: a line for each method variant.
fn of_study(variants: &[MethodVariant], points: &[DataPoint]) -> String {
    const COLUMNS: [Column; 7] = [
        ("method", false),
        ("found", true),
        ("of", true),
        ("first failure", true),
        ("largest tour", true),
        ("time there", true),
        ("memory there", true),
    ];
    let line = |variant: &MethodVariant| {
        let name = variant.name();
        let own: Vec<&DataPoint> = points.iter().filter(|point| point.name == name).collect();
        of_method(name, &own)
    };
    let lines: Vec<[String; 7]> = variants.iter().map(line).collect();
    aligned(&COLUMNS, &lines, |_, _, text| text.to_owned())
}

fn of_method(name: String, points: &[&DataPoint]) -> [String; 7] {
    let sum = |field: fn(&DataPoint) -> u64| points.iter().map(|point| field(point)).sum::<u64>();
    let (found, runs) = (sum(|point| point.found), sum(|point| point.runs));
    if runs == 0 {
        let [a, b, c, d] = [const { String::new() }; 4];
        return [name, "0".to_owned(), "0".to_owned(), a, b, c, d];
    }
    let side = |point: &&&DataPoint| format!("{0}x{0}", point.size);
    let failed = points.iter().find(|point| point.found + point.impossible < point.runs);
    let largest = points.iter().rev().find(|point| point.found > 0);
    let none = || "none".to_owned();
    [
        name,
        group_digits(found),
        group_digits(runs),
        failed.as_ref().map_or_else(none, side),
        largest.as_ref().map_or_else(none, side),
        largest.and_then(|point| point.elapsed).map_or_else(String::new, time),
        largest.and_then(|point| point.peak_bytes).map_or_else(String::new, bytes),
    ]
}

/// Returns the number of starts that were not tried, if any.
fn spared(points: &[DataPoint], is_stopped: bool) -> String {
    let spared: u64 =
        points.iter().filter(|point| point.runs > 0).map(|point| point.planned - point.runs).sum();
    match spared {
        0 => String::new(),
        spared if is_stopped => format!(
            "\n{} trials were not run, because of the time limit or because the method had \
             used up its steps on a size\n",
            group_digits(spared)
        ),
        spared => format!(
            "\n{} trials were not run, because the method had used up its steps on a size\n",
            group_digits(spared)
        ),
    }
}

/// Returns lines with aligned columns. `painted` may colour an entry, which does not change its width.
fn aligned<const N: usize>(
    columns: &[Column; N],
    lines: &[[String; N]],
    painted: impl Fn(usize, usize, &str) -> String,
) -> String {
    let width = |at: usize| {
        let texts = lines.iter().map(|line| line[at].chars().count());
        texts.chain([columns[at].0.chars().count()]).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |texts: [&str; N], paint: &dyn Fn(usize, &str) -> String| {
        let cells = (0..N).map(|at| {
            let room = " ".repeat(widths[at] - texts[at].chars().count());
            let text = paint(at, texts[at]);
            if columns[at].1 { format!("{room}{text}") } else { format!("{text}{room}") }
        });
        let joined = cells.collect::<Vec<_>>().join("  ");
        format!("{}\n", joined.trim_end())
    };
    let head = line(columns.map(|(title, _)| title), &|_, text| text.to_owned());
    let body = lines.iter().enumerate().map(|(number, texts)| {
        line(texts.each_ref().map(String::as_str), &|at, text| painted(number, at, text))
    });
    std::iter::once(head).chain(body).collect()
}

/// Returns a time in the format of charts.
pub(super) fn time(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// Returns a size in the format of charts.
fn bytes(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_units() {
        assert_eq!([0, 1, 1000].map(|n| pluralize(n, "ant")), ["0 ants", "1 ant", "1,000 ants"]);
    }

    #[test]
    fn columns_are_aligned() {
        let lines = [["a", "1"], ["bcd", "1000"]].map(|line| line.map(str::to_owned));
        let table = aligned(&[("x", false), ("n", true)], &lines, |_, _, text| text.to_owned());
        assert_eq!(table, "x       n\na       1\nbcd  1000\n");
    }
}
