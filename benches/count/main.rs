//! Exact counts: time, states and memory, compared with backtracking. And sampling from tables.
//!
//! `cargo bench -p caracole-benches --bench count`; `-- --long` adds counts of half a minute,
//! `-- --scale` prints how states and time grow with the board instead, and `-- --draw` how fast
//! tours are sampled from tables.

mod backtracking;
mod sampling;
mod small;
mod subprocess;

use caracole_runtime::parallel;

use subprocess::{CountTask, TourKind, published_count, run_subprocess};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == subprocess::FLAG) {
        subprocess::run_task(&words[at + 1..]);
        return;
    }
    let is_given = |flag: &str| words.iter().any(|word| word == flag);
    if is_given("--scale") {
        print_growth(is_given("--long"));
        return;
    }
    if is_given("--draw") {
        sampling::print(is_given("--long"));
        return;
    }
    small::print();
    println!();
    large(is_given("--long"));
    println!();
    sampling::print(is_given("--long"));
}

/// Counts that are too large for backtracking. Each has its own process, so that its memory can be measured.
fn large(long: bool) {
    let cores = parallel::cores().get();
    println!("one count each, in a process of its own");
    println!(
        "{:>7}  {:>7}  {:>5}  {:>9}  {:>12}  {:>8}  count",
        "board", "kind", "cores", "seconds", "most states", "MiB"
    );
    let mut tasks = Vec::new();
    for board in ["7x8", "8x8"] {
        tasks.extend([1, cores].map(|cores| CountTask::new(board, TourKind::Closed, cores)));
    }
    tasks.push(CountTask::new("7x7", TourKind::Tours, cores));
    if long {
        tasks.extend(["6x8", "7x8"].map(|board| CountTask::new(board, TourKind::Tours, cores)));
    }
    tasks.dedup();
    for task in tasks {
        let report = run_subprocess(&task);
        println!(
            "{:>7}  {:>7}  {:>5}  {:>9.2}  {:>12}  {:>8}  {}",
            task.board,
            task.kind.name(),
            task.cores,
            report.seconds,
            report.most_states,
            report.peak_bytes.map_or_else(|| "?".into(), |bytes| (bytes >> 20).to_string()),
            report.count,
        );
    }
}

/// Prints the growth of states and time with the board; with `long` also boards that take more than a minute.
fn print_growth(long: bool) {
    println!(
        "{:>7}  {:>7}  {:>6}  {:>12}  {:>13}  {:>9}  {:>8}  {:>11}  count",
        "board", "kind", "layers", "most states", "all states", "seconds", "MiB", "states/s"
    );
    let cores = parallel::cores().get();
    for (board, kind) in boards(long) {
        let report = run_subprocess(&CountTask::new(&board, kind, cores));
        println!(
            "{board:>7}  {:>7}  {:>6}  {:>12}  {:>13}  {:>9.3}  {:>8}  {:>11.3e}  {}{}",
            kind.name(),
            report.layers,
            report.most_states,
            report.all_states,
            report.seconds,
            report.peak_bytes.map_or_else(|| "?".into(), |bytes| (bytes >> 20).to_string()),
            report.all_states as f64 / report.seconds,
            report.count,
            if published_count(&board, kind).is_some() { "" } else { "  (not published)" },
        );
    }
}

fn boards(long: bool) -> Vec<(String, TourKind)> {
    let row = |shorter: u32, longer: std::ops::RangeInclusive<u32>, kind: TourKind| {
        longer.map(move |longer| (format!("{shorter}x{longer}"), kind)).collect::<Vec<_>>()
    };
    let mut boards = Vec::new();
    boards.extend(row(6, 6..=14, TourKind::Closed));
    boards.extend(row(7, 7..=12, TourKind::Closed));
    boards.extend(row(8, 8..=8, TourKind::Closed));
    if long {
        boards.extend(row(8, 9..=10, TourKind::Closed));
    }
    boards.extend(row(5, 5..=12, TourKind::Tours));
    boards.extend(row(6, 6..=11, TourKind::Tours));
    boards.extend(row(7, 7..=8, TourKind::Tours));
    boards
}
