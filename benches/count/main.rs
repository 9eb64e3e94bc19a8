//! Exact counts: how long, how many states, how much memory; against plain backtracking. And tables
//! to draw tours from.
//!
//! `cargo bench -p caracole-benches --bench count`; `-- --long` adds counts of half a minute,
//! `-- --scale` prints how states and time grow with the board instead, and `-- --draw` how fast
//! tours are drawn from tables alone.

mod apart;
mod draw;
mod known;
mod rivals;
mod scale;
mod small;

use caracole_core::parallel;

use apart::{Asked, What, run_apart};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == apart::FLAG) {
        apart::run_here(&words[at + 1..]);
        return;
    }
    let is_given = |flag: &str| words.iter().any(|word| word == flag);
    if is_given("--scale") {
        scale::print(is_given("--long"));
        return;
    }
    if is_given("--draw") {
        draw::print(is_given("--long"));
        return;
    }
    small::print();
    println!();
    large(is_given("--long"));
    println!();
    draw::print(is_given("--long"));
}

/// What is too large for the rival, each in a process of its own, so that its memory is its own too.
fn large(long: bool) {
    let cores = parallel::cores().get();
    println!("one count each, in a process of its own");
    println!(
        "{:>7}  {:>7}  {:>5}  {:>9}  {:>12}  {:>8}  count",
        "board", "kind", "cores", "seconds", "most states", "MiB"
    );
    let mut asked = Vec::new();
    for board in ["7x8", "8x8"] {
        asked.extend([1, cores].map(|cores| Asked::new(board, What::Closed, cores)));
    }
    asked.push(Asked::new("7x7", What::Tours, cores));
    if long {
        asked.extend(["6x8", "7x8"].map(|board| Asked::new(board, What::Tours, cores)));
    }
    asked.dedup();
    for asked in asked {
        let told = run_apart(&asked);
        println!(
            "{:>7}  {:>7}  {:>5}  {:>9.2}  {:>12}  {:>8}  {}",
            asked.board,
            asked.what.word(),
            asked.cores,
            told.seconds,
            told.most_states,
            told.peak_bytes.map_or_else(|| "?".into(), |bytes| (bytes >> 20).to_string()),
            told.count,
        );
    }
}
