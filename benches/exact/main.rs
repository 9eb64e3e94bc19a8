//! The exact search on fixed sets of problems, compared with other solvers.
//!
//! `cargo bench -p caracole-benches --bench exact`; with `--features cadical` the solver of that
//! name takes part.

mod problems;
mod rivals;
mod table;

use std::num::NonZeroUsize;
use std::time::Duration;

use caracole_benches::peak_bytes;
use caracole_core::Problem;
use caracole_solve::{Auto, Exact, Patch};
use table::{Row, Table};

const ONE: Exact = Exact { threads: Some(NonZeroUsize::MIN), max_restarts: None };

fn main() {
    let mut table = Table::new();
    for row in chessboards().iter().chain(&large_boards()).chain(&without_tours()) {
        table.add(row);
    }
    if let Some(bytes) = peak_bytes() {
        println!("most memory at any time: {} MiB, rivals included", bytes >> 20);
    }
}

const fn micros(micros: u64) -> Duration {
    Duration::from_micros(micros)
}

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn chessboards() -> Vec<Row> {
    let holed = problems::chessboards_with_holes(500);
    let closed = holed.iter().cloned().map(Problem::closed).collect();
    let two_ends = Row::new("8x8, two ends", &ONE, problems::pairs(500)).expect(500, 0);
    let holed = Row::new("8x8 - 4..12", &ONE, holed).expect(392, 108);
    let closed = Row::new("8x8 - 4..12, closed", &ONE, closed).expect(171, 329);
    vec![
        two_ends.within(micros(50), millis(20)),
        holed.within(micros(500), millis(1000)),
        closed.within(micros(500), millis(1000)),
    ]
}

fn large_boards() -> Vec<Row> {
    let whole = |side| vec![problems::rectangle(side, side).closed()];
    let mut rows = vec![
        Row::new("50x50, closed", &ONE, whole(50)).expect(1, 0).within(millis(50), millis(50)),
        Row::new("50x50, closed", &Auto, whole(50)).expect(1, 0),
        Row::new("100x100, closed", &ONE, whole(100)).expect(1, 0),
        Row::new("100x100, closed", &Auto, whole(100)).expect(1, 0),
    ];
    for holes in [100, 300] {
        let name = format!("100x100 - {holes}, closed");
        let holed = problems::with_some_holes(100, holes, 5);
        let closed: Vec<Problem> = holed.into_iter().map(Problem::closed).collect();
        let wanted = millis(1000);
        let by_auto = Row::new(&name, &Auto, closed.clone()).expect(5, 0);
        rows.push(Row::new(&name, &ONE, closed).limit(5 * wanted).at_most_unknown(5));
        rows.push(by_auto.within(wanted, wanted));
    }
    let vast = problems::with_some_holes(1000, 10_000, 3).into_iter().map(Problem::closed);
    let by_patch = Row::new("1000x1000 - 1 %, closed", &Patch, vast.collect()).expect(3, 0);
    rows.push(by_patch.within(millis(5000), millis(5000)).alone());
    rows
}

fn without_tours() -> Vec<Row> {
    let one = |name, problem| Row::new(name, &ONE, vec![problem]).expect(0, 1);
    vec![
        one("20x4, closed", problems::named("20x4").closed()),
        one("8x8-a1,h8, closed", problems::named("8x8-a1,h8").closed()),
        one("11x11 by the giraffe", problems::giraffe(11)),
    ]
}
