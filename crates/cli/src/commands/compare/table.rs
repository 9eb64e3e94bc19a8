//! Contests on one problem as a table.

use std::time::Duration;

use caracole::Stats;
use caracole::compare::{Answer, Row};
use caracole::draw::Unit;
pub(super) use caracole::draw::{counted, grouped};

use super::Contest;
use crate::paint::Tone;

/// A column: its title, and whether it holds numbers, which stand to the right.
pub(super) type Column = (&'static str, bool);

const COLUMNS: [Column; 7] = [
    ("method", false),
    ("outcome", false),
    ("time", true),
    ("work", true),
    ("retreats", true),
    ("memory", true),
    ("", false),
];

pub(super) fn of_contest(contest: &Contest, paint: &dyn Fn(Tone, &str) -> String) -> String {
    let Contest::Board(_, rows) = contest else { return String::new() };
    let lines: Vec<[String; 7]> = rows.iter().map(of_row).collect();
    let tones: Vec<Tone> = rows.iter().map(|row| tone(&row.answer)).collect();
    let table = aligned(&COLUMNS, &lines, |line, column, text| match column {
        1 => paint(tones[line], text),
        _ => text.to_owned(),
    });
    format!("{}\n\n{table}", contest.headline())
}

const fn tone(answer: &Answer) -> Tone {
    match answer {
        Answer::Found { .. } => Tone::Good,
        Answer::Impossible(_) => Tone::Bad,
        Answer::Unknown(_) => Tone::Open,
    }
}

fn of_row(row: &Row) -> [String; 7] {
    let name = row.name.clone();
    if row.answer.is_unsupported() {
        let Answer::Unknown(stop) = &row.answer else { return Default::default() };
        let [time, work, retreats, memory] = [const { String::new() }; 4];
        return [name, "not for this".to_owned(), time, work, retreats, memory, stop.tried.clone()];
    }
    [
        name,
        row.answer.word().to_owned(),
        time(row.elapsed),
        row.work_text(),
        grouped(row.stats.retreats),
        row.peak_bytes.map_or_else(String::new, bytes),
        note(row),
    ]
}

/// What else there is to say, in a few words.
fn note(row: &Row) -> String {
    let mut notes = Vec::new();
    let Stats { network, colony, attempts, .. } = row.stats;
    if let Some(network) = network {
        let loops = network.loops.map(|loops| counted(loops, "loop"));
        notes.push(counted(network.sweeps, "sweep"));
        notes.push(loops.unwrap_or_else(|| "not settled".to_owned()));
    }
    if let Some(colony) = colony {
        notes.extend([counted(attempts, "ant"), counted(colony.cycles, "cycle")]);
    }
    match &row.answer {
        Answer::Found { closed: true } => notes.push("closed".to_owned()),
        Answer::Found { closed: false } => notes.push("open".to_owned()),
        Answer::Impossible(_) if row.work() == 0 => notes.push("without a search".to_owned()),
        Answer::Impossible(_) => {}
        Answer::Unknown(stop) => notes.push(format!("stopped by {}", stop.cause.word())),
    }
    notes.join(", ")
}

/// Lines with their columns below each other. `painted` may add colour, which takes no room.
pub(super) fn aligned<const N: usize>(
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

/// A time as it is written in pictures too.
pub(super) fn time(time: Duration) -> String {
    Unit::Seconds.text(time.as_secs_f64())
}

/// A size as it is written in pictures too.
pub(super) fn bytes(bytes: u64) -> String {
    Unit::Bytes.text(bytes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0, 1, 1000].map(|n| counted(n, "ant")), ["0 ants", "1 ant", "1,000 ants"]);
    }

    #[test]
    fn columns_stand_below_each_other() {
        let lines = [["a", "1"], ["bcd", "1000"]].map(|line| line.map(str::to_owned));
        let table = aligned(&[("x", false), ("n", true)], &lines, |_, _, text| text.to_owned());
        assert_eq!(table, "x       n\na       1\nbcd  1000\n");
    }
}
