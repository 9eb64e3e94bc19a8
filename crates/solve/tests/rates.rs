//! The success rates of Warnsdorff's rule by tie-break rule: the table in `data/warnsdorff-rates.csv`, measured
//! again with other seeds.
//!
//! Both rates are samples, so they differ randomly. The standard error of the difference is known, and [`SPREADS`]
//! of it are accepted. Roth's rule is deterministic: its rate over all starts is exact.

use std::sync::LazyLock;

use caracole_core::{Board, Problem, Square};
use caracole_solve::{Options, Random, Run, Solver, TieBreak, Warnsdorff};

const TABLE: &str = include_str!("../../../data/warnsdorff-rates.csv");
/// The number of runs of each rate of the table.
const RANDOM_STARTS: f64 = 300.0;
const CORNER_RUNS: f64 = 400.0;
/// The number of runs of each measured rate.
const RUNS: u64 = 800;
/// The maximum rounding error of the table.
const ROUNDED: f64 = 0.005;
/// The accepted number of standard errors. A random difference exceeds it once in two thousand rates.
const SPREADS: f64 = 3.5;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    tie: TieBreak,
    is_corner: bool,
}

impl Column {
    fn read(head: &str) -> Self {
        let corner = head.strip_suffix(" corner");
        Self { tie: corner.unwrap_or(head).parse().unwrap(), is_corner: corner.is_some() }
    }

    /// Returns the number of runs of a rate of the table.
    const fn runs(self) -> f64 {
        if self.is_corner { CORNER_RUNS } else { RANDOM_STARTS }
    }
}

/// A share of runs that led to a tour.
#[derive(Clone, Copy, Debug)]
struct Rate {
    share: f64,
    /// Infinite for an exact rate.
    runs: f64,
}

/// Returns the rates of the table for some sides.
fn table(sides: &[u32]) -> Vec<(u32, Column, Rate)> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<Column> = lines.next().unwrap().split(',').skip(1).map(Column::read).collect();
    let mut rates = Vec::new();
    for line in lines {
        let (side, row) = line.split_once(',').unwrap();
        let side: u32 = side.parse().unwrap();
        let row: Vec<f64> = row.split(',').map(|rate| rate.parse().unwrap()).collect();
        assert_eq!(row.len(), columns.len(), "{line}");
        if sides.contains(&side) {
            let rates_of = columns.iter().zip(row);
            rates.extend(
                rates_of
                    .map(|(&column, share)| (side, column, Rate { share, runs: column.runs() })),
            );
        }
    }
    assert_eq!(rates.len(), sides.len() * columns.len(), "a row for each side");
    rates
}

/// Returns the possible starts: all squares, or those of the majority colour.
fn legal_starts(board: &Board) -> Vec<Square> {
    let is_of_more = |square: &Square| {
        let place = board.coord(*square);
        (place.file.index() + place.rank.index()).is_multiple_of(2)
    };
    let is_odd = board.area() % 2 == 1;
    board.squares().filter(|square| !is_odd || is_of_more(square)).collect()
}

/// Returns true if one walk is a tour.
fn succeeds(board: &Board, tie: TieBreak, start: Square, seed: u64) -> bool {
    let problem = Problem::new(board.clone()).start(start).unwrap();
    let rule = Warnsdorff { order: None, tie };
    rule.solve(&problem, &mut Run::with_options(&Options::new().seed(seed))).is_found()
}

/// Measures a rate.
fn measured(side: u32, column: Column) -> Rate {
    let board = Board::rectangle(side, side).unwrap();
    let starts = legal_starts(&board);
    if column.tie == TieBreak::Roth {
        let tours = starts.iter().filter(|&&start| succeeds(&board, column.tie, start, 0)).count();
        return Rate { share: tours as f64 / starts.len() as f64, runs: f64::INFINITY };
    }
    let mut random = Random::new(u64::from(side), "starts");
    let mut start = || starts[random.below(starts.len() as u64) as usize];
    let tours = (0..RUNS).filter(|&seed| {
        let start = if column.is_corner { Square::from_index(0) } else { start() };
        succeeds(&board, column.tie, start, seed)
    });
    Rate { share: tours.count() as f64 / RUNS as f64, runs: RUNS as f64 }
}

/// Returns the accepted difference of two samples of the same rate.
fn leeway(a: Rate, b: Rate) -> f64 {
    let weight = if a.runs.is_finite() { a.runs / (a.runs + b.runs) } else { 1.0 };
    let together = weight * a.share + (1.0 - weight) * b.share;
    let spread = (together * (1.0 - together) * (1.0 / a.runs + 1.0 / b.runs)).sqrt();
    SPREADS * spread + ROUNDED
}

/// A rate of the table, and the measured one.
struct Pair {
    side: u32,
    column: Column,
    table: Rate,
    ours: Rate,
}

fn measure(sides: &[u32]) -> Vec<Pair> {
    let pair = |(side, column, table)| {
        let ours = measured(side, column);
        Pair { side, column, table, ours }
    };
    table(sides).into_iter().map(pair).collect()
}

fn differ(ours: Rate, table: Rate) -> bool {
    (ours.share - table.share).abs() > leeway(ours, table)
}

/// Lists all rates that differ.
fn assert_alike(pairs: &[Pair]) {
    let far: Vec<String> = pairs
        .iter()
        .filter(|pair| differ(pair.ours, pair.table))
        .map(|Pair { side, column, table, ours }| {
            format!("side {side}, {column:?}: {:.3}, the table has {:.2}", ours.share, table.share)
        })
        .collect();
    assert!(far.is_empty(), "{far:#?}");
}

static SMALL: LazyLock<Vec<Pair>> = LazyLock::new(|| measure(&[5, 6, 7, 8, 10, 20, 30, 50]));

#[test]
fn small_boards() {
    assert_alike(&SMALL);
}

/// The accepted difference is small enough to distinguish every two rules, by random starts and by corners alone.
#[test]
fn the_table_tells_rules_from_each_other() {
    let columns: Vec<Column> =
        SMALL.iter().filter(|pair| pair.side == 5).map(|pair| pair.column).collect();
    for (a, b) in columns.iter().flat_map(|&a| columns.iter().map(move |&b| (a, b))) {
        if a == b || a.is_corner != b.is_corner {
            continue;
        }
        let is_told = SMALL.iter().filter(|pair| pair.column == a).any(|ours| {
            let row = SMALL.iter().find(|pair| (pair.side, pair.column) == (ours.side, b));
            row.is_some_and(|row| differ(ours.ours, row.table))
        });
        assert!(is_told, "{a:?} might be {b:?}");
    }
}

#[test]
#[ignore = "slow: over two billion steps, a minute or two"]
fn large_boards() {
    assert_alike(&measure(&[75, 100, 150, 200]));
}
