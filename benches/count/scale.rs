//! How states and time grow with the board.

use caracole_core::parallel;

use crate::apart::{Asked, What, run_apart};
use crate::known::known;

/// A line for each board; with `long` also those that take more than a minute.
pub(crate) fn print(long: bool) {
    println!(
        "{:>7}  {:>7}  {:>6}  {:>12}  {:>13}  {:>9}  {:>8}  {:>11}  count",
        "board", "kind", "layers", "most states", "all states", "seconds", "MiB", "states/s"
    );
    let cores = parallel::cores().get();
    for (board, what) in boards(long) {
        let told = run_apart(&Asked::new(&board, what, cores));
        println!(
            "{board:>7}  {:>7}  {:>6}  {:>12}  {:>13}  {:>9.3}  {:>8}  {:>11.3e}  {}{}",
            what.word(),
            told.layers,
            told.most_states,
            told.all_states,
            told.seconds,
            told.peak_bytes.map_or_else(|| "?".into(), |bytes| (bytes >> 20).to_string()),
            told.all_states as f64 / told.seconds,
            told.count,
            if known(&board, what).is_some() { "" } else { "  (nobody else has told us)" },
        );
    }
}

fn boards(long: bool) -> Vec<(String, What)> {
    let row = |shorter: u32, longer: std::ops::RangeInclusive<u32>, what: What| {
        longer.map(move |longer| (format!("{shorter}x{longer}"), what)).collect::<Vec<_>>()
    };
    let mut boards = Vec::new();
    boards.extend(row(6, 6..=14, What::Closed));
    boards.extend(row(7, 7..=12, What::Closed));
    boards.extend(row(8, 8..=8, What::Closed));
    if long {
        boards.extend(row(8, 9..=10, What::Closed));
    }
    boards.extend(row(5, 5..=12, What::Tours));
    boards.extend(row(6, 6..=11, What::Tours));
    boards.extend(row(7, 7..=8, What::Tours));
    boards
}
